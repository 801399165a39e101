/**
 * Streamable HTTP on loopback: one path, POST only, no sessions (MCP 2026-07-28; the older revisions are served
 * without state by the same path).
 */
import { oneLine } from "../core/bounds.ts";
import { ToolError } from "../core/errors.ts";
import { readAccept } from "./accept.ts";
import { createBearer } from "./bearer.ts";
import { readBody } from "./body.ts";
import { answerBody } from "./exchange.ts";
import { refuseUnread } from "./ladder.ts";
import { jsonReply, refusal } from "./reply.ts";
import { CODES, errorFrame } from "./frames.ts";
import type { SdkHttp } from "./sdk_http.ts";
import type { Serving } from "./serving.ts";

/** Where and for whom to listen. */
export interface HttpOptions {
  /** An address of this machine's own: anything else would be reachable from outside. */
  readonly hostname: "127.0.0.1" | "::1";
  /** 0 for any free one. */
  readonly port: number;
  /** The token that every request must bring; none is asked for without it. */
  readonly token?: string;
  /** Aborted when the server is to stop. */
  readonly signal: AbortSignal;
  /** Called once, with the port, when requests can come. */
  readonly onListen?: (port: number) => void;
  /** Milliseconds that a body may take to come in; default 10,000. */
  readonly bodyMs?: number;
  /** Bytes that a body may have; default 1,048,576. */
  readonly bodyBytes?: number;
}

/** Bytes of a body. */
const MAX_BODY_BYTES = 1_048_576;

/** Milliseconds that a body may take. */
const BODY_MS = 10_000;

/** Requests that are answered at one time. */
const MAX_IN_FLIGHT = 256;

/** Milliseconds that stopping waits for clients to take their last bytes. */
const STOP_MS = 800;

/**
 * Serves until `signal` is aborted: then nothing new is accepted, calls in flight are aborted, streams are closed, and
 * the promise resolves within a second.
 *
 * @throws ToolError `ADDRESS_UNAVAILABLE` when the port is taken or may not be opened.
 *
 * @example
 * ```ts
 * import { bareHouse } from "gatehouse/core/bare_house.ts";
 * import { openCatalogue } from "gatehouse/core/catalogue.ts";
 * import { serveHttp } from "gatehouse/dispatch/http.ts";
 *
 * const house = bareHouse(openCatalogue({ families: [], tools: [], resources: [] }, {}));
 * const info = { name: "gatehouse", version: "0.0.0" } as const;
 * const serving = { house, info, instructions: "", publicLists: true, principal: "loopback" };
 * const stop = new AbortController();
 * await serveHttp(serving, {
 *   hostname: "127.0.0.1",
 *   port: 0,
 *   signal: stop.signal,
 *   onListen: () => stop.abort(),
 * });
 * ```
 */
export async function serveHttp(serving: Serving, options: HttpOptions): Promise<void> {
  const bearer = options.token === undefined ? null : await createBearer(options.token);
  const served = bearer === null ? serving : { ...serving, principal: bearer.principal };
  const stopping = new AbortController();
  const bounds = {
    bytes: options.bodyBytes ?? MAX_BODY_BYTES,
    ms: options.bodyMs ?? BODY_MS,
    stopping: stopping.signal,
  };
  let loading: Promise<SdkHttp> | undefined;
  const sdk = (): Promise<SdkHttp> =>
    loading ??= import("./sdk_http.ts").then(({ openSdkHttp }) => openSdkHttp(served));
  let port = options.port;
  let inFlight = 0;

  const answer = async (request: Request): Promise<Response> => {
    const accepted = readAccept(request.headers.get("accept"));
    const refused = await refuseUnread(request, { port, bearer, accepted });
    if (refused !== null) return refused;
    if (stopping.signal.aborted) return refusal(503, "The server is stopping");
    if (inFlight >= MAX_IN_FLIGHT) {
      return refusal(503, "Too many requests at one time", { headers: { "retry-after": "1" } });
    }
    inFlight++;
    let held = false;
    try {
      const body = await readBody(request, bounds);
      if (!body.ok) return unread(body.status, bounds.bytes);
      const response = await answerBody(served, {
        text: body.text,
        headers: request.headers,
        accepted,
        stopping: stopping.signal,
        gone: request.signal,
        sdk,
      });
      held = response.headers.get("content-type") === "text/event-stream";
      return held ? endingWith(response, () => inFlight--) : response;
    } finally {
      if (!held) inFlight--;
    }
  };

  const server = listen(options, {
    answer,
    onError(error) {
      served.house.onDefect(error);
      return jsonReply(500, errorFrame(null, { code: CODES.internalError, message: "Internal error" }));
    },
  });
  // The runtime can be told to listen elsewhere; then nobody may be let in.
  if (server.addr.hostname !== options.hostname) {
    await server.shutdown();
    throw unavailable(options, `The runtime opened ${oneLine(String(server.addr.hostname), 64)}`);
  }
  port = server.addr.port;
  options.onListen?.(port);
  await aborted(options.signal);
  served.house.ongoing.close();
  stopping.abort();
  await within(server.shutdown(), STOP_MS);
}

function listen(
  { hostname, port }: HttpOptions,
  { answer, onError }: {
    answer: (request: Request) => Promise<Response>;
    onError: (error: unknown) => Response;
  },
): Deno.HttpServer<Deno.NetAddr> {
  try {
    // Without a listener of its own, Deno announces the address on stdout.
    return Deno.serve({ hostname, port, onListen() {}, onError }, answer);
  } catch (error) {
    throw unavailable({ hostname, port }, error);
  }
}

function unavailable({ hostname, port }: Pick<HttpOptions, "hostname" | "port">, cause: unknown): ToolError {
  return new ToolError("ADDRESS_UNAVAILABLE", `Could not listen on ${hostname} port ${port}`, {
    next: "Choose another port with --port, or end the program that has this one",
    cause,
  });
}

/** The response, and a call when its body has been sent or is no longer wanted. */
function endingWith(response: Response, onEnd: () => void): Response {
  const { body } = response;
  if (body === null) {
    onEnd();
    return response;
  }
  const reader = body.getReader();
  const watched = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await reader.read();
      if (!next.done) return controller.enqueue(next.value);
      onEnd();
      controller.close();
    },
    // Called when the client went away: the cancellation reaches the call through the streams below.
    async cancel(reason) {
      onEnd();
      await reader.cancel(reason);
    },
  });
  return new Response(watched, { status: response.status, headers: response.headers });
}

function unread(status: 400 | 408 | 413 | 503, maxBytes: number): Response {
  switch (status) {
    case 400:
      return jsonReply(
        400,
        errorFrame(null, { code: CODES.parseError, message: "Parse error: the body is no UTF-8" }),
      );
    case 408:
      return refusal(408, "The body did not come in time", { headers: { connection: "close" } });
    case 413:
      return refusal(413, `The body has more than ${maxBytes} bytes`, {
        headers: { connection: "close" },
      });
    case 503:
      return refusal(503, "The server is stopping");
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** Waits for the work, but no longer than that: a client that does not read must not hold the process. */
async function within(work: Promise<void>, ms: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
