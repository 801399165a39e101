/** The older plan: what fits by type, platform, domain and capabilities; activation facts have no say in it. */
import type { Issue, Profile, Skill } from "../types.ts";
import { byCodeUnit } from "../text/canonical_json.ts";
import { caseFold } from "../text/fold.ts";
import { byFold, inPlanOrder, sortedUnique } from "./order.ts";
import { checkProfile } from "./profile_check.ts";
import { sealed } from "./sealed.ts";
import { sharedTypes } from "./situation.ts";
import { checkSkills } from "./skills_check.ts";
import type { Constraints, LegacyPlan, LegacyPlanOptions, Planned } from "./types.ts";

const MAX_ITEMS = 100;
const MAX_CHARS = 128;

/** The constraints, folded; null means that this one was not asked for. */
export interface FoldedConstraints {
  readonly types: ReadonlySet<string>;
  readonly platforms: ReadonlySet<string> | null;
  readonly domains: ReadonlySet<string> | null;
  readonly capabilities: ReadonlySet<string> | null;
}

/**
 * Selects every skill that nothing speaks against, and gives every reason against the others. Nothing but the
 * arguments has a say, and their order has none.
 *
 * Issues instead of a plan: `PROFILE_INVALID`, `PROFILE_BLOCKED`, `REGISTRY_INVALID`, `PLAN_INVALID` (constraints),
 * `PLAN_LIMIT`.
 *
 * @example
 * ```ts
 * import { legacyPlan } from "gatehouse/skills/planner/legacy.ts";
 *
 * const profile = {
 *   exists: true,
 *   blocked: false,
 *   issues: [],
 *   types: ["web"],
 *   languages: ["typescript"],
 *   facts: ["has_web"],
 *   markers: { web: ["b.ts", "A.ts"] },
 *   likely: [],
 *   evidence: [],
 * };
 * const planned = legacyPlan([], profile, { constraints: { capabilities: [] } });
 * if (!planned.ok || !planned.plan.warnings.includes("NO_COMPATIBLE_SKILL")) throw new Error("no empty plan");
 * ```
 */
export function legacyPlan(
  skills: readonly Skill[],
  profile: Profile,
  options: LegacyPlanOptions = {},
): Planned<LegacyPlan> {
  const constraints = options.constraints ?? {};
  const refused = [...checkProfile(profile), ...checkSkills(skills), ...checkConstraints(constraints)];
  if (refused.length > 0) return { ok: false, issues: refused.slice(0, 1) };

  const asked = foldedConstraints(profile, constraints);
  const judged = inPlanOrder(skills).map((skill) => ({
    skill_id: skill.id,
    against: reasonsAgainst(skill, asked),
  }));
  const selected = judged.filter(({ against }) => against.length === 0).map(({ skill_id }, index) => ({
    position: index + 1,
    prerequisites: [],
    reason_codes: reasonsFor(asked),
    skill_id,
  }));
  const plan: LegacyPlan = {
    plan_version: "1.0",
    project_profile: {
      blocked: false,
      exists: true,
      languages: sortedUnique(profile.languages),
      markers: Object.fromEntries(
        Object.entries(profile.markers).sort(([a], [b]) => byCodeUnit(a, b))
          .map(([type, names]) => [type, [...new Set(names)].sort(byFold)]),
      ),
      types: sortedUnique(profile.types),
    },
    selected_skills: selected,
    rejected_skills: judged.filter(({ against }) => against.length > 0)
      .map(({ skill_id, against }) => ({ reason_codes: against, skill_id })),
    steps: selected.map(({ position, skill_id }) => ({ action: "PROVIDE_SKILL", position, skill_id })),
    warnings: sortedUnique([
      "ACTIVATION_FACTS_NOT_EVALUATED",
      "DEPENDENCIES_NOT_DECLARED",
      ...(asked.capabilities === null ? ["CAPABILITIES_NOT_EVALUATED"] : []),
      ...(selected.length === 0 ? ["NO_COMPATIBLE_SKILL"] : []),
    ]),
  };
  return sealed(plan, { maxBytes: options.maxBytes });
}

