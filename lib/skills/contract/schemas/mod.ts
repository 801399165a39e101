/** The contract's official schemas by name; `output_schema` of a package names one as `core:NAME.json`. */
import type { Schema } from "../schema.ts";
import { checkSchema } from "../schema_check.ts";
import { clientCapabilities } from "./client_capabilities.ts";
import { finding } from "./finding.ts";
import { gapRules } from "./gap_rules.ts";
import { manifest } from "./manifest.ts";
import { planB3 } from "./plan_b3.ts";
import { projectFacts } from "./project_facts.ts";
import { projectProfile } from "./project_profile.ts";
import { report } from "./report.ts";
import { skillsQa } from "./skills_qa.ts";

/** The nine schemas, each checked to keep to its language; a name that is not here is not official. */
export const OFFICIAL: Readonly<Record<string, Schema>> = checked({
  CLIENT_CAPABILITIES_SCHEMA: clientCapabilities,
  FINDING_SCHEMA: finding,
  PLAN_B3_SCHEMA: planB3,
  PROJECT_FACTS_SCHEMA: projectFacts,
  PROJECT_PROFILE_SCHEMA: projectProfile,
  REPORT_SCHEMA: report,
  SKILLS_QA_SCHEMA: skillsQa,
  SKILL_GAP_RULES_SCHEMA: gapRules,
  SKILL_MANIFEST_SCHEMA: manifest,
});

function checked(schemas: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  for (const [name, schema] of Object.entries(schemas)) {
    const [issue] = checkSchema(schema, `${name}.json`);
    if (issue !== undefined) throw new Error(`Defect in ${name}: ${issue.message}`);
    if (schema.schema_id !== name) throw new Error(`Defect in ${name}: it calls itself ${schema.schema_id}`);
  }
  return Object.freeze(schemas);
}
