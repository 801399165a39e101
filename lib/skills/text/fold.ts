/** What two names have in common once form, case and characters that nobody sees are folded away. */

/** Characters that show nothing: format characters, and all that a renderer may ignore (UAX #44). */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The text in NFKC and with its case folded, in full: `straße` and `STRASSE` meet, and so do the three forms of sigma.
 * Folding what is folded changes nothing.
 *
 * @example
 * ```ts
 * import { caseFold } from "gatehouse/skills/text/fold.ts";
 *
 * if (caseFold("straße") !== caseFold("STRASSE")) throw new Error("not folded");
 * ```
 */
export function caseFold(text: string): string {
  // deno-lint-ignore no-control-regex
  if (/^[\u0000-\u007f]*$/.test(text)) return text.toLowerCase();
  // Each step can make work for the other: a normal form can bring capitals, folding can leave a form behind.
  return foldOnce(foldOnce(text.normalize("NFKC")).normalize("NFKC")).normalize("NFKC");
}

/** Upper-casing in between resolves the folds that lower-casing alone does not, such as ß. */
function foldOnce(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

/**
 * The text without characters that show nothing.
 *
 * @example
 * ```ts
 * import { withoutInvisible } from "gatehouse/skills/text/fold.ts";
 *
 * if (withoutInvisible("le\u200bgal") !== "legal") throw new Error("still there");
 * ```
 */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/**
 * The key under which names that a lenient reader may take for one another meet: compatibility forms, invisible
 * characters and case folded away.
 *
 * @example
 * ```ts
 * import { keyFold } from "gatehouse/skills/text/fold.ts";
 *
 * if (keyFold("Ａ\u200d") !== keyFold("a")) throw new Error("not folded");
 * ```
 */
export function keyFold(text: string): string {
  // Nearly every key is lower-case ASCII, which nothing of this changes.
  if (/^[a-z0-9_.$-]*$/.test(text)) return text;
  return caseFold(withoutInvisible(text));
}
