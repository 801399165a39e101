/** What a plan was made of, and the plan itself, as digests: equal ones mean equal things. */
import { byCodeUnit } from "../text/canonical_json.ts";
import { digestOf } from "../text/digest.ts";
import type { Profile, Skill } from "../types.ts";
import { inPlanOrder } from "./order.ts";
import type { B3Plan, LegacyPlan, PlanParameters } from "./types.ts";

/** SHA-256 of canonical JSON, lower-case hexadecimal. */
export interface Digests {
  /** Of what the planner may read of the profile: all but the evidence. */
  readonly profile: string;
  /** Of every skill: what was read of it and what was made of that; not of where it lies. */
  readonly catalogue: string;
  readonly parameters: string;
  /** Of the plan as it was published. */
  readonly plan: string;
}

/** What the digests are taken over. */
export interface Digested {
  readonly skills: readonly Skill[];
  readonly profile: Profile;
  readonly parameters: PlanParameters;
  /** As it is published: masked, where something was masked. */
  readonly plan: B3Plan | LegacyPlan;
}

/**
 * All four digests.
 *
 * @example
 * ```ts
 * import { digestsOf } from "gatehouse/skills/planner/digests.ts";
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
 * const parameters = { plan_version: "1.0", root_ids: ["demo"], today: "2026-08-27", constraints: null } as const;
 * const planned = planFor([], profile, { parameters });
 * if (!planned.ok) throw new Error("no plan");
 * const digests = digestsOf({ skills: [], profile, parameters, plan: planned.plan });
 * if (!/^[0-9a-f]{64}$/.test(digests.catalogue)) throw new Error("no digest");
 * ```
 */
export function digestsOf({ skills, profile, parameters, plan }: Digested): Digests {
  return {
    profile: profileDigest(profile),
    catalogue: catalogueDigest(skills),
    parameters: digestOf(parameters),
    plan: digestOf(plan),
  };
}

/**
 * The digest of a profile. Its lists count as sets; where a fact was seen has no say in a plan, so the evidence has
 * none in the digest.
 */
function profileDigest(profile: Profile): string {
  const { exists, blocked, issues, types, languages, facts, likely, markers } = profile;
  const sorted = (list: readonly string[]) => list.toSorted(byCodeUnit);
  return digestOf({
    exists,
    blocked,
    issues: sorted(issues),
    types: sorted(types),
    languages: sorted(languages),
    facts: sorted(facts),
    likely: sorted(likely),
    markers: Object.fromEntries(Object.entries(markers).map(([type, names]) => [type, sorted(names)])),
  });
}

/** The digest of a catalogue, whatever the order of its skills. */
function catalogueDigest(skills: readonly Skill[]): string {
  return digestOf(
    inPlanOrder(skills).map(({ id, format, manifest, digest }) => ({ id, format, manifest, digest })),
  );
}
