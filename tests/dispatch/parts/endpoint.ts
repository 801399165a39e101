/** An endpoint on a free port, and a client that sends what a test wants sent and checks every frame that comes back. */
import { type HttpOptions, serveHttp } from "../../../lib/dispatch/http.ts";
import type { Serving } from "../../../lib/dispatch/serving.ts";
import { checkFrame, type Frame } from "./schema.ts";

const MODERN = "2026-07-28";

/** What came back. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Every frame of the body, in order; none when it is empty. */
  readonly frames: readonly Frame[];
  /** The last frame; an empty one when there is none. */
  readonly frame: Frame;
}

/** A served endpoint. */
export interface Endpoint extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Resolves when the service has ended. */
  readonly ended: Promise<void>;
  /** Aborts the service's signal. */
  stop(): void;
  /** Sends one frame as its revision wants it; `headers` change or, when null, take away one. */
  ask(frame: Frame, headers?: Readonly<Record<string, string | null>>): Promise<Reply>;
  /** Sends a request as it is, and gives the response unread. */
  send(init: RequestInit): Promise<Response>;
}

/** Serves until the test ends. */
export async function openEndpoint(serving: Serving, options: Partial<HttpOptions> = {}): Promise<Endpoint> {
  const stop = new AbortController();
  const listening = Promise.withResolvers<number>();
  const ended = serveHttp(serving, {
    hostname: "127.0.0.1",
    port: 0,
    signal: stop.signal,
    onListen: listening.resolve,
    ...options,
  });
  ended.catch(listening.reject);
  const port = await listening.promise;
  const url = `http://127.0.0.1:${port}/mcp`;
  return {
    port,
    url,
    ended,
    stop: () => stop.abort(),
    send: (init) => fetch(url, init),
    async ask(frame, changes = {}) {
      const headers = headersFor(frame);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) headers.delete(name);
        else headers.set(name, value);
      }
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(frame) });
      return await readReply(response, frame);
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
    },
  };
}

/** The headers that a well-behaved client of the frame's revision sends. */
export function headersFor(frame: Frame): Headers {
  const headers = new Headers({
    "Content-Type": "application/json",
    "Accept": "application/json, text/event-stream",
  });
  if (!isModern(frame)) return headers;
  const params = frame["params"] as Frame;
  headers.set("MCP-Protocol-Version", MODERN);
  headers.set("Mcp-Method", String(frame["method"]));
  const named = params["name"] ?? params["uri"];
  if (typeof named === "string") headers.set("Mcp-Name", named);
  return headers;
}

/** Reads a response to its end; each frame is checked against the schema of the revision that was asked. */
export async function readReply(response: Response, asked?: Frame): Promise<Reply> {
  const text = await response.text();
  const streamed = response.headers.get("content-type") === "text/event-stream";
  const json = streamed ? [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? "") : [text];
  const frames: Frame[] = json.filter((data) => data !== "").map((data) => JSON.parse(data));
  const version = asked === undefined || isModern(asked) ? MODERN : "2025-11-25";
  for (const frame of frames) {
    checkFrame(frame, version, "method" in frame ? undefined : String(asked?.["method"]));
  }
  return { status: response.status, headers: response.headers, frames, frame: frames.at(-1) ?? {} };
}

/** The code of the frame's error; undefined when it is none. */
export function codeOf(frame: Frame): unknown {
  return (frame["error"] as Frame | undefined)?.["code"];
}

/** The result of the frame; an empty one when it is an error. */
export function resultOf(frame: Frame): Frame {
  return (frame["result"] ?? {}) as Frame;
}

function isModern(frame: Frame): boolean {
  const meta = (frame["params"] as Frame | undefined)?.["_meta"];
  return typeof meta === "object" && meta !== null &&
    Object.keys(meta).some((key) => key.startsWith("io.modelcontextprotocol/"));
}

/** Sends text over a bare connection and reads one whole response; then the connection is closed. */
export async function sendRaw(port: number, text: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode(text));
  return await readRaw(connection);
}

/** Reads one response with a length from a connection; what there is, when the other side closes it. */
export async function readRaw(connection: Deno.Conn): Promise<string> {
  const buffer = new Uint8Array(16_384);
  let text = "";
  while (true) {
    const read = await connection.read(buffer).catch(() => null);
    if (read === null) return text;
    text += new TextDecoder().decode(buffer.subarray(0, read));
    const end = text.indexOf("\r\n\r\n");
    const length = /^content-length: (\d+)/im.exec(text)?.[1] ?? 0;
    if (end >= 0 && text.length >= end + 4 + Number(length)) return text;
  }
}
