/**
 * Reads one HTTP/1.1 response (RFC 9112) from a connection that carries nothing else, strictly: what can be read in two
 * ways is refused, and what ends before its own end is not taken for complete.
 */

/** A response whose body is still to come. */
export interface OpenHttpReply {
  readonly status: number;
  /** By lower-case name; of several of one name, the last. */
  readonly headers: ReadonlyMap<string, string>;
  /** The body as it comes; each piece is valid until the next one is asked for. It can be read once. */
  readonly body: AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
}

/** A response. */
export interface HttpReply extends Omit<OpenHttpReply, "body"> {
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Why there is no response. */
export class HttpReplyError extends Error {
  /** @param reason `cut`: it ended too early. `malformed`: it is no HTTP/1.1. `too_large`: its body is. */
  constructor(readonly reason: "cut" | "malformed" | "too_large") {
    super(reason);
    this.name = "HttpReplyError";
  }
}

/** Gives the next bytes, null at the end. */
export type Reading = (into: Uint8Array) => Promise<number | null>;

const MAX_LINE_BYTES = 8_192;
const MAX_LINES = 100;

/** Interim responses (RFC 9110, 15.2) that are passed over. */
const MAX_INTERIM = 5;

/**
 * Reads a response whole.
 *
 * @param options `maxBytes`: that its body may have.
 * @throws HttpReplyError, and what `read` throws.
 *
 * @example
 * ```ts
 * import { readHttpReply } from "gatehouse/core/http_reply.ts";
 *
 * const bytes = new TextEncoder().encode("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
 * let given = false;
 * const read = (into: Uint8Array) => {
 *   if (given) return Promise.resolve(null);
 *   given = true;
 *   into.set(bytes);
 *   return Promise.resolve(bytes.length);
 * };
 * const { status, body } = await readHttpReply(read, { maxBytes: 100 });
 * if (status !== 200 || body.length !== 2) throw new Error("not read");
 * ```
 */
export async function readHttpReply(
  read: Reading,
  options: { readonly maxBytes: number },
): Promise<HttpReply> {
  const { status, headers, body } = await openHttpReply(read, options);
  // One growing room: what comes a byte at a time must not take a buffer for each.
  let room = new Uint8Array(4_096);
  let size = 0;
  for await (const piece of body) {
    if (size + piece.length > room.length) {
      const larger = new Uint8Array(2 * (size + piece.length));
      larger.set(room.subarray(0, size));
      room = larger;
    }
    room.set(piece, size);
    size += piece.length;
  }
  return { status, headers, body: room.slice(0, size) };
}

/**
 * Reads a response up to its body, which is then read as it comes.
 *
 * @param options `maxBytes`: that its body may have.
 * @throws HttpReplyError, and what `read` throws; both from the body as well.
 *
 * @example
 * ```ts
 * import { openHttpReply } from "gatehouse/core/http_reply.ts";
 *
 * const parts = ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab", "\r\n1\r\nc\r\n0\r\n\r\n"];
 * const read = (into: Uint8Array) => {
 *   const part = parts.shift();
 *   return Promise.resolve(part === undefined ? null : new TextEncoder().encodeInto(part, into).written);
 * };
 * const { body } = await openHttpReply(read, { maxBytes: 100 });
 * const first = await body.next();
 * if (parts.length !== 1 || first.value?.length !== 2) throw new Error("it waited for the rest");
 * ```
 */
export async function openHttpReply(
  read: Reading,
  { maxBytes }: { readonly maxBytes: number },
): Promise<OpenHttpReply> {
  const source = new Source(read);
  for (let interim = 0; interim <= MAX_INTERIM; interim++) {
    const status = statusOf(await source.line());
    const headers = await headersOf(source);
    if (status >= 200) return { status, headers, body: bodyOf(source, { status, headers, maxBytes }) };
  }
  throw new HttpReplyError("malformed");
}

function statusOf(line: string): number {
  const [, status] = /^HTTP\/1\.[01] ([1-5]\d\d)(?: .*)?$/.exec(line) ?? [];
  if (status === undefined || status === "101") throw new HttpReplyError("malformed");
  return Number(status);
}

async function headersOf(source: Source): Promise<Map<string, string>> {
  const headers = new Map<string, string>();
  for (let count = 0; count < MAX_LINES; count++) {
    const line = await source.line();
    if (line === "") return headers;
    // Folded lines and blanks before the colon are what readers disagree about.
    const [, name, value = ""] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined) throw new HttpReplyError("malformed");
    const key = name.toLowerCase();
    const earlier = headers.get(key);
    if (/^(?:content-length|transfer-encoding)$/.test(key) && earlier !== undefined && earlier !== value) {
      throw new HttpReplyError("malformed");
    }
    headers.set(key, value);
  }
  throw new HttpReplyError("malformed");
}

