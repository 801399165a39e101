/** How fields are taken out of a reply that was written by others. */
import { safeText } from "./text.ts";

/** A reply of another form; the message says in which way, in a few words. */
export class ShapeError extends Error {
  override readonly name = "ShapeError";
}

/** Entries of a list that are taken. */
const MAX_ENTRIES = 1_000;

/**
 * The value as an object with fields.
 *
 * @throws ShapeError
 *
 * @example
 * ```ts
 * import { record } from "gatehouse/hosts/mikrus/reading.ts";
 *
 * if (record({ a: 1 })["a"] !== 1) throw new Error("no object");
 * ```
 */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ShapeError("it is no object");
  }
  // An object that is no list has fields by name.
  return value as Readonly<Record<string, unknown>>;
}

/**
 * The value as a list of at most 1,000 entries.
 *
 * @throws ShapeError
 *
 * @example
 * ```ts
 * import { list } from "gatehouse/hosts/mikrus/reading.ts";
 *
 * if (list([1]).length !== 1) throw new Error("no list");
 * ```
 */
export function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new ShapeError("it is no list");
  if (value.length > MAX_ENTRIES) throw new ShapeError(`it lists more than ${MAX_ENTRIES} entries`);
  return value;
}

/**
 * A field's text as it came; a number in its decimal form; null when there is none.
 *
 * @throws ShapeError when it is something else.
 *
 * @example
 * ```ts
 * import { raw } from "gatehouse/hosts/mikrus/reading.ts";
 *
 * if (raw({ a: 5 }, "a") !== "5" || raw({}, "toString") !== null) throw new Error("another text");
 * ```
 */
export function raw(fields: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = Object.hasOwn(fields, name) ? fields[name] : null;
  if (value === null || value === undefined || value === false) return null;
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") throw new ShapeError(`its ${name} is no text`);
  return value;
}

/**
 * As `raw`, made harmless.
 *
 * @throws ShapeError
 *
 * @example
 * ```ts
 * import { text } from "gatehouse/hosts/mikrus/reading.ts";
 *
 * if (text({ a: "b\u0007" }, "a") !== "b\\u{7}") throw new Error("not harmless");
 * ```
 */
export function text(fields: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = raw(fields, name);
  return value === null ? null : safeText(value);
}

/**
 * As `text`, where there must be one.
 *
 * @throws ShapeError
 *
 * @example
 * ```ts
 * import { required } from "gatehouse/hosts/mikrus/reading.ts";
 *
 * if (required({ a: "b" }, "a") !== "b") throw new Error("not there");
 * ```
 */
export function required(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = text(fields, name);
  if (value === null || value === "") throw new ShapeError(`it has no ${name}`);
  return value;
}
