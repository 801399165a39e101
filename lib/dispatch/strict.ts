/**
 * A session that keeps the older revisions to the letter: nothing but `ping` before the greeting is complete, tools and
 * nothing else after it, and answers of ASCII alone. It stands between the lines and the connection, which knows of
 * none of this.
 */
import { asciiJson } from "../core/ascii_json.ts";
import { isRecord } from "../core/record.ts";
import { META_PREFIX } from "./era.ts";
import { CODES, errorFrame, type Params, type Parsed, type RequestFrame, type RequestId } from "./frames.ts";
import { depthOf, wholeNumberAt } from "./json_source.ts";
import { checkMeta } from "./meta.ts";

/** What a strict session speaks. */
export interface Strictness {
  /** The revisions that are answered with themselves; any other is answered with the first. */
  readonly versions: readonly [string, ...string[]];
}

/** How deep a frame may be nested: parsers of other languages stop here. */
const MAX_DEPTH = 128;

/** The code for a request that comes too early, as clients of such servers expect it. */
const NOT_READY = -32002;

const CALL_KEYS = ["name", "arguments", "_meta"];

/**
 * The state of one strict session.
 *
 * @example
 * ```ts
 * import { StrictSession } from "gatehouse/dispatch/strict.ts";
 *
 * const session = new StrictSession({ versions: ["2025-11-25"] });
 * const early = session.admit('{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/list"}');
 * if (early?.kind !== "refused" || early.answer.error.code !== -32002) throw new Error("let in");
 * if (!session.write(early.answer).includes('"id":9007199254740993,')) throw new Error("another id");
 * ```
 */
export class StrictSession {
  readonly #versions: Strictness["versions"];
  /** Marks the ids that stand for whole numbers beyond what a number holds; no client can guess it. */
  readonly #mark = `${crypto.randomUUID()}:`;
  #state: "new" | "greeted" | "ready" = "new";

  constructor({ versions }: Strictness) {
    this.#versions = versions;
  }

  /** What of a line goes on to the connection; null for what is not answered and has no effect. */
  admit(text: string): Parsed | null {
    let value: unknown;
    try {
      value = depthOf(text) > MAX_DEPTH ? undefined : JSON.parse(text);
    } catch {
      value = undefined;
    }
    if (value === undefined) return refused(null, CODES.parseError, "Parse error: the frame is no JSON");
    if (!isRecord(value)) {
      const problem = Array.isArray(value) ? "batches are not supported" : "a frame is an object";
      return refused(null, CODES.invalidRequest, `Invalid request: ${problem}`);
    }
    const { method, params } = value;
    // An answer is never answered, also when it answers nothing.
    if (method === undefined && ("result" in value || "error" in value)) return null;
    const id = this.#idOf(value["id"], { text, path: ["id"] });
    if (value["jsonrpc"] !== "2.0" || typeof method !== "string" || ("id" in value && id === null)) {
      const problem = "jsonrpc, id or method is malformed";
      return refused(null, CODES.invalidRequest, `Invalid request: ${problem}`);
    }
    if (params !== undefined && !isRecord(params)) {
      return id === null ? null : refused(id, CODES.invalidParams, "Invalid parameters: params is no object");
    }
    const call = {
      jsonrpc: "2.0",
      method,
      ...(params === undefined ? {} : { params: bare(params) }),
    } as const;
    return id === null ? this.#notification(call, text) : this.#request({ ...call, id });
  }

  /** The frame's text for the client, with the id as the client wrote it. */
  write(frame: object): string {
    const id = "id" in frame ? frame.id : undefined;
    if (typeof id !== "string" || !id.startsWith(this.#mark)) return asciiJson(frame);
    const rest = asciiJson({ ...frame, jsonrpc: undefined, id: undefined });
    return `{"jsonrpc":"2.0","id":${id.slice(this.#mark.length)},${rest.slice(1)}`;
  }

  #notification(
    frame: { readonly jsonrpc: "2.0"; readonly method: string; readonly params?: Params },
    text: string,
  ) {
    const { method, params } = frame;
    if (method === "notifications/initialized" && this.#state === "greeted") this.#state = "ready";
    if (method !== "notifications/cancelled") return { kind: "notification", frame } as const;
    const requestId = this.#idOf(params?.["requestId"], { text, path: ["params", "requestId"] });
    return { kind: "notification", frame: { ...frame, params: { ...params, requestId } } } as const;
  }

  #request(frame: RequestFrame): Parsed {
    const { id, method } = frame;
    if (method === "ping") return { kind: "request", frame };
    if (method === "initialize") return this.#greet(frame);
    if (this.#state !== "ready") {
      return refused(id, NOT_READY, "Send initialize, then notifications/initialized, before anything else");
    }
    if (method === "tools/call") {
      const stranger = Object.keys(frame.params ?? {}).some((key) => !CALL_KEYS.includes(key));
      if (!stranger) return { kind: "request", frame };
      return refused(id, CODES.invalidParams, `Invalid parameters: only ${CALL_KEYS.join(", ")} are taken`);
    }
    return method === "tools/list"
      ? { kind: "request", frame }
      : refused(id, CODES.methodNotFound, "Method not found");
  }

  #greet(frame: RequestFrame): Parsed {
    const { id, params = {} } = frame;
    if (this.#state !== "new") {
      return refused(id, CODES.invalidRequest, "Invalid request: the session is initialized already");
    }
    const answer = checkMeta(frame);
    if (answer !== null) return { kind: "refused", answer };
    const { protocolVersion: asked, capabilities, clientInfo } = params;
    if (typeof asked !== "string" || asked === "") {
      return refused(id, CODES.invalidParams, "Invalid parameters: protocolVersion is no version");
    }
    if (!isRecord(capabilities) || !isClient(clientInfo)) {
      return refused(id, CODES.invalidParams, "Invalid parameters: capabilities or clientInfo is malformed");
    }
    this.#state = "greeted";
    const protocolVersion = this.#versions.find((version) => version === asked) ?? this.#versions[0];
    return { kind: "request", frame: { ...frame, params: { ...params, protocolVersion } } };
  }

  /** The id as the connection can hold it; null when it is none. */
  #idOf(
    value: unknown,
    where: { text: string; path: readonly [string] | readonly [string, string] },
  ): RequestId | null {
    if (typeof value === "string") return value;
    if (typeof value !== "number") return null;
    if (Number.isSafeInteger(value)) return value;
    const digits = wholeNumberAt(where.text, where.path);
    return digits === null ? null : this.#mark + digits;
  }
}

function isClient(value: unknown): boolean {
  return isRecord(value) && typeof value["name"] === "string" && typeof value["version"] === "string";
}

/** Without the keys by which the newer revision is told apart: these revisions know nothing of them. */
function bare(params: Params): Params {
  const meta = params["_meta"];
  if (!isRecord(meta)) return params;
  const kept = Object.entries(meta).filter(([key]) => !key.startsWith(META_PREFIX));
  return { ...params, _meta: Object.fromEntries(kept) };
}

function refused(id: RequestId | null, code: number, message: string): Parsed {
  return { kind: "refused", answer: errorFrame(id, { code, message }) };
}
