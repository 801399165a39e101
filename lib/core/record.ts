/** The one check that every reader of foreign JSON begins with. */

/**
 * Whether the value is an object that is neither null nor a list.
 *
 * @example
 * ```ts
 * import { isRecord } from "gatehouse/core/record.ts";
 *
 * if (!isRecord({}) || isRecord([]) || isRecord(null)) throw new Error("told apart wrongly");
 * ```
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
