/** PROJECT_FACTS_SCHEMA: what a project declares of itself in `.phases-profile.json`. */
import { PROFILE_FACTS } from "../vocabularies.ts";
import { closed, listOf, official, oneOf } from "./parts.ts";

/** The declaration. That its facts are unique is a rule of the detector. */
export const projectFacts = official("PROJECT_FACTS_SCHEMA", {
  version: "1.0.0",
  schema: closed({ schema_version: oneOf(["1.0"]), facts: listOf(oneOf(PROFILE_FACTS)) }),
});
