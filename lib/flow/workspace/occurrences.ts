/**
 * Finding one sequence in another in time that grows with their lengths only: both come from a model, and the engine's own
 * search takes seconds for some long ones (D. Knuth, J. Morris, V. Pratt, "Fast Pattern Matching in Strings", 1977).
 */

/**
 * Where a sequence occurs in another, from the left and without overlaps.
 *
 * @param sought At least one element.
 * @param within Texts by their UTF-16 units, or lists by their elements.
 *
 * @example
 * ```ts
 * import { occurrences } from "gatehouse/flow/workspace/occurrences.ts";
 *
 * if (occurrences("aa", "aaaab").join() !== "0,2") throw new Error("other places");
 * if (occurrences(["b"], ["a", "b"]).join() !== "1") throw new Error("other places");
 * ```
 */
export function occurrences<T>(sought: ArrayLike<T>, within: ArrayLike<T>): readonly number[] {
  const borders = bordersOf(sought);
  const places: number[] = [];
  let matched = 0;
  for (let at = 0; at < within.length; at++) {
    while (matched > 0 && within[at] !== sought[matched]) matched = borders[matched - 1] ?? 0;
    if (within[at] === sought[matched]) matched++;
    if (matched < sought.length) continue;
    places.push(at + 1 - matched);
    matched = 0;
  }
  return places;
}

/** For each beginning of the sequence, the length of the longest shorter beginning that it ends with. */
function bordersOf<T>(sought: ArrayLike<T>): Uint32Array {
  const borders = new Uint32Array(sought.length);
  let length = 0;
  for (let at = 1; at < sought.length; at++) {
    while (length > 0 && sought[at] !== sought[length]) length = borders[length - 1] ?? 0;
    if (sought[at] === sought[length]) length++;
    borders[at] = length;
  }
  return borders;
}
