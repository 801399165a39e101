/**
 * One HTTP exchange with a model service, over a connection of its own: a request is sent once, and the answer is read
 * as it comes, within a limit for its first byte and another for each silence after it.
 *
 * The runtime's `fetch` is not used. It takes proxies from the environment, and Deno 2.7 sends a POST again by itself
 * when the connection closes before the answer: a model would think twice, and a second answer could be another one.
 */
import type { Endpoint } from "../../core/endpoint.ts";
import { HttpReplyError, type OpenHttpReply, openHttpReply } from "../../core/http_reply.ts";
import { NAME, VERSION } from "../../core/version.ts";
import { writeAll } from "../../core/write_all.ts";

/** Bytes that a body may have: 2 MiB. */
const MAX_BODY_BYTES = 2_097_152;

/** What is sent, and how long it may take. */
export interface ExchangeOptions {
  readonly method: "GET" | "POST";
  /** From the origin on, with a slash in front. */
  readonly path: string;
  /** JSON; none for GET. */
  readonly body?: string;
  /** Milliseconds from the connection on to the answer's first byte. */
  readonly firstByteMs: number;
  /** Milliseconds to connect, and that may pass between two reads. */
  readonly idleMs: number;
  readonly signal: AbortSignal;
}

/** Why there is no answer. */
export type Obstacle =
  | "refused"
  | "unreachable"
  | "untrusted"
  | "forbidden"
  | "late"
  | "silent"
  | "cancelled"
  | "cut"
  | "malformed"
  | "too_large"
  | "not_utf8";

/** An exchange that ended without an answer. */
export class ExchangeError extends Error {
  /** @param obstacle What stood in its way. */
  constructor(readonly obstacle: Obstacle) {
    super(obstacle);
    this.name = "ExchangeError";
  }
}

/**
 * Sends a request and hands the answer, whatever its status, to `read`; redirects are answers like others. When `read`
 * is done the connection is closed, also with a part of the body unread.
 *
 * @throws ExchangeError, and what `read` throws.
 *
 * @example
 * ```ts
 * import { endpointOf } from "gatehouse/core/endpoint.ts";
 * import { exchange } from "gatehouse/flow/model/exchange.ts";
 *
 * await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => new Response(null, { status: 204 }));
 * const endpoint = endpointOf(`http://127.0.0.1:${server.addr.port}`);
 * if (endpoint === null) throw new Error("no URL");
 * const { signal } = new AbortController();
 * const status = await exchange(endpoint, (reply) => Promise.resolve(reply.status), {
 *   ...{ method: "GET", path: "/", firstByteMs: 5_000, idleMs: 5_000, signal },
 * });
 * if (status !== 204) throw new Error(String(status));
 * ```
 */
export async function exchange<T>(
  endpoint: Endpoint,
  read: (reply: OpenHttpReply) => Promise<T>,
  sent: ExchangeOptions,
): Promise<T> {
  const limits = new Limits(sent.signal);
  try {
    limits.set(sent.idleMs, "unreachable");
    using connection = await connect(endpoint, limits);
    limits.set(sent.firstByteMs, "late");
    await limits.within(writeAll(connection, requestOf(endpoint, sent)), "cut");
    const bytes = async (into: Uint8Array) => {
      const count = await limits.during(connection.read(into), "cut");
      limits.set(sent.idleMs, "silent");
      return count;
    };
    return await read(await openHttpReply(bytes, { maxBytes: MAX_BODY_BYTES }));
  } catch (error) {
    throw error instanceof HttpReplyError ? new ExchangeError(error.reason) : error;
  } finally {
    limits.end();
  }
}

/** The one limit that runs at a time, and the caller's signal: whichever comes first closes the connection. */
class Limits {
  readonly #signal: AbortSignal;
  readonly #stop = new AbortController();
  readonly #stopped = Promise.withResolvers<never>();
  readonly #cancel = (): void => this.#abort("cancelled");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #why: Obstacle | null = null;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    // Mostly nobody waits for it.
    this.#stopped.promise.catch(() => {});
    signal.addEventListener("abort", this.#cancel, { once: true });
    if (signal.aborted) this.#cancel();
  }

  get stop(): AbortSignal {
    return this.#stop.signal;
  }

  /** From now on so many milliseconds may pass. */
  set(ms: number, why: Obstacle): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#abort(why), ms);
  }

  /** A step that fails when the connection is closed: what ended it is known here, or it is `otherwise`. */
  async during<T>(step: Promise<T>, otherwise: Obstacle): Promise<T> {
    try {
      return await step;
    } catch (error) {
      throw new ExchangeError(this.#why ?? obstacleOf(error) ?? otherwise);
    }
  }

  /** A step that may go on although the connection is closed: in Deno 2.7 a write does, until the other side leaves. */
  async within<T>(step: Promise<T>, otherwise: Obstacle): Promise<T> {
    return await this.during(Promise.race([step, this.#stopped.promise]), otherwise);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener("abort", this.#cancel);
  }

  #abort(why: Obstacle): void {
    this.#why ??= why;
    this.#stop.abort();
    this.#stopped.reject(new ExchangeError(why));
  }
}

type Connection = Deno.Conn & Disposable;

async function connect(endpoint: Endpoint, limits: Limits): Promise<Connection> {
  const connection = await limits.during(opened(endpoint, limits.stop), "unreachable");
  return Object.assign(connection, { [Symbol.dispose]: () => close(connection) });
}

async function opened({ origin, hostname, port }: Endpoint, stop: AbortSignal): Promise<Deno.Conn> {
  stop.throwIfAborted();
  const plain = await Deno.connect({ hostname, port, signal: stop });
  let connection: Deno.Conn = plain;
  // What waits for the connection fails when it is closed.
  stop.addEventListener("abort", () => close(connection), { once: true });
  try {
    stop.throwIfAborted();
    if (!origin.startsWith("https:")) return plain;
    const secure = await Deno.startTls(plain, { hostname, alpnProtocols: ["http/1.1"] });
    connection = secure;
    stop.throwIfAborted();
    await secure.handshake();
    return secure;
  } catch (error) {
    close(connection);
    throw error;
  }
}

function close(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // It is closed.
  }
}

/** The origin comes from a URL's parser and the paths are ours: no blanks and no line ends in them. */
function requestOf({ origin }: Endpoint, { method, path, body }: ExchangeOptions): Uint8Array {
  const utf8 = new TextEncoder();
  const bytes = utf8.encode(body ?? "");
  const head = utf8.encode(
    [
      `${method} ${path} HTTP/1.1`,
      `host: ${new URL(origin).host}`,
      ...(body === undefined ? [] : ["content-type: application/json", `content-length: ${bytes.length}`]),
      "accept: application/json, application/x-ndjson, text/event-stream",
      "accept-encoding: identity",
      `user-agent: ${NAME}/${VERSION}`,
      "connection: close",
      "\r\n",
    ].join("\r\n"),
  );
  const request = new Uint8Array(head.length + bytes.length);
  request.set(head);
  request.set(bytes, head.length);
  return request;
}

function obstacleOf(error: unknown): Obstacle | null {
  if (error instanceof Deno.errors.NotCapable) return "forbidden";
  if (error instanceof Deno.errors.ConnectionRefused) return "refused";
  return error instanceof Error && /certificate/i.test(error.message) ? "untrusted" : null;
}
