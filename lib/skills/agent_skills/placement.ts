/**
 * Where a plain Agent Skill fits: the fields of a manifest that it may say under `metadata` or in an optional
 * `phases.json`, over neutral values with which it fits every project that anything is known of.
 */
import { nearest } from "../../core/nearest.ts";
import { isOneOf, PROFILE_FACTS, PROFILE_TYPES } from "../contract/vocabularies.ts";
import { parseJson } from "../text/strict_json.ts";
import type { Issue, Manifest } from "../types.ts";
import { issueOf } from "../validator/issue.ts";
import { partialManifestIssues } from "../validator/manifest.ts";
import { textProblem } from "../validator/metadata.ts";
import { fileIssue, type PackageReader } from "../validator/reader.ts";
import { jsonSecretIssues } from "../validator/value_issues.ts";
import type { AgentFields } from "./fields.ts";

const OVERLAY = "phases.json";
const OVERLAY_BYTES = 1_048_576;
const LISTS = [
  "project_types",
  "platforms",
  "exclusions",
  "requires_capabilities",
  "optional_capabilities",
  "forbidden_capabilities",
  "provides_capabilities",
] as const;
const TEXTS = ["title", "domain"] as const;

/** The fields of a manifest that say where a skill fits. */
export type Placement = Pick<
  Manifest,
  typeof LISTS[number] | typeof TEXTS[number] | "version" | "activation"
>;

/** What is said, with the issues of what is said wrongly. */
export interface Said {
  readonly fields: Partial<Placement>;
  readonly issues: readonly Issue[];
}

/**
 * The placement of a skill that says nothing about it.
 *
 * @example
 * ```ts
 * import { neutralPlacement } from "gatehouse/skills/agent_skills/placement.ts";
 *
 * if (!neutralPlacement("audit").project_types.includes("python")) throw new Error("a project is left out");
 * ```
 */
export function neutralPlacement(name: string): Placement {
  return {
    version: "0.0.0",
    title: name,
    domain: "general",
    project_types: [...PROFILE_TYPES],
    platforms: ["any", "linux", "macos", "windows"],
    activation: { any: [...PROFILE_FACTS] },
    exclusions: [],
    requires_capabilities: [],
    optional_capabilities: [],
    forbidden_capabilities: [],
    provides_capabilities: [],
  };
}

/**
 * What `metadata` says: lists as texts with blanks or commas between the words, `activation` as the list of facts. An
 * `activation` without a fact and without what looks like one means something of somebody else's.
 *
 * @example
 * ```ts
 * import { metadataPlacement } from "gatehouse/skills/agent_skills/placement.ts";
 *
 * const metadata = new Map([["project_types", { value: "python, web", line: 5 }]]);
 * if (metadataPlacement(metadata).fields.project_types?.length !== 2) throw new Error("not read");
 * ```
 */
export function metadataPlacement(metadata: AgentFields["metadata"]): Said {
  const value: Record<string, unknown> = {};
  for (const [key, { value: text }] of metadata) {
    const words = text.split(/[\s,]+/).filter((word) => word !== "");
    if (LISTS.some((list) => list === key)) value[key] = words;
    else if (key === "activation" && words.some(looksLikeFact)) {
      value[key] = { any: words };
    } else if (TEXTS.some((name) => name === key) && textProblem(text, 128) === null) value[key] = text;
  }
  const lineOf = (pointer: string) => metadata.get(pointer.split("/")[1] ?? "")?.line;
  const issues = partialManifestIssues({ value, lineOf }, { file: "SKILL.md" });
  const version = threeNumbers(metadata.get("version")?.value ?? "");
  // What passed has the types that a manifest's fields have.
  const fields = (issues.length === 0 ? value : {}) as Partial<Placement>;
  return { fields: version === null ? fields : { ...fields, version }, issues };
}

/**
 * What `phases.json` says, where there is one; the rest of a manifest in it is checked and passed over.
 *
 * @param reader Of the package.
 *
 * @example
 * ```ts
 * import { overlayPlacement } from "gatehouse/skills/agent_skills/placement.ts";
 * import { PackageReader } from "gatehouse/skills/validator/reader.ts";
 *
 * const directory = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.writeTextFile(`${directory}/phases.json`, '{"project_types": ["web"]}');
 * const { fields } = overlayPlacement(new PackageReader(directory));
 * if (fields.project_types?.join() !== "web") throw new Error("not read");
 * ```
 */
export function overlayPlacement(reader: PackageReader): Said {
  const none = (...issues: readonly Issue[]): Said => ({ fields: {}, issues });
  if (!reader.list("").some(({ name }) => name === OVERLAY)) return none();
  let bytes: Uint8Array;
  try {
    bytes = reader.read(OVERLAY, { maxBytes: OVERLAY_BYTES });
  } catch (error) {
    return none(fileIssue(error));
  }
  const read = parseJson(bytes, { file: OVERLAY, maxBytes: OVERLAY_BYTES });
  if (!read.ok) return none(read.issue);
  const { value, lineOf } = read;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const mend = "Write one object in braces, or remove the file";
    return none(issueOf("TYPE", OVERLAY, { message: "The document is no object", mend, line: 1 }));
  }
  // An object that was read from JSON has text for its keys.
  const said = value as Readonly<Record<string, unknown>>;
  const issues = [
    ...partialManifestIssues({ value: said, lineOf }, { file: OVERLAY }),
    ...jsonSecretIssues(bytes, { value, file: OVERLAY, lineOf }),
  ];
  if (issues.length > 0) return none(...issues);
  const kept = [...LISTS, ...TEXTS, "version", "activation"].filter((key) => Object.hasOwn(said, key));
  // What passed has the types that a manifest's fields have.
  return {
    fields: Object.fromEntries(kept.map((key) => [key, said[key]])) as Partial<Placement>,
    issues: [],
  };
}

function looksLikeFact(word: string): boolean {
  return isOneOf(PROFILE_FACTS, word) || nearest(word.toLowerCase(), PROFILE_FACTS) !== null;
}

/** `1`, `1.2`, `v1.2.3` as three numbers; null for other versions, of which a manifest knows none. */
function threeNumbers(text: string): string | null {
  const parts = /^v?([0-9]{1,9}(?:\.[0-9]{1,9}){0,2})$/.exec(text.trim())?.[1]?.split(".");
  return parts === undefined ? null : [...parts, "0", "0"].slice(0, 3).join(".");
}
