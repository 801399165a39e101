/** The part of `_meta` that every revision has: an object, and in it a token for progress. */
import { isRecord } from "../core/record.ts";
import { CODES, type ErrorFrame, errorFrame, type RequestFrame } from "./frames.ts";

/**
 * The answer that refuses a request whose `_meta` is no object or whose `progressToken` is neither a string nor a
 * whole number, or null when both are as the protocol has them. The SDK drops such a request without an answer.
 *
 * @example
 * ```ts
 * import { checkMeta } from "gatehouse/dispatch/meta.ts";
 *
 * const frame = { jsonrpc: "2.0", id: 1, method: "ping", params: { _meta: { progressToken: 1.5 } } } as const;
 * if (checkMeta(frame)?.error.code !== -32602) throw new Error("let pass");
 * ```
 */
export function checkMeta(frame: RequestFrame): ErrorFrame | null {
  const meta = frame.params?.["_meta"];
  if (meta === undefined) return null;
  if (!isRecord(meta)) return refusal(frame, ["_meta"], "_meta is no object");
  const token = meta["progressToken"];
  if (token === undefined || typeof token === "string" || Number.isSafeInteger(token)) return null;
  return refusal(frame, ["_meta", "progressToken"], "progressToken is neither a string nor a whole number");
}

function refusal(frame: RequestFrame, path: readonly string[], problem: string): ErrorFrame {
  return errorFrame(frame.id, {
    code: CODES.invalidParams,
    message: `Invalid request context: ${problem}`,
    data: { issues: [{ path, problem }] },
  });
}
