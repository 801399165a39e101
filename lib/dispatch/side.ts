/** One era of the SDK behind a connection: frames in, frames out, without a transport of its own. */
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Era } from "./era.ts";
import { CODES, errorFrame, isRequestId, type RequestFrame } from "./frames.ts";
import { buildServer } from "./server.ts";
import type { Serving } from "./serving.ts";

/** The notifications of a client that the SDK acts on; it reports each of another kind that it has no use for. */
const HEARD = new Set<unknown>(["notifications/initialized", "notifications/cancelled"]);

/** The SDK's end of a connection. */
export interface Side {
  /** Hands over one frame of the client. */
  deliver(frame: object): void;
  /** Makes the `initialize` that the shell answered known to the SDK. */
  initialize(frame: RequestFrame): Promise<void>;
  /** Aborts what runs and lets go of everything; nothing is sent from here on. */
  close(): void;
}

/**
 * Starts the SDK for one era of a connection.
 *
 * @param serving What is served.
 * @param options `era`, and `send`: takes every frame of the SDK.
 *
 * @example
 * ```ts
 * import { openSide } from "gatehouse/dispatch/side.ts";
 *
 * if (typeof openSide !== "function") throw new Error("see the tests of the connection");
 * ```
 */
export async function openSide(
  serving: Serving,
  { era, send }: { era: Era; send: (frame: JSONRPCMessage) => void },
): Promise<Side> {
  let closed = false;
  const greetings = new Map<unknown, () => void>();
  /** The SDK's own requests that the client has not answered. */
  const asked = new Set<unknown>();
  /** The revision that the client greeted in, in the legacy era. */
  let greetedIn: unknown;
  const transport: Transport = {
    start: () => Promise.resolve(),
    send(frame) {
      if ("method" in frame && "id" in frame) asked.add(frame.id);
      // Nobody waits for an answer to a question that was taken back.
      if ("method" in frame && frame.method === "notifications/cancelled") {
        asked.delete(frame.params?.["requestId"]);
      }
      const greeted = "id" in frame ? greetings.get(frame.id) : undefined;
      if (greeted !== undefined) greeted();
      else if (!closed) send(greetedIn === MODELESS ? withoutMode(frame) : frame);
      return Promise.resolve();
    },
    close() {
      transport.onclose?.();
      return Promise.resolve();
    },
  };
  const { onDefect } = serving.house;
  if (era === "modern") {
    // Only this entry can put a server of the SDK into the modern era on a connection.
    serveStdio(() => buildServer(serving, { era, via: "stdio" }), {
      transport,
      legacy: "reject",
      onerror: onDefect,
    });
  } else {
    const server = buildServer(serving, { era, via: "stdio" });
    server.onerror = onDefect;
    await server.connect(transport);
  }
  const deliver = (frame: object): void => {
    // What the SDK has no use for it reports as an error, line by line, as often as a client likes.
    if (isWanted(frame, asked)) return transport.onmessage?.(frame);
    // And a request that it takes for none is only reported: whoever sent it would wait for ever.
    if (!("method" in frame) || !("id" in frame) || !isRequestId(frame.id)) return;
    const error = { code: CODES.invalidRequest, message: "Invalid request: a reserved member is malformed" };
    transport.send({ ...errorFrame(frame.id, error), id: frame.id });
  };
  return {
    deliver,
    async initialize(frame) {
      greetedIn = frame.params?.["protocolVersion"];
      const id = `initialize:${crypto.randomUUID()}`;
      const { promise, resolve } = Promise.withResolvers<void>();
      greetings.set(id, resolve);
      deliver({ ...frame, id });
      await promise;
      greetings.delete(id);
    },
    close() {
      closed = true;
      transport.onclose?.();
    },
  };
}

/** The revision that has questions to a person, but no modes of them yet: there is only the form. */
const MODELESS = "2025-06-18";

function withoutMode(frame: JSONRPCMessage): JSONRPCMessage {
  if (!("method" in frame) || frame.method !== "elicitation/create" || frame.params?.["mode"] !== "form") {
    return frame;
  }
  const { mode: _, ...params } = frame.params;
  return { ...frame, params };
}

function isWanted(frame: object, asked: Set<unknown>): frame is JSONRPCMessage {
  if (isJSONRPCNotification(frame)) return HEARD.has(frame.method);
  if (isJSONRPCResultResponse(frame) || isJSONRPCErrorResponse(frame)) return asked.delete(frame.id);
  return isJSONRPCRequest(frame);
}