/**
 * What the skills of one older plan are judged against.
 *
 * @example
 * ```ts
 * import { foldedConstraints } from "gatehouse/skills/planner/legacy.ts";
 *
 * const asked = foldedConstraints({ types: ["web"] }, { platforms: [], capabilities: [] });
 * if (asked.platforms !== null || asked.capabilities === null) throw new Error("an empty list means two things");
 * ```
 */
export function foldedConstraints(
  profile: Pick<Profile, "types">,
  constraints: Constraints,
): FoldedConstraints {
  const some = (words: readonly string[] = []) => words.length === 0 ? null : new Set(words.map(caseFold));
  return {
    types: new Set(profile.types.map(caseFold)),
    platforms: some(constraints.platforms),
    domains: some(constraints.domains),
    capabilities: constraints.capabilities === undefined
      ? null
      : new Set(constraints.capabilities.map(caseFold)),
  };
}

/**
 * Every reason against a skill, sorted; empty when it is selected.
 *
 * @example
 * ```ts
 * import type { Skill } from "gatehouse/skills/types.ts";
 * import { foldedConstraints, reasonsAgainst } from "gatehouse/skills/planner/legacy.ts";
 *
 * const asked = foldedConstraints({ types: ["web"] }, {});
 * const fits = (skill: Skill) => reasonsAgainst(skill, asked).length === 0;
 * if (typeof fits !== "function") throw new Error("no judge");
 * ```
 */
export function reasonsAgainst({ manifest }: Skill, asked: FoldedConstraints): readonly string[] {
  const { platforms, domains, capabilities } = asked;
  const has = (wanted: ReadonlySet<string>) => (word: string) => wanted.has(caseFold(word));
  const reasons: string[] = [];
  if (capabilities !== null) {
    if (manifest.forbidden_capabilities.some(has(capabilities))) reasons.push("CAPABILITY_FORBIDDEN");
    if (!manifest.requires_capabilities.every(has(capabilities))) reasons.push("CAPABILITY_MISSING");
  }
  if (domains !== null && !has(domains)(manifest.domain)) reasons.push("DOMAIN_MISMATCH");
  if (platforms !== null && !manifest.platforms.some(has(platforms))) reasons.push("PLATFORM_MISMATCH");
  if (sharedTypes(manifest, asked.types).length === 0) reasons.push("PROJECT_TYPE_MISMATCH");
  return reasons;
}

function reasonsFor({ platforms, domains, capabilities }: FoldedConstraints): readonly string[] {
  return [
    "PROJECT_TYPE_MATCH",
    ...(platforms === null ? [] : ["PLATFORM_MATCH"]),
    ...(domains === null ? [] : ["DOMAIN_MATCH"]),
    ...(capabilities === null ? [] : ["CAPABILITIES_MATCH"]),
  ];
}

function checkConstraints(constraints: Constraints): readonly Issue[] {
  for (const key of ["platforms", "domains", "capabilities"] as const) {
    const problem = listProblem(constraints[key] ?? []);
    if (problem !== null) {
      return [{
        code: "PLAN_INVALID",
        message: `The constraint ${key} ${problem}`,
        file: "",
        mend: `Give at most ${MAX_ITEMS} different words of at most ${MAX_CHARS} characters`,
      }];
    }
  }
  return [];
}

function listProblem(words: readonly string[]): string | null {
  if (words.length > MAX_ITEMS) return `has ${words.length} entries`;
  if (words.some((word) => word.length === 0 || word.length > MAX_CHARS)) {
    return "has an empty or overlong entry";
  }
  if (
    words.some((word) =>
      word !== word.trim() || word !== word.normalize("NFKC") || /[\p{Cc}\p{Cf}\p{Cs}]/u.test(word)
    )
  ) {
    return "has an entry with blanks around it or characters that cannot be seen";
  }
  return new Set(words.map(caseFold)).size < words.length ? "names one thing twice" : null;
}
