/** SKILL_GAP_RULES_SCHEMA: rules that say which capability projects with certain facts should have covered. */
import { closed, listOf, official, oneOf, TEXT } from "./parts.ts";

/** How much a gap matters. */
export const GAP_SEVERITIES = ["warning", "blocking"] as const;
/** Why a gap is listed. */
export const GAP_REASONS = ["NO_INSTALLED_SKILL_FOR_CAPABILITY"] as const;

/** A file of gap rules. The form of ids, facts and capabilities is checked by the planner. */
export const gapRules = official("SKILL_GAP_RULES_SCHEMA", {
  version: "1.0.0",
  schema: closed({
    schema_id: oneOf(["SKILL_GAP_RULES"]),
    version: oneOf(["1.0.0"]),
    description: TEXT,
    rules: listOf(closed({
      gap_id: TEXT,
      required_facts: listOf(TEXT, 1),
      capability: TEXT,
      severity: oneOf(GAP_SEVERITIES),
      reason_code: oneOf(GAP_REASONS),
    })),
  }),
});
