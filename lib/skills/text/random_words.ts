/** Tells random-looking words (keys, tokens) from those that people and programs write. */

/** A part of a text. */
export interface TextSpan {
  /** UTF-16 offset of its first unit. */
  readonly start: number;
  /** UTF-16 offset behind its last unit. */
  readonly end: number;
}

const WORD = /\b\w[\w+/-]{19,}={0,2}/g;
/** Characters that a word has at least in segments that are not simple: shorter ones are too often names of code. */
const MIN_STRANGE = 16;
/** Digests, UUIDs, addresses and content ids of public ledgers, names of compiled code: meant to be seen. */
const PUBLIC =
  /^(?:[0-9a-f]+|[0-9A-F]+|0[xX][0-9a-fA-F]+|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[1-9A-HJ-NP-Za-km-z]{43,44}|Qm[1-9A-HJ-NP-Za-km-z]{44}|_?ZN\d\w+)$/;
/** What announces a digest, a public key or an embedded file. */
const PUBLIC_BEFORE =
  /(?:\bsha\d{1,3}[-:= ]|\bSHA\d{1,3}:|\bmd5[-:= ]|;base64,|\bssh-\w{2,10} |\becdsa-sha2-\w{2,10} )$/;
/** The path of a URL is an address, not a secret; what a provider hides in one has a shape of its own. */
const IN_ADDRESS = /\bhttps?:\/\/[^\s"'<>`?]*(?:\?[^\s"'<>`#]*#[^\s"'<>`]*)?$/;
const LONGEST_ADDRESS = 512;
/** How a digest announces itself within its own word (Subresource Integrity). */
const DIGEST = /^(?:sha\d{1,3}|md5)[-=]/;
/** The pieces that a reader sees: Title, lower, UPPER, digits. */
const PIECE = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+/g;

/** What nobody could say: letters that no word of English or French has side by side. */
const UNSAID =
  /[^aeiouy]{5}|q(?!u|$)|[jvxz][bcdfghjkmpqrstvw]|[bcdfghkmpqtvwxz][jqxz]|h[bcdfghkpqvz]|w[cgjmpqvwz]/i;

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
export function randomWords(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isRandom(word) || DIGEST.test(word)) continue;
    if (PUBLIC_BEFORE.test(text.slice(Math.max(0, index - 24), index))) continue;
    if (IN_ADDRESS.test(text.slice(Math.max(0, index - LONGEST_ADDRESS), index))) continue;
    found.push({ start: index, end: index + withoutDashes(word) });
  }
  return found;
}

/** The word's length without the dashes and slashes at its end, which belong to the text around it. */
function withoutDashes(word: string): number {
  let { length } = word;
  while (length > 0 && "-_/+".includes(word[length - 1] ?? "")) length--;
  return length;
}

function isRandom(word: string): boolean {
  // Documentation of clouds writes its ids so: `vpc-0a60eb65b4EXAMPLE`.
  if (PUBLIC.test(word) || isPlaceholder(word) || /EXAMPLE$/.test(word)) return false;
  // A path, a route or a list of short words joined by dashes is no key, however many digits it has.
  const strange = word.split("/").filter((part) => !PUBLIC.test(part))
    .flatMap((part) => part.split(/[+_=-]+/)).filter((part) => !isSimple(part) && !PUBLIC.test(part)).join(
      "-",
    );
  if (strange.length < MIN_STRANGE) return false;
  const { digitGroups, meanPiece, readable } = shapeOf(strange);
  if (digitGroups >= 5 && meanPiece < 3.6) return true;
  return digitGroups >= 2 && (meanPiece < 2.8 || readable < 0.4);
}

/**
 * Whether a value that stands behind a name such as `token:` looks like what that name promises. Such a value may be
 * shorter than a word that has to speak for itself.
 *
 * @example
 * ```ts
 * import { isGuarded } from "gatehouse/skills/text/random_words.ts";
 *
 * if (!isGuarded("p4ssw0rd123") || isGuarded("required") || isGuarded("${API_KEY}")) throw new Error("wrong");
 * ```
 */
export function isGuarded(value: string): boolean {
  if (/[<>{}()[\]$%`|]/.test(value) || isPlaceholder(value) || /^v?\d+(?:\.\d+)+/.test(value)) return false;
  const { length, digitGroups, letters, meanPiece, readable } = shapeOf(value);
  if (length < 8 || letters === 0) return false;
  if (digitGroups === 0) return length >= 12 && meanPiece < 2.5;
  return meanPiece < 2.5 || length >= MIN_STRANGE && readable < 0.5;
}

/**
 * Whether the word is what documentation writes where a secret would stand.
 *
 * @example
 * ```ts
 * import { isPlaceholder } from "gatehouse/skills/text/random_words.ts";
 *
 * if (!isPlaceholder("ghp_xxxxxxxxxxxxxxxx") || !isPlaceholder("sk-test-your-key-here")) throw new Error("wrong");
 * if (isPlaceholder("ghp_16C7e42F292c6912E7")) throw new Error("wrong");
 * ```
 */
export function isPlaceholder(word: string): boolean {
  if (/x{4}|X{4}|\*{3}|\.{3}|…|_{4}|abcdef|ABCDEF|12345678/.test(word)) return true;
  const { digitGroups, readable } = shapeOf(word);
  return digitGroups === 0 && readable > 0.8;
}

/** A short segment with its digits in one place: `sha256`, `k8s`, `P2`, `ISO27001`. */
function isSimple(segment: string): boolean {
  return segment.length <= 12 && /^[A-Za-z]*[0-9]*[A-Za-z]*$/.test(segment);
}

interface WordShape {
  /** Letters and digits. */
  readonly length: number;
  readonly letters: number;
  readonly digitGroups: number;
  /** Mean length of a piece. */
  readonly meanPiece: number;
  /** The share, from 0 to 1, of characters in pieces that somebody could say. */
  readonly readable: number;
}

function shapeOf(word: string): WordShape {
  let length = 0, letters = 0, digitGroups = 0, readable = 0, pieces = 0;
  for (const [piece] of word.matchAll(PIECE)) {
    pieces++;
    length += piece.length;
    if (/^[0-9]/.test(piece)) {
      digitGroups++;
      continue;
    }
    letters += piece.length;
    if (piece.length >= 3 && /[aeiouy]/i.test(piece) && !UNSAID.test(piece)) {
      readable += piece.length;
    }
  }
  const share = (part: number) => length === 0 ? 0 : part / length;
  return {
    length,
    letters,
    digitGroups,
    meanPiece: pieces === 0 ? 0 : length / pieces,
    readable: share(readable),
  };
}
