/** `output_schema`: the official schema, by its symbolic name, that what the skill gives must fit. */
import { OFFICIAL } from "../contract/schemas/mod.ts";
import { shown } from "./issue.ts";

/** Files of the contract that are data, and no schemas. */
const NO_SCHEMAS: readonly string[] = ["SEVERITY_MODEL", "SKILL_GAP_RULES"];

/**
 * What is wrong with the reference; null when it names an official schema.
 *
 * @example
 * ```ts
 * import { outputSchemaIssue } from "gatehouse/skills/validator/output_schema.ts";
 *
 * if (outputSchemaIssue("core:FINDING_SCHEMA.json") !== null) throw new Error("refused");
 * if (outputSchemaIssue("../x.json")?.code !== "OUTPUT_SCHEMA_PATH") throw new Error("a path was let in");
 * ```
 */
export function outputSchemaIssue(
  text: string,
): { readonly code: string; readonly message: string; readonly mend: string } | null {
  const mend = `Name one of ${Object.keys(OFFICIAL).map((name) => `core:${name}.json`).join(", ")}`;
  const refuse = (code: string, why: string) => ({
    code,
    message: `output_schema ${shown(text)} ${why}`,
    mend,
  });
  if (text.includes("..") || /^(?:[/\\~]|[A-Za-z]:[/\\])/.test(text)) {
    return refuse("OUTPUT_SCHEMA_PATH", "is a path, not the name of a schema");
  }
  const name = /^core:([A-Z0-9_]+)\.json$/.exec(text)?.[1];
  if (name === undefined) return refuse("OUTPUT_SCHEMA_REF", "is not of the form core:NAME.json");
  if (NO_SCHEMAS.includes(name)) return refuse("SCHEMA_ID", "names data of the contract, not a schema");
  return Object.hasOwn(OFFICIAL, name)
    ? null
    : refuse("OUTPUT_SCHEMA_UNKNOWN", "is no schema of the contract");
}
