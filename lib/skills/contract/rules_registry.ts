/** The rules that a finding may cite, RULES_REGISTRY 0.1.0. */

/** Whether a rule is law today: in force, amended, repealed. Words of the contract. */
export const RULE_STATUSES = ["en_vigueur", "modifie", "abroge"] as const;
/** One state of a rule. */
export type RuleStatus = typeof RULE_STATUSES[number];

/** A rule that is known. */
export interface KnownRule {
  readonly rule_id: string;
  readonly status: RuleStatus;
}

/** The rules that are known without any package: two examples. */
const BUILT_IN_RULES: readonly KnownRule[] = [
  { rule_id: "EXAMPLE-001", status: "en_vigueur" },
  { rule_id: "EXAMPLE-002", status: "en_vigueur" },
];

/**
 * The rules that a finding may cite: the built-in ones and those that validated packages bring. A rule that two sources
 * name keeps the state of the later one.
 *
 * @example
 * ```ts
 * import { ruleRegistry } from "gatehouse/skills/contract/rules_registry.ts";
 *
 * const rules = ruleRegistry([{ rule_id: "PAY-1", status: "abroge" }]);
 * if (rules.get("PAY-1") !== "abroge" || !rules.has("EXAMPLE-001")) throw new Error("not known");
 * ```
 */
export function ruleRegistry(more: readonly KnownRule[] = []): ReadonlyMap<string, RuleStatus> {
  return new Map([...BUILT_IN_RULES, ...more].map(({ rule_id, status }) => [rule_id, status]));
}
