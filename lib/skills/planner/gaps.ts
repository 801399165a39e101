/** The capabilities that a project's facts ask for and no selected skill provides. */
import type { GapRule } from "../types.ts";
import { byCodeUnit } from "../text/canonical_json.ts";
import { sortedUnique } from "./order.ts";
import type { B3Missing } from "./types.ts";

/** What holds when no rules of one's own are given: one example. */
export const EXAMPLE_GAP_RULES: readonly GapRule[] = [{
  gap_id: "GAP-EXAMPLE",
  required_facts: ["uses_payments"],
  capability: "example_domain_audit",
  severity: "warning",
  reason_code: "NO_INSTALLED_SKILL_FOR_CAPABILITY",
}];

/**
 * The open gaps, by capability. Only what selected skills provide closes one: a skill that is installed and cannot be
 * carried out covers nothing. A gap says that an audit is not covered, never that anything is wrong; its severity is
 * told and changes no status.
 *
 * @example
 * ```ts
 * import { EXAMPLE_GAP_RULES, gapsIn } from "gatehouse/skills/planner/gaps.ts";
 *
 * const facts = new Set(["uses_payments"]);
 * const open = gapsIn(facts, EXAMPLE_GAP_RULES, { provided: new Set<string>() });
 * if (open[0]?.gap_id !== "GAP-EXAMPLE") throw new Error("no gap");
 * if (gapsIn(facts, EXAMPLE_GAP_RULES, { provided: new Set(["example_domain_audit"]) }).length !== 0) {
 *   throw new Error("still open");
 * }
 * ```
 */
export function gapsIn(
  facts: ReadonlySet<string>,
  rules: readonly GapRule[],
  { provided }: { readonly provided: ReadonlySet<string> },
): readonly B3Missing[] {
  return inRuleOrder(rules)
    .filter((rule) => rule.required_facts.every((fact) => facts.has(fact)) && !provided.has(rule.capability))
    .map(({ gap_id, capability, severity, reason_code, required_facts }) => ({
      gap_id,
      capability,
      severity,
      reason_code,
      required_facts: sortedUnique(required_facts),
    }));
}

/**
 * The rules by capability, then by gap.
 *
 * @example
 * ```ts
 * import { EXAMPLE_GAP_RULES, inRuleOrder } from "gatehouse/skills/planner/gaps.ts";
 *
 * if (inRuleOrder(EXAMPLE_GAP_RULES).length !== 1) throw new Error("lost");
 * ```
 */
export function inRuleOrder(rules: readonly GapRule[]): GapRule[] {
  return rules.toSorted((a, b) => byCodeUnit(a.capability, b.capability) || byCodeUnit(a.gap_id, b.gap_id));
}
