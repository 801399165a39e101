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
  const transport: Transport = {
    start: () => Promise.resolve(),
    send(frame) {
      const greeted = "id" in frame ? greetings.get(frame.id) : undefined;
      if (greeted !== undefined) greeted();
      else if (!closed) send(frame);
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
    if (isMessage(frame)) return transport.onmessage?.(frame);
    // The SDK only reports a frame that it takes for none of its own: whoever sent a request would wait for ever.
    if (!("method" in frame) || !("id" in frame) || !isRequestId(frame.id)) return;
    const error = { code: CODES.invalidRequest, message: "Invalid request: a reserved member is malformed" };
    transport.send({ ...errorFrame(frame.id, error), id: frame.id });
  };
  return {
    deliver,
    async initialize(frame) {
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

function isMessage(frame: object): frame is JSONRPCMessage {
  return isJSONRPCRequest(frame) || isJSONRPCNotification(frame) || isJSONRPCResultResponse(frame) ||
    isJSONRPCErrorResponse(frame);
}
