/** What one setting takes, and the shapes that many settings share. */

/** One setting: which values it takes, in words and as a check. */
export interface Leaf<T> {
  /** Completes "Give …". */
  readonly takes: string;
  readonly fits: (value: unknown) => value is T;
  /** Holds secrets, so that no message shows it. */
  readonly secret?: true;
  /** Given on the command line alone: the flag's name. */
  readonly flag?: string;
}

/**
 * A setting.
 *
 * @param takes Completes "Give …".
 *
 * @example
 * ```ts
 * import { isLine, leaf } from "gatehouse/config/leaf.ts";
 *
 * if (leaf("a word", isLine(8)).fits("two\nlines")) throw new Error("taken");
 * ```
 */
export function leaf<T>(takes: string, fits: (value: unknown) => value is T): Leaf<T> {
  return { takes, fits };
}

/** An absolute path. */
export const path: Leaf<string> = {
  takes: "an absolute path",
  fits: (value) => isText(value, /^(?:\/|[A-Za-z]:[\\/])[^\0]{0,4095}$/),
};

/** A switch. */
export const toggle: Leaf<boolean> = {
  takes: "true or false (in a variable also 1, yes, on; 0, no, off)",
  fits: (value) => typeof value === "boolean",
};

/**
 * Is it a text of that shape?
 *
 * @example
 * ```ts
 * import { isText } from "gatehouse/config/leaf.ts";
 *
 * if (!isText("ab", /^a/) || isText(7, /7/)) throw new Error("other texts");
 * ```
 */
export function isText(value: unknown, shape: RegExp): value is string {
  return typeof value === "string" && shape.test(value);
}

/**
 * One of a few words.
 *
 * @example
 * ```ts
 * import { isOneOf } from "gatehouse/config/leaf.ts";
 *
 * if (!isOneOf(["a", "b"])("a") || isOneOf(["a"])("b")) throw new Error("wrong words");
 * ```
 */
export function isOneOf<T extends string>(words: readonly T[]): (value: unknown) => value is T {
  return (value): value is T => words.some((word) => word === value);
}

/**
 * Takes a finite number of that range. A boolean is none, and neither is what is not a number at all.
 *
 * @example
 * ```ts
 * import { isFrom } from "gatehouse/config/leaf.ts";
 *
 * const fits = isFrom(0, 2);
 * if (!fits(0.2) || fits(true) || fits(NaN) || fits(Infinity)) throw new Error("other numbers");
 * ```
 */
export function isFrom(min: number, max: number): (value: unknown) => value is number {
  return (value): value is number => typeof value === "number" && value >= min && value <= max;
}

/**
 * Takes a whole number of that range.
 *
 * @example
 * ```ts
 * import { isWhole } from "gatehouse/config/leaf.ts";
 *
 * if (!isWhole(1, 5)(5) || isWhole(1, 5)(1.5)) throw new Error("other numbers");
 * ```
 */
export function isWhole(min: number, max: number): (value: unknown) => value is number {
  return (value): value is number => Number.isInteger(value) && isFrom(min, max)(value);
}

/**
 * Takes a text of 1 to that many characters on one line.
 *
 * @example
 * ```ts
 * import { isLine } from "gatehouse/config/leaf.ts";
 *
 * if (!isLine(3)("abc") || isLine(3)("abcd") || isLine(3)("")) throw new Error("other lines");
 * ```
 */
export function isLine(max: number): (value: unknown) => value is string {
  return (value): value is string => isText(value, /^\P{Cc}+$/u) && value.length <= max;
}

/**
 * Takes a list of at most that many items, each of which fits.
 *
 * @example
 * ```ts
 * import { isLine, isListOf } from "gatehouse/config/leaf.ts";
 *
 * if (!isListOf(isLine(9), { max: 2 })(["a", "b"]) || isListOf(isLine(9), { max: 2 })("a")) throw new Error("other lists");
 * ```
 */
export function isListOf<T>(
  fits: (value: unknown) => value is T,
  { max }: { readonly max: number },
): (value: unknown) => value is readonly T[] {
  return (value): value is readonly T[] => Array.isArray(value) && value.length <= max && value.every(fits);
}

/**
 * Is it a table of TOML? Dates are objects as well, and so are lists.
 *
 * @example
 * ```ts
 * import { isTable } from "gatehouse/config/leaf.ts";
 *
 * if (!isTable({}) || isTable([]) || isTable(new Date())) throw new Error("other tables");
 * ```
 */
export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
