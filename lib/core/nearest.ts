/** The known name that a wrong one most likely meant. */

/**
 * The nearest of `names` to `name`, or null when none is near: at most two edits, and fewer than half of the letters.
 * A dotted name whose last part is right is near whatever stands before it.
 *
 * @example
 * ```ts
 * import { nearest } from "gatehouse/core/nearest.ts";
 *
 * if (nearest("prot", ["port", "host"]) !== "port") throw new Error("not found");
 * if (nearest("level", ["log.level"]) !== "log.level") throw new Error("last part not found");
 * if (nearest("zebra", ["port", "host"]) !== null) throw new Error("far names are no help");
 * ```
 */
export function nearest(name: string, names: readonly string[]): string | null {
  const sameLeaf = names.find((known) => leaf(known) === leaf(name));
  if (sameLeaf !== undefined) return sameLeaf;
  const best = names
    .map((known) => ({ known, edits: Math.min(edits(name, known), edits(leaf(name), leaf(known))) }))
    .sort((a, b) => a.edits - b.edits)[0];
  if (best === undefined || best.edits > 2 || best.edits * 2 >= leaf(best.known).length + 1) return null;
  return best.known;
}

function leaf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Insertions, deletions, replacements and swaps of neighbours between two names (optimal string alignment). */
function edits(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return 3;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = at(last, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
        ? at(beforeLast, j - 2) + 1
        : Infinity;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced, swapped));
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
