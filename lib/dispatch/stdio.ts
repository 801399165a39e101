/**
 * MCP over two byte streams: one frame per line, in and out.
 *
 * The end of the input gives what runs a moment to answer (a client may write its frames and close at once), then
 * aborts it, all but changes of a target that have begun: those end by themselves. The same moment is given to a client that has closed its
 * side and does not read, each time that it must be waited for. An aborted signal gives no such moment.
 *
 * A strict session lets all that runs end: its client closes the input and waits for the answer.
 */
import { Connection } from "./connection.ts";
import { FrameWriter } from "./frame_writer.ts";
import { CODES, errorFrame, type Parsed, parseText } from "./frames.ts";
import { LineCutter, MAX_FRAME_BYTES } from "./lines.ts";
import { ReadAhead } from "./read_ahead.ts";
import type { Serving } from "./serving.ts";
import type { Strictness } from "./strict.ts";

/** Milliseconds that running calls have after the end of the input. */
const GRACE_MS = 600;
/** Milliseconds that the client has to read the last answers. */
const FLUSH_MS = 300;

/** The streams, and the signal that ends the service before the input does. */
export interface StdioOptions {
  readonly input: ReadableStream<Uint8Array>;
  readonly output: WritableStream<Uint8Array>;
  readonly signal?: AbortSignal;
  /** Keeps the session to the letter of these revisions. Default: every revision is spoken, and nothing need be greeted. */
  readonly strict?: Strictness;
}

/** Why the service ended: the input did, the signal was aborted, a frame was too large, or nobody reads the output. */
export type StdioEnd = "eof" | "aborted" | "oversize" | "unread";

/**
 * Serves one client until its input ends; resolves within a second of that, a strict session when all calls that run have
 * ended. Never rejects for anything a client does.
 *
 * @example
 * ```ts
 * import { serveStdio } from "gatehouse/dispatch/stdio.ts";
 * import { bareHouse } from "gatehouse/core/bare_house.ts";
 * import { openCatalogue } from "gatehouse/core/catalogue.ts";
 *
 * const house = bareHouse(openCatalogue({ families: [], tools: [], resources: [] }, {}));
 * const serving = {
 *   house,
 *   info: { name: "gatehouse", version: "0.0.0" },
 *   instructions: "",
 *   publicLists: true,
 *   principal: "loopback",
 * } as const;
 * const input = new Blob(['{"jsonrpc":"2.0","id":1,"method":"ping"}\n']).stream();
 * const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
 * const text = new Response(readable).text();
 * const end = await serveStdio(serving, { input, output: writable });
 * await writable.close();
 * if (end !== "eof" || !(await text).includes('"result":{}')) throw new Error("not served");
 * ```
 */
export async function serveStdio(
  serving: Serving,
  { input, output, signal, strict }: StdioOptions,
): Promise<StdioEnd> {
  // Most servers are not strict, and every module is read at the start.
  const session = strict === undefined ? null : new (await import("./strict.ts")).StrictSession(strict);
  const ahead = new ReadAhead(input.getReader());
  let end: StdioEnd = "eof";
  const stop = (why: StdioEnd) => {
    if (end !== "eof") return;
    end = why;
    connection.close();
    ahead.cancel();
  };
  const writer = new FrameWriter(output, () => stop("unread"), {
    ...(session === null ? {} : { text: (frame) => session.write(frame) }),
  });
  const connection = new Connection(serving, {
    send: (frame) => writer.send(frame),
    lossy: (frame) => writer.behind ? undefined : writer.send(frame),
  });
  const onAbort = () => stop("aborted");
  if (signal?.aborted) onAbort();
  else signal?.addEventListener("abort", onAbort, { once: true });

  const patience = () => end === "eof" ? GRACE_MS : 0;
  const parse = session === null ? parseText : (text: string) => session.admit(text);
  const oversize = await readFrames(ahead, { connection, writer, patience, parse });
  if (oversize) {
    const message = `Parse error: a frame has more than ${MAX_FRAME_BYTES} bytes`;
    writer.send(errorFrame(null, { code: CODES.parseError, message }));
    if (end === "eof") end = "oversize";
    ahead.cancel();
  }
  if (strict !== undefined && end === "eof") await connection.idle();
  else await within(GRACE_MS, connection.idle());
  connection.close();
  await within(FLUSH_MS, writer.flushed());
  signal?.removeEventListener("abort", onAbort);
  return end;
}

/** What the frames of one client pass through. */
interface Path {
  readonly connection: Connection;
  readonly writer: FrameWriter;
  /** Milliseconds that a client which has closed its side may still hold the work up. */
  readonly patience: () => number;
  /** What a line's text is; null for nothing. */
  readonly parse: (text: string) => Parsed | null;
}

/** Hands every line over, until the input ends or nobody takes the answers (false), or a line is too long (true). */
async function readFrames(ahead: ReadAhead, { connection, writer, patience, parse }: Path): Promise<boolean> {
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
    const parsed = text.trim() === "" ? null : parse(text);
    if (parsed !== null) connection.receive(parsed, line.byteLength);
  };
  const goesOn = async (work: Promise<void>): Promise<boolean> => {
    await ahead.orEnd(work);
    return !ahead.ended || await within(patience(), work);
  };
  for (let chunk = await ahead.next(); chunk !== undefined; chunk = await ahead.next()) {
    for (const line of cutter.push(chunk)) {
      take(line);
      if (connection.full && !await goesOn(connection.room())) return false;
      if (writer.behind && !await goesOn(writer.drained())) return false;
    }
    if (cutter.oversize) return true;
  }
  const rest = cutter.rest();
  if (rest.byteLength > 0) take(rest);
  return false;
}

/** Waits for the work, but not longer than `ms`; false when that was too short. */
async function within(ms: number, work: Promise<void>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([work.then(() => true), promise]);
  } finally {
    clearTimeout(timer);
  }
}
