/** PLAN_B3_SCHEMA: the plan of format B3. */
import { CLIENT_CAPABILITIES, PROFILE_FACTS, PROFILE_LANGUAGES, PROFILE_TYPES } from "../vocabularies.ts";
import { GAP_REASONS, GAP_SEVERITIES } from "./gap_rules.ts";
import { closed, FLAG, listOf, official, oneOf, TEXT, WHOLE } from "./parts.ts";

const capabilities = listOf(oneOf(CLIENT_CAPABILITIES));
const selectionReasons = listOf(oneOf([
  "OPTIONAL_CLIENT_CAPABILITY_MISSING",
  "PROJECT_TYPE_MATCH",
  "REQUIRED_CLIENT_CAPABILITIES_AVAILABLE",
]));

/** A plan. Order, positions and that each skill stands in one list are checked beside it. */
export const planB3 = official("PLAN_B3_SCHEMA", {
  version: "1.0.0",
  schema: closed({
    plan_version: oneOf(["B3"]),
    plan_status: oneOf(["READY", "PARTIAL", "BLOCKED"]),
    project_profile: closed({
      blocked: FLAG,
      exists: FLAG,
      facts: listOf(oneOf(PROFILE_FACTS)),
      languages: listOf(oneOf(PROFILE_LANGUAGES)),
      types: listOf(oneOf(PROFILE_TYPES)),
    }),
    client_capabilities: capabilities,
    skills_selected: listOf(closed({
      skill_id: TEXT,
      position: WHOLE,
      reason_codes: selectionReasons,
      required_capabilities: capabilities,
      optional_capabilities: capabilities,
      limitations: listOf(
        oneOf(CLIENT_CAPABILITIES.map((name) => `OPTIONAL_CAPABILITY_UNAVAILABLE:${name}`)),
      ),
    })),
    skills_not_applicable: listOf(closed({
      skill_id: TEXT,
      reason_codes: listOf(oneOf(["ACTIVATION_FACT_MISMATCH", "PROJECT_TYPE_MISMATCH"])),
    })),
    skills_blocked: listOf(closed({
      skill_id: TEXT,
      reason_codes: listOf(
        oneOf(["REQUIRED_CLIENT_CAPABILITY_MISSING", "FORBIDDEN_CLIENT_CAPABILITY_PRESENT"]),
      ),
      missing_capabilities: capabilities,
    })),
    skills_missing: listOf(closed({
      gap_id: TEXT,
      capability: TEXT,
      severity: oneOf(GAP_SEVERITIES),
      reason_code: oneOf(GAP_REASONS),
      required_facts: listOf(TEXT, 1),
    })),
    warnings: listOf(oneOf([
      "CLIENT_CAPABILITIES_UNDECLARED",
      "NO_COMPATIBLE_SKILL",
      "NO_EXECUTABLE_SKILL",
      "NO_INSTALLED_SKILL_FOR_CAPABILITY",
      "OPTIONAL_CLIENT_CAPABILITY_MISSING",
    ])),
    steps: listOf(closed({
      position: WHOLE,
      skill_id: TEXT,
      action: oneOf(["READ_AND_EXECUTE_SKILL"]),
      reason_codes: selectionReasons,
      required_capabilities: capabilities,
      gate: WHOLE,
    })),
  }),
});
