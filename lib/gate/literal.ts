/** Whether a word is written out, or made by an expansion. */

/** Quoted and escaped characters in which nothing is expanded; `$'…'` is left, since it spells names in numbers. */
const QUOTED = /\\[^]|(?<!\$)'[^']*'/g;

/** The same inside double quotes, where a single quote is a character like others. */
const DOUBLE = /"(?:[^"\\$`]|\\[^])*"/g;

/**
 * True when the source text of a word holds an expansion: a variable, a substitution, arithmetic, or `$'…'`. What it
 * expands to may be known all the same.
 *
 * ```ts
 * import { holdsExpansion } from "gatehouse/gate/literal.ts";
 *
 * if (!holdsExpansion('"$X"') || !holdsExpansion("$(echo ls)")) throw new Error("expansions");
 * if (holdsExpansion("l\\\\s") || holdsExpansion("'$X'") || holdsExpansion('"ls"')) throw new Error("plain quotes");
 * ```
 */
export function holdsExpansion(text: string): boolean {
  return /[$`]/.test(text) && /[$`]/.test(text.replaceAll(DOUBLE, "").replaceAll(QUOTED, ""));
}
