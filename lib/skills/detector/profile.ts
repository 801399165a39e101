/** What kind of project a target is: read only, nothing of it is executed, and all or nothing is said. */
import type { Profile } from "../types.ts";
import { Blocked, blockedProfile, missingProfile } from "./blocked.ts";
import { profileTree } from "./detect.ts";
import { type DetectorLimits, lowerLimits } from "./limits.ts";
import { walkTarget } from "./walk.ts";

/** How a target is profiled. */
export interface ProfileOptions {
  /** Lower bounds; nothing raises one. */
  readonly limits?: Readonly<Partial<DetectorLimits>>;
}

/**
 * The profile of a target. The same files give the same profile, whatever the order in which they were made.
 *
 * Evidence is always there, at most five rows for each finding and state, and so are the facts that only signs speak
 * for; who shows the profile decides about them.
 *
 * @param target Real path of a folder or of one file, as `inspectTarget` gives it.
 *
 * @example
 * ```ts
 * import { profileOf } from "gatehouse/skills/detector/profile.ts";
 *
 * const target = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.writeTextFile(`${target}/app.py`, "");
 * const { types, facts } = profileOf(target);
 * if (types.join() !== "python" || facts.join() !== "has_python,has_source_code") throw new Error("misjudged");
 * ```
 */
export function profileOf(target: string, { limits = {} }: ProfileOptions = {}): Profile {
  try {
    const bounds = lowerLimits(limits);
    const tree = walkTarget(target, bounds);
    return tree === null ? missingProfile() : profileTree(tree, bounds);
  } catch (error) {
    if (error instanceof Blocked) {
      return blockedProfile(error.issue, { exists: true, path: error.path });
    }
    throw error;
  }
}
