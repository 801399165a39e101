/** The last look at a plan before it leaves. */
import { checkB3Plan } from "./check.ts";
import type { B3Plan, LegacyPlan, Planned } from "./types.ts";

/** Bytes of canonical JSON that a plan may have: 1 MiB. */
const MAX_PLAN_BYTES = 1_048_576;

/**
 * The plan when it is small enough (`PLAN_LIMIT`) and, being a B3 plan, passes the public checker. A plan that the
 * checker refuses is a defect of the planner; it does not leave as an answer.
 *
 * @example
 * ```ts
 * import { legacyPlan } from "gatehouse/skills/planner/legacy.ts";
 * import { sealed } from "gatehouse/skills/planner/sealed.ts";
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
 * const planned = legacyPlan([], profile);
 * if (!planned.ok || sealed(planned.plan, { maxBytes: 10 }).ok) throw new Error("no limit");
 * ```
 */
export function sealed<Plan extends B3Plan | LegacyPlan>(
  plan: Plan,
  { maxBytes = MAX_PLAN_BYTES }: { readonly maxBytes?: number | undefined } = {},
): Planned<Plan> {
  // In canonical JSON the members stand in another order, and are the same bytes.
  const bytes = new TextEncoder().encode(JSON.stringify(plan)).byteLength;
  if (bytes > maxBytes) {
    return {
      ok: false,
      issues: [{
        code: "PLAN_LIMIT",
        message: `The plan has ${bytes} bytes; at most ${maxBytes} are published`,
        file: "",
        mend: "Choose fewer roots",
      }],
    };
  }
  const issues = plan.plan_version === "B3" ? checkB3Plan(plan) : [];
  return issues.length > 0 ? { ok: false, issues } : { ok: true, plan };
}
