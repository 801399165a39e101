/** What every short text of a manifest must be. */
import { hiddenIn } from "../text/hidden.ts";

/** Controls, formats, halves of characters, and the separators of lines and paragraphs. */
const LINES_AND_HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Why the text may not stand in a manifest, to be put behind its name; null when it may: at most `max` UTF-16 units, one
 * line without hidden characters, NFKC, no blanks at its ends.
 *
 * @example
 * ```ts
 * import { textProblem } from "gatehouse/skills/validator/metadata.ts";
 *
 * if (textProblem("a title", 10) !== null || textProblem("a ", 10) === null) throw new Error("wrong");
 * ```
 */
export function textProblem(text: string, max: number): string | null {
  if (text.length > max) return `is longer than ${max} characters`;
  if (isHidden(text)) return "holds a line end, a control or a hidden character";
  if (text !== text.trim()) return "has blanks at its ends";
  return text === text.normalize("NFKC") ? null : "is not in the normal form NFKC";
}

/**
 * Whether a name or a text of one line holds a line end, a control, or a character that shows nothing.
 *
 * @example
 * ```ts
 * import { isHidden } from "gatehouse/skills/validator/metadata.ts";
 *
 * if (!isHidden("a\u2028b") || !isHidden("a\u115fb") || isHidden("a b")) throw new Error("wrong");
 * ```
 */
export function isHidden(text: string): boolean {
  return LINES_AND_HIDDEN.test(text) || hiddenIn(text, 1).length > 0;
}
