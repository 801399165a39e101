/** A JSON value of no documented shape, cut to a size that can be shown. */
import { safeText } from "./text.ts";

/** Levels that are kept. */
const MAX_DEPTH = 8;

/** Values that are kept. */
const MAX_VALUES = 5_000;

/** Characters of one text that are kept. */
const MAX_TEXT = 4_000;

/** JSON, at most 8 levels deep. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * The value with its texts made harmless. What lies too deep or comes too late is null.
 *
 * @returns `truncated`: something is missing.
 *
 * @example
 * ```ts
 * import { boundedJson } from "gatehouse/hosts/mikrus/cloud.ts";
 *
 * const { value, truncated } = boundedJson({ storage: [{ size: "10GB" }] });
 * if (truncated || JSON.stringify(value) !== '{"storage":[{"size":"10GB"}]}') throw new Error("changed");
 * ```
 */
export function boundedJson(given: unknown): { readonly value: Json; readonly truncated: boolean } {
  let left = MAX_VALUES;
  let truncated = false;
  const cut = (): null => {
    truncated = true;
    return null;
  };
  const walk = (value: unknown, depth: number): Json => {
    if (left-- <= 0) return cut();
    if (typeof value === "string") {
      if (value.length <= MAX_TEXT) return safeText(value);
      truncated = true;
      return `${safeText(value.slice(0, MAX_TEXT))}…`;
    }
    if (value === null || typeof value === "number" || typeof value === "boolean") return value;
    if (depth >= MAX_DEPTH) return cut();
    if (Array.isArray(value)) return value.slice(0, Math.max(0, left)).map((inner) => walk(inner, depth + 1));
    // Every other value of parsed JSON is an object.
    const entries = Object.entries(value as object).slice(0, Math.max(0, left));
    return Object.fromEntries(
      entries.map(([name, inner]) => [safeText(name.slice(0, 200)), walk(inner, depth + 1)]),
    );
  };
  const value = walk(given, 0);
  return { value, truncated: truncated || left <= 0 };
}
