/** What two names have in common once form, case and characters that nobody sees are folded away. */

/** Characters that show nothing: format characters, and all that a renderer may ignore (UAX #44). */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Unicode's full case folding, as far as it decides whether two names are the same: `straße` and `STRASSE` are, and so
 * are the three forms of sigma. Upper-casing first resolves the folds that lower-casing alone does not.
 *
 * @example
 * ```ts
 * import { caseFold } from "gatehouse/skills/text/fold.ts";
 *
 * if (caseFold("straße") !== caseFold("STRASSE")) throw new Error("not folded");
 * ```
 */
export function caseFold(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
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
  return caseFold(withoutInvisible(text.normalize("NFKC")));
}
