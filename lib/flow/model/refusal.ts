/** What a service's error means, and what mends it: by its status and, where that is not enough, by its words. */
import { oneLine } from "../../core/bounds.ts";
import type { ToolError } from "../../core/errors.ts";
import { isRecord } from "../../core/record.ts";
import { failure, missing, shownModel, unavailable, withoutTools } from "./failure.ts";

/** Characters of a service's words that a message repeats. */
const MAX_SAID = 200;

/** What was asked of whom. */
export interface Asked {
  readonly base: string;
  readonly api: "ollama" | "openai";
  /** Null where no model was named. */
  readonly model: string | null;
  readonly path: string;
  /** The request's body. */
  readonly sent: string;
}

/** A service's error. */
export interface Refusal {
  /** Null for an error within a stream that began well. */
  readonly status: number | null;
  /** The service's words; empty when it said none that can be read. */
  readonly said: string;
  readonly retryAfterSeconds?: number;
}

/** Status of a service, or of what stands before it, that has too much to do just now. */
const BUSY: readonly number[] = [429, 502, 503, 504];

/** Seconds until it is asked again when it does not say itself. */
const BUSY_SECONDS = 1;

/**
 * The failure that a service's error is.
 *
 * @example
 * ```ts
 * import { refusal } from "gatehouse/flow/model/refusal.ts";
 *
 * const asked = { base: "http://127.0.0.1:11434", api: "ollama", model: "gemma:2b", path: "/api/chat", sent: "" } as const;
 * const codeOf = (status: number | null, said: string) => refusal({ status, said }, asked).code;
 * if (codeOf(404, "model 'gemma:2b' not found") !== "MODEL_MISSING") throw new Error("other code");
 * if (codeOf(400, "gemma:2b does not support tools") !== "MODEL_NO_TOOLS") throw new Error("other code");
 * if (codeOf(null, "error parsing tool call: raw='{'") !== "MODEL_TOOL_FORMAT") throw new Error("other code");
 * ```
 */
export function refusal(refused: Refusal, asked: Asked): ToolError {
  const { status, said } = refused;
  const { base, api, model, path } = asked;
  if (isUnreadCall(said)) {
    // Its words hold what the model wrote: they are not repeated, but for the parser's.
    const why = /(?:invalid character .{1,60}|unexpected end of JSON input)/.exec(said.slice(-200))?.[0];
    return failure(
      "MODEL_TOOL_FORMAT",
      `The model service could not read the tool call that ${named(model)} wrote${
        why === undefined ? "" : `: ${oneLine(why, 100)}`
      }`,
      { retryable: true, next: "Ask again with another temperature, and for smaller arguments" },
    );
  }
  if (model !== null && /does not support tools|enable-auto-tool-choice/i.test(said)) {
    return withoutTools(model);
  }
  if (status === 404) {
    if (model !== null && /\bmodel\b.*(?:not found|does not exist)/is.test(said)) {
      return missing(model, { api });
    }
    return unavailable(`it has no ${path} (status 404)`, {
      base,
      next: "Set ollama.api to the wire that the service speaks: ollama or openai",
    });
  }
  const what = described(refused, asked);
  if (status !== null && status >= 300 && status < 400) {
    return unavailable(`${what}, and redirects are not followed`, {
      base,
      next: "Set ollama.base_url to the service itself",
    });
  }
  if (status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429) {
    return failure("MODEL_REJECTED", `The model service ${base} refused the request: ${what}`, {
      next: status === 401 || status === 403
        ? "Use a service that needs no key: none is ever sent"
        : "Check the model's name and ollama.context_length against the service",
    });
  }
  const isBusy = status !== null && BUSY.includes(status);
  return unavailable(what, {
    base,
    ...(isBusy ? { retryAfterSeconds: refused.retryAfterSeconds ?? BUSY_SECONDS } : {}),
    next: status === 429 || status === 503
      ? "Try again when it is less busy"
      : "Look into the service's log; a smaller model or context may help",
  });
}

/**
 * The text of an error in either wire's form; empty when there is none.
 *
 * @example
 * ```ts
 * import { saidIn } from "gatehouse/flow/model/refusal.ts";
 *
 * if (saidIn({ error: "no" }) !== "no" || saidIn({ error: { message: "no" } }) !== "no") throw new Error("not read");
 * ```
 */
export function saidIn(error: unknown): string {
  if (typeof error === "string") return error;
  if (!isRecord(error)) return "";
  const { error: inner, message, detail } = error;
  if (inner !== undefined && inner !== null) return saidIn(inner);
  return [message, detail].find((text) => typeof text === "string") ?? "";
}

/** The service could not read its own model's call: Ollama's words for JSON, and those for models that write XML. */
function isUnreadCall(said: string): boolean {
  return /error parsing tool call|(?:failed to|cannot|could not) parse (?:the )?(?:tool|function)[ _-]?call|XML syntax error/i
    .test(said.slice(0, 400));
}

function named(model: string | null): string {
  return model === null ? "the model" : shownModel(model);
}

function described({ status, said }: Refusal, { sent }: Asked): string {
  const quote = quotable(said, sent);
  const words = quote === "" ? "" : `"${quote}"`;
  if (status === null) return `its answer ended with an error${words === "" ? "" : `: ${words}`}`;
  return `status ${status}${words === "" ? "" : `: ${words}`}`;
}

/** Characters that a service may repeat of what it was sent, such as a model's name. */
const MAX_REPEATED = 32;

/** A service's words, unless they repeat what it was sent: that may be a file's content. */
function quotable(said: string, sent: string): string {
  const cut = said.slice(0, MAX_SAID);
  for (let at = 0; at + MAX_REPEATED <= cut.length; at++) {
    if (sent.includes(cut.slice(at, at + MAX_REPEATED))) return "";
  }
  return oneLine(said, MAX_SAID);
}
