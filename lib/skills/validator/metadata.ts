/** What every short text of a manifest must be. */

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
  if (/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text)) return "holds a line end, a control or a hidden character";
  if (text !== text.trim()) return "has blanks at its ends";
  return text === text.normalize("NFKC") ? null : "is not in the normal form NFKC";
}
