/** Text of a machine, made harmless for terminals and for the eye before it goes anywhere. */

// Controls but tab, line feed and a carriage return that ends a line; marks, embeddings, overrides and isolates of the
// bidirectional algorithm; line separators, tags, and halves of surrogate pairs.
const CONTROL =
  /[[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]--[\t\n\r]]|\r(?!\n)/gv;

/**
 * The text with every control sequence written as `\u{…}`; tabs and line ends stay.
 *
 * @param limit UTF-16 units that are kept; default: all.
 * @example
 * ```ts
 * import { harmless } from "gatehouse/hosts/remote/harmless.ts";
 *
 * if (harmless("\x1b[2Ja\r\n") !== "\\u{1b}[2Ja\r\n") throw new Error("a control sequence passed");
 * ```
 */
export function harmless(text: string, limit: number = Infinity): string {
  const cut = text.length > limit ? text.slice(0, limit) : text;
  return cut.replace(CONTROL, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}

/**
 * How many characters `harmless` would write in another way: such a text is not the file's own any more.
 *
 * @example
 * ```ts
 * import { controlsIn } from "gatehouse/hosts/remote/harmless.ts";
 *
 * if (controlsIn("a\x1b[0m\x07") !== 2) throw new Error("counted wrongly");
 * ```
 */
export function controlsIn(text: string): number {
  return text.match(CONTROL)?.length ?? 0;
}
