/** What the B3 plan judges each skill by, worked out once; the plan and its explanation read the same answers. */
import type { Manifest, Profile, Skill } from "../types.ts";
import { caseFold } from "../text/fold.ts";
import { sortedUnique } from "./order.ts";

/** What all skills of one plan are judged against. */
export interface Situation {
  /** Folded. */
  readonly types: ReadonlySet<string>;
  /** Confirmed, declared and accepted. */
  readonly facts: ReadonlySet<string>;
  /** Signs only, and not accepted. */
  readonly likely: ReadonlySet<string>;
  readonly capabilities: ReadonlySet<string>;
}

/** One skill's answers to every test, whichever of them decides. Every list is sorted. */
export interface Tested {
  readonly skill: Skill;
  /** The project types it shares with the profile, as its author spells them. */
  readonly sharedTypes: readonly string[];
  /** Its activation facts that hold. */
  readonly metFacts: readonly string[];
  /** Its activation facts that only signs speak for. */
  readonly likelyFacts: readonly string[];
  /** True when one of its activation facts holds, or when it names none. */
  readonly active: boolean;
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Required, and not declared. */
  readonly missing: readonly string[];
  /** Forbidden, and declared. */
  readonly forbidden: readonly string[];
  /** Optional, and not declared. */
  readonly absent: readonly string[];
}

/** The one category of a B3 plan that a skill lands in. */
export type Category = "selected" | "not_applicable" | "blocked";

/**
 * What a profile and the caller's parameters come to. An accepted fact counts only where the detector saw signs of it.
 *
 * @example
 * ```ts
 * import { situationOf } from "gatehouse/skills/planner/situation.ts";
 *
 * const profile = {
 *   exists: true,
 *   blocked: false,
 *   issues: [],
 *   types: ["web"],
 *   languages: [],
 *   facts: ["has_web"],
 *   markers: {},
 *   likely: ["has_api"],
 *   evidence: [],
 * };
 * const situation = situationOf(profile, { capabilities: [], accepted: ["has_api", "uses_ai"] });
 * if ([...situation.facts].join() !== "has_api,has_web") throw new Error("facts");
 * ```
 */
export function situationOf(
  profile: Profile,
  { capabilities, accepted }: {
    readonly capabilities: readonly string[];
    readonly accepted: readonly string[];
  },
): Situation {
  const taken = profile.likely.filter((fact) => accepted.includes(fact));
  const facts = new Set(sortedUnique([...profile.facts, ...taken]));
  return {
    types: new Set(profile.types.map(caseFold)),
    facts,
    likely: new Set(profile.likely.filter((fact) => !facts.has(fact))),
    capabilities: new Set(capabilities),
  };
}

/**
 * The skill's answers to every test.
 *
 * @example
 * ```ts
 * import type { Skill } from "gatehouse/skills/types.ts";
 * import { categoryOf, testSkill } from "gatehouse/skills/planner/situation.ts";
 *
 * function judge(skill: Skill) {
 *   const nothing = new Set<string>();
 *   const situation = { types: new Set(["web"]), facts: new Set(["has_web"]), likely: nothing, capabilities: nothing };
 *   return categoryOf(testSkill(skill, situation));
 * }
 * if (typeof judge !== "function") throw new Error("no judge");
 * ```
 */
export function testSkill(skill: Skill, situation: Situation): Tested {
  const { manifest } = skill;
  const { facts, likely, capabilities } = situation;
  const activation = sortedUnique(manifest.activation.any);
  const metFacts = activation.filter((fact) => facts.has(fact));
  const required = sortedUnique(manifest.requires_capabilities);
  const optional = sortedUnique(manifest.optional_capabilities);
  return {
    skill,
    sharedTypes: sharedTypes(manifest, situation.types),
    metFacts,
    likelyFacts: activation.filter((fact) => likely.has(fact)),
    active: activation.length === 0 || metFacts.length > 0,
    required,
    optional,
    missing: required.filter((name) => !capabilities.has(name)),
    forbidden: sortedUnique(manifest.forbidden_capabilities).filter((name) => capabilities.has(name)),
    absent: optional.filter((name) => !capabilities.has(name)),
  };
}

/**
 * The project types that a manifest shares with the folded ones, sorted.
 *
 * @example
 * ```ts
 * import { sharedTypes } from "gatehouse/skills/planner/situation.ts";
 *
 * if (sharedTypes({ project_types: ["Web", "python"] }, new Set(["web"])).join() !== "Web") throw new Error("case counts");
 * ```
 */
export function sharedTypes(
  manifest: Pick<Manifest, "project_types">,
  types: ReadonlySet<string>,
): readonly string[] {
  return sortedUnique(manifest.project_types.filter((type) => types.has(caseFold(type))));
}

/**
 * The first test that fails decides: project type, activation, required capabilities, forbidden ones.
 *
 * @example
 * ```ts
 * import type { Skill } from "gatehouse/skills/types.ts";
 * import { categoryOf, type Situation, testSkill } from "gatehouse/skills/planner/situation.ts";
 *
 * const selects = (skill: Skill, situation: Situation) => categoryOf(testSkill(skill, situation)) === "selected";
 * if (typeof selects !== "function") throw new Error("no judge");
 * ```
 */
export function categoryOf(tested: Tested): Category {
  if (tested.sharedTypes.length === 0 || !tested.active) return "not_applicable";
  return tested.missing.length > 0 || tested.forbidden.length > 0 ? "blocked" : "selected";
}
