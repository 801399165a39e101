/** Text of a machine, made harmless for terminals and for the eye before it goes anywhere. */

// Controls but tab and line feed, halves of surrogate pairs, what changes the direction, line separators, and tags:
// a whole text can be written in them without a trace.
const CONTROL = /(?![\t\n])[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}\u{e0000}-\u{e007f}]/gu;

/** A carriage return before a line feed ends a line. */
function isControl(char: string, at: number, text: string): boolean {
  return char !== "\r" || text[at + 1] !== "\n";
}

/**
 * The text with every control sequence written as `\u{…}`; tabs and line ends stay.
 *
 * @param limit UTF-16 units that the result may have; default: any.
 * @example
 * ```ts
 * import { harmless } from "gatehouse/hosts/remote/harmless.ts";
 *
 * if (harmless("\x1b[2Ja\r\n") !== "\\u{1b}[2Ja\r\n") throw new Error("a control sequence passed");
 * ```
 */
export function harmless(text: string, limit: number = Infinity): string {
  const cut = text.length > limit ? text.slice(0, limit) : text;
  const shown = cut.replace(
    CONTROL,
    (char, at: number) => isControl(char, at, cut) ? `\\u{${char.codePointAt(0)?.toString(16)}}` : char,
  );
  return shown.length > limit ? shown.slice(0, limit) : shown;
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
  let count = 0;
  for (const { 0: char, index } of text.matchAll(CONTROL)) if (isControl(char, index, text)) count++;
  return count;
}
