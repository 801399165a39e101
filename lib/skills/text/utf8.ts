/** Text files that others wrote: bounded, valid UTF-8, no byte order mark. */
import type { Issue } from "../types.ts";

/** A file's text, or why it has none: TOO_LARGE, BOM or ENCODING. */
export type Utf8Text = { readonly ok: true; readonly text: string } | {
  readonly ok: false;
  readonly issue: Issue;
};

/**
 * Decodes a file. A text that is given as such is measured and looked at in the same way.
 *
 * @example
 * ```ts
 * import { readUtf8 } from "gatehouse/skills/text/utf8.ts";
 *
 * const read = readUtf8(new Uint8Array([0x61, 0xff]), { file: "SKILL.md", maxBytes: 10 });
 * if (read.ok || read.issue.code !== "ENCODING") throw new Error("not refused");
 * ```
 */
export function readUtf8(
  source: Uint8Array | string,
  options: { readonly file: string; readonly maxBytes: number },
): Utf8Text {
  const { file, maxBytes } = options;
  const size = typeof source === "string" ? utf8Length(source, maxBytes) : source.byteLength;
  if (size > maxBytes) {
    return refused("TOO_LARGE", `The file has more than ${maxBytes} bytes`, {
      file,
      mend: "Make the file smaller",
    });
  }
  let text: string;
  try {
    text = typeof source === "string"
      ? source
      : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(source);
  } catch {
    return refused("ENCODING", "The file is not valid UTF-8", { file, mend: "Save the file as UTF-8" });
  }
  if (text.startsWith("\ufeff")) {
    return refused("BOM", "The file begins with a byte order mark", {
      file,
      line: 1,
      mend: "Save the file as UTF-8 without a byte order mark",
    });
  }
  return { ok: true, text };
}

/**
 * The line, from 1, on which an offset of the text stands. Lines end with LF, CR LF or CR.
 *
 * @example
 * ```ts
 * import { lineAt } from "gatehouse/skills/text/utf8.ts";
 *
 * if (lineAt("a\nb\r\nc", 5) !== 3) throw new Error("wrong line");
 * ```
 */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = 0; at < offset && at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || unit === 13 && text.charCodeAt(at + 1) !== 10) line++;
  }
  return line;
}

/**
 * What `lineAt` gives, for who asks for many offsets of one text: it is counted through once.
 *
 * @example
 * ```ts
 * import { linesOf } from "gatehouse/skills/text/utf8.ts";
 *
 * const lineOf = linesOf("a\nb\r\nc");
 * if (lineOf(5) !== 3 || lineOf(0) !== 1) throw new Error("wrong line");
 * ```
 */
export function linesOf(text: string): (offset: number) => number {
  const ends: number[] = [];
  for (const { index, 0: end } of text.matchAll(/\r?\n|\r/g)) ends.push(index + end.length - 1);
  return (offset) => {
    let low = 0, high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** The text's length in UTF-8; counted only where the number of its units does not already decide. */
function utf8Length(text: string, max: number): number {
  if (text.length > max || text.length * 3 <= max) return text.length;
  return new TextEncoder().encode(text).byteLength;
}

function refused(code: string, message: string, issue: Omit<Issue, "code" | "message">): Utf8Text {
  return { ok: false, issue: { code, message, ...issue } };
}
