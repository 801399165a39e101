/** A plan beside its parameters and digests, as an answer that was asked for digests has them. */
import { digestsOf } from "../../../lib/skills/planner/digests.ts";
import type { PlanDocument } from "../../../lib/skills/planner/document.ts";
import { canonicalParameters } from "../../../lib/skills/planner/parameters.ts";
import { planFor } from "../../../lib/skills/planner/plan_for.ts";
import type { PlanParameters } from "../../../lib/skills/planner/types.ts";
import type { Profile, Skill } from "../../../lib/skills/types.ts";

/** The document, or null where there is no plan. */
export function planDocument(
  skills: readonly Skill[],
  profile: Profile,
  given: PlanParameters,
): PlanDocument | null {
  const parameters = canonicalParameters(given);
  const planned = planFor(skills, profile, { parameters });
  if (!planned.ok) return null;
  const { plan } = planned;
  return { plan, parameters, digests: digestsOf({ skills, profile, parameters, plan }) };
}
