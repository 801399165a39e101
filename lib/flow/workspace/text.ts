/** A file's bytes as text, whole or some lines of it. */

/** A text that a file held; null for what is no UTF-8 text. */
export type Text = string | null;

/** Some lines of a text. */
export interface Lines {
  readonly content: string;
  /** The first one, from 1. */
  readonly offset: number;
  /** How many there are in `content`. */
  readonly limit: number;
  readonly total_lines: number;
  /** The first line after them; null at the end. */
  readonly next_offset: number | null;
}

/**
 * The text of a file: every byte of it, a byte order mark too. Null for what is not UTF-8 or has a NUL in it: a
 * character put in for a broken one would be written back.
 *
 * @example
 * ```ts
 * import { textOf } from "gatehouse/flow/workspace/text.ts";
 *
 * const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x61]);
 * if (textOf(bytes) !== "\ufeffa" || textOf(new Uint8Array([0xff])) !== null) throw new Error("misread");
 * ```
 */
export function textOf(bytes: Uint8Array): Text {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * How many lines a text has; an end without a line feed is a line.
 *
 * @example
 * ```ts
 * import { countLines } from "gatehouse/flow/workspace/text.ts";
 *
 * if (countLines("") !== 0 || countLines("a\nb") !== 2 || countLines("a\n") !== 1) throw new Error("miscounted");
 * ```
 */
export function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return text === "" || text.endsWith("\n") ? count : count + 1;
}

/**
 * Some lines of a text with their line ends, as many as fit into the bytes; null when not even the first one fits.
 *
 * @param options `offset`: the first line, from 1. `limit`: lines at most. `maxBytes`: of UTF-8.
 *
 * @example
 * ```ts
 * import { linesOf } from "gatehouse/flow/workspace/text.ts";
 *
 * const lines = linesOf("a\nb\nc\n", { offset: 2, limit: 1, maxBytes: 100 });
 * if (lines?.content !== "b\n" || lines.next_offset !== 3 || lines.total_lines !== 3) throw new Error("other lines");
 * ```
 */
export function linesOf(
  text: string,
  { offset, limit, maxBytes }: { readonly offset: number; readonly limit: number; readonly maxBytes: number },
): Lines | null {
  const total = countLines(text);
  let start = 0;
  for (let line = 1; line < offset && line <= total; line++) start = after(text, start);
  let end = start;
  let lines = 0;
  let room = maxBytes;
  while (lines < limit && end < text.length) {
    const next = after(text, end);
    room -= new TextEncoder().encode(text.slice(end, next)).byteLength;
    if (room < 0) break;
    end = next;
    lines++;
  }
  if (lines === 0 && start < text.length) return null;
  const next = offset + lines;
  return {
    content: text.slice(start, end),
    offset,
    limit: lines,
    total_lines: total,
    next_offset: next <= total ? next : null,
  };
}

/** Where the line after the one that begins here begins. */
function after(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end < 0 ? text.length : end + 1;
}
