/** Holds the arguments of a call against a list of patterns. */
import type { Word } from "../word.ts";
import type { Glob } from "./glob.ts";
import type { ArgPattern } from "./rule.ts";

/** `..` as a part of a path, of an option's value, or of a list. */
const UPWARD = /(?:^|[/=:,])\.\.(?:$|[/:,])/;

/**
 * True when the arguments certainly are what the patterns say: every word is known, and each stands in its place. A
 * wildcard at the start of a pattern never stands for the `-` of an option, and none stands for a word with `..` in it.
 *
 * ```ts
 * import { globOf } from "gatehouse/gate/operator/glob.ts";
 * import { certainly } from "gatehouse/gate/operator/words.ts";
 * import { literalWord } from "gatehouse/gate/word.ts";
 *
 * const words = (line: string) => line.split(" ").map((text) => literalWord(text, { start: 0, end: 0 }));
 * const patterns = [[globOf("push")], "**"] as const;
 * if (!certainly(words("push origin"), patterns)) throw new Error("not matched");
 * if (certainly(words("push --force"), patterns)) throw new Error("an option was swallowed");
 * ```
 */
export function certainly(words: readonly Word[], patterns: readonly ArgPattern[]): boolean {
  return align(words, { patterns, fits: surely, swallows: (word) => surely(word, ANYTHING) });
}

/**
 * True when the arguments may turn out to be what the patterns say: a word of unknown text may be anything.
 *
 * ```ts
 * import { globOf } from "gatehouse/gate/operator/glob.ts";
 * import { possibly } from "gatehouse/gate/operator/words.ts";
 * import { unknownWord } from "gatehouse/gate/word.ts";
 *
 * if (!possibly([unknownWord("$X", { start: 0, end: 2 })], [[globOf("main")]])) throw new Error("may be main");
 * ```
 */
export function possibly(words: readonly Word[], patterns: readonly ArgPattern[]): boolean {
  return align(words, {
    patterns,
    fits: perhaps,
    swallows: () => true,
    scatters: (word) => word.splits || word.glob,
  });
}

const ANYTHING: Glob = { source: "**", literal: false, open: true, matches: () => true };

function surely(word: Word, glob: Glob): boolean {
  const { value } = word;
  if (value === null || word.glob || !glob.matches(value)) return false;
  return glob.literal || !((glob.open && value.startsWith("-")) || UPWARD.test(value));
}

/** Longer ones are not compared, and so may be what is meant. */
const MAX_COMPARED = 4_096;

function perhaps(word: Word, glob: Glob): boolean {
  return word.value === null || word.glob || word.value.length > MAX_COMPARED || glob.matches(word.value);
}

interface Alignment {
  readonly patterns: readonly ArgPattern[];
  readonly fits: (word: Word, glob: Glob) => boolean;
  readonly swallows: (word: Word) => boolean;
  /** The word may turn out to be any number of words. */
  readonly scatters?: (word: Word) => boolean;
}

/** Every place in the list that the words so far may have led to, at once. */
function align(words: readonly Word[], { patterns, fits, swallows, scatters }: Alignment): boolean {
  const reach = (into: Set<number>, place: number): Set<number> => {
    into.add(place);
    return patterns[place] === "**" ? reach(into, place + 1) : into;
  };
  let places = reach(new Set(), 0);
  for (const word of words) {
    const next = new Set<number>();
    if (scatters?.(word) === true) {
      const first = Math.min(...places);
      for (let place = first; place <= patterns.length; place++) next.add(place);
    } else {for (const place of places) {
        const pattern = patterns[place];
        if (pattern === undefined) continue;
        if (pattern === "**") {
          if (swallows(word)) reach(next, place);
        } else if (pattern.some((glob) => fits(word, glob))) reach(next, place + 1);
      }}
    if (next.size === 0) return false;
    places = next;
  }
  return places.has(patterns.length);
}
