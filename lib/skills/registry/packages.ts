/** Which validator a candidate's format has. */
import { validateAgentSkill } from "../agent_skills/package.ts";
import type { Limits } from "../types.ts";
import { validatePackage } from "../validator/package.ts";
import type { Validated } from "./discovery.ts";
import { pathOf } from "./fingerprint.ts";
import type { Candidate } from "./scan.ts";

/**
 * Validates candidates as of a day.
 *
 * @param options `today`: YYYY-MM-DD.
 *
 * @example
 * ```ts
 * import { LIMITS } from "gatehouse/skills/contract/limits.ts";
 * import { validateCandidate } from "gatehouse/skills/registry/packages.ts";
 * import { scanRoots } from "gatehouse/skills/registry/scan.ts";
 *
 * const path = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.mkdir(`${path}/empty`);
 * const root = { id: "demo", key: "demo", path, format: "phases" } as const;
 * const [candidate] = scanRoots([root], { limits: LIMITS, allowed: [path], now: Date.now() }).candidates;
 * const validate = validateCandidate({ today: "2026-08-27", limits: LIMITS });
 * if (candidate === undefined || validate(candidate).ok) throw new Error("passed");
 * ```
 */
export function validateCandidate(
  options: { readonly today: string; readonly limits: Limits },
): (candidate: Candidate) => Validated {
  return ({ root, name, place, seen }) => {
    if (place === null || name === null) {
      throw new TypeError("A candidate that is not to be read was to be read");
    }
    const validate = root.format === "agent-skills" ? validateAgentSkill : validatePackage;
    return validate({ directory: pathOf(place), name, rootId: root.id, seen: seen() }, options);
  };
}
