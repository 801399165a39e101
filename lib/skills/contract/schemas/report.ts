/** REPORT_SCHEMA: the findings of one skill. */
import { closed, listOf, official, oneOf, TEXT } from "./parts.ts";

/** A report's outer shape; each finding is checked by FINDING_SCHEMA. */
export const report = official("REPORT_SCHEMA", {
  version: "0.1.0",
  schema: closed({ skill_id: TEXT, version: oneOf(["0.1.0"]), findings: listOf({ type: "object" }) }),
});
