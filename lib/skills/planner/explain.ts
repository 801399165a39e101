/** Every reason for and against every skill, not only the one that decides. */
import type { Profile, Skill } from "../types.ts";
import { caseFold } from "../text/fold.ts";
import { type FoldedConstraints, foldedConstraints, reasonsAgainst } from "./legacy.ts";
import { inPlanOrder, sortedUnique } from "./order.ts";
import { categoryOf, sharedTypes, situationOf, type Tested, testSkill } from "./situation.ts";
import type { PlanParameters } from "./types.ts";

/** One skill and all that was found about it. */
export interface ExplainRow {
  readonly skill_id: string;
  /** `rejected` in the older plan; the other two in a B3 plan. */
  readonly category: "selected" | "rejected" | "not_applicable" | "blocked";
  /** `CODE`, or `CODE:word` for each word that it is about; in the order of the tests, so the first failed one decides. */
  readonly reasons: readonly string[];
}

/**
 * The rows of all skills, in the order of their canonical ids; each skill has one. Meant for a profile and parameters
 * that a plan was made of: what the planner refuses is not checked again here.
 *
 * @example
 * ```ts
 * import { explain } from "gatehouse/skills/planner/explain.ts";
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
 * const parameters = { plan_version: "1.0", root_ids: ["demo"], today: "2026-08-27", constraints: null } as const;
 * if (explain([], profile, { parameters }).length !== 0) throw new Error("rows without skills");
 * ```
 */
export function explain(
  skills: readonly Skill[],
  profile: Profile,
  { parameters }: { readonly parameters: PlanParameters },
): readonly ExplainRow[] {
  if (parameters.plan_version === "1.0") {
    const asked = foldedConstraints(profile, parameters.constraints ?? {});
    return inPlanOrder(skills).map((skill) => ({
      skill_id: skill.id,
      category: reasonsAgainst(skill, asked).length === 0 ? "selected" : "rejected",
      reasons: legacyReasons(skill, asked),
    }));
  }
  const situation = situationOf(profile, {
    capabilities: parameters.client_capabilities ?? [],
    accepted: parameters.accept_likely,
  });
  return inPlanOrder(skills).map((skill) => {
    const tested = testSkill(skill, situation);
    return { skill_id: skill.id, category: categoryOf(tested), reasons: b3Reasons(tested) };
  });
}

function b3Reasons(tested: Tested): readonly string[] {
  const { manifest } = tested.skill;
  return [
    ...typeReasons(manifest.project_types, tested.sharedTypes),
    ...activationReasons(tested),
    ...(tested.missing.length === 0
      ? ["REQUIRED_CLIENT_CAPABILITIES_AVAILABLE"]
      : each("REQUIRED_CLIENT_CAPABILITY_MISSING", tested.missing)),
    ...each("FORBIDDEN_CLIENT_CAPABILITY_PRESENT", tested.forbidden),
    ...each("OPTIONAL_CAPABILITY_UNAVAILABLE", tested.absent),
    // Free text, which no program can hold a project against.
    ...(manifest.exclusions.length === 0 ? [] : ["EXCLUSIONS_NOT_EVALUATED"]),
  ];
}

function activationReasons({ skill, metFacts, likelyFacts, active }: Tested): readonly string[] {
  const facts = sortedUnique(skill.manifest.activation.any);
  return [
    ...(facts.length === 0 ? ["ACTIVATION_NOT_DECLARED"] : []),
    ...(active ? each("ACTIVATION_FACT_MATCH", metFacts) : each("ACTIVATION_FACT_MISMATCH", facts)),
    ...each("ACTIVATION_FACT_LIKELY", likelyFacts),
  ];
}

function legacyReasons({ manifest }: Skill, asked: FoldedConstraints): readonly string[] {
  const { platforms, domains, capabilities } = asked;
  const within = (wanted: ReadonlySet<string>) => (word: string) => wanted.has(caseFold(word));
  const reasons = [...typeReasons(manifest.project_types, sharedTypes(manifest, asked.types))];
  if (platforms !== null) {
    const shared = manifest.platforms.filter(within(platforms));
    reasons.push(
      ...(shared.length > 0
        ? each("PLATFORM_MATCH", sortedUnique(shared))
        : each("PLATFORM_MISMATCH", sortedUnique(manifest.platforms))),
    );
  }
  if (domains !== null) {
    reasons.push(
      `${within(domains)(manifest.domain) ? "DOMAIN_MATCH" : "DOMAIN_MISMATCH"}:${manifest.domain}`,
    );
  }
  if (capabilities !== null) {
    const missing = sortedUnique(manifest.requires_capabilities).filter((name) =>
      !within(capabilities)(name)
    );
    const forbidden = sortedUnique(manifest.forbidden_capabilities).filter(within(capabilities));
    reasons.push(
      ...(missing.length + forbidden.length === 0 ? ["CAPABILITIES_MATCH"] : []),
      ...each("CAPABILITY_MISSING", missing),
      ...each("CAPABILITY_FORBIDDEN", forbidden),
    );
  }
  return reasons;
}

function typeReasons(all: readonly string[], shared: readonly string[]): readonly string[] {
  return shared.length > 0
    ? each("PROJECT_TYPE_MATCH", shared)
    : each("PROJECT_TYPE_MISMATCH", sortedUnique(all));
}

function each(code: string, words: readonly string[]): readonly string[] {
  return words.map((word) => `${code}:${word}`);
}
