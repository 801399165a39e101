/** How deep a value of others is nested: what comes after may walk it by recursion. */

/** Levels of lists and objects that are kept of what a model says. */
const MAX_LEVELS = 32;

/**
 * Whether a JSON value has more than 32 levels of lists and objects.
 *
 * @example
 * ```ts
 * import { tooDeep } from "gatehouse/flow/roles/nesting.ts";
 *
 * if (tooDeep({ a: [1] }) || !tooDeep(JSON.parse("[".repeat(99_999) + "]".repeat(99_999)))) throw new Error("misjudged");
 * ```
 */
export function tooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= MAX_LEVELS; depth++) {
    level = level.flatMap((item) => typeof item === "object" && item !== null ? Object.values(item) : []);
    if (level.length === 0) return false;
  }
  return true;
}
