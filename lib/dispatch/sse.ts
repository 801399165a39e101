/** Server-sent events, as far as MCP uses them: one JSON-RPC frame in the data of each (HTML, section 9.2). */

/**
 * One frame as an event.
 *
 * @example
 * ```ts
 * import { eventOf } from "gatehouse/dispatch/sse.ts";
 *
 * if (eventOf("{}") !== "event: message\ndata: {}\n\n") throw new Error("wrong");
 * ```
 */
export function eventOf(json: string): string {
  return `event: message\ndata: ${json}\n\n`;
}

/**
 * The data of each event of a stream that our own side wrote, one line of data an event; comments are skipped. The
 * stream is cancelled when the reader stops early.
 *
 * @example
 * ```ts
 * import { readEvents } from "gatehouse/dispatch/sse.ts";
 *
 * const body = new Response(": alive\n\nevent: message\ndata: {}\n\n").body;
 * if (body === null) throw new Error("no body");
 * const found = await Array.fromAsync(readEvents(body));
 * if (found.join() !== "{}") throw new Error(found.join());
 * ```
 */
export async function* readEvents(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let pending = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (pending + chunk).split("\n");
    pending = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("data: ")) yield line.slice("data: ".length);
    }
  }
}
