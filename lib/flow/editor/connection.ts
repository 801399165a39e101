/**
 * The one connection to the editor: a request at a time, each within one bound, and no second try.
 *
 * After a failure nobody knows what the editor still does with the request, so everything later is refused with the
 * same words for as long as this process lives.
 */
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";
import { Frames } from "./frames.ts";
import { checkSocket } from "./socket.ts";
import { decodeMessage, encodeRefusal, encodeRequest, plain } from "./wire.ts";

/** What a connection is made from. */
export interface ConnectionOptions {
  /** Absolute path. */
  readonly socket: string;
  /** Milliseconds for one request; the first has to connect within them too. */
  readonly timeoutMs: number;
  /** The account that must own the socket. */
  readonly uid: number | null;
  /** Looked at before the connection is made. @throws ToolError when it must not be. */
  readonly before?: () => void;
}

/** One message of the editor: 8 MiB, as much as its own client takes. */
const LIMITS = { bytes: 8_388_608, depth: 64, values: 500_000 };
/** Messages that answer nothing, between two that do. */
const MAX_STRAY = 1_000;
const CHUNK = 65_536;

interface Pending {
  readonly id: number;
  resolve(result: unknown): void;
}

/** A connection that is made at the first request. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #broken = Promise.withResolvers<never>();
  readonly #frames = new Frames(LIMITS);
  #socket: Promise<Deno.Conn> | undefined;
  #failure: ToolError | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #writes: Promise<void> = Promise.resolve();
  #pending: Pending | undefined;
  #waiting = 0;
  #lastId = 0;
  #stray = 0;

  /** @param options Nothing is looked at before the first request. */
  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#broken.promise.catch(() => {});
  }

  /** Why nothing more can be asked, or null. */
  get failure(): ToolError | null {
    return this.#failure ?? null;
  }

  /** A request is on its way, or waits for another. */
  get busy(): boolean {
    return this.#waiting > 0;
  }

  /**
   * The editor's result, its texts still bytes. When the caller stops waiting, what has been sent is still carried
   * out, and the next request waits for its end.
   *
   * @throws ToolError `EDITOR_UNAVAILABLE`, `EDITOR_SOCKET_REFUSED`, `EDITOR_MALFORMED`, `EDITOR_FAILED`, each then
   * given to all later requests; `CANCELLED` when the caller stopped waiting.
   */
  async request(
    method: string,
    params: readonly unknown[],
    { signal }: { signal: AbortSignal },
  ): Promise<unknown> {
    this.#waiting += 1;
    const work = this.#queue.then(() => this.#one({ method, params, signal }))
      .finally(() => this.#waiting -= 1);
    this.#queue = work.catch(() => {});
    const stopped = Promise.withResolvers<never>();
    const stop = (): void => stopped.reject(cancelled(signal));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    try {
      return await Promise.race([stopped.promise, work]);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Ends the connection; a request that is on its way fails. */
  close(): void {
    this.fail(unavailable("The connection to the editor was closed"));
  }

  /** Ends the connection because of what the editor said; all later requests get the error. The first one counts. */
  fail(error: ToolError): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    this.#broken.reject(error);
    this.#socket?.then((socket) => socket.close()).catch(() => {});
  }

  async #one(
    { method, params, signal }: { method: string; params: readonly unknown[]; signal: AbortSignal },
  ): Promise<unknown> {
    if (signal.aborted) throw cancelled(signal);
    if (this.#failure !== undefined) throw this.#failure;
    const { timeoutMs } = this.#options;
    const timer = setTimeout(() => {
      this.fail(unavailable(`The request to the editor timed out after ${timeoutMs} ms`));
    }, timeoutMs);
    const reply = Promise.withResolvers<unknown>();
    const id = this.#lastId = (this.#lastId + 1) % 0x8000_0000;
    this.#stray = 0;
    try {
      await Promise.race([this.#connected(), this.#broken.promise]);
      this.#pending = { id, resolve: reply.resolve };
      this.#write(encodeRequest(id, { method, params }));
      return await Promise.race([reply.promise, this.#broken.promise]);
    } finally {
      clearTimeout(timer);
      this.#pending = undefined;
    }
  }

  #connected(): Promise<Deno.Conn> {
    return this.#socket ??= this.#connect().catch((error: unknown) => {
      this.fail(
        error instanceof ToolError ? error : unavailable("Could not connect to the editor's socket", error),
      );
      throw this.#failure;
    });
  }

  async #connect(): Promise<Deno.Conn> {
    const { socket: path, uid, before } = this.#options;
    checkSocket(path, uid);
    before?.();
    const socket = await Deno.connect({ transport: "unix", path });
    if (this.#failure !== undefined) {
      socket.close();
      throw this.#failure;
    }
    void this.#read(socket);
    return socket;
  }

  async #read(socket: Deno.Conn): Promise<void> {
    const chunk = new Uint8Array(CHUNK);
    try {
      for (;;) {
        const length = await socket.read(chunk);
        if (length === null) throw unavailable("The editor closed the connection");
        for (const frame of this.#frames.add(chunk.subarray(0, length))) this.#take(frame);
      }
    } catch (error) {
      this.fail(
        error instanceof ToolError ? error : unavailable("The connection to the editor broke", error),
      );
    }
  }

  #take(frame: Uint8Array): void {
    const message = readMessage(frame);
    if (message.kind === "reply") {
      const pending = this.#pending;
      if (pending?.id !== message.id) throw malformed("it answers no request of ours");
      if (message.error !== null) throw failed(message.error);
      this.#pending = undefined;
      pending.resolve(message.result);
      return;
    }
    this.#stray += 1;
    if (this.#stray > MAX_STRAY) throw malformed(`more than ${MAX_STRAY} messages came that answer nothing`);
    if (message.kind === "request") this.#write(encodeRefusal(message.id));
  }

  /** One after the other, so that no two messages mix. */
  #write(bytes: Uint8Array): void {
    this.#writes = this.#writes.then(async () => {
      const socket = await this.#connected();
      for (let at = 0; at < bytes.length;) at += await socket.write(bytes.subarray(at));
    }).catch((error: unknown) => this.fail(unavailable("Could not write to the editor", error)));
  }
}

function readMessage(frame: Uint8Array) {
  let message;
  try {
    message = decodeMessage(frame);
  } catch (error) {
    throw malformed("it cannot be decoded", error);
  }
  if (message === null) throw malformed("it is no request, reply or notification");
  return message;
}

function malformed(reason: string, cause?: unknown): ToolError {
  return new ToolError("EDITOR_MALFORMED", `Could not read the editor's message: ${reason}`, { cause });
}

/** An error in place of a result: `[type, message]`. */
function failed(error: unknown): ToolError {
  const parts = [plain(error)].flat();
  const text = parts.find((part) => typeof part === "string") ?? "no reason given";
  if (text.includes("module 'rose.tools' not found")) {
    return new ToolError("EDITOR_FAILED", "The editor has no Rose: module 'rose.tools' not found", {
      next: "Install Rose in it, or leave out --nvim",
    });
  }
  return new ToolError("EDITOR_FAILED", `The editor could not carry out the request: ${oneLine(text, 300)}`);
}

function unavailable(message: string, cause?: unknown): ToolError {
  return new ToolError("EDITOR_UNAVAILABLE", message, { cause });
}

function cancelled(signal: AbortSignal): ToolError {
  const { reason } = signal;
  return reason instanceof ToolError ? reason : new ToolError("CANCELLED", "The caller cancelled the call");
}
