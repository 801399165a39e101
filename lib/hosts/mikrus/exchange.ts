/**
 * One HTTP exchange with the mikr.us API over a connection of its own: a form is posted once, and a bounded text comes
 * back within the time.
 *
 * The runtime's `fetch` is not used. It takes proxies from the environment, it cannot tell a request that was never sent
 * from one that was, and Deno 2.7 sends a POST again by itself when the connection closes before the answer: a change
 * would be made twice.
 */
import { NAME, VERSION } from "../../core/version.ts";
import { HttpReplyError, readHttpReply } from "../../core/http_reply.ts";
import { writeAll } from "../../core/write_all.ts";

/** Bytes that a reply may have. */
const MAX_REPLY_BYTES = 1_000_000;

/** Where an API stands. */
export interface Address {
  /** https, without a slash at its end. */
  readonly apiUrl: string;
  /** PEM of an authority to trust besides the runtime's own; null for those alone. */
  readonly authority: string | null;
}

/** What is posted, and how long it may take. */
export interface Posted {
  /** From the API's base on, with a slash in front. */
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
  /** Milliseconds from now to the reply's last byte. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What came back. */
export interface Replied {
  readonly status: number;
  /** As it was sent; null when it was not. */
  readonly retryAfter: string | null;
  readonly text: string;
}

/** Why nothing came back. */
export type Obstacle =
  | "unreachable"
  | "untrusted"
  | "forbidden"
  | "late"
  | "cancelled"
  | "cut"
  | "malformed"
  | "too_large"
  | "not_utf8";

/** An exchange that ended without a reply. */
export class ExchangeError extends Error {
  /** The API cannot have seen the request. */
  readonly unsent: boolean;

  /** @param obstacle What stood in its way. */
  constructor(readonly obstacle: Obstacle, { unsent }: { readonly unsent: boolean }) {
    super(obstacle);
    this.name = "ExchangeError";
    this.unsent = unsent;
  }
}

/**
 * Posts a form and gives the reply, whatever its status. Redirects are replies like others.
 *
 * @throws ExchangeError
 *
 * @example
 * ```ts
 * import { ExchangeError, post } from "gatehouse/hosts/mikrus/exchange.ts";
 *
 * const { signal } = new AbortController();
 * const nobody = Deno.listen({ hostname: "127.0.0.1", port: 0 });
 * const apiUrl = `https://127.0.0.1:${nobody.addr.port}`;
 * nobody.close();
 * const failure = await post({ apiUrl, authority: null }, { path: "/info", form: {}, timeoutMs: 5_000, signal })
 *   .catch((error) => error);
 * if (!(failure instanceof ExchangeError) || !failure.unsent) throw new Error("somebody answered");
 * ```
 */
export async function post(address: Address, { path, form, timeoutMs, signal }: Posted): Promise<Replied> {
  const url = new URL(address.apiUrl + path);
  const request = requestOf(url, form);
  const stop = new AbortController();
  const cancel = (): void => stop.abort();
  const timer = setTimeout(cancel, timeoutMs);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  let unsent = true;
  try {
    using connection = await connect(url, { authority: address.authority, stop: stop.signal });
    // What waits for the connection fails when it is closed.
    stop.signal.addEventListener("abort", () => close(connection), { once: true });
    await handshake(connection, stop.signal);
    unsent = false;
    await writeAll(connection, request);
    const read = (into: Uint8Array) => connection.read(into);
    const { status, headers, body } = await readHttpReply(read, { maxBytes: MAX_REPLY_BYTES });
    return { status, retryAfter: headers.get("retry-after") ?? null, text: textOf(body) };
  } catch (error) {
    if (signal.aborted) throw new ExchangeError("cancelled", { unsent });
    if (stop.signal.aborted) throw new ExchangeError(unsent ? "unreachable" : "late", { unsent });
    throw new ExchangeError(obstacleOf(error, unsent), { unsent });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
}

/** The connection, as it is let go of: it may have been closed already, by us. */
type Connection = Deno.TlsConn & Disposable;

async function connect(
  { hostname, port }: URL,
  { authority, stop }: { readonly authority: string | null; readonly stop: AbortSignal },
): Promise<Connection> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  stop.throwIfAborted();
  const plain = await Deno.connect({ hostname: host, port: port === "" ? 443 : Number(port), signal: stop });
  const connection = await Deno.startTls(plain, {
    hostname: host,
    alpnProtocols: ["http/1.1"],
    ...(authority === null ? {} : { caCerts: [authority] }),
  });
  return Object.assign(connection, { [Symbol.dispose]: () => close(connection) });
}

async function handshake(connection: Connection, stop: AbortSignal): Promise<void> {
  stop.throwIfAborted();
  await connection.handshake();
}

function close(connection: Deno.TlsConn): void {
  try {
    connection.close();
  } catch {
    // It is closed.
  }
}

/** The URL's parts come from its parser, which leaves no blanks and no line ends in them. */
function requestOf({ host, pathname }: URL, form: Readonly<Record<string, string>>): Uint8Array {
  const body = new TextEncoder().encode(new URLSearchParams(form).toString());
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    "content-type: application/x-www-form-urlencoded",
    `content-length: ${body.length}`,
    "accept: application/json",
    "accept-encoding: identity",
    `user-agent: ${NAME}/${VERSION}`,
    "connection: close",
  ].join("\r\n");
  return new Uint8Array([...new TextEncoder().encode(`${head}\r\n\r\n`), ...body]);
}

function obstacleOf(error: unknown, unsent: boolean): Obstacle {
  if (error instanceof HttpReplyError) return error.reason;
  if (error instanceof NotUtf8) return "not_utf8";
  if (!unsent) return "cut";
  if (error instanceof Deno.errors.NotCapable) return "forbidden";
  return error instanceof Error && /certificate/i.test(error.message) ? "untrusted" : "unreachable";
}

class NotUtf8 extends Error {}

function textOf(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new NotUtf8();
  }
}
