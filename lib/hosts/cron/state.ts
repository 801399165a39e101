/** How a profile stands in the crontab. */
import type { SeenCrontab } from "../remote/answers/changing.ts";

/** The state, and the digest of the line that stands in the profile's place; null when none does. */
export interface ProfileState {
  readonly state: "IN_SYNC" | "MODIFIED" | "MISSING" | "DUPLICATED";
  readonly observed_digest: string | null;
}

/**
 * The state of a profile by what was seen of it. A line that stands without its marker still runs: that is no missing one.
 *
 * @param desired The digest that its line should have.
 *
 * @example
 * ```ts
 * import { stateOf } from "gatehouse/hosts/cron/state.ts";
 *
 * const digest = "0".repeat(64);
 * const seen = { profile_id: "a", markers: 1, marked: digest, observed: digest, strays: 0 };
 * if (stateOf(seen, digest).state !== "IN_SYNC") throw new Error("in its place");
 * if (stateOf({ ...seen, strays: 1 }, digest).state !== "MODIFIED") throw new Error("runs twice");
 * if (stateOf(undefined, digest).state !== "MISSING") throw new Error("not there");
 * ```
 */
export function stateOf(seen: SeenCrontab["profiles"][number] | undefined, desired: string): ProfileState {
  if (seen === undefined) return { state: "MISSING", observed_digest: null };
  const { markers, marked, observed, strays } = seen;
  if (markers > 1) return { state: "DUPLICATED", observed_digest: observed };
  if (markers === 0) {
    return strays === 0
      ? { state: "MISSING", observed_digest: null }
      : { state: "MODIFIED", observed_digest: desired };
  }
  const isWhole = marked === desired && observed === desired && strays === 0;
  return { state: isWhole ? "IN_SYNC" : "MODIFIED", observed_digest: observed };
}
