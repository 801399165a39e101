/** The official SDK behind our HTTP endpoint, for what the shell does not answer. Loaded on the first such message. */
import { isRecord } from "../core/record.ts";
import { createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import type { Accepted } from "./accept.ts";
import type { Era } from "./era.ts";
import type { RequestFrame } from "./frames.ts";
import { refusal, textReply } from "./reply.ts";
import { buildServer } from "./server.ts";
import type { Serving } from "./serving.ts";
import { readEvents } from "./sse.ts";

/** A request for the SDK. */
export interface Handover {
  readonly frame: RequestFrame;
  readonly era: Era;
  /** As they came. */
  readonly headers: Headers;
  readonly accepted: Accepted;
  /** True when the answer is to be a stream from its first byte: it then ends with the client's connection. */
  readonly stream: boolean;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}

/** The SDK's two ways to answer. */
export interface SdkHttp {
  answer(handover: Handover): Promise<Response>;
}

/** Headers that the SDK looks at; the session's are not among them, for there are no sessions. */
const PASSED = ["mcp-protocol-version", "mcp-method", "mcp-name"];

/**
 * The SDK's handlers for what is served: a fresh server for every request, nothing kept between them.
 *
 * @example
 * ```ts
 * import { openSdkHttp } from "gatehouse/dispatch/sdk_http.ts";
 *
 * if (typeof openSdkHttp !== "function") throw new Error("see the tests of the endpoint");
 * ```
 */
export function openSdkHttp(serving: Serving): SdkHttp {
  const handlerOf = (responseMode: "auto" | "sse"): McpHttpHandler =>
    createMcpHandler(({ era }) => buildServer(serving, { era, via: "http" }), {
      legacy: "stateless",
      responseMode,
      onerror: serving.house.onDefect,
    });
  const single = handlerOf("auto");
  const streaming = handlerOf("sse");
  return {
    async answer({ frame, era, headers, accepted, stream, stopping }) {
      const request = new Request("http://localhost/mcp", {
        method: "POST",
        headers: passed(headers),
        signal: stopping,
      });
      const handler = stream ? streaming : single;
      const response = await handler.fetch(request, { parsedBody: frame });
      // 499 is the SDK's word for an exchange that was closed before it had an answer.
      if (response.status === 499) return stopped();
      const type = response.headers.get("content-type") ?? "";
      if (response.body === null || !type.startsWith("text/event-stream")) {
        return textReply(
          response.status,
          response.body,
          type === "" ? {} : { headers: { "content-type": type } },
        );
      }
      // The SDK streams every legacy answer; one that has nothing but the result to say is a JSON object here.
      return stream || era === "modern" ? streamReply(response.body) : await settle(response.body, accepted);
    },
  };
}

/** The legacy face of the SDK refuses a client that does not list both types; what the client takes is our matter. */
function passed(headers: Headers): Headers {
  const kept = new Headers({
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  });
  for (const name of PASSED) {
    const value = headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept;
}

/** A JSON object when the stream's first frame is the answer, or the client takes nothing else; else the stream. */
async function settle(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  accepted: Accepted,
): Promise<Response> {
  const [looked, kept] = body.tee();
  for await (const json of readEvents(looked)) {
    if (isAnswer(json)) {
      await kept.cancel();
      return textReply(200, json, { headers: { "content-type": "application/json" } });
    }
    if (accepted.sse) return streamReply(kept);
  }
  return stopped();
}

function isAnswer(json: string): boolean {
  const frame: unknown = JSON.parse(json);
  return isRecord(frame) && ("result" in frame || "error" in frame);
}

function streamReply(body: ReadableStream): Response {
  return textReply(200, body, { headers: { "content-type": "text/event-stream" } });
}

function stopped(): Response {
  return refusal(503, "The server is stopping");
}
