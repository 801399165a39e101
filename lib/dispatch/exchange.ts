/** One exchange over HTTP, from the body's text to the response. */
import { isRecord } from "../core/record.ts";
import type { Accepted } from "./accept.ts";
import { readEnvelope } from "./envelope.ts";
import { type Era, eraOf, META_PREFIX } from "./era.ts";
import { type AnswerFrame, CODES, errorFrame, parseText, type RequestFrame } from "./frames.ts";
import { nameFault, paramFault } from "./headers.ts";
import { jsonReply, refusal, textReply } from "./reply.ts";
import type { SdkHttp } from "./sdk_http.ts";
import { LEGACY, MODERN, type Serving, VERSIONS } from "./serving.ts";
import { answerInShell } from "./shell.ts";
import { eventOf } from "./sse.ts";

/** A body that came in, and what is needed to answer it. */
export interface Exchange {
  readonly text: string;
  readonly headers: Headers;
  readonly accepted: Accepted;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
  /** Aborted when the client goes away. */
  readonly gone: AbortSignal;
  /** Loads the SDK on first use. */
  readonly sdk: () => Promise<SdkHttp>;
}

/** HTTP status of an error that the modern revision ties to one; every other answer is 200. */
const STATUS: Readonly<Record<number, number>> = {
  [CODES.methodNotFound]: 404,
  [CODES.headerMismatch]: 400,
  [CODES.missingCapability]: 400,
  [CODES.unsupportedVersion]: 400,
};

/**
 * The response to a body.
 *
 * @example
 * ```ts
 * import { answerBody } from "gatehouse/dispatch/exchange.ts";
 *
 * if (typeof answerBody !== "function") throw new Error("see the tests of the endpoint");
 * ```
 */
export async function answerBody(serving: Serving, exchange: Exchange): Promise<Response> {
  const parsed = parseText(exchange.text);
  if (parsed.kind === "refused") return jsonReply(400, parsed.answer);
  const version = exchange.headers.get("mcp-protocol-version");
  if (parsed.kind === "request") return await answerRequest(serving, parsed.frame, { version, exchange });
  // Nothing waits for these: without sessions there is no earlier request that they could belong to.
  if (version !== null && !VERSIONS.includes(version)) {
    return refusal(400, "MCP-Protocol-Version is not served");
  }
  return textReply(202, null);
}

async function answerRequest(
  serving: Serving,
  frame: RequestFrame,
  { version, exchange }: { version: string | null; exchange: Exchange },
): Promise<Response> {
  const era = eraByHeader(frame, version);
  if (era === "modern") {
    const refused = refuseModern(serving, frame, { version, headers: exchange.headers });
    if (refused !== null) return jsonReply(400, refused);
  } else if (version === MODERN) {
    return jsonReply(400, mismatch(frame, "MCP-Protocol-Version names a revision that has no initialize"));
  }
  const { accepted } = exchange;
  // Only in the modern revision is going away a cancel: in the older ones a client may come back for its answer.
  const stopping = era === "modern" ? AbortSignal.any([exchange.stopping, exchange.gone]) : exchange.stopping;
  const asked = asksForStream(frame);
  const streamed = accepted.sse || !asked || era === "legacy" ? frame : withoutStream(frame);
  const open = serving.house.tracer === undefined ? streamed : withTrace(streamed, exchange.headers);
  const shelled = await answerInShell(serving, open, { era, via: "http", signal: stopping });
  if (shelled === "silent") return refusal(503, "The server is stopping");
  if (shelled === "sdk") {
    const { headers, sdk } = exchange;
    const stream = accepted.sse && asked;
    return await (await sdk()).answer({ frame: open, era, headers, accepted, stream, stopping });
  }
  return frameReply(shelled, { era, accepted });
}

/** A request without an envelope is legacy only when its header does not claim otherwise. */
function eraByHeader(frame: RequestFrame, version: string | null): Era {
  const named = version !== null && LEGACY.includes(version);
  const era = eraOf(frame, named);
  return era === "modern" || version === null || named || frame.method === "initialize" ? era : "modern";
}

/** The refusal of a modern request whose headers or context do not hold: each of them is HTTP status 400. */
function refuseModern(
  serving: Serving,
  frame: RequestFrame,
  { version, headers }: { version: string | null; headers: Headers },
): AnswerFrame | null {
  if (version === null) return mismatch(frame, "MCP-Protocol-Version is missing");
  const meta = frame.params?.["_meta"];
  const claimed = isRecord(meta) ? meta[`${META_PREFIX}protocolVersion`] : undefined;
  if (typeof claimed === "string" && claimed !== version) {
    return mismatch(frame, "MCP-Protocol-Version does not name the body's version");
  }
  const read = readEnvelope(frame);
  if (!read.ok) return read.answer;
  const fault = nameFault(headers, frame) ?? argumentFault(serving, frame, headers);
  return fault === null ? null : mismatch(frame, fault);
}

function argumentFault({ house }: Serving, frame: RequestFrame, headers: Headers): string | null {
  if (frame.method !== "tools/call") return null;
  const tool = house.catalogue.find(String(frame.params?.["name"]));
  return tool === undefined
    ? null
    : paramFault(headers, { schema: tool.inputSchema, args: frame.params?.["arguments"] });
}

function mismatch(frame: RequestFrame, problem: string): AnswerFrame {
  return errorFrame(frame.id, { code: CODES.headerMismatch, message: `Header mismatch: ${problem}` });
}

/** True when more than the answer is wanted: progress, or log lines. */
function asksForStream({ params }: RequestFrame): boolean {
  const meta = params?.["_meta"];
  if (!isRecord(meta)) return false;
  return meta["progressToken"] !== undefined || meta[`${META_PREFIX}logLevel`] !== undefined;
}

/** For a client that takes one JSON object: there is no way to tell it anything before the answer. */
function withoutStream(frame: RequestFrame): RequestFrame {
  const meta = { ...(isRecord(frame.params?.["_meta"]) ? frame.params["_meta"] : {}) };
  delete meta["progressToken"];
  delete meta[`${META_PREFIX}logLevel`];
  return { ...frame, params: { ...frame.params, _meta: meta } };
}

/** The headers of W3C Trace Context, where the body names no span: what it says itself is nearer to the call. */
function withTrace(frame: RequestFrame, headers: Headers): RequestFrame {
  const traceparent = headers.get("traceparent");
  const meta = frame.params?.["_meta"] ?? {};
  if (traceparent === null || frame.method !== "tools/call") return frame;
  if (!isRecord(meta) || meta["traceparent"] !== undefined) return frame;
  const tracestate = headers.get("tracestate");
  const named = { ...meta, traceparent, ...(tracestate === null ? {} : { tracestate }) };
  return { ...frame, params: { ...frame.params, _meta: named } };
}

function frameReply(frame: AnswerFrame, { era, accepted }: { era: Era; accepted: Accepted }): Response {
  const status = era === "modern" && "error" in frame ? STATUS[frame.error.code] ?? 200 : 200;
  if (accepted.json || status !== 200) return jsonReply(status, frame);
  return textReply(200, eventOf(JSON.stringify(frame)), { headers: { "content-type": "text/event-stream" } });
}
