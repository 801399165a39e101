/**
 * What the `.gitignore` files of a workspace hide.
 *
 * They are text that anybody may have written, and each of their lines becomes a regular expression: lines that would
 * make a slow one are left out, which shows more than git would, never less of the work's own files.
 */
import ignore from "ignore";
import type { Place } from "./place.ts";

/** Bytes of one file, and lines of all that hold in one directory; beyond that nothing counts. */
const MAX_BYTES = 65_536;
const MAX_LINES = 1_000;
/** Characters, `*` and `**` of one line. */
const MAX_LINE = 200;
const MAX_STARS = 8;
const MAX_DEEP_STARS = 3;

/** The rules that hold in one directory: its own file's, then those of the directories above it. */
export interface Rules {
  /** The directory of the nearest file that has any; with a `/` at its end, or empty for the root. */
  readonly base: string;
  readonly own: ignore.Ignore;
  /** Of this file and those above. */
  readonly lines: number;
  readonly above: Rules | null;
}

/**
 * The rules that hold in a directory.
 *
 * @param directory Relative to the root, with a `/` at its end; empty for the root.
 * @param options `above`: the rules of the directory above.
 *
 * @example
 * ```ts
 * import { isIgnored, rulesIn } from "gatehouse/flow/look/ignored.ts";
 *
 * const place = { root: "/w", stale: () => null, bytes: () => new TextEncoder().encode("*.log\n!keep.log\n") };
 * const rules = rulesIn(place, "", { above: null });
 * if (!isIgnored("a/b.log", rules) || isIgnored("keep.log", rules)) throw new Error("wrong");
 * ```
 */
export function rulesIn(
  place: Place,
  directory: string,
  { above }: { readonly above: Rules | null },
): Rules | null {
  const bytes = place.bytes(`${directory}.gitignore`);
  if (bytes === null) return above;
  const before = above?.lines ?? 0;
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_BYTES));
  const lines = text.split(/\r?\n/).filter(isRule).slice(0, MAX_LINES - before);
  const own = ignore({ ignorecase: false }).add(lines);
  return { base: directory, own, lines: before + lines.length, above };
}

/**
 * Whether a path is hidden. A directory above it that is hidden hides it as well, but only where it is asked for: who
 * walks down leaves such a directory out.
 *
 * @param path Relative to the root; a directory has a `/` at its end.
 *
 * @example
 * ```ts
 * import { isIgnored } from "gatehouse/flow/look/ignored.ts";
 *
 * if (isIgnored("a.ts", null)) throw new Error("hidden by nothing");
 * ```
 */
export function isIgnored(path: string, rules: Rules | null): boolean {
  for (let level = rules; level !== null; level = level.above) {
    const { ignored, unignored } = level.own.test(path.slice(level.base.length));
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** A line that says something, and is quick to match. */
function isRule(line: string): boolean {
  if (line.trim() === "" || line.startsWith("#") || line.length > MAX_LINE) return false;
  const stars = line.match(/\*+/g) ?? [];
  return stars.length <= MAX_STARS && stars.filter((run) => run.length > 1).length <= MAX_DEEP_STARS;
}
