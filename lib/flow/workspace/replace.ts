/** Replacing a passage of a text, exactly and as often as was expected. */
import { occurrences } from "./occurrences.ts";

/** UTF-16 units of a new text that is made at all: far more than a file that is written may have. */
const MAX_LENGTH = 4_194_304;

/** What is to be replaced. */
export interface Replacement {
  readonly old: string;
  readonly new: string;
  /** How often `old` must occur, without overlaps. */
  readonly expected: number;
}

/** The new text, or why there is none: a sentence. */
export type Replaced = { readonly text: string } | { readonly problem: string };

/**
 * The text with the passage replaced in all its places. Where all of the text's lines end in CR LF, so do those of the
 * passage and of what takes its place, however they were given.
 *
 * @example
 * ```ts
 * import { replaced } from "gatehouse/flow/workspace/replace.ts";
 *
 * const result = replaced("a\r\nb\r\n", { old: "a\nb", new: "c\nd", expected: 1 });
 * if (!("text" in result) || result.text !== "c\r\nd\r\n") throw new Error("not replaced");
 * if (!("problem" in replaced("a a", { old: "a", new: "b", expected: 1 }))) throw new Error("replaced two");
 * ```
 */
export function replaced(text: string, { old, new: fresh, expected }: Replacement): Replaced {
  if (old === "") {
    return { problem: "The passage to replace is empty: give it exactly as it stands in the file" };
  }
  if (old === fresh) return { problem: "The new passage is the same as the old one" };
  if (!Number.isInteger(expected) || expected < 1) {
    return { problem: "expected_occurrences must be a whole number from 1" };
  }
  const ends = /\r\n/.test(text) && !/(?<!\r)\n/.test(text) ? "\r\n" : null;
  const inEnds = (passage: string) => ends === null ? passage : passage.replaceAll(/\r?\n/g, ends);
  const passage = inEnds(old);
  const found = occurrences(passage, text);
  if (found.length !== expected) {
    return { problem: miscounted(text, { passage, found: found.length, expected }) };
  }
  const put = inEnds(fresh);
  // Before it is made: few bytes in many places are many.
  const length = text.length + found.length * (put.length - passage.length);
  if (length > MAX_LENGTH) {
    return {
      problem: `The file would have ${length} characters, far more than it may`,
    };
  }
  const ended = found.map((at) => at + passage.length);
  const kept = [0, ...ended].map((from, index) => text.slice(from, found[index]));
  return { text: kept.join(put) };
}

function miscounted(
  text: string,
  { passage, found, expected }: {
    readonly passage: string;
    readonly found: number;
    readonly expected: number;
  },
): string {
  const times = (count: number) => count === 1 ? "once" : `${count} times`;
  if (found > 0) {
    const next = found > expected ? ": give more of what stands around it, or that number" : "";
    return `The passage occurs ${times(found)}, not ${times(expected)}; nothing was replaced${next}`;
  }
  const near = nearLine(text, passage);
  const hint = near === null
    ? "read the file again, and copy the passage exactly"
    : `line ${near} begins one that differs in nothing but blanks`;
  return `The passage occurs 0 times, not ${times(expected)}; nothing was replaced: ${hint}`;
}

/** The line, from 1, where the passage would be found if blanks at both ends of lines did not count; null for none. */
function nearLine(text: string, passage: string): number | null {
  const trimmed = (lines: string) => lines.trim().split("\n").map((line) => line.trim());
  const lines = text.split("\n").map((line) => line.trim());
  const sought = trimmed(passage);
  if (sought.join("") === "") return null;
  const [at] = occurrences(sought, lines);
  return at === undefined ? null : at + 1;
}
