/** Random skills, profiles and declarations for properties of the planner. */
import fc from "fast-check";
import {
  CLIENT_CAPABILITIES,
  PROFILE_FACTS,
  PROFILE_LANGUAGES,
  PROFILE_TYPES,
} from "../../../lib/skills/contract/vocabularies.ts";
import type { Constraints } from "../../../lib/skills/planner/types.ts";
import type { GapRule, Profile, Skill } from "../../../lib/skills/types.ts";
import { profileWith, skillWith } from "./samples.ts";

const PROVIDED = ["example_domain_audit", "api_audit", "payment_audit"];

function some<T>(words: readonly T[], most = 3): fc.Arbitrary<T[]> {
  return fc.uniqueArray(fc.constantFrom(...words), { maxLength: most });
}

/** Each capability is required, optional, forbidden or none of these, as the contract demands. */
const policies = fc.array(fc.constantFrom("required", "optional", "forbidden", "none", "none"), {
  minLength: CLIENT_CAPABILITIES.length,
  maxLength: CLIENT_CAPABILITIES.length,
});

const skill: fc.Arbitrary<Skill> = fc.record({
  id: fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_-]{0,6}[a-zA-Z0-9]$/),
  types: fc.uniqueArray(fc.constantFrom(...PROFILE_TYPES, "Python", "mobile"), {
    minLength: 1,
    maxLength: 3,
  }),
  facts: some(PROFILE_FACTS),
  policies,
  provides: some(PROVIDED, 2),
  platforms: fc.uniqueArray(fc.constantFrom("any", "ios", "Linux"), { minLength: 1, maxLength: 2 }),
  domain: fc.constantFrom("quality", "Security", "legal"),
}).map(({ id, types, facts, policies, provides, platforms, domain }) => {
  const under = (policy: string) => CLIENT_CAPABILITIES.filter((_, at) => policies[at] === policy);
  return skillWith(id, {
    project_types: types,
    activation: { any: facts },
    requires_capabilities: under("required").slice(0, 2),
    optional_capabilities: under("optional"),
    forbidden_capabilities: under("forbidden").slice(0, 1),
    provides_capabilities: provides,
    platforms,
    domain,
  });
});

/** Skills of different canonical ids. */
export const skills: fc.Arbitrary<Skill[]> = fc.uniqueArray(skill, {
  selector: ({ key }) => key,
  maxLength: 12,
});

/** Profiles of targets that were read whole. */
export const profiles: fc.Arbitrary<Profile> = fc.record({
  types: fc.uniqueArray(fc.constantFrom(...PROFILE_TYPES), { minLength: 1, maxLength: 4 }),
  languages: some(PROFILE_LANGUAGES),
  facts: some(PROFILE_FACTS, 12),
  likely: some(PROFILE_FACTS, 4),
  names: fc.uniqueArray(fc.stringMatching(/^[a-zA-Z]{1,4}\.ts$/), { maxLength: 4 }),
}).map(({ names, ...lists }) => profileWith({ ...lists, markers: { web: names } }));

/** What a client declares; null for one that declares nothing. */
export const capabilities: fc.Arbitrary<string[] | null> = fc.option(
  fc.uniqueArray(fc.constantFrom(...CLIENT_CAPABILITIES)),
);

/** Facts that a caller accepts. */
export const accepted: fc.Arbitrary<string[]> = some(PROFILE_FACTS, 3);

/** Constraints of the older plan. */
export const constraints: fc.Arbitrary<Constraints> = fc.record({
  platforms: some(["ANY", "ios", "windows"]),
  domains: some(["QUALITY", "security"]),
  capabilities: fc.uniqueArray(fc.constantFrom(...CLIENT_CAPABILITIES)),
}, { requiredKeys: [] });

/** Gap rules that pass their own check. */
export const gapRules: fc.Arbitrary<GapRule[]> = fc.uniqueArray(
  fc.record({
    gap_id: fc.stringMatching(/^[A-Z][A-Z0-9-]{0,5}$/),
    required_facts: fc.uniqueArray(fc.constantFrom(...PROFILE_FACTS), { minLength: 1, maxLength: 3 }),
    capability: fc.constantFrom(...PROVIDED),
    severity: fc.constantFrom("warning" as const, "blocking" as const),
    reason_code: fc.constant("NO_INSTALLED_SKILL_FOR_CAPABILITY"),
  }),
  { selector: ({ capability }) => capability, maxLength: 3 },
).filter((rules) => new Set(rules.map(({ gap_id }) => gap_id)).size === rules.length);

/** The list in some other order. */
export function shuffled<T>(list: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...list], { minLength: list.length, maxLength: list.length });
}
