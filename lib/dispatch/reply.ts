/** HTTP responses as every one of ours looks: not kept by anybody, not guessed at, open to no other origin. */
import { CODES } from "./frames.ts";

const HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** What an answer has besides the common headers. */
export interface ReplyOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A JSON object.
 *
 * @example
 * ```ts
 * import { jsonReply } from "gatehouse/dispatch/reply.ts";
 *
 * const reply = jsonReply(200, { jsonrpc: "2.0", id: 1, result: {} });
 * if (reply.headers.get("cache-control") !== "no-store") throw new Error("may be kept");
 * ```
 */
export function jsonReply(status: number, body: unknown, { headers }: ReplyOptions = {}): Response {
  return textReply(status, JSON.stringify(body), {
    headers: { "content-type": "application/json", ...headers },
  });
}

/**
 * A text of the type that the headers name, or a stream of it.
 *
 * @example
 * ```ts
 * import { textReply } from "gatehouse/dispatch/reply.ts";
 *
 * if ((await textReply(200, "x").text()) !== "x") throw new Error("wrong");
 * ```
 */
export function textReply(
  status: number,
  body: string | ReadableStream | null,
  { headers }: ReplyOptions = {},
): Response {
  return new Response(body, { status, headers: { ...HEADERS, ...headers } });
}

/**
 * The refusal of a request that was not read as a frame: a JSON-RPC error without an id, since none is known (MCP
 * 2026-07-28, Streamable HTTP).
 *
 * @example
 * ```ts
 * import { refusal } from "gatehouse/dispatch/reply.ts";
 *
 * if (refusal(403, "Host is not ours").status !== 403) throw new Error("wrong");
 * ```
 */
export function refusal(status: number, message: string, options: ReplyOptions = {}): Response {
  return jsonReply(status, { jsonrpc: "2.0", error: { code: CODES.invalidRequest, message } }, options);
}
