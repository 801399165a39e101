/**
 * MCP over two byte streams: one frame per line, in and out.
 *
 * The end of the input gives what runs a moment to answer (a client may write its frames and close at once), then
 * aborts it: nothing that is served here changes anything. An aborted signal gives no such moment.
 */
import { Connection } from "./connection.ts";
import { FrameWriter } from "./frame_writer.ts";
import { CODES, errorFrame, parseText } from "./frames.ts";
import { LineCutter, MAX_FRAME_BYTES } from "./lines.ts";
import type { Serving } from "./serving.ts";

/** Milliseconds that running calls have after the end of the input. */
const GRACE_MS = 300;
/** Milliseconds that the client has to read the last answers. */
const FLUSH_MS = 300;

/** The streams, and the signal that ends the service before the input does. */
export interface StdioOptions {
  readonly input: ReadableStream<Uint8Array>;
  readonly output: WritableStream<Uint8Array>;
  readonly signal?: AbortSignal;
}

/** Why the service ended: the input did, the signal was aborted, a frame was too large, or nobody reads the output. */
export type StdioEnd = "eof" | "aborted" | "oversize" | "unread";

/**
 * Serves one client until its input ends; resolves within a second of that. Never rejects for anything a client does.
 *
 * @example
 * ```ts
 * import { serveStdio } from "gatehouse/dispatch/stdio.ts";
 * import type { Serving } from "gatehouse/dispatch/serving.ts";
 *
 * const input = new Blob(['{"jsonrpc":"2.0","id":1,"method":"ping"}\n']).stream();
 * const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
 * const text = new Response(readable).text();
 * const end = await serveStdio({} as Serving, { input, output: writable });
 * await writable.close();
 * if (end !== "eof" || !(await text).includes('"result":{}')) throw new Error("not served");
 * ```
 */
export async function serveStdio(
  serving: Serving,
  { input, output, signal }: StdioOptions,
): Promise<StdioEnd> {
  const reader = input.getReader();
  let end: StdioEnd = "eof";
  const stop = (why: StdioEnd) => {
    if (end !== "eof") return;
    end = why;
    connection.close();
    reader.cancel().catch(() => {});
  };
  const writer = new FrameWriter(output, () => stop("unread"));
  const connection = new Connection(serving, {
    send: (frame) => writer.send(frame),
    lossy: (frame) => writer.behind ? undefined : writer.send(frame),
  });
  const onAbort = () => stop("aborted");
  if (signal?.aborted) onAbort();
  else signal?.addEventListener("abort", onAbort, { once: true });

  const oversize = await readFrames(reader, connection, writer);
  if (oversize) {
    const message = `Parse error: a frame has more than ${MAX_FRAME_BYTES} bytes`;
    writer.send(errorFrame(null, { code: CODES.parseError, message }));
    if (end === "eof") end = "oversize";
    reader.cancel().catch(() => {});
  }
  await within(GRACE_MS, connection.idle());
  connection.close();
  await within(FLUSH_MS, writer.flushed());
  signal?.removeEventListener("abort", onAbort);
  return end;
}

/** Hands every line over, until the input ends (false) or a line is too long (true). */
async function readFrames(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  connection: Connection,
  writer: FrameWriter,
): Promise<boolean> {
  const cutter = new LineCutter();
  // A byte order mark stays in the text, where it is no JSON.
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const take = (line: Uint8Array): void => {
    let text: string;
    try {
      text = decoder.decode(line);
    } catch {
      const answer = errorFrame(null, {
        code: CODES.parseError,
        message: "Parse error: the frame is no UTF-8",
      });
      return connection.receive({ kind: "refused", answer }, line.byteLength);
    }
    if (text.trim() !== "") connection.receive(parseText(text), line.byteLength);
  };
  while (true) {
    // A stream that fails has ended, as far as a client can tell.
    const { value } = await reader.read().catch(() => ({ value: undefined }));
    if (value === undefined) break;
    for (const line of cutter.push(value)) {
      take(line);
      if (connection.full) await connection.room();
      if (writer.behind) await writer.drained();
    }
    if (cutter.oversize) return true;
  }
  const rest = cutter.rest();
  if (rest.byteLength > 0) take(rest);
  return false;
}

/** Waits for the work, but not longer than `ms`. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
