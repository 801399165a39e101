/**
 * Validates an ordinary Agent Skills package: a folder with a `SKILL.md` whose front matter has a name and a
 * description. It gets a manifest with neutral values, so that the planner can place it.
 */
import { skillKey } from "../identity.ts";
import { digestOf } from "../text/digest.ts";
import type { Issue, Skill } from "../types.ts";
import { splitFrontmatter } from "../validator/frontmatter.ts";
import { INSTRUCTIONS, readInstructions } from "../validator/instructions.ts";
import { issueOf } from "../validator/issue.ts";
import { canonicalManifest } from "../validator/manifest.ts";
import { missingIssues } from "../validator/missing.ts";
import { nameIssues, type PackageOptions, type PackagePlace } from "../validator/package.ts";
import { PackageReader } from "../validator/reader.ts";
import { failed, type PackageResult } from "../validator/result.ts";
import { hiddenIssues, secretIssues } from "../validator/text_issues.ts";
import { valueHiddenIssues, valueSecretIssues } from "../validator/value_issues.ts";
import { type AgentFields, checkFields } from "./fields.ts";
import { metadataPlacement, neutralPlacement, overlayPlacement, type Placement } from "./placement.ts";
import { readTree } from "./tree.ts";
import { readYaml, type YamlField } from "./yaml.ts";

/**
 * Validates one package.
 *
 * @example
 * ```ts
 * import { validateAgentSkill } from "gatehouse/skills/agent_skills/package.ts";
 * import { LIMITS } from "gatehouse/skills/contract/limits.ts";
 *
 * const directory = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.writeTextFile(`${directory}/SKILL.md`, "---\nname: audit\ndescription: Reads a project\n---\n");
 * const place = { directory, name: "audit", rootId: "demo" };
 * const result = validateAgentSkill(place, { today: "2026-08-27", limits: LIMITS });
 * if (!result.ok || result.skill.format !== "agent-skills") throw new Error("refused");
 * ```
 */
export function validateAgentSkill(place: PackagePlace, { limits }: PackageOptions): PackageResult {
  const reader = new PackageReader(place.directory, place.seen);
  const wrongName = nameIssues(place.name);
  const hopeless = wrongName.length > 0 ? wrongName : missingIssues(reader, [INSTRUCTIONS]);
  if (hopeless.length > 0) return failed(hopeless, { id: null, limits });

  const text = readInstructions(reader, { maxBytes: limits.skillBytes });
  const said = text.ok ? readText(text.content, place.name) : { fields: null, issues: [text.issue] };
  const fields = said.fields;
  const metadata = metadataPlacement(fields?.metadata ?? new Map());
  const overlay = overlayPlacement(reader);
  const tree = readTree(reader);
  const issues = [...said.issues, ...metadata.issues, ...overlay.issues, ...tree.issues];
  if (issues.length > 0 || fields === null || !text.ok) {
    return failed(issues, { id: fields?.name ?? null, limits });
  }
  const placement = { ...neutralPlacement(fields.name), ...metadata.fields, ...overlay.fields };
  const { content } = text;
  return { ok: true, skill: skillOf({ place, reader, fields, placement, content, paths: tree.paths }) };
}

function readText(
  content: string,
  name: string,
): { readonly fields: AgentFields | null; readonly issues: readonly Issue[] } {
  const text = content.includes("\r") ? content.replace(/\r\n?/g, "\n") : content;
  const always = [...secretIssues(text, INSTRUCTIONS), ...hiddenIssues(text, INSTRUCTIONS)];
  const split = splitFrontmatter(text);
  if (split.problem !== null) {
    const issue = issueOf("FRONTMATTER", INSTRUCTIONS, {
      message: split.problem,
      mend: `Begin the file with "---", "name: ${name}", "description: …" and "---", each on a line`,
      line: 1,
    });
    return { fields: null, issues: [issue, ...always] };
  }
  const yaml = readYaml(split.lines.join("\n"), { file: INSTRUCTIONS, firstLine: 2 });
  if (!yaml.ok) return { fields: null, issues: [yaml.issue, ...always] };
  const { fields, issues } = checkFields(yaml.fields, { name });
  return { fields, issues: [...issues, ...always, ...escapedIssues(yaml.fields, always)] };
}

/** What the text does not show: YAML has escapes for every character. */
function escapedIssues(fields: ReadonlyMap<string, YamlField>, known: readonly Issue[]): Issue[] {
  return [...fields].flatMap(([key, { value, line, lines }]) => {
    const lineOf = (pointer: string) => lines.get(pointer.split("/")[2] ?? "") ?? line;
    const options = { file: INSTRUCTIONS, lineOf, known };
    return [
      ...valueHiddenIssues({ [key]: value }, options),
      ...valueSecretIssues({ [key]: value }, options),
    ];
  });
}

function skillOf(parts: {
  readonly place: PackagePlace;
  readonly reader: PackageReader;
  readonly fields: AgentFields;
  readonly placement: Placement;
  readonly content: string;
  readonly paths: readonly string[];
}): Skill {
  const { place, fields, placement, content, paths } = parts;
  const files = parts.reader.digests();
  const manifest = {
    ...placement,
    schema_version: "1.1",
    id: fields.name,
    description: fields.description.replace(/\s+/g, " ").trim().normalize("NFKC"),
    execution_mode: "unspecified",
    human_approval: "required_before_apply",
    output_schema: "",
  } as const;
  const none = { rules_path: "", references_path: "", scripts_path: "", tests_path: "" };
  return {
    id: fields.name,
    key: skillKey(fields.name) ?? fields.name,
    rootId: place.rootId,
    directory: place.directory,
    format: "agent-skills",
    manifest: canonicalManifest({ ...manifest, ...none, files: [] }, { ...none, files: paths }),
    content,
    files,
    digest: digestOf(files),
  };
}
