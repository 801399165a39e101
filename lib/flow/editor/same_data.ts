/** Equality of plain data. */
import { isRecord } from "../../core/record.ts";

/**
 * Whether two pieces of plain data are the same; the order of an object's fields does not count.
 *
 * @example
 * ```ts
 * import { sameData } from "gatehouse/flow/editor/same_data.ts";
 *
 * if (!sameData({ a: [1], b: null }, { b: null, a: [1] })) throw new Error("equal");
 * if (sameData({ a: 1 }, { a: 1, b: undefined }) || sameData([1, 2], [2, 1])) throw new Error("unequal");
 * ```
 */
export function sameData(one: unknown, other: unknown): boolean {
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length &&
      one.every((value, index) => sameData(value, other[index]));
  }
  if (!isRecord(one)) return Object.is(one, other);
  if (!isRecord(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameData(one[key], other[key]));
}
