/** How the planner compares and orders text: never by locale, so that every machine makes the same plan. */
import { byCodeUnit } from "../text/canonical_json.ts";
import { caseFold } from "../text/fold.ts";

/**
 * Compares without regard to case, then by code units.
 *
 * @example
 * ```ts
 * import { byFold } from "gatehouse/skills/planner/order.ts";
 *
 * if (["b.py", "README.md", "a.py"].sort(byFold).join() !== "a.py,b.py,README.md") throw new Error("case counts");
 * ```
 */
export function byFold(a: string, b: string): number {
  return byCodeUnit(caseFold(a), caseFold(b)) || byCodeUnit(a, b);
}

/**
 * The words in order of their code units, each once.
 *
 * @example
 * ```ts
 * import { sortedUnique } from "gatehouse/skills/planner/order.ts";
 *
 * if (sortedUnique(["b", "a", "b"]).join("") !== "ab") throw new Error("repeats");
 * ```
 */
export function sortedUnique(words: Iterable<string>): string[] {
  return [...new Set(words)].sort(byCodeUnit);
}

/**
 * The skills in order of their canonical key, then their id.
 *
 * @example
 * ```ts
 * import { inPlanOrder } from "gatehouse/skills/planner/order.ts";
 *
 * const [first] = inPlanOrder([{ key: "b", id: "B" }, { key: "a", id: "A" }]);
 * if (first?.id !== "A") throw new Error("not in order");
 * ```
 */
export function inPlanOrder<Item extends { readonly key: string; readonly id: string }>(
  items: readonly Item[],
): Item[] {
  return items.toSorted((a, b) => byCodeUnit(a.key, b.key) || byCodeUnit(a.id, b.id));
}
