/** Values that cannot change any more, and what was worked out of them before. */

const known = new WeakSet<object>();

/**
 * The same JSON value, frozen to its last object.
 *
 * @example
 * ```ts
 * import { frozen } from "gatehouse/core/frozen.ts";
 *
 * const value = frozen({ list: [1] });
 * if (!Object.isFrozen(value) || !Object.isFrozen(value.list)) throw new Error("can be changed");
 * ```
 */
export function frozen<T extends object>(value: T): T {
  if (known.has(value)) return value;
  freeze(value);
  known.add(value);
  return value;
}

/**
 * Whether `frozen` gave the value.
 *
 * @example
 * ```ts
 * import { frozen, isFrozen } from "gatehouse/core/frozen.ts";
 *
 * if (!isFrozen(frozen({})) || isFrozen(Object.freeze({ list: [] }))) throw new Error("not told apart");
 * ```
 */
export function isFrozen(value: object): boolean {
  return known.has(value);
}

function freeze(value: object): void {
  for (const inner of Object.values(value)) {
    if (typeof inner === "object" && inner !== null) freeze(inner);
  }
  Object.freeze(value);
}

/**
 * A pure function of a JSON value, run once for each value that `frozen` gave; what it makes of one is frozen too, since
 * it is handed out again. For any other value it is run every time: that one may have changed meanwhile.
 *
 * @example
 * ```ts
 * import { frozen, once } from "gatehouse/core/frozen.ts";
 *
 * let runs = 0;
 * const text = once((value: object) => `${++runs} ${JSON.stringify(value)}`);
 * const value = frozen({ a: 1 });
 * if (text(value) !== text(value) || text({ a: 1 }) === text({ a: 1 })) throw new Error("not once");
 * ```
 */
export function once<K extends object, V>(make: (value: K) => V): (value: K) => V {
  const made = new WeakMap<K, V>();
  return (value) => {
    const before = made.get(value);
    if (before !== undefined) return before;
    const now = make(value);
    if (!known.has(value)) return now;
    made.set(value, typeof now === "object" && now !== null ? frozen(now) : now);
    return now;
  };
}
