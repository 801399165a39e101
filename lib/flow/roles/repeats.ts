/** A model that makes the same call again and again, with the same outcome, is told so. */

/** How often the same call may have the same outcome before the model is told. */
const TOLD_AT = 3;

/**
 * Counts identical calls of one role: same tool, same arguments, same result.
 *
 * @example
 * ```ts
 * import { Repeats } from "gatehouse/flow/roles/repeats.ts";
 *
 * const repeats = new Repeats();
 * const counts = [1, 2, 3].map(() => repeats.count("file_list", {}, "[]"));
 * if (counts.join() !== "1,2,3" || repeats.noticed !== true) throw new Error("not counted");
 * ```
 */
export class Repeats {
  readonly #seen = new Map<string, number>();
  #noticed = false;

  /** Whether a call was made three times or more. */
  get noticed(): boolean {
    return this.#noticed;
  }

  /** How often this call has had this result, this time included. */
  count(tool: string, args: unknown, result: string): number {
    const key = JSON.stringify([tool, args, result]);
    const count = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, count);
    if (count >= TOLD_AT) this.#noticed = true;
    return count;
  }
}

/**
 * What a repeated call is answered with in place of its result, which the model has had before; null while it is not
 * repeated often enough.
 *
 * @example
 * ```ts
 * import { repeatNotice } from "gatehouse/flow/roles/repeats.ts";
 *
 * if (repeatNotice(2, "ok") !== null || repeatNotice(3, "ok")?.repeated !== 3) throw new Error("told wrongly");
 * ```
 */
export function repeatNotice<S extends string>(
  count: number,
  status: S,
): { readonly status: S; readonly repeated: number; readonly note: string } | null {
  if (count < TOLD_AT) return null;
  return {
    status,
    repeated: count,
    note: `This same call has now had the same result ${count} times; it will not change. ` +
      "Use the result you have, take another step, or end your part with an answer in text",
  };
}
