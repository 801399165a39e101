/** Finds characters that a reader does not see and a program acts on, or a model reads. */

/** One hidden character. */
export interface HiddenCharacter {
  /** `bidi` reorders text, `zero_width` and `filler` show nothing, `tag` can spell hidden text, `control` acts. */
  readonly kind: "bidi" | "zero_width" | "tag" | "control" | "filler" | "surrogate";
  /** As in `U+202E`. */
  readonly codePoint: string;
  /** UTF-16 offset. */
  readonly offset: number;
  /** From 1. */
  readonly line: number;
}

/** Bidirectional controls (UAX 9). */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Tag characters (Unicode 23.9), and the selectors that can carry bytes beside them. */
const TAG = /[\u{e0000}-\u{e0fff}]/u;
// deno-lint-ignore no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;
const ANY = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}]/gu;
/** What an emoji is made of, and what may stand in front of the sign that asks for its coloured form. */
const PICTURE = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u;
const EMOJI = /^[\p{Emoji}\p{Extended_Pictographic}]$/u;
/** Scripts in which joiners decide how letters are written (UTS 55). */
const JOINED_SCRIPT =
  /^[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Telu}\p{scx=Knda}]$/u;

/**
 * The hidden characters of a text, in order; at most `most` of them. Line ends and tabs are none; nor are joiners and
 * selectors where they belong: within an emoji, or between letters of scripts that need them. Linear in the text.
 *
 * @example
 * ```ts
 * import { hiddenIn } from "gatehouse/skills/text/hidden.ts";
 *
 * const [found] = hiddenIn("first\nse\u202ecret", 10);
 * if (found?.kind !== "bidi" || found.line !== 2) throw new Error("not found");
 * if (hiddenIn("fine \u{1f469}\u200d\u{1f4bb}\r\n\tdone", 10).length > 0) throw new Error("an emoji");
 * ```
 */
export function hiddenIn(text: string, most: number): HiddenCharacter[] {
  const found: HiddenCharacter[] = [];
  let line = 1, at = 0;
  for (const { 0: char, index } of text.matchAll(ANY)) {
    if (char === "\n" || char === "\r" || char === "\t" || isInPlace(text, { char, index })) continue;
    if (found.length >= most) break;
    for (; at < index; at++) if (text.charCodeAt(at) === 10) line++;
    const point = char.codePointAt(0) ?? 0;
    const codePoint = `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
    found.push({ kind: kindOf(char), codePoint, offset: index, line });
  }
  return found;
}

function isInPlace(text: string, at: { readonly char: string; readonly index: number }): boolean {
  if (!/[\u200c\u200d\ufe0e\ufe0f]/.test(at.char)) return false;
  // The one character before; V8 fails to find a pair of surrogates with a class that only the text's end anchors.
  const before = [...text.slice(Math.max(0, at.index - 2), at.index)].at(-1) ?? "";
  if (at.char === "\ufe0e" || at.char === "\ufe0f") return EMOJI.test(before);
  return JOINED_SCRIPT.test(before) || at.char === "\u200d" && PICTURE.test(before);
}

function kindOf(char: string): HiddenCharacter["kind"] {
  if (BIDI.test(char)) return "bidi";
  if (TAG.test(char)) return "tag";
  if (CONTROL.test(char)) return "control";
  if (/\p{Cs}/u.test(char)) return "surrogate";
  return /\p{Cf}/u.test(char) ? "zero_width" : "filler";
}
