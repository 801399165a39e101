/** One plan from its parameters, whichever of the two formats they ask for. */
import type { Profile, Skill } from "../types.ts";
import { b3Plan } from "./b3.ts";
import { legacyPlan } from "./legacy.ts";
import type { B3Plan, LegacyPlan, Planned, PlanParameters } from "./types.ts";

/**
 * The plan that the parameters ask for; see `b3Plan` and `legacyPlan`.
 *
 * @example
 * ```ts
 * import { planFor } from "gatehouse/skills/planner/plan_for.ts";
 *
 * const profile = {
 *   exists: true,
 *   blocked: false,
 *   issues: [],
 *   types: ["web"],
 *   languages: [],
 *   facts: [],
 *   markers: {},
 *   likely: [],
 *   evidence: [],
 * };
 * const planned = planFor([], profile, {
 *   parameters: { plan_version: "1.0", root_ids: ["demo"], today: "2026-08-27", constraints: null },
 * });
 * if (!planned.ok || planned.plan.plan_version !== "1.0") throw new Error("another plan");
 * ```
 */
export function planFor(
  skills: readonly Skill[],
  profile: Profile,
  { parameters, maxBytes }: { readonly parameters: PlanParameters; readonly maxBytes?: number | undefined },
): Planned<B3Plan | LegacyPlan> {
  const size = maxBytes === undefined ? {} : { maxBytes };
  if (parameters.plan_version === "1.0") {
    return legacyPlan(skills, profile, { constraints: parameters.constraints, ...size });
  }
  return b3Plan(skills, profile, {
    clientCapabilities: parameters.client_capabilities,
    acceptLikely: parameters.accept_likely,
    gapRules: parameters.gap_rules,
    ...size,
  });
}
