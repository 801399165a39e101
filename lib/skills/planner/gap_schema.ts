/** The schema of a file of gap rules, and its part for the list of rules alone. */
import type { Schema } from "../contract/schema.ts";

const word: Schema = { type: "string", minLength: 1 };

/** A list of rules. */
export const RULES_SCHEMA: Schema = {
  type: "array",
  items: {
    type: "object",
    required: ["gap_id", "required_facts", "capability", "severity", "reason_code"],
    properties: {
      gap_id: word,
      required_facts: { type: "array", minItems: 1, items: word },
      capability: word,
      severity: { type: "string", enum: ["warning", "blocking"] },
      reason_code: { type: "string", enum: ["NO_INSTALLED_SKILL_FOR_CAPABILITY"] },
    },
    additionalProperties: false,
  },
};

/** A file of rules. */
export const FILE_SCHEMA: Schema = {
  type: "object",
  required: ["schema_id", "version", "description", "rules"],
  properties: {
    schema_id: { type: "string", enum: ["SKILL_GAP_RULES"] },
    version: { type: "string", enum: ["1.0.0"] },
    description: word,
    rules: RULES_SCHEMA,
  },
  additionalProperties: false,
};
