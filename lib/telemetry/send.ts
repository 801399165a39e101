/**
 * Sending a batch to a collector.
 *
 * Over a connection of its own and not with `fetch`, which would go through a proxy that the environment names, and
 * follow where an answer leads.
 */
import { NAME, VERSION } from "../core/version.ts";
import type { Endpoint } from "../core/endpoint.ts";
import { readHttpReply } from "../core/http_reply.ts";
import { isRecord } from "../core/record.ts";
import { writeAll } from "../core/write_all.ts";

/** Bytes of a collector's answer. */
const MAX_ANSWER_BYTES = 65_536;

/** Where traces go below the base (OTLP/HTTP 1.x). */
const PATH = "/v1/traces";

/** How a batch was taken. */
export interface Sent {
  /** Spans that the collector says it did not keep. */
  readonly rejected: number;
}

/**
 * Sends a body and reads what the collector says.
 *
 * @param endpoint The collector.
 * @param options `body`: JSON. `signal`: aborted when the time for it is up; the connection is closed then.
 * @throws Error whose message says in a few words of ours why the batch was not taken.
 *
 * @example
 * ```ts
 * import { endpointOf } from "gatehouse/core/endpoint.ts";
 * import { sendTraces } from "gatehouse/telemetry/send.ts";
 *
 * await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => Response.json({}));
 * const endpoint = endpointOf(`http://127.0.0.1:${server.addr.port}`);
 * if (endpoint === null) throw new Error("no address");
 * const { signal } = new AbortController();
 * if ((await sendTraces(endpoint, { body: "{}", signal })).rejected !== 0) throw new Error("rejected");
 * ```
 */
export async function sendTraces(
  endpoint: Endpoint,
  { body, signal }: { readonly body: string; readonly signal: AbortSignal },
): Promise<Sent> {
  const connection = await connected(endpoint, signal);
  const close = (): void => {
    try {
      connection.close();
    } catch {
      // The other side was quicker.
    }
  };
  // Closing does not end a write that waits for the other side's part of the handshake.
  const late = Promise.withResolvers<never>();
  const onAbort = (): void => {
    late.reject(new Error("It did not answer in time"));
    close();
  };
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  const exchange = exchanged(connection, { endpoint, body });
  exchange.catch(() => {});
  try {
    const reply = await Promise.race([exchange, late.promise]);
    if (reply.status !== 200) throw new Error(`It answered with status ${reply.status}`);
    return { rejected: rejectedIn(reply.body) };
  } catch (error) {
    throw signal.aborted ? new Error("It did not answer in time") : inWords(error);
  } finally {
    signal.removeEventListener("abort", onAbort);
    close();
  }
}

async function exchanged(
  connection: Deno.Conn,
  { endpoint, body }: { readonly endpoint: Endpoint; readonly body: string },
): ReturnType<typeof readHttpReply> {
  await writeAll(connection, requestOf(endpoint, body));
  return await readHttpReply((into) => connection.read(into), { maxBytes: MAX_ANSWER_BYTES });
}

function requestOf({ base, origin }: Endpoint, body: string): Uint8Array {
  const { pathname } = new URL(base);
  const path = pathname.endsWith(PATH) ? pathname : `${pathname.replace(/\/$/, "")}${PATH}`;
  const bytes = new TextEncoder().encode(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(origin).host}`,
    "Content-Type: application/json",
    `Content-Length: ${bytes.byteLength}`,
    `User-Agent: ${NAME}/${VERSION}`,
    "Connection: close",
  ];
  const start = new TextEncoder().encode(`${head.join("\r\n")}\r\n\r\n`);
  const whole = new Uint8Array(start.byteLength + bytes.byteLength);
  whole.set(start);
  whole.set(bytes, start.byteLength);
  return whole;
}

/** A connection attempt cannot be taken back: one that comes too late is closed. */
async function connected(
  { hostname, port, origin }: Endpoint,
  signal: AbortSignal,
): Promise<Deno.Conn> {
  const opening: Promise<Deno.Conn> = origin.startsWith("https:")
    ? Deno.connectTls({ hostname, port })
    : Deno.connect({ hostname, port });
  const late = Promise.withResolvers<never>();
  const onAbort = (): void => late.reject(new Error("It could not be reached in time"));
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([opening, late.promise]);
  } catch (error) {
    opening.then((connection) => connection.close(), () => {});
    throw signal.aborted ? error : inWords(error);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** What a system or a collector says in its own words stays out of the log. */
function inWords(error: unknown): Error {
  if (error instanceof Deno.errors.ConnectionRefused) return new Error("Nobody listens there");
  if (error instanceof Error && error.message.startsWith("It answered")) return error;
  return new Error("The connection failed");
}

function rejectedIn(body: Uint8Array): number {
  try {
    const answer: unknown = JSON.parse(new TextDecoder().decode(body));
    const partial = isRecord(answer) ? answer["partialSuccess"] : undefined;
    const rejected = isRecord(partial) ? Number(partial["rejectedSpans"] ?? 0) : 0;
    return Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0;
  } catch {
    // The status said that it was taken.
    return 0;
  }
}
