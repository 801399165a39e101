/** Cuts a stream of bytes into lines, without ever holding more than one line may have. */

const LINE_FEED = 0x0a;

/**
 * Calls back for each line, decoded, without its line feed; a last line without one counts too.
 *
 * @param stream Read to its end.
 * @param options `max`: bytes of a line. `cut`: hand an overlong line on in pieces instead of failing. `onLine`: takes
 * the line.
 * @throws RangeError for a line that is too long, without `cut`.
 *
 * @example
 * ```ts
 * import { eachLine } from "gatehouse/isolate/lines.ts";
 *
 * const lines: string[] = [];
 * await eachLine(new Blob(["a\nb"]).stream(), { max: 10, onLine: (line) => void lines.push(line) });
 * if (lines.join() !== "a,b") throw new Error(lines.join());
 * ```
 */
export async function eachLine(
  stream: AsyncIterable<Uint8Array>,
  { max, cut = false, onLine }: { max: number; cut?: boolean; onLine: (line: string) => void },
): Promise<void> {
  const decoder = new TextDecoder();
  let parts: Uint8Array[] = [];
  let held = 0;
  const flush = (last: Uint8Array): void => {
    if (parts.length === 0) return onLine(decoder.decode(last));
    const whole = new Uint8Array(held + last.length);
    let at = 0;
    for (const part of [...parts, last]) {
      whole.set(part, at);
      at += part.length;
    }
    parts = [];
    held = 0;
    onLine(decoder.decode(whole));
  };
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      if (held + end - from > max && !cut) throw new RangeError("A line is too long");
      flush(chunk.subarray(from, end));
      from = end + 1;
    }
    if (from === chunk.length) continue;
    parts.push(chunk.subarray(from));
    held += chunk.length - from;
    if (held <= max) continue;
    if (!cut) throw new RangeError("A line is too long");
    flush(new Uint8Array());
  }
  if (held > 0) flush(new Uint8Array());
}
