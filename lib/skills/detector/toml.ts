/** TOML as it comes from others: tables of unknown shape, or nothing where the text is none. */
import { parse } from "smol-toml";

/** A table whose values nothing is known about. */
export type Table = Readonly<Record<string, unknown>>;

/**
 * The document, or null where it is malformed or nests too deep.
 *
 * @example
 * ```ts
 * import { readToml } from "gatehouse/skills/detector/toml.ts";
 *
 * if (readToml("a = 1")?.["a"] !== 1 || readToml("a = = 1") !== null) throw new Error("misread");
 * ```
 */
export function readToml(text: string): Table | null {
  try {
    return parse(text);
  } catch {
    // Whatever the parser ends with, a stack that is too deep included: it is no document that Cargo or pip reads.
    return null;
  }
}

/**
 * The value where it is a table, else an empty one. Dates are no tables.
 *
 * @example
 * ```ts
 * import { tableOf } from "gatehouse/skills/detector/toml.ts";
 *
 * if (Object.keys(tableOf(["a"])).length !== 0) throw new Error("a list is no table");
 * ```
 */
export function tableOf(value: unknown): Table {
  return isTable(value) ? value : {};
}

/**
 * Whether the value is a table.
 *
 * @example
 * ```ts
 * import { isTable } from "gatehouse/skills/detector/toml.ts";
 *
 * if (isTable(null) || isTable(new Date()) || !isTable({})) throw new Error("misjudged");
 * ```
 */
export function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
