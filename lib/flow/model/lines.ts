/** The two forms in which services stream: JSON lines, and the event stream of the HTML standard. */
import { ExchangeError } from "./exchange.ts";

/**
 * The lines of a stream of UTF-8, without their ends, however it is cut into pieces.
 *
 * @throws ExchangeError `not_utf8`.
 *
 * @example
 * ```ts
 * import { linesOf } from "gatehouse/flow/model/lines.ts";
 *
 * async function* pieces() {
 *   for (const piece of ["a\r\nb", "b\nc"]) yield await Promise.resolve(new TextEncoder().encode(piece));
 * }
 * const lines = await Array.fromAsync(linesOf(pieces()));
 * if (lines.join() !== "a,bb,c") throw new Error(lines.join());
 * ```
 */
export async function* linesOf(pieces: AsyncIterable<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let held = "";
  for await (const piece of pieces) {
    const [first = "", ...rest] = decoded(decoder, piece).split("\n");
    held += first;
    for (const next of rest) {
      yield held.endsWith("\r") ? held.slice(0, -1) : held;
      held = next;
    }
  }
  held += decoded(decoder);
  if (held !== "") yield held;
}

function decoded(decoder: TextDecoder, piece?: Uint8Array<ArrayBuffer>): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch {
    throw new ExchangeError("not_utf8");
  }
}

/**
 * The data of each event of an event stream; comments, names and identities are left out. What no empty line ends is
 * given as well: some services leave out the last one.
 *
 * @example
 * ```ts
 * import { eventsOf } from "gatehouse/flow/model/lines.ts";
 *
 * async function* lines() {
 *   for (const line of [": hello", "data: {", "data:}", "", "data: [DONE]", ""]) yield await Promise.resolve(line);
 * }
 * const events = await Array.fromAsync(eventsOf(lines()));
 * if (JSON.stringify(events) !== JSON.stringify(["{\n}", "[DONE]"])) throw new Error(events.join());
 * ```
 */
export async function* eventsOf(lines: AsyncIterable<string>): AsyncGenerator<string, void> {
  let data: string[] = [];
  for await (const line of lines) {
    const [, value] = /^data(?:: ?(.*))?$/s.exec(line) ?? [];
    if (value !== undefined) data.push(value);
    if (line !== "" || data.length === 0) continue;
    yield data.join("\n");
    data = [];
  }
  if (data.length > 0) yield data.join("\n");
}
