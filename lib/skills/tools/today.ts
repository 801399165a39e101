/** A day as callers give it: the family reads no clock, so that a call can be repeated. */

/**
 * Is the text a day of the calendar, written YYYY-MM-DD (RFC 3339, `full-date`)?
 *
 * @example
 * ```ts
 * import { isDate } from "gatehouse/skills/tools/today.ts";
 *
 * if (!isDate("2028-02-29") || isDate("2026-02-30") || isDate("2026-7-1")) throw new Error("another calendar");
 * ```
 */
export function isDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) || text.startsWith("0000")) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  // A day that a month does not have is taken for one of the next month.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
