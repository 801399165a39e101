/** The B3 plan: every skill in exactly one category, with the reason. */
import { oneLine } from "../../core/bounds.ts";
import { isOneOf, PROFILE_FACTS } from "../contract/vocabularies.ts";
import type { Issue, Profile, Skill } from "../types.ts";
import { checkCapabilities } from "./capabilities.ts";
import { EXAMPLE_GAP_RULES, gapsIn } from "./gaps.ts";
import { inPlanOrder, sortedUnique } from "./order.ts";
import { checkProfile } from "./profile_check.ts";
import { sealed } from "./sealed.ts";
import { categoryOf, situationOf, type Tested, testSkill } from "./situation.ts";
import { checkSkills } from "./skills_check.ts";
import type { B3Blocked, B3Plan, B3PlanOptions, B3Selected, LeftOut, Planned } from "./types.ts";

/**
 * Places every skill: the first test that fails decides (project type, activation facts, required capabilities,
 * forbidden capabilities). Nothing but the arguments has a say, and their order has none.
 *
 * Issues instead of a plan: `PROFILE_INVALID`, `PROFILE_BLOCKED`, `REGISTRY_INVALID`, the codes of
 * `checkCapabilities`, `ACCEPT_LIKELY_UNKNOWN`, `PLAN_LIMIT`.
 *
 * @example
 * ```ts
 * import { b3Plan } from "gatehouse/skills/planner/b3.ts";
 *
 * const profile = {
 *   exists: true,
 *   blocked: false,
 *   issues: [],
 *   types: ["python"],
 *   languages: ["python"],
 *   facts: ["has_python"],
 *   markers: { python: ["app.py"] },
 *   likely: [],
 *   evidence: [],
 * };
 * const planned = b3Plan([], profile, { clientCapabilities: ["filesystem_read"] });
 * if (!planned.ok || planned.plan.warnings.join() !== "NO_COMPATIBLE_SKILL") throw new Error("no empty plan");
 * ```
 */
export function b3Plan(
  skills: readonly Skill[],
  profile: Profile,
  options: B3PlanOptions = {},
): Planned<B3Plan> {
  const declared = options.clientCapabilities ?? null;
  const { capabilities, issues } = declared === null
    ? { capabilities: [], issues: [] }
    : checkCapabilities(declared);
  const accepted = options.acceptLikely ?? [];
  const refused = [...checkProfile(profile), ...checkSkills(skills), ...issues, ...checkAccepted(accepted)];
  if (refused.length > 0) return { ok: false, issues: refused.slice(0, 1) };

  const situation = situationOf(profile, { capabilities, accepted });
  const tested = inPlanOrder(skills).map((skill) => testSkill(skill, situation));
  const chosen = tested.filter((one) => categoryOf(one) === "selected");
  const selected = chosen.map(selectedEntry);
  const blocked = tested.filter((one) => categoryOf(one) === "blocked").map(blockedEntry);
  const missing = gapsIn(situation.facts, options.gapRules ?? EXAMPLE_GAP_RULES, {
    provided: new Set(chosen.flatMap(({ skill }) => skill.manifest.provides_capabilities)),
  });
  const plan: B3Plan = {
    plan_version: "B3",
    plan_status: selected.length === 0
      ? "BLOCKED"
      : blocked.length + missing.length > 0
      ? "PARTIAL"
      : "READY",
    project_profile: {
      blocked: false,
      exists: true,
      facts: [...situation.facts],
      languages: sortedUnique(profile.languages),
      types: sortedUnique(profile.types),
    },
    client_capabilities: capabilities,
    skills_selected: selected,
    skills_not_applicable: tested.filter((one) => categoryOf(one) === "not_applicable").map(
      inapplicableEntry,
    ),
    skills_blocked: blocked,
    skills_missing: missing,
    warnings: sortedUnique([
      ...(declared === null ? ["CLIENT_CAPABILITIES_UNDECLARED"] : []),
      ...(selected.some(({ limitations }) => limitations.length > 0)
        ? ["OPTIONAL_CLIENT_CAPABILITY_MISSING"]
        : []),
      ...(missing.length > 0 ? ["NO_INSTALLED_SKILL_FOR_CAPABILITY"] : []),
      ...(selected.length > 0 ? [] : [blocked.length > 0 ? "NO_EXECUTABLE_SKILL" : "NO_COMPATIBLE_SKILL"]),
    ]),
    steps: selected.map(({ position, skill_id, reason_codes, required_capabilities }) => ({
      position,
      skill_id,
      action: "READ_AND_EXECUTE_SKILL",
      reason_codes,
      required_capabilities,
      gate: 0,
    })),
  };
  return sealed(plan, { maxBytes: options.maxBytes });
}

function selectedEntry({ skill, required, optional, absent }: Tested, index: number): B3Selected {
  return {
    skill_id: skill.id,
    position: index + 1,
    reason_codes: [
      "PROJECT_TYPE_MATCH",
      "REQUIRED_CLIENT_CAPABILITIES_AVAILABLE",
      ...(absent.length > 0 ? ["OPTIONAL_CLIENT_CAPABILITY_MISSING"] : []),
    ],
    required_capabilities: required,
    optional_capabilities: optional,
    limitations: absent.map((name) => `OPTIONAL_CAPABILITY_UNAVAILABLE:${name}`),
  };
}

function blockedEntry({ skill, missing, forbidden }: Tested): B3Blocked {
  return missing.length > 0
    ? {
      skill_id: skill.id,
      reason_codes: ["REQUIRED_CLIENT_CAPABILITY_MISSING"],
      missing_capabilities: missing,
    }
    : {
      skill_id: skill.id,
      reason_codes: ["FORBIDDEN_CLIENT_CAPABILITY_PRESENT"],
      missing_capabilities: forbidden,
    };
}

function inapplicableEntry({ skill, sharedTypes }: Tested): LeftOut {
  return {
    skill_id: skill.id,
    reason_codes: [sharedTypes.length === 0 ? "PROJECT_TYPE_MISMATCH" : "ACTIVATION_FACT_MISMATCH"],
  };
}

function checkAccepted(accepted: readonly string[]): readonly Issue[] {
  const unknown = accepted.find((fact) => !isOneOf(PROFILE_FACTS, fact));
  return unknown === undefined ? [] : [{
    code: "ACCEPT_LIKELY_UNKNOWN",
    message: `There is no fact ${oneLine(unknown, 80)} to accept`,
    file: "",
    mend: `Use facts of ${PROFILE_FACTS.join(", ")}`,
  }];
}
