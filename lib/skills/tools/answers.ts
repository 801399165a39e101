/**
 * The fields that the answers of the family's tools share, in the order of their names: what is checked against them
 * comes out in that order, which is the one it is written in.
 */
import { z } from "zod";

const texts = z.array(z.string());

const issue = z.strictObject({
  code: z.string(),
  message: z.string(),
  file: z.string().describe("Relative, with /; empty for the whole"),
  line: z.int().min(1).optional(),
  mend: z.string().describe("How to mend it"),
});

/** What is wrong, for the author of a package. */
const issues = z.array(issue);

/** What was found in the roots. */
export const discovery = z.strictObject({
  complete: z.boolean(),
  fatal_codes: texts,
  issues: issues.optional(),
  records: z.array(z.strictObject({
    error_codes: texts,
    relative_path: z.string(),
    root_index: z.int(),
    skill_id: z.string().nullable(),
    state: z.enum(["VALID", "INVALID", "BLOCKED", "DUPLICATE", "UNREADABLE", "TOO_LARGE"]),
  })),
});

/** What an answer has when the call failed, and nothing of it otherwise. */
export const failure = {
  codes: texts.optional().describe("Why the call failed, when it did"),
  code: z.string().optional().describe("Why there is no answer, when there is none"),
  message: z.string().optional(),
  next: z.string().optional().describe("The next step after a failure"),
  issues: issues.optional(),
} as const;

/** How many texts of the answer were masked; left out when none was. */
export const masked = z.int().min(1).optional().describe("Texts that were masked in this answer");

const markers = z.record(z.string(), texts);

/** What was found out about a target. */
export const profile = z.strictObject({
  blocked: z.boolean(),
  exists: z.boolean(),
  facts: texts,
  issues: texts,
  languages: texts,
  markers,
  types: texts,
});

/** Why something was found. */
export const evidence = z.array(z.strictObject({
  finding: z.string(),
  state: z.enum(["CONFIRMED", "LIKELY", "DECLARED"]),
  file: z.string(),
  line: z.int().min(1).optional(),
  why: z.string(),
}));

/** A skill as lists have it. */
export const summary = {
  description: z.string(),
  domain: z.string(),
  platforms: texts,
  project_types: texts,
  skill_id: z.string(),
  title: z.string(),
  version: z.string(),
} as const;

const olderPlan = z.strictObject({
  plan_version: z.literal("1.0"),
  project_profile: z.strictObject({
    blocked: z.boolean(),
    exists: z.boolean(),
    languages: texts,
    markers,
    types: texts,
  }),
  rejected_skills: z.array(z.strictObject({ reason_codes: texts, skill_id: z.string() })),
  selected_skills: z.array(z.strictObject({
    position: z.int(),
    prerequisites: texts,
    reason_codes: texts,
    skill_id: z.string(),
  })),
  steps: z.array(z.strictObject({ action: z.string(), position: z.int(), skill_id: z.string() })),
  warnings: texts,
});

const b3Plan = z.strictObject({
  client_capabilities: texts,
  plan_status: z.enum(["READY", "PARTIAL", "BLOCKED"]),
  plan_version: z.literal("B3"),
  project_profile: z.strictObject({
    blocked: z.boolean(),
    exists: z.boolean(),
    facts: texts,
    languages: texts,
    types: texts,
  }),
  skills_blocked: z.array(z.strictObject({
    missing_capabilities: texts,
    reason_codes: texts,
    skill_id: z.string(),
  })),
  skills_missing: z.array(z.strictObject({
    capability: z.string(),
    gap_id: z.string(),
    reason_code: z.string(),
    required_facts: texts,
    severity: z.enum(["warning", "blocking"]),
  })),
  skills_not_applicable: z.array(z.strictObject({ reason_codes: texts, skill_id: z.string() })),
  skills_selected: z.array(z.strictObject({
    limitations: texts,
    optional_capabilities: texts,
    position: z.int(),
    reason_codes: texts,
    required_capabilities: texts,
    skill_id: z.string(),
  })),
  steps: z.array(z.strictObject({
    action: z.string(),
    gate: z.int(),
    position: z.int(),
    reason_codes: texts,
    required_capabilities: texts,
    skill_id: z.string(),
  })),
  warnings: texts,
});

/** A plan of either format. */
export const plan = z.discriminatedUnion("plan_version", [b3Plan, olderPlan]);

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** All that a plan was made under, for who stores it to make it again. */
export const parameters = z.discriminatedUnion("plan_version", [
  z.strictObject({
    plan_version: z.literal("1.0"),
    root_ids: texts,
    today: z.string(),
    constraints: z.strictObject({
      platforms: texts.optional(),
      domains: texts.optional(),
      capabilities: texts.optional(),
    }).nullable(),
  }),
  z.strictObject({
    plan_version: z.literal("B3"),
    root_ids: texts,
    today: z.string(),
    client_capabilities: texts.nullable(),
    accept_likely: texts,
    gap_rules: z.array(z.strictObject({
      gap_id: z.string(),
      required_facts: texts,
      capability: z.string(),
      severity: z.enum(["warning", "blocking"]),
      reason_code: z.string(),
    })),
  }),
]);

/** What a plan was made of, and the plan itself, as digests: equal ones mean equal plans. */
export const digests = z.strictObject({
  profile: sha256,
  catalogue: sha256,
  parameters: sha256,
  plan: sha256,
});
