/**
 * Readers for what a machine answers. It is not trusted: every value has its type, its range and its bound, and text
 * comes out harmless.
 */
import { ToolError } from "../../core/errors.ts";
import { harmless } from "./harmless.ts";

/** Reads a value that stands at a place; throws `UPSTREAM_PROTOCOL` when it has another form. */
export type Reader<T> = (value: unknown, place: string) => T;

/** What a reader gives. */
export type Read<R> = R extends Reader<infer T> ? T : never;

function another(place: string): never {
  throw new ToolError("UPSTREAM_PROTOCOL", `Could not read the machine's answer: ${place} (PARSER_FAILED)`, {
    next: "Look at the machine itself; its programs may be of an unknown version",
  });
}

/**
 * Text, harmless; what is longer is cut.
 *
 * @param limit UTF-16 units.
 * @example
 * ```ts
 * import { text } from "gatehouse/hosts/remote/shapes.ts";
 *
 * if (text(3)("abcd", "x") !== "abc") throw new Error("not cut");
 * ```
 */
export function text(limit: number): Reader<string> {
  return (value, place) => typeof value === "string" ? harmless(value, limit) : another(place);
}

/**
 * A whole number in a range.
 *
 * @example
 * ```ts
 * import { whole } from "gatehouse/hosts/remote/shapes.ts";
 *
 * if (whole(1, 65_535)(22, "port") !== 22) throw new Error("not read");
 * ```
 */
export function whole(low = 0, high = Number.MAX_SAFE_INTEGER): Reader<number> {
  return (value, place) =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= low && value <= high
      ? value
      : another(place);
}

/**
 * A number of 0 or more.
 *
 * @example
 * ```ts
 * import { measure } from "gatehouse/hosts/remote/shapes.ts";
 *
 * if (measure(0.5, "cpu") !== 0.5) throw new Error("not read");
 * ```
 */
export const measure: Reader<number> = (value, place) =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : another(place);

/**
 * True or false.
 *
 * @example
 * ```ts
 * import { flag } from "gatehouse/hosts/remote/shapes.ts";
 *
 * if (!flag(true, "gone")) throw new Error("not read");
 * ```
 */
export const flag: Reader<boolean> = (value, place) => typeof value === "boolean" ? value : another(place);

/**
 * One of these words.
 *
 * @example
 * ```ts
 * import { oneOf } from "gatehouse/hosts/remote/shapes.ts";
 *
 * if (oneOf("complete", "partial")("partial", "state") !== "partial") throw new Error("not read");
 * ```
 */
export function oneOf<const T extends string>(...words: readonly T[]): Reader<T> {
  return (value, place) => words.find((word) => word === value) ?? another(place);
}

/**
 * Null, or what the reader reads.
 *
 * @example
 * ```ts
 * import { maybe, whole } from "gatehouse/hosts/remote/shapes.ts";
 *
 * if (maybe(whole())(null, "pid") !== null) throw new Error("not read");
 * ```
 */
export function maybe<T>(reader: Reader<T>): Reader<T | null> {
  return (value, place) => value === null || value === undefined ? null : reader(value, place);
}

/**
 * A list; what goes beyond the limit is a strange answer.
 *
 * @example
 * ```ts
 * import { list, whole } from "gatehouse/hosts/remote/shapes.ts";
 *
 * if (list(whole(), 2)([1, 2], "all").length !== 2) throw new Error("not read");
 * ```
 */
export function list<T>(reader: Reader<T>, limit: number): Reader<T[]> {
  return (value, place) => {
    if (!Array.isArray(value) || value.length > limit) return another(place);
    return value.map((entry, index) => reader(entry, `${place}[${index}]`));
  };
}

/**
 * An object's named values; others are left out.
 *
 * @example
 * ```ts
 * import { fields, whole } from "gatehouse/hosts/remote/shapes.ts";
 *
 * const read = fields({ pid: whole(1) })({ pid: 7, more: 1 }, "process");
 * if (JSON.stringify(read) !== '{"pid":7}') throw new Error("another form");
 * ```
 */
export function fields<T extends Readonly<Record<string, Reader<unknown>>>>(
  readers: T,
): Reader<{ [K in keyof T]: Read<T[K]> }> {
  const entries = Object.entries(readers);
  return (value, place) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return another(place);
    const from = new Map<string, unknown>(Object.entries(value));
    const read = entries.map(([name, reader]) => [name, reader(from.get(name), `${place}.${name}`)]);
    // Each name has the type of its own reader, which the entries of an object do not say.
    return Object.fromEntries(read) as { [K in keyof T]: Read<T[K]> };
  };
}
