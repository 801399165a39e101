/** The shapes of both plans, of what they are made under and of what goes with them. */
import type { GapRule, Issue } from "../types.ts";

/** What a caller of the older plan narrows the choice by; compared without regard to case. */
export interface Constraints {
  /** One of them must be among the skill's; absent or empty leaves the platform open. */
  readonly platforms?: readonly string[];
  /** The skill's domain must be one of them; absent or empty leaves the domain open. */
  readonly domains?: readonly string[];
  /** What is at hand: an empty list means nothing is; absent leaves capabilities unjudged. */
  readonly capabilities?: readonly string[];
}

/** What the older plan is made under. */
export interface LegacyPlanOptions {
  /** Null and absent mean none. */
  readonly constraints?: Constraints | null;
  /** Bytes of canonical JSON that the plan may have; default and most 1 MiB. */
  readonly maxBytes?: number;
}

/** What a B3 plan is made under. */
export interface B3PlanOptions {
  /** What the client says it can do; null and absent mean that it said nothing, which is not the same as nothing. */
  readonly clientCapabilities?: readonly string[] | null;
  /** Default: the built-in example rule. */
  readonly gapRules?: readonly GapRule[];
  /** Facts that only signs speak for and that the caller takes as given. Default none. */
  readonly acceptLikely?: readonly string[];
  /** Bytes of canonical JSON that the plan may have; default and most 1 MiB. */
  readonly maxBytes?: number;
}

/** A plan, or why there is none; issues are sorted by code. */
export type Planned<Plan> =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** What the older plan repeats of the profile. */
export interface LegacyProfile {
  readonly blocked: false;
  readonly exists: true;
  readonly languages: readonly string[];
  readonly markers: Readonly<Record<string, readonly string[]>>;
  readonly types: readonly string[];
}

/** One selected skill of the older plan. */
export interface LegacySelected {
  /** From 1. */
  readonly position: number;
  /** Always empty: skills declare no dependencies. */
  readonly prerequisites: readonly string[];
  readonly reason_codes: readonly string[];
  readonly skill_id: string;
}

/** A skill that was left out. */
export interface LeftOut {
  readonly reason_codes: readonly string[];
  readonly skill_id: string;
}

/** One step of the older plan. */
export interface LegacyStep {
  readonly action: "PROVIDE_SKILL";
  /** From 1. */
  readonly position: number;
  readonly skill_id: string;
}

/** The older plan, as it is published. */
export interface LegacyPlan {
  readonly plan_version: "1.0";
  readonly project_profile: LegacyProfile;
  readonly selected_skills: readonly LegacySelected[];
  readonly rejected_skills: readonly LeftOut[];
  readonly steps: readonly LegacyStep[];
  readonly warnings: readonly string[];
}

/** What a B3 plan repeats of the profile. */
export interface B3Profile {
  readonly blocked: false;
  readonly exists: true;
  /** Confirmed, declared and accepted ones. */
  readonly facts: readonly string[];
  readonly languages: readonly string[];
  readonly types: readonly string[];
}

/** One selected skill of a B3 plan. */
export interface B3Selected {
  readonly skill_id: string;
  /** From 1. */
  readonly position: number;
  readonly reason_codes: readonly string[];
  readonly required_capabilities: readonly string[];
  readonly optional_capabilities: readonly string[];
  /** `OPTIONAL_CAPABILITY_UNAVAILABLE:<capability>`, one for each. */
  readonly limitations: readonly string[];
}

/** A skill that fits and cannot be carried out. */
export interface B3Blocked {
  readonly skill_id: string;
  readonly reason_codes: readonly string[];
  /** Under `FORBIDDEN_CLIENT_CAPABILITY_PRESENT`: the forbidden ones that are present. */
  readonly missing_capabilities: readonly string[];
}

/** A capability that the facts ask for and no selected skill provides. */
export interface B3Missing {
  readonly gap_id: string;
  readonly capability: string;
  readonly severity: "warning" | "blocking";
  readonly reason_code: string;
  readonly required_facts: readonly string[];
}

/** One step of a B3 plan. */
export interface B3Step {
  /** From 1. */
  readonly position: number;
  readonly skill_id: string;
  readonly action: "READ_AND_EXECUTE_SKILL";
  readonly reason_codes: readonly string[];
  readonly required_capabilities: readonly string[];
  readonly gate: 0;
}

/** A B3 plan, as it is published. */
export interface B3Plan {
  readonly plan_version: "B3";
  readonly plan_status: "READY" | "PARTIAL" | "BLOCKED";
  readonly project_profile: B3Profile;
  readonly client_capabilities: readonly string[];
  readonly skills_selected: readonly B3Selected[];
  readonly skills_not_applicable: readonly LeftOut[];
  readonly skills_blocked: readonly B3Blocked[];
  readonly skills_missing: readonly B3Missing[];
  readonly warnings: readonly string[];
  readonly steps: readonly B3Step[];
}

/** All that a plan is made under besides the skills and the profile; stored beside a plan, it makes it repeatable. */
export type PlanParameters =
  & {
    /** The chosen roots, by their canonical keys, sorted. */
    readonly root_ids: readonly string[];
    /** `YYYY-MM-DD`, as the caller gave it. */
    readonly today: string;
  }
  & (
    | { readonly plan_version: "1.0"; readonly constraints: Constraints | null }
    | {
      readonly plan_version: "B3";
      readonly client_capabilities: readonly string[] | null;
      readonly accept_likely: readonly string[];
      readonly gap_rules: readonly GapRule[];
    }
  );
