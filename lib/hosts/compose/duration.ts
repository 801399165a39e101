/** Times as compose writes them. */
import { unsupported } from "./unsupported.ts";

const NS = new Map([["ns", 1], ["us", 1e3], ["ms", 1e6], ["s", 1e9], ["m", 6e10], ["h", 3.6e12]]);

/**
 * Nanoseconds of a time such as `1m30s`; 0 where none is given.
 *
 * @throws ToolError `VALIDATION_FAILED` for another form.
 *
 * @example
 * ```ts
 * import { durationNs } from "gatehouse/hosts/compose/duration.ts";
 *
 * if (durationNs("1m30s") !== 90e9 || durationNs("1.5s") !== 1.5e9 || durationNs(undefined) !== 0) throw new Error("!");
 * ```
 */
export function durationNs(value: unknown): number {
  if (value === undefined || value === null) return 0;
  const text = String(value);
  if (!/^(?:\d+(?:\.\d+)?(?:ns|us|ms|s|m|h))+$|^0$/.test(text)) {
    throw unsupported(`a time of its health check is ${text.slice(0, 40)}`);
  }
  let total = 0;
  for (const [, number, unit = ""] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|ms|s|m|h)/g)) {
    total += Number(number) * (NS.get(unit) ?? 0);
  }
  return Math.round(total);
}
