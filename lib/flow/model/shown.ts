/** What Ollama tells of its models: POST /api/show, GET /api/ps, and the lists of both wires. */
import { isRecord } from "../../core/record.ts";
import type { Preflight } from "../types.ts";
import { countIn } from "./raw.ts";

/** What is known of a model. */
export interface ModelFacts extends Preflight {
  /** The service is an Ollama and answered for the model. */
  readonly isOllama: boolean;
  /** Where the service passes the model's requests on to; null when it runs there. */
  readonly remoteHost: string | null;
  /** What a request's `think` must be so that the model thinks as little as it can; undefined to leave it out. */
  readonly think: false | string | undefined;
}

/** Of a service that tells nothing. */
export const NOTHING_KNOWN: ModelFacts = {
  isOllama: false,
  tools: null,
  thinking: null,
  contextLength: null,
  remoteHost: null,
  think: undefined,
};

/**
 * Reads the answer of /api/show. Everything in it is optional: older versions tell less.
 *
 * @example
 * ```ts
 * import { factsOf } from "gatehouse/flow/model/shown.ts";
 *
 * const facts = factsOf({
 *   capabilities: ["completion", "tools", "thinking"],
 *   model_info: { "general.architecture": "qwen3", "qwen3.context_length": 40_960 },
 * });
 * if (facts.tools !== true || facts.contextLength !== 40_960 || facts.think !== false) throw new Error("not read");
 * if (factsOf({}).tools !== null) throw new Error("it was not said");
 * ```
 */
export function factsOf(shown: Readonly<Record<string, unknown>>): ModelFacts {
  const { capabilities, model_info: info, remote_host: host, remote_model: remote } = shown;
  const told = Array.isArray(capabilities) ? capabilities : null;
  const thinking = told === null ? null : told.includes("thinking");
  return {
    isOllama: told !== null || isRecord(info),
    tools: told === null ? null : told.includes("tools"),
    thinking,
    contextLength: isRecord(info) ? contextIn(info) : null,
    remoteHost: textIn(host) ?? (textIn(remote) === null ? null : "elsewhere"),
    think: thinking === true ? leastThinking(shown["thinking"]) : undefined,
  };
}

function contextIn(info: Readonly<Record<string, unknown>>): number | null {
  const { "general.architecture": architecture } = info;
  const key = typeof architecture === "string" ? `${architecture}.context_length` : null;
  const found = key === null || !Object.hasOwn(info, key)
    ? Object.keys(info).find((name) => name.endsWith(".context_length"))
    : key;
  const count = found === undefined ? null : countIn(info[found]);
  return count === 0 ? null : count;
}

/** Some models cannot be kept from thinking, only be told how much: they list what they take. */
function leastThinking(thinking: unknown): false | string | undefined {
  const values = isRecord(thinking) && Array.isArray(thinking["values"]) ? thinking["values"] : [false];
  if (values.includes(false)) return false;
  return ["none", "minimal", "low"].find((value) => values.includes(value));
}

function textIn(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/**
 * Whether /api/ps lists the model as loaded with this size of context, so that its next turn needs no load.
 *
 * @returns Null when the answer is none.
 *
 * @example
 * ```ts
 * import { isLoaded } from "gatehouse/flow/model/shown.ts";
 *
 * const running = { models: [{ name: "qwen3:latest", context_length: 4_096 }] };
 * if (isLoaded(running, { model: "qwen3", contextLength: 4_096 }) !== true) throw new Error("it is");
 * if (isLoaded(running, { model: "qwen3", contextLength: 8_192 }) !== false) throw new Error("it is loaded anew");
 * ```
 */
export function isLoaded(
  running: unknown,
  { model, contextLength }: { readonly model: string; readonly contextLength: number },
): boolean | null {
  if (!isRecord(running) || !Array.isArray(running["models"])) return null;
  return running["models"].some((one) => {
    if (!isRecord(one)) return false;
    const loaded = countIn(one["context_length"]);
    return [one["name"], one["model"]].some((name) =>
      typeof name === "string" && tagged(name) === tagged(model)
    ) && (loaded === null || loaded === 0 || loaded === contextLength);
  });
}

/** A name without a tag means the tag `latest`. */
function tagged(name: string): string {
  return /:[^/]*$/.test(name) ? name : `${name}:latest`;
}

/**
 * The names in a list of models, of either wire; null when it is none.
 *
 * @example
 * ```ts
 * import { namesIn } from "gatehouse/flow/model/shown.ts";
 *
 * if (namesIn({ models: [{ name: "a" }] })?.join() !== "a") throw new Error("not read");
 * if (namesIn({ data: [{ id: "b" }] })?.join() !== "b" || namesIn([]) !== null) throw new Error("not read");
 * ```
 */
export function namesIn(list: unknown): readonly string[] | null {
  if (!isRecord(list)) return null;
  const models = list["models"] ?? list["data"];
  if (!Array.isArray(models)) return null;
  return models.flatMap((one) => {
    const name = isRecord(one) ? one["name"] ?? one["id"] : undefined;
    return typeof name === "string" && name !== "" ? [name] : [];
  });
}