/** The framing is judged at once: a body that must not be read is refused before anything else is done with it. */
function bodyOf(
  source: Source,
  { status, headers, maxBytes }: Pick<HttpReply, "status" | "headers"> & { readonly maxBytes: number },
): OpenHttpReply["body"] {
  if (status === 204 || status === 304) return source.exactly(0);
  if (!/^(?:identity)?$/i.test(headers.get("content-encoding") ?? "")) throw new HttpReplyError("malformed");
  const coding = headers.get("transfer-encoding");
  const length = headers.get("content-length");
  if (coding !== undefined) {
    if (length !== undefined || coding.toLowerCase() !== "chunked") throw new HttpReplyError("malformed");
    return chunkedBody(source, maxBytes);
  }
  if (length === undefined) return source.rest(maxBytes);
  if (!/^\d{1,15}$/.test(length)) throw new HttpReplyError("malformed");
  if (Number(length) > maxBytes) throw new HttpReplyError("too_large");
  return source.exactly(Number(length));
}

async function* chunkedBody(source: Source, maxBytes: number): OpenHttpReply["body"] {
  let size = 0;
  for (;;) {
    const line = await source.line();
    const [, digits] = /^([0-9A-Fa-f]{1,8})[ \t]*(?:;.*)?$/.exec(line) ?? [];
    if (digits === undefined) throw new HttpReplyError("malformed");
    const length = Number.parseInt(digits, 16);
    if (length === 0) {
      await headersOf(source);
      return;
    }
    // What stands behind the length says nothing, and is as long as the other side likes.
    size += length + line.length - digits.length;
    if (size > maxBytes) throw new HttpReplyError("too_large");
    yield* source.exactly(length);
    if (await source.line() !== "") throw new HttpReplyError("malformed");
  }
}

/** The bytes of a connection, a line or a number of them at a time. */
class Source {
  readonly #read: Reading;
  readonly #buffer = new Uint8Array(65_536);
  #start = 0;
  #end = 0;

  constructor(read: Reading) {
    this.#read = read;
  }

  /** The next line without its end. */
  async line(): Promise<string> {
    let text = "";
    for (;;) {
      const window = this.#buffer.subarray(this.#start, this.#end);
      const at = window.indexOf(10);
      const part = at < 0 ? window : window.subarray(0, at);
      // One character a byte: outside of the body nothing else is looked at.
      for (const byte of part) text += String.fromCharCode(byte);
      this.#start += at < 0 ? part.length : part.length + 1;
      if (text.length > MAX_LINE_BYTES) throw new HttpReplyError("malformed");
      if (at >= 0) {
        if (!text.endsWith("\r")) throw new HttpReplyError("malformed");
        return text.slice(0, -1);
      }
      if (!await this.#more()) throw new HttpReplyError("cut");
    }
  }

  async *exactly(length: number): OpenHttpReply["body"] {
    for (let done = 0; done < length;) {
      if (this.#start === this.#end && !await this.#more()) throw new HttpReplyError("cut");
      const part = this.#buffer.subarray(this.#start, Math.min(this.#end, this.#start + length - done));
      done += part.length;
      this.#start += part.length;
      yield part;
    }
  }

  async *rest(maxBytes: number): OpenHttpReply["body"] {
    let size = 0;
    do {
      const part = this.#buffer.subarray(this.#start, this.#end);
      size += part.length;
      if (size > maxBytes) throw new HttpReplyError("too_large");
      if (part.length > 0) yield part;
    } while (await this.#more());
  }

  /** False at the end. */
  async #more(): Promise<boolean> {
    const count = await this.#read(this.#buffer);
    this.#start = 0;
    this.#end = count ?? 0;
    return count !== null;
  }
}
