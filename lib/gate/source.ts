/** Text that is parsed, and where it stands in the command as given. */
import type { Part } from "./verdict.ts";
import type { Span } from "./word.ts";

/** A text to parse: the command itself, or text found in it (`bash -c '…'`). */
export interface Source {
  readonly text: string;
  /** The place in the command of a range of this text. */
  locate(start: number, end: number): Span;
}

/**
 * The command itself: every range is its own place.
 *
 * ```ts
 * import { wholeSource } from "gatehouse/gate/source.ts";
 *
 * if (wholeSource("ls").locate(0, 2).end !== 2) throw new Error("identity");
 * ```
 */
export function wholeSource(text: string): Source {
  return { text, locate: (start, end) => ({ start, end }) };
}

/**
 * Text found inside `span` of the command. Where it stands there letter for letter, ranges keep their own place;
 * otherwise the whole span is the place of each.
 *
 * ```ts
 * import { innerSource } from "gatehouse/gate/source.ts";
 *
 * const inner = innerSource("rm x", { command: "sh -c 'rm x'", span: { start: 6, end: 12 } });
 * if (inner.locate(0, 2).start !== 7) throw new Error("letter for letter");
 * ```
 */
export function innerSource(text: string, at: { readonly command: string; readonly span: Span }): Source {
  const { start, end } = at.span;
  const offset = at.command.slice(start, end).indexOf(text);
  if (offset < 0 || text === "") return { text, locate: () => at.span };
  return { text, locate: (from, to) => ({ start: start + offset + from, end: start + offset + to }) };
}

/**
 * Makes parts with byte offsets from spans, in one pass over the command however many are asked for.
 *
 * ```ts
 * import { partMaker } from "gatehouse/gate/source.ts";
 *
 * const part = partMaker("é; ls")({ start: 3, end: 5 });
 * if (part.text !== "ls" || part.start !== 4 || part.end !== 6) throw new Error("bytes");
 * ```
 */
export function partMaker(command: string): (span: Span) => Part {
  let offsets: Uint32Array | null | undefined;
  return (span) => {
    if (offsets === undefined) offsets = byteOffsets(command);
    const from = Math.min(Math.max(span.start, 0), command.length);
    const to = Math.min(Math.max(span.end, from), command.length);
    // The parser can point between the halves of a surrogate pair: a part is made of whole characters.
    const start = splitsPair(command, from) ? from - 1 : from;
    const end = splitsPair(command, to) ? to + 1 : to;
    const text = command.slice(start, end);
    return offsets === null
      ? { text, start, end }
      : { text, start: offsets[start] ?? 0, end: offsets[end] ?? 0 };
  };
}

function splitsPair(text: string, index: number): boolean {
  return isHigh(text.charCodeAt(index - 1)) && isLow(text.charCodeAt(index));
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

/** The byte offset of every UTF-16 unit, and of the end; null when each is its own. */
function byteOffsets(text: string): Uint32Array | null {
  // deno-lint-ignore no-control-regex -- ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return null;
  const offsets = new Uint32Array(text.length + 1);
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    offsets[index] = bytes;
    const unit = text.charCodeAt(index);
    const pair = isHigh(unit) && isLow(text.charCodeAt(index + 1));
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (!pair) bytes += 3;
    else {
      bytes += 4;
      offsets[++index] = bytes;
    }
  }
  offsets[text.length] = bytes;
  return offsets;
}
