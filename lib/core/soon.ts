/** A value that is there, or will be: what mostly is there must not cost the turns of a promise. */

/** The value, or the promise of it. */
export type Soon<T> = T | Promise<T>;

/**
 * What follows from the value: at once when it is there, and otherwise when it comes.
 *
 * @example
 * ```ts
 * import { soon } from "gatehouse/core/soon.ts";
 *
 * if (soon(1, (one) => one + 1) !== 2) throw new Error("not at once");
 * if (await soon(Promise.resolve(1), (one) => one + 1) !== 2) throw new Error("never");
 * ```
 */
export function soon<T, U>(value: Soon<T>, next: (value: T) => Soon<U>): Soon<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
