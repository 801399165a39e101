/** JSON as this family's clients compare it. */

/**
 * The value's JSON: compact, keys sorted on every level. What is undefined is left out.
 *
 * @example
 * ```ts
 * import { sortedJson } from "gatehouse/hosts/sorted_json.ts";
 *
 * if (sortedJson({ b: [{ d: 1, c: null }], a: undefined }) !== '{"b":[{"c":null,"d":1}]}') throw new Error("unsorted");
 * ```
 */
export function sortedJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1);
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
