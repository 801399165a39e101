/**
 * One HTTP exchange with the mikr.us API: a form is posted, and a bounded text comes back within the time. Nothing is
 * tried again here, and no redirect is followed.
 *
 * Each exchange has a connection of its own. A kept one may be dead without anybody knowing, and a change that was
 * written to it could not be told from one that was never sent.
 */
import { NAME, VERSION } from "../../core/version.ts";

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

/** Why nothing came back. `unreachable` and `untrusted`: nothing was sent. */
export type Obstacle =
  | "unreachable"
  | "untrusted"
  | "forbidden"
  | "late"
  | "cancelled"
  | "cut"
  | "too_large"
  | "not_utf8";

/** An exchange that ended without a reply. */
export class ExchangeError extends Error {
  /** @param obstacle What stood in its way. */
  constructor(readonly obstacle: Obstacle) {
    super(obstacle);
    this.name = "ExchangeError";
  }

  /** True when the API cannot have seen the request. */
  get unsent(): boolean {
    return /^(unreachable|untrusted|forbidden)$/.test(this.obstacle);
  }
}

/**
 * Posts a form and gives the reply, whatever its status.
 *
 * The runtime takes proxies from the environment and offers no way to keep a TLS connection from them; the worker's
 * process is started with an environment that names none.
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
  const stop = new AbortController();
  const cancel = (): void => stop.abort();
  const timer = setTimeout(cancel, timeoutMs);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  const client = Deno.createHttpClient({
    http2: false,
    poolMaxIdlePerHost: 0,
    ...(address.authority === null ? {} : { caCerts: [address.authority] }),
  });
  try {
    const response = await fetch(address.apiUrl + path, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
        "user-agent": `${NAME}/${VERSION}`,
      },
      body: new URLSearchParams(form).toString(),
      redirect: "manual",
      signal: stop.signal,
      client,
    });
    return {
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      text: await textOf(response),
    };
  } catch (error) {
    if (error instanceof ExchangeError) throw error;
    if (signal.aborted) throw new ExchangeError("cancelled");
    throw new ExchangeError(stop.signal.aborted ? "late" : obstacleOf(error));
  } finally {
    // Ends what is still coming: the rest of a body that was refused would be read otherwise.
    stop.abort();
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
    client.close();
  }
}

/**
 * Whether a connection can be made at all. Asked before a change is sent: what stops at a silent firewall ends here, as
 * something that certainly was not sent.
 *
 * @throws ExchangeError `unreachable`, `cancelled`.
 *
 * @example
 * ```ts
 * import { reach } from "gatehouse/hosts/mikrus/exchange.ts";
 *
 * using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
 * const { signal } = new AbortController();
 * await reach(`https://127.0.0.1:${listener.addr.port}`, { timeoutMs: 5_000, signal });
 * ```
 */
export async function reach(
  apiUrl: string,
  { timeoutMs, signal }: Pick<Posted, "timeoutMs" | "signal">,
): Promise<void> {
  const { hostname, port } = new URL(apiUrl);
  const stop = new AbortController();
  const cancel = (): void => stop.abort();
  const timer = setTimeout(cancel, timeoutMs);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    const connection = await Deno.connect({
      hostname: hostname.replace(/^\[(.*)\]$/, "$1"),
      port: port === "" ? 443 : Number(port),
      signal: stop.signal,
    });
    connection.close();
  } catch (error) {
    if (signal.aborted) throw new ExchangeError("cancelled");
    throw new ExchangeError(error instanceof Deno.errors.NotCapable ? "forbidden" : "unreachable");
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
}

/**
 * The runtime says only in words how far a request came. What it does not call a failure to connect counts as sent: a
 * change in its wording makes us too careful, never too bold.
 */
function obstacleOf(error: unknown): Obstacle {
  if (error instanceof Deno.errors.NotCapable) return "forbidden";
  if (!(error instanceof Error)) return "cut";
  const words = `${error.message} ${error.cause instanceof Error ? error.cause.message : ""}`;
  if (!words.includes("client error (Connect)")) return "cut";
  return /certificate|UnknownIssuer/i.test(words) ? "untrusted" : "unreachable";
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_REPLY_BYTES) throw new ExchangeError("too_large");
    text += decoded(chunk);
  }
  return text + decoded();

  function decoded(chunk?: Uint8Array<ArrayBuffer>): string {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw new ExchangeError("not_utf8");
    }
  }
}
