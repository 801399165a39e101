/** The ways in which a model service fails, each with the step that mends it. */
import { oneLine } from "../../core/bounds.ts";
import { ToolError, type ToolErrorOptions } from "../../core/errors.ts";

/**
 * The codes of everything that a model client throws.
 *
 * `MODEL_UNAVAILABLE`: nobody answered, or nobody now. `MODEL_MALFORMED`: what came is no answer. `MODEL_MISSING`: the
 * service does not have the model. `MODEL_NO_TOOLS`: the model cannot call tools. `MODEL_REMOTE`: it is not on this
 * machine, and that is not allowed. `MODEL_REJECTED`: the service refuses the request. `MODEL_TOOL_FORMAT`: the service
 * could not read its own model's tool call; the same request ends the same way, so the next one must differ.
 * `MODEL_CANCELLED`: the caller's signal.
 */
export type ModelCode =
  | "MODEL_UNAVAILABLE"
  | "MODEL_MALFORMED"
  | "MODEL_MISSING"
  | "MODEL_NO_TOOLS"
  | "MODEL_REMOTE"
  | "MODEL_REJECTED"
  | "MODEL_TOOL_FORMAT"
  | "MODEL_CANCELLED";

/**
 * Makes a failure; its code is one of the client's.
 *
 * @example
 * ```ts
 * import { failure } from "gatehouse/flow/model/failure.ts";
 *
 * if (failure("MODEL_REJECTED", "Refused it").retryable) throw new Error("trying again does not help");
 * ```
 */
export function failure(code: ModelCode, message: string, options: ToolErrorOptions = {}): ToolError {
  return new ToolError(code, message, options);
}

/**
 * A model's name as a message has it.
 *
 * @example
 * ```ts
 * import { shownModel } from "gatehouse/flow/model/failure.ts";
 *
 * if (shownModel("qwen3:8b") !== "qwen3:8b") throw new Error("changed");
 * ```
 */
export function shownModel(model: string): string {
  return oneLine(model, 100);
}

/**
 * The service did not answer.
 *
 * @param why What went wrong, after a colon.
 * @param options `retryAfterSeconds` only where the same request may well go through by then.
 *
 * @example
 * ```ts
 * import { unavailable } from "gatehouse/flow/model/failure.ts";
 *
 * const error = unavailable("the connection was refused", { base: "http://127.0.0.1:11434" });
 * if (error.code !== "MODEL_UNAVAILABLE" || !error.retryable) throw error;
 * ```
 */
export function unavailable(
  why: string,
  options: {
    readonly base: string;
    readonly next?: string;
    readonly retryAfterSeconds?: number;
    readonly cause?: unknown;
  },
): ToolError {
  const { base, next = "Check that it runs, and that ollama.base_url is its address", ...more } = options;
  return failure("MODEL_UNAVAILABLE", `The model service ${base} did not answer: ${why}`, {
    retryable: true,
    next,
    ...more,
  });
}

/**
 * What the service sent cannot be read as an answer.
 *
 * @param why What is wrong with it, without a word of the service's own.
 *
 * @example
 * ```ts
 * import { malformed } from "gatehouse/flow/model/failure.ts";
 *
 * if (malformed("it is no JSON", { base: "http://127.0.0.1:1" }).code !== "MODEL_MALFORMED") throw new Error("other");
 * ```
 */
export function malformed(
  why: string,
  { base, cause }: { readonly base: string; readonly cause?: unknown },
): ToolError {
  return failure("MODEL_MALFORMED", `The model service ${base} sent no usable answer: ${why}`, {
    next: "Check that ollama.base_url and ollama.api name the service that runs there",
    cause,
  });
}

/**
 * The service does not have the model.
 *
 * @example
 * ```ts
 * import { missing } from "gatehouse/flow/model/failure.ts";
 *
 * if (missing("qwen3:8b", { api: "ollama" }).next !== "Run: ollama pull qwen3:8b") throw new Error("no remedy");
 * ```
 */
export function missing(model: string, { api }: { readonly api: "ollama" | "openai" }): ToolError {
  const name = shownModel(model);
  return failure("MODEL_MISSING", `The model ${name} is not installed at the model service`, {
    next: api === "ollama"
      ? `Run: ollama pull ${name}`
      : `Name a model that the service has; with Ollama, run: ollama pull ${name}`,
  });
}

/**
 * The model cannot call tools, so it cannot play a part.
 *
 * @example
 * ```ts
 * import { withoutTools } from "gatehouse/flow/model/failure.ts";
 *
 * if (withoutTools("gemma:2b").code !== "MODEL_NO_TOOLS") throw new Error("other code");
 * ```
 */
export function withoutTools(model: string): ToolError {
  return failure("MODEL_NO_TOOLS", `The model ${shownModel(model)} does not support tools`, {
    next: "Name a model that does, such as qwen3:8b, in [models] or with --model",
  });
}
