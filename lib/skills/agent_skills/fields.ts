/** The fields of an Agent Skill's front matter, by the format's specification (agentskills.io, Specification). */
import { nearest } from "../../core/nearest.ts";
import { skillIdProblem } from "../identity.ts";
import type { Issue } from "../types.ts";
import { issueOf, shown } from "../validator/issue.ts";
import { type YamlField, yamlText } from "./yaml.ts";

const FILE = "SKILL.md";
const KNOWN = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"] as const;
/** Lower-case letters and digits with single hyphens between them. */
const NAME = /^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u;
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;
const MAX_COMPATIBILITY = 500;

/** What the front matter says. */
export interface AgentFields {
  readonly name: string;
  readonly description: string;
  /** Texts by their keys, and the lines of these. */
  readonly metadata: ReadonlyMap<string, { readonly value: string; readonly line: number }>;
}

/**
 * Checks the fields. Keys that the specification does not know are clients' own and passed over, unless they look like
 * a misspelling of one that it knows.
 *
 * @param fields As they were read.
 * @param options `name`: of the package's folder.
 *
 * @example
 * ```ts
 * import { checkFields } from "gatehouse/skills/agent_skills/fields.ts";
 *
 * const name = { value: "Audit", line: 2, lines: new Map() };
 * const { issues } = checkFields(new Map([["name", name]]), { name: "audit" });
 * const codes = issues.map(({ code }) => code).sort();
 * if (codes.join() !== "FRONTMATTER_REQUIRED,SKILL_ID,SKILL_ID_MISMATCH") throw new Error(codes.join());
 * ```
 */
export function checkFields(
  fields: ReadonlyMap<string, YamlField>,
  { name: folder }: { readonly name: string },
): { readonly fields: AgentFields | null; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const text = (key: typeof KNOWN[number], max: number | null): string | null => {
    const field = fields.get(key);
    if (field === undefined) return null;
    const value = yamlText(field, key, { file: FILE });
    if (typeof value !== "string") issues.push(value);
    else if (value.trim() === "" || max !== null && [...value].length > max) {
      issues.push(issueOf("FRONTMATTER_VALUE", FILE, {
        message: value.trim() === "" ? `${key} is empty` : `${key} is longer than ${max} characters`,
        mend: max === null ? "Write a text, or remove the key" : `Write 1 to ${max} characters`,
        line: field.line,
      }));
    } else return value;
    return null;
  };
  for (const key of ["name", "description"] as const) {
    if (fields.has(key)) continue;
    issues.push(issueOf("FRONTMATTER_REQUIRED", FILE, {
      message: `The front matter has no ${key}`,
      mend: key === "name"
        ? `Add the line "name: ${folder}"`
        : 'Add a line "description: …": what it does, and when',
      line: 1,
    }));
  }
  const name = text("name", null);
  const description = text("description", MAX_DESCRIPTION);
  text("license", null);
  text("compatibility", MAX_COMPATIBILITY);
  if (name !== null) issues.push(...nameIssues(name, { folder, line: fields.get("name")?.line ?? 1 }));
  const metadata = metadataOf(fields.get("metadata"), issues);
  issues.push(...toolIssues(fields.get("allowed-tools")), ...misspelled(fields));
  const isSound = issues.length === 0 && name !== null && description !== null;
  return { fields: isSound ? { name, description, metadata } : null, issues };
}

function nameIssues(
  name: string,
  { folder, line }: { readonly folder: string; readonly line: number },
): Issue[] {
  const isForm = NAME.test(name) && name === name.normalize("NFKC");
  const why = [...name].length > MAX_NAME
    ? `is longer than ${MAX_NAME} characters`
    : isForm
    ? null
    : "has other characters than lower-case letters, digits and single hyphens between them";
  const problem = why === null ? skillIdProblem(name) : { code: "SKILL_ID", why };
  const issues = problem === null ? [] : [issueOf(problem.code, FILE, {
    message: `The name ${shown(name)} ${problem.why}`,
    mend: `Write the folder's name in that form, such as "${slug(folder)}", here and for the folder`,
    line,
  })];
  if (name === folder.normalize("NFKC")) return issues;
  return [
    ...issues,
    issueOf("SKILL_ID_MISMATCH", FILE, {
      message: `The name ${shown(name)} is not that of its folder, ${shown(folder)}`,
      mend: "Rename the folder, or write its name here",
      line,
    }),
  ];
}

function slug(folder: string): string {
  return folder.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, MAX_NAME) ||
    "my-skill";
}

function metadataOf(field: YamlField | undefined, issues: Issue[]): AgentFields["metadata"] {
  const texts = new Map<string, { value: string; line: number }>();
  if (field === undefined || field.value === "") return texts;
  if (typeof field.value !== "object" || field.value === null || Array.isArray(field.value)) {
    issues.push(issueOf("FRONTMATTER_VALUE", FILE, {
      message: "metadata is no map",
      mend: 'Write its entries as indented lines "key: value"',
      line: field.line,
    }));
    return texts;
  }
  for (const [key, value] of Object.entries(field.value)) {
    const line = field.lines.get(key) ?? field.line;
    const read = yamlText({ value, line, lines: new Map() }, `metadata.${key}`, { file: FILE });
    if (typeof read === "string") texts.set(key, { value: read, line });
    else issues.push(read);
  }
  return texts;
}

/** The specification has a text with blanks between the tools; some of its revisions had a list. */
function toolIssues(field: YamlField | undefined): Issue[] {
  const isList = Array.isArray(field?.value) && field.value.every((tool) => typeof tool === "string");
  if (field === undefined || typeof field.value === "string" || isList) return [];
  return [issueOf("FRONTMATTER_VALUE", FILE, {
    message: "allowed-tools is neither a text nor a list of texts",
    mend: 'Write the tools with blanks between them, such as "Read Grep"',
    line: field.line,
  })];
}

function misspelled(fields: ReadonlyMap<string, YamlField>): Issue[] {
  return [...fields].flatMap(([key, { line }]) => {
    const meant = (KNOWN as readonly string[]).includes(key) ? null : nearest(key.toLowerCase(), KNOWN);
    if (meant === null || fields.has(meant)) return [];
    return issueOf("FRONTMATTER_UNKNOWN_KEY", FILE, {
      message: `The key ${shown(key)} is unknown and looks like ${shown(meant)}`,
      mend: `Write "${meant}", or put the entry under metadata`,
      line,
    });
  });
}
