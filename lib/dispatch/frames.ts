/** JSON-RPC 2.0 frames as MCP has them: what comes in is parsed here, once, and every answer is built here. */
import { isRecord } from "../core/record.ts";
import { secretSpans } from "../core/redact.ts";

/** A request's id. MCP allows no null and no fraction. */
export type RequestId = string | number;

/** The parameters of a request or a notification. */
export type Params = Readonly<Record<string, unknown>>;

/** A call that wants an answer. */
export interface RequestFrame {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly method: string;
  readonly params?: Params;
}

/** A message that wants no answer. */
export interface NotificationFrame {
  readonly jsonrpc: "2.0";
  readonly method: string;
  readonly params?: Params;
}

/** An answer of the client to a request of ours, as it came: whoever asked checks it. */
export type ResponseFrame = Readonly<Record<string, unknown>>;

/** A successful answer. `null` is what a client of the oldest revision expects after `shutdown`. */
export interface ResultFrame {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly result: Readonly<Record<string, unknown>> | null;
}

/** A failed answer. The id is null when the request's own could not be read (JSON-RPC 2.0, section 5). */
export interface ErrorFrame {
  readonly jsonrpc: "2.0";
  readonly id: RequestId | null;
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly data?: Readonly<Record<string, unknown>>;
  };
}

/** What answers a request. */
export type AnswerFrame = ResultFrame | ErrorFrame;

/** A parsed frame. A refused one comes with its answer. */
export type Parsed =
  | { readonly kind: "request"; readonly frame: RequestFrame }
  | { readonly kind: "notification"; readonly frame: NotificationFrame }
  | { readonly kind: "response"; readonly frame: ResponseFrame }
  | { readonly kind: "refused"; readonly answer: ErrorFrame };

/** JSON-RPC 2.0 section 5.1 and the codes of MCP 2026-07-28. */
export const CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  resourceNotFound: -32002,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/**
 * The answer to a request.
 *
 * @example
 * ```ts
 * import { resultFrame } from "gatehouse/dispatch/frames.ts";
 *
 * if (resultFrame(1, {}).id !== 1) throw new Error("id lost");
 * ```
 */
export function resultFrame(id: RequestId, result: ResultFrame["result"]): ResultFrame {
  return { jsonrpc: "2.0", id, result };
}

/**
 * The refusal of a request.
 *
 * @example
 * ```ts
 * import { CODES, errorFrame } from "gatehouse/dispatch/frames.ts";
 *
 * const frame = errorFrame(null, { code: CODES.parseError, message: "Parse error" });
 * if (frame.error.code !== -32700) throw new Error("wrong code");
 * ```
 */
export function errorFrame(id: RequestId | null, error: ErrorFrame["error"]): ErrorFrame {
  return { jsonrpc: "2.0", id, error };
}

/**
 * One frame from its text: what it is, or the answer that refuses it, with the frame's id when that is valid.
 *
 * @example
 * ```ts
 * import { parseText } from "gatehouse/dispatch/frames.ts";
 *
 * const parsed = parseText('{"jsonrpc":"2.0","id":1,"method":"ping"}');
 * if (parsed.kind !== "request" || parsed.frame.method !== "ping") throw new Error("not parsed");
 * const refused = parseText('{"jsonrpc":"1.0","id":7,"method":"ping"}');
 * if (refused.kind !== "refused" || refused.answer.id !== 7) throw new Error("id lost");
 * ```
 */
export function parseText(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused(null, CODES.parseError, "Parse error: the frame is no JSON");
  }
  return parseFrame(value);
}

/**
 * A refused frame keeps its id when that is valid, so that the client can tell which it was. One that looks like a key
 * is not said back: whoever sends that has mixed up its fields.
 */
function parseFrame(value: unknown): Parsed {
  if (Array.isArray(value)) return refusedShape(null, "batches are not supported");
  if (!isRecord(value)) return refusedShape(null, "a frame is an object");
  const { id, method } = value;
  const known = isRequestId(id) ? id : null;
  if (value["jsonrpc"] !== "2.0") return refusedShape(known, 'jsonrpc is not "2.0"');
  if (method === undefined && ("result" in value || "error" in value)) {
    return { kind: "response", frame: value };
  }
  if (typeof method !== "string") return refusedShape(known, "method is no string");
  if (value["params"] !== undefined && !isRecord(value["params"])) {
    return refusedShape(known, "params is no object");
  }
  // What else the object holds is left behind: the SDK drops a frame with a member that it does not know.
  const call = {
    jsonrpc: "2.0",
    method,
    ...(isRecord(value["params"]) ? { params: value["params"] } : {}),
  } as const;
  if (!("id" in value)) return { kind: "notification", frame: call };
  if (known === null) return refusedShape(null, "id is neither a string nor a whole number");
  return { kind: "request", frame: { ...call, id: known } };
}

/**
 * True for an id that MCP allows.
 *
 * @example
 * ```ts
 * import { isRequestId } from "gatehouse/dispatch/frames.ts";
 *
 * if (isRequestId(null) || isRequestId(1.5) || !isRequestId("a")) throw new Error("wrong");
 * ```
 */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || (typeof value === "number" && Number.isSafeInteger(value));
}

function refusedShape(id: RequestId | null, problem: string): Parsed {
  const isKey = typeof id === "string" && secretSpans(id).length > 0;
  return refused(isKey ? null : id, CODES.invalidRequest, `Invalid request: ${problem}`);
}

function refused(id: RequestId | null, code: number, message: string): Parsed {
  return { kind: "refused", answer: errorFrame(id, { code, message }) };
}
