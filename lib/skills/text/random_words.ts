/** Tells random-looking words (keys, tokens) from those that people and programs write. */

/** A part of a text. */
export interface WordSpan {
  /** UTF-16 offset of its first unit. */
  readonly start: number;
  /** UTF-16 offset behind its last unit. */
  readonly end: number;
}

/** Letters and digits that a word has at least before it is judged; shorter ones are too often names of code. */
const MIN_LENGTH = 20;
const WORD = /[A-Za-z0-9][A-Za-z0-9+/_=-]{18,}[A-Za-z0-9=]/g;
/** Digests, identifiers and public keys: long, random, and meant to be seen. */
const PUBLIC =
  /^(?:[0-9a-f]+|[0-9A-F]+|0[xX][0-9a-fA-F]+|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[1-9A-HJ-NP-Za-km-z]{43,44}|[0-9_-]+)$/;
const PUBLIC_BEFORE =
  /(?:\bsha\d{1,3}[-:= ]|\bSHA\d{1,3}:|\bmd5[-:= ]|;base64,|\bssh-\w{2,10} |\becdsa-sha2-\w{2,10} )$/;
/** What stands in documentation where a secret would stand. */
const PLACEHOLDER = /x{4}|X{4}|\*{3}|\.{3}|_{4}|abcdefgh|12345678|ABCDEFGH/;
/** The pieces that a reader sees: Title, lower, UPPER, digits. */
const PIECE = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+/g;

/**
 * Where random-looking words stand, in order. Linear in the text.
 *
 * @example
 * ```ts
 * import { randomWords } from "gatehouse/skills/text/random_words.ts";
 *
 * if (randomWords("k = Zx81kQw9LmT4vB7nRy2Hc6Ds0Jf5").length !== 1) throw new Error("not found");
 * if (randomWords("getServerSideProps and NotImplementedError").length > 0) throw new Error("names");
 * ```
 */
export function randomWords(text: string): WordSpan[] {
  const found: WordSpan[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (PUBLIC_BEFORE.test(text.slice(Math.max(0, index - 24), index))) continue;
    if (isRandom(word)) found.push({ start: index, end: index + word.length });
  }
  return found;
}

/**
 * Whether one word looks random: long, with digits in many places, and not readable piece by piece.
 *
 * @example
 * ```ts
 * import { isRandom } from "gatehouse/skills/text/random_words.ts";
 *
 * if (isRandom("references/API_SECURITY_GUIDE") || isRandom("d41d8cd98f00b204e9800998ecf8427e")) throw new Error("no");
 * ```
 */
export function isRandom(word: string): boolean {
  if (PUBLIC.test(word) || PLACEHOLDER.test(word)) return false;
  const pieces = word.match(PIECE) ?? [];
  let total = 0, readable = 0, digitGroups = 0;
  for (const piece of pieces) {
    total += piece.length;
    if (/^[0-9]/.test(piece)) digitGroups++;
    else if (piece.length >= 3 && isReadable(piece)) readable += piece.length;
  }
  if (total < MIN_LENGTH || digitGroups < 2) return false;
  return total / pieces.length < 2.8 || readable / total < 0.4;
}

/** A piece that somebody could say: with a vowel, and without five consonants in a row. */
function isReadable(piece: string): boolean {
  return /[aeiouy]/i.test(piece) && !/[^aeiouy]{5}/i.test(piece);
}
