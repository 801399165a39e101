/** SKILL_MANIFEST_SCHEMA: the shape of `phases.json`. */
import { CLIENT_CAPABILITIES, EXECUTION_MODES, HUMAN_APPROVALS, MANIFEST_VERSIONS } from "../vocabularies.ts";
import { ANY_TEXT, closed, listOf, official, oneOf, TEXT } from "./parts.ts";

const capabilities = listOf(oneOf(CLIENT_CAPABILITIES));

/**
 * A manifest. That `provides_capabilities` is forbidden under 1.0 and required under 1.1, and every other condition
 * between two members, is a rule of the validator.
 */
export const manifest = official("SKILL_MANIFEST_SCHEMA", {
  version: "0.2.0",
  schema: closed({
    schema_version: oneOf(MANIFEST_VERSIONS),
    id: TEXT,
    version: TEXT,
    title: TEXT,
    description: TEXT,
    domain: TEXT,
    project_types: listOf(ANY_TEXT),
    platforms: listOf(ANY_TEXT),
    activation: closed({ any: listOf(TEXT) }),
    exclusions: listOf(ANY_TEXT),
    requires_capabilities: capabilities,
    optional_capabilities: capabilities,
    forbidden_capabilities: capabilities,
    execution_mode: oneOf(EXECUTION_MODES),
    human_approval: oneOf(HUMAN_APPROVALS),
    output_schema: TEXT,
    rules_path: TEXT,
    references_path: TEXT,
    scripts_path: TEXT,
    tests_path: TEXT,
    files: listOf(TEXT),
  }, { provides_capabilities: listOf(TEXT) }),
});
