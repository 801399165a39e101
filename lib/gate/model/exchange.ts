/**
 * One HTTP exchange with a service that is not trusted: within its time as a whole, with a bounded body, to the very
 * address that was configured.
 */
import { ToolError } from "../../core/errors.ts";
import type { Endpoint } from "../../core/endpoint.ts";
import { NAME, VERSION } from "../../core/version.ts";
import { malformed, unavailable } from "./failure.ts";

/** Bytes of an answer's body: 1 MiB. */
const MAX_BODY_BYTES = 1_048_576;

/** What is sent, and how long it may take. */
export interface ExchangeOptions {
  /** Absolute path of the URL, which starts with the endpoint's own. */
  readonly url: string;
  readonly body: unknown;
  readonly token: string | null;
  /** Milliseconds from now to the last byte. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Posts JSON and gives the text of the answer.
 *
 * @throws ToolError `MODEL_UNAVAILABLE` when no 2xx answer came in time (a redirect is none: it is not followed),
 * `MODEL_MALFORMED` when it is no JSON by its type, too large, or no UTF-8.
 *
 * @example
 * ```ts
 * import { endpointOf } from "gatehouse/core/endpoint.ts";
 * import { post } from "gatehouse/gate/model/exchange.ts";
 *
 * await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => Response.json({ a: 1 }));
 * const endpoint = endpointOf(`http://127.0.0.1:${server.addr.port}`);
 * if (endpoint === null) throw new Error("no URL");
 * const { signal } = new AbortController();
 * const text = await post(endpoint, { url: endpoint.base, body: {}, token: null, timeoutMs: 5_000, signal });
 * if (text !== '{"a":1}') throw new Error(text);
 * ```
 */
export async function post(endpoint: Endpoint, options: ExchangeOptions): Promise<string> {
  const { url, body, token, timeoutMs, signal } = options;
  const stop = new AbortController();
  const cancel = (): void => stop.abort();
  const timer = setTimeout(cancel, timeoutMs);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  const client = Deno.createHttpClient(wayTo(endpoint));
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "user-agent": `${NAME}/${VERSION}`,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: stop.signal,
      client,
    });
    if (!response.ok) throw unavailable(statusOf(response), endpoint.base);
    if (!/^application\/json\s*(?:;|$)/i.test(response.headers.get("content-type") ?? "")) {
      throw malformed("it is no JSON by its content type", endpoint.base);
    }
    return await textOf(response, endpoint);
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw unavailable(
      stop.signal.aborted ? `it took more than ${timeoutMs} ms` : reasonOf(error),
      endpoint.base,
    );
  } finally {
    // Ends what is still coming: the rest of a body that was refused would be read otherwise.
    stop.abort();
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
    client.close();
  }
}

/**
 * The runtime takes proxies from the environment even where a program may not read it. A client that is told which
 * address to connect to asks none of them, and resolves the host's name no second time; but it would speak plain HTTP
 * there. So for https it is the worker's process, whose environment names no proxy, that keeps them out.
 */
function wayTo({ origin, hostname, port }: Endpoint): Deno.CreateHttpClientOptions {
  return origin.startsWith("https:") ? {} : { proxy: { transport: "tcp", hostname, port } };
}

function statusOf({ status }: Response): string {
  if (status >= 300 && status < 400) return `HTTP status ${status}, and redirects are not followed`;
  if (status === 401 || status === 403) return `HTTP status ${status}: check token_file`;
  return `HTTP status ${status}`;
}

function reasonOf(error: unknown): string {
  return error instanceof Deno.errors.NotCapable ? "this process may not reach it" : "the connection failed";
}

async function textOf(response: Response, { base }: Endpoint): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw malformed(`it has more than ${MAX_BODY_BYTES} bytes`, base);
    text += decoded(chunk);
  }
  return text + decoded();

  function decoded(chunk?: Uint8Array<ArrayBuffer>): string {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw malformed("it is no UTF-8", base);
    }
  }
}
