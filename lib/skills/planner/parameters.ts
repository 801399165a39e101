/** What a plan is made under, in one order, and read again from a document that others may have changed. */
import { oneLine } from "../../core/bounds.ts";
import { byCodeUnit } from "../text/canonical_json.ts";
import { ruleIssues } from "./gap_rules.ts";
import { inRuleOrder } from "./gaps.ts";
import { sortedUnique } from "./order.ts";
import type { Constraints, PlanParameters } from "./types.ts";

/**
 * The same parameters with every list in its one order: equal plans have equal parameters, whatever the order in which
 * a caller named things.
 *
 * @example
 * ```ts
 * import { canonicalParameters } from "gatehouse/skills/planner/parameters.ts";
 *
 * const { root_ids } = canonicalParameters({
 *   plan_version: "1.0",
 *   root_ids: ["b", "a"],
 *   today: "2026-08-27",
 *   constraints: null,
 * });
 * if (root_ids.join() !== "a,b") throw new Error("not in order");
 * ```
 */
export function canonicalParameters(parameters: PlanParameters): PlanParameters {
  const shared = { root_ids: sortedUnique(parameters.root_ids), today: parameters.today };
  if (parameters.plan_version === "1.0") {
    return { ...shared, plan_version: "1.0", constraints: canonicalConstraints(parameters.constraints) };
  }
  const { client_capabilities, accept_likely, gap_rules } = parameters;
  return {
    ...shared,
    plan_version: "B3",
    client_capabilities: client_capabilities === null ? null : client_capabilities.toSorted(byCodeUnit),
    accept_likely: sortedUnique(accept_likely),
    gap_rules: inRuleOrder(gap_rules).map((rule) => ({
      ...rule,
      required_facts: sortedUnique(rule.required_facts),
    })),
  };
}

/** Empty lists of platforms and domains mean the same as none; an empty list of capabilities does not. */
function canonicalConstraints(constraints: Constraints | null): Constraints | null {
  const { platforms = [], domains = [], capabilities } = constraints ?? {};
  const canonical: Constraints = {
    ...(platforms.length === 0 ? {} : { platforms: platforms.toSorted(byCodeUnit) }),
    ...(domains.length === 0 ? {} : { domains: domains.toSorted(byCodeUnit) }),
    ...(capabilities === undefined ? {} : { capabilities: capabilities.toSorted(byCodeUnit) }),
  };
  return Object.keys(canonical).length === 0 ? null : canonical;
}

const SHARED = ["plan_version", "root_ids", "today"];
const OLDER = new Set([...SHARED, "constraints"]);
const B3 = new Set([...SHARED, "client_capabilities", "accept_likely", "gap_rules"]);

/**
 * What is wrong with stored parameters, to stand after "The parameters"; null when a plan can be made under them.
 *
 * @example
 * ```ts
 * import { parametersProblem } from "gatehouse/skills/planner/parameters.ts";
 *
 * if (parametersProblem({ plan_version: "2.0" }) === null) throw new Error("accepted");
 * ```
 */
export function parametersProblem(parameters: Readonly<Record<string, unknown>>): string | null {
  const version = parameters["plan_version"];
  if (version !== "1.0" && version !== "B3") return "ask for no known format";
  const known = version === "1.0" ? OLDER : B3;
  const strange = Object.keys(parameters).find((key) => !known.has(key));
  if (strange !== undefined) return `have the unknown member ${oneLine(strange, 80)}`;
  const { root_ids, today, constraints, client_capabilities, accept_likely, gap_rules } = parameters;
  if (!areWords(root_ids)) return "have no list of root_ids";
  if (typeof today !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(today)) return "have no date";
  if (version === "1.0") return constraintsProblem(constraints);
  if (client_capabilities !== null && !areWords(client_capabilities)) return "have no client_capabilities";
  if (!areWords(accept_likely)) return "have no list of accept_likely";
  if (!Array.isArray(gap_rules)) return "have no gap_rules";
  const [issue] = ruleIssues(gap_rules);
  return issue === undefined ? null : `have a bad gap rule: ${issue.message}`;
}

function constraintsProblem(constraints: unknown): string | null {
  if (constraints === null) return null;
  if (typeof constraints !== "object" || Array.isArray(constraints)) {
    return "have no constraints";
  }
  for (const [key, words] of Object.entries(constraints)) {
    if (!["platforms", "domains", "capabilities"].includes(key)) {
      return `have the unknown constraint ${oneLine(key, 80)}`;
    }
    if (!areWords(words)) return `have a constraint ${key} that is no list of words`;
  }
  return null;
}

function areWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === "string");
}
