/** What the methods of the registry's worker are asked. Our own program asks, after it checked the arguments. */
import type { Constraints } from "../planner/types.ts";
import type { Limits, Profile } from "../types.ts";

/** What every method takes. */
export interface Asked {
  /** In any order and spelling that has a key. */
  readonly root_ids: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly today?: string | null | undefined;
  /** Lower ones. */
  readonly limits?: Partial<Limits> | undefined;
}

/** What `get` takes besides. */
export interface AskedSkill extends Asked {
  readonly skill_id: string;
  /** A file that the skill declares, relative to it. */
  readonly document?: string | undefined;
}

/** What `plan` takes besides. */
export interface AskedPlan extends Asked {
  /** What `load` answered within the same call of a client, so that the roots are not looked at twice for it. */
  readonly build?: number | undefined;
  readonly profile: Profile;
  /** Absolute path of what was profiled; masked wherever it stands. */
  readonly target?: string | undefined;
  readonly plan_version: "1.0" | "B3";
  readonly constraints?: Constraints | null | undefined;
  readonly client_capabilities?: readonly string[] | null | undefined;
  readonly accept_likely?: readonly string[] | undefined;
  readonly digests?: boolean | undefined;
  readonly explain?: boolean | undefined;
}
