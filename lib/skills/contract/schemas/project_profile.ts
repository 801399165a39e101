/** PROJECT_PROFILE_SCHEMA: what a skill may report of a project, each statement with its state and evidence. */
import { closed, listOf, official, oneOf, TEXT } from "./parts.ts";

function statements(states: readonly string[]) {
  return listOf(closed({ value: TEXT, state: oneOf(states), evidence: listOf(TEXT) }, { reason: TEXT }));
}

const OPEN = ["UNKNOWN", "HUMAN_INPUT_REQUIRED"];
const SUBJECTS = [
  "project_type",
  "platforms",
  "languages",
  "frameworks",
  "backend",
  "databases",
  "authentication",
  "payments",
  "personal_data",
  "ai_usage",
  "jurisdictions",
];

/** A reported profile. The detector's own is another shape; see `Profile`. */
export const projectProfile = official("PROJECT_PROFILE_SCHEMA", {
  version: "0.1.0",
  schema: closed({
    ...Object.fromEntries(SUBJECTS.map((subject) => [subject, statements(["CONFIRMED", "LIKELY", ...OPEN])])),
    confirmed_facts: statements(["CONFIRMED"]),
    unknowns: statements(OPEN),
    human_questions: listOf(TEXT),
    limitations: listOf(TEXT),
  }),
});
