/** The fields that the answers of the family's tools share. */
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
  records: z.array(z.strictObject({
    error_codes: texts,
    relative_path: z.string(),
    root_index: z.int(),
    skill_id: z.string().nullable(),
    state: z.enum(["VALID", "INVALID", "BLOCKED", "DUPLICATE", "UNREADABLE", "TOO_LARGE"]),
  })),
  issues: issues.optional(),
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

const found = {
  blocked: z.boolean(),
  exists: z.boolean(),
  languages: texts,
  types: texts,
} as const;

/** What was found out about a target. */
export const profile = z.strictObject({ ...found, facts: texts, issues: texts, markers });

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

const reasons = { skill_id: z.string(), reason_codes: texts } as const;

const olderPlan = z.strictObject({
  plan_version: z.literal("1.0"),
  project_profile: z.strictObject({ ...found, markers }),
  selected_skills: z.array(z.strictObject({ ...reasons, position: z.int(), prerequisites: texts })),
  rejected_skills: z.array(z.strictObject(reasons)),
  steps: z.array(z.strictObject({ action: z.string(), position: z.int(), skill_id: z.string() })),
  warnings: texts,
});

const b3Plan = z.strictObject({
  plan_version: z.literal("B3"),
  plan_status: z.enum(["READY", "PARTIAL", "BLOCKED"]),
  project_profile: z.strictObject({ ...found, facts: texts }),
  client_capabilities: texts,
  skills_selected: z.array(z.strictObject({
    ...reasons,
    position: z.int(),
    required_capabilities: texts,
    optional_capabilities: texts,
    limitations: texts,
  })),
  skills_not_applicable: z.array(z.strictObject(reasons)),
  skills_blocked: z.array(z.strictObject({ ...reasons, missing_capabilities: texts })),
  skills_missing: z.array(z.strictObject({
    gap_id: z.string(),
    capability: z.string(),
    severity: z.enum(["warning", "blocking"]),
    reason_code: z.string(),
    required_facts: texts,
  })),
  warnings: texts,
  steps: z.array(z.strictObject({
    position: z.int(),
    skill_id: z.string(),
    action: z.string(),
    reason_codes: texts,
    required_capabilities: texts,
    gate: z.int(),
  })),
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
