/** A text of others as a person reads it: nothing in it hides, and nothing looks like a line of ours. */

// Controls, formats (bidi, zero-width, tags), surrogates, private and unassigned characters, separators and blanks other
// than the plain ones, what fonts leave out by definition (Unicode TR 44), and the braille blank.
const HIDDEN = /[[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]--[ \t\n]]/gv;

/**
 * The text with every hidden character written as `\u{…}`; blanks, tabs and line ends stay.
 *
 * @example
 * ```ts
 * import { visible } from "gatehouse/core/visible.ts";
 *
 * if (visible("ls \u202e#\n\tpwd\r") !== "ls \\u{202e}#\n\tpwd\\u{d}") throw new Error("something hides");
 * ```
 */
export function visible(text: string): string {
  return text.replace(HIDDEN, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}
