/** A shell word after expansion: what the program would receive, as far as it can be known without running anything. */

import type { Call } from "./call.ts";

/** Half-open range of UTF-16 offsets in the command as it was given. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Why the text of a word is not known.
 *
 * - `environment`: a variable this command never sets (`$FILE`), or a number (`$?`, `${#x}`).
 * - `listing`: the output of a program that only names existing files (`$(pwd)`, `$(git ls-files)`).
 * - `computed`: anything else: a decoded text, a line read from a pipe, a positional parameter, the rest of `xargs`.
 */
export type Unknown = "environment" | "listing" | "computed";

/** One word of a command after expansion. */
export interface Word {
  /** The source text of the word; for a word made by a wrapper, its own text. */
  readonly text: string;
  /** Where the word stands in the command as given; the nearest enclosing word for nested text. */
  readonly span: Span;
  /**
   * The text after quote removal, tilde, brace, constant and word-splitting expansion. `null` when it is not
   * known. Pattern characters stay in it: see `glob`.
   */
  readonly value: string | null;
  /** The part of the text that is certain: up to the first unknown expansion or unquoted pattern character. */
  readonly prefix: string;
  /** The word holds an unquoted `*`, `?`, `[…]` or extended pattern: it names a set of files. */
  readonly glob: boolean;
  /** Some part of the word was quoted or escaped. */
  readonly quoted: boolean;
  /** `null` when `value` is known. */
  readonly unknown: Unknown | null;
  /** An unknown part stood outside quotes: it may become several words, or none. */
  readonly splits: boolean;
  /** The calls whose output is part of the word, or is what a process substitution in it names. */
  readonly from: readonly Call[];
  /** `value`, or for an unknown word its text with every unknown part replaced by an expansion that stays unknown. */
  readonly code: string;
}

const EMPTY = {
  value: "",
  prefix: "",
  glob: false,
  quoted: false,
  unknown: null,
  splits: false,
  from: [],
  code: "",
} satisfies Partial<Word>;

/**
 * Makes a known word that has no text of its own in the command, for wrappers that build an argument list.
 *
 * ```ts
 * import { literalWord } from "gatehouse/gate/word.ts";
 *
 * const word = literalWord("sh", { start: 0, end: 2 });
 * if (word.value !== "sh" || word.prefix !== "sh") throw new Error("a literal word is its own prefix");
 * ```
 */
export function literalWord(value: string, span: Span): Word {
  return { ...EMPTY, text: value, span, value, prefix: value, code: value };
}

/**
 * Makes a word of which nothing is known, such as the arguments that `xargs` appends.
 *
 * ```ts
 * import { unknownWord } from "gatehouse/gate/word.ts";
 *
 * const word = unknownWord("{}", { start: 0, end: 2 });
 * if (word.value !== null || word.unknown !== "computed") throw new Error("nothing is known of it");
 * ```
 */
export function unknownWord(text: string, span: Span): Word {
  return { ...EMPTY, text, span, value: null, unknown: "computed", splits: true, code: '"$_"' };
}

/**
 * True when the word may turn out to be an option, or bring one along: it is unknown from its first character on
 * or falls apart into several words, and comes from a place that could hold anything.
 *
 * ```ts
 * import { mayBeOption, unknownWord } from "gatehouse/gate/word.ts";
 *
 * if (!mayBeOption(unknownWord("$1", { start: 0, end: 2 }))) throw new Error("could be -o");
 * ```
 */
export function mayBeOption(word: Word): boolean {
  return word.unknown === "computed" && (word.splits || word.prefix === "" || word.prefix.startsWith("-"));
}
