/** SKILLS_QA_SCHEMA: the report on the packages of a catalogue. */
import { closed, listOf, official, oneOf, TEXT } from "./parts.ts";

const remarks = listOf(closed({
  skill_id: TEXT,
  summary: TEXT,
  evidence: listOf(TEXT),
  status: oneOf(["OBSERVED", "CONFIRMED", "HUMAN_REVIEW_REQUIRED", "BLOCKED"]),
}, { path: TEXT }));

/** The report. */
export const skillsQa = official("SKILLS_QA_SCHEMA", {
  version: "0.1.0",
  schema: closed({
    skills_checked: listOf(TEXT),
    valid: listOf(TEXT),
    invalid: remarks,
    promises_without_mechanism: remarks,
    missing_tests: remarks,
    missing_files: remarks,
    contradictions: remarks,
    blocked: remarks,
    limitations: listOf(TEXT),
  }),
});
