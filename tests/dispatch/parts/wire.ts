/** A client that is nothing but a wire: it sends lines, reads frames, and checks each against the official schemas. */
import type { Serving } from "../../../lib/dispatch/serving.ts";
import { serveStdio, type StdioEnd, type StdioOptions } from "../../../lib/dispatch/stdio.ts";
import { checkFrame, type Frame } from "./schema.ts";

const MODERN = "2026-07-28";
const PREFIX = "io.modelcontextprotocol/";

/** What a modern request carries; `more` are further keys of `_meta`. */
export function envelope(more: Frame = {}, capabilities: Frame = {}): Frame {
  return {
    [`${PREFIX}protocolVersion`]: MODERN,
    [`${PREFIX}clientCapabilities`]: capabilities,
    ...more,
  };
}

/** A request of the modern era. */
export function modern(id: number | string, method: string, params: Frame = {}): Frame {
  return { jsonrpc: "2.0", id, method, params: { _meta: envelope(), ...params } };
}

/** A request of the legacy era. */
export function legacy(id: number | string, method: string, params?: Frame): Frame {
  return { jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) };
}

/** The request that opens a legacy connection. */
export function initialize(id: number | string, protocolVersion: string, capabilities: Frame = {}): Frame {
  return legacy(id, "initialize", {
    protocolVersion,
    capabilities,
    clientInfo: { name: "test", version: "0" },
  });
}

/** A notification that a request is no longer wanted. */
export function cancelled(requestId: number | string): Frame {
  return { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } };
}

/** A served connection. */
export class Wire implements AsyncDisposable {
  /** Why the service ended, once it did. */
  readonly ended: Promise<StdioEnd>;
  readonly #controller = new AbortController();
  readonly #in: WritableStreamDefaultWriter<Uint8Array>;
  readonly #out: ReadableStreamDefaultReader<Uint8Array>;
  readonly #asked = new Map<unknown, { method: string; version: string }>();
  #text = "";
  #version = "2025-11-25";

  constructor(serving: Serving, options: Pick<StdioOptions, "strict"> = {}) {
    const input = new TransformStream<Uint8Array, Uint8Array>();
    const output = new TransformStream<Uint8Array, Uint8Array>();
    this.#in = input.writable.getWriter();
    this.#out = output.readable.getReader();
    this.ended = serveStdio(serving, {
      ...options,
      input: input.readable,
      output: output.writable,
      signal: this.#controller.signal,
    }).finally(() => output.writable.close().catch(() => {}));
    this.ended.catch(() => {});
  }

  /** Sends frames, one line each, in one write. */
  async send(...frames: Frame[]): Promise<void> {
    await this.raw(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(""), ...frames);
  }

  /** Sends text or bytes as they are; `asked` are the requests in them that will be answered. */
  async raw(data: string | Uint8Array, ...asked: Frame[]): Promise<void> {
    for (const frame of asked) this.#note(frame);
    await this.#in.write(typeof data === "string" ? new TextEncoder().encode(data) : data).catch(() => {});
  }

  /** The next frame. */
  async next(): Promise<Frame> {
    const frame = await this.#read();
    if (frame === null) throw new Error("The service ended before it answered");
    return frame;
  }

  /** Sends one request and gives the next frame. */
  async ask(frame: Frame): Promise<Frame> {
    await this.send(frame);
    return await this.next();
  }

  /** Every frame up to and with the answer to that id. */
  async until(id: number | string): Promise<Frame[]> {
    const frames: Frame[] = [];
    while (true) {
      const frame = await this.next();
      frames.push(frame);
      if (frame["id"] === id && !("method" in frame)) return frames;
    }
  }

  /** Ends the input and gives every frame that still comes. */
  async end(): Promise<Frame[]> {
    await this.#in.close().catch(() => {});
    const frames: Frame[] = [];
    for (let frame = await this.#read(); frame !== null; frame = await this.#read()) frames.push(frame);
    await this.ended;
    return frames;
  }

  /** Aborts the service's signal. */
  abort(): void {
    this.#controller.abort();
  }

  /** Stops reading, as a client that died. */
  async hangUp(): Promise<void> {
    await this.#out.cancel();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#in.close().catch(() => {});
    await this.#out.cancel().catch(() => {});
    await this.ended;
  }

  #note(frame: Frame): void {
    if (frame["id"] === undefined || typeof frame["method"] !== "string") return;
    const params = frame["params"] as Frame | undefined;
    const meta = params?.["_meta"] as Frame | undefined;
    const isModern = Object.keys(meta ?? {}).some((key) => key.startsWith(PREFIX));
    if (frame["method"] === "initialize" && !isModern) {
      const asked = String(params?.["protocolVersion"]);
      this.#version = ["2024-11-05", "2025-03-26", "2025-06-18"].includes(asked) ? asked : "2025-11-25";
    }
    this.#asked.set(frame["id"], { method: frame["method"], version: isModern ? MODERN : this.#version });
  }

  async #read(): Promise<Frame | null> {
    let end: number;
    while ((end = this.#text.indexOf("\n")) < 0) {
      const { value } = await this.#out.read();
      if (value === undefined) {
        if (this.#text !== "") throw new Error(`Half a line came last: ${this.#text}`);
        return null;
      }
      this.#text += new TextDecoder().decode(value);
    }
    const frame: Frame = JSON.parse(this.#text.slice(0, end));
    this.#text = this.#text.slice(end + 1);
    const asked = "method" in frame ? undefined : this.#asked.get(frame["id"]);
    checkFrame(frame, asked?.version ?? this.#version, asked?.method);
    return frame;
  }
}
