/** Small changes to a text, told by offsets of the text as it was. */

/** Puts `text` in the place of what stands from `from` to before `to`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The text with all of the edits, which do not overlap. Of two at the same place, the first comes first.
 *
 * @example
 * ```ts
 * import { edited } from "gatehouse/cli/clients/edits.ts";
 *
 * const edits = [{ from: 2, to: 3, text: "" }, { from: 0, to: 0, text: "x" }];
 * if (edited("abc", edits) !== "xab") throw new Error("other text");
 * ```
 */
export function edited(text: string, edits: readonly Edit[]): string {
  let done = 0;
  const parts: string[] = [];
  for (const edit of edits.toSorted((a, b) => a.from - b.from)) {
    parts.push(text.slice(done, edit.from), edit.text);
    done = edit.to;
  }
  return parts.join("") + text.slice(done);
}

/**
 * What ends a line in the text: that of its first line.
 *
 * @example
 * ```ts
 * import { lineEnd } from "gatehouse/cli/clients/edits.ts";
 *
 * if (lineEnd("a\r\nb\n") !== "\r\n" || lineEnd("a") !== "\n") throw new Error("other end");
 * ```
 */
export function lineEnd(text: string): "\r\n" | "\n" {
  return /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
}

/**
 * The blanks that a line begins with, when nothing else stands before the offset; else null.
 *
 * @example
 * ```ts
 * import { blanksBefore } from "gatehouse/cli/clients/edits.ts";
 *
 * if (blanksBefore("{\n  a", 4) !== "  " || blanksBefore("{ a", 2) !== null) throw new Error("other blanks");
 * ```
 */
export function blanksBefore(text: string, at: number): string | null {
  const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return /^[ \t]*$/.test(before) ? before : null;
}
