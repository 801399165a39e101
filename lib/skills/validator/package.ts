/**
 * Validates one package against the contract: its structure and what it says of itself, never what it does.
 *
 * All that is wrong is reported at once. A package that passes comes back with what was read of it; nothing of it is
 * read again later.
 */
import type { Seen } from "../../core/rooted_files.ts";
import { skillKey } from "../identity.ts";
import { digestOf } from "../text/digest.ts";
import { parseJson } from "../text/strict_json.ts";
import type { Issue, Limits, Manifest, Skill } from "../types.ts";
import { contentsOf, type ManifestPaths } from "./contents.ts";
import { instructionIssues, INSTRUCTIONS, readInstructions } from "./instructions.ts";
import { issueOf, shown } from "./issue.ts";
import { dayOf } from "./legal.ts";
import { canonicalManifest, manifestIssues } from "./manifest.ts";
import { missingIssues } from "./missing.ts";
import { fileIssue, PackageReader } from "./reader.ts";
import { failed, type PackageResult } from "./result.ts";
import type { Named } from "./routes.ts";
import { jsonSecretIssues } from "./value_issues.ts";

const MANIFEST = "phases.json";
const MANIFEST_BYTES = 1_048_576;

/** Where a package lies. */
export interface PackagePlace {
  /** Absolute real path of the package. */
  readonly directory: string;
  /** What its root calls it: the directory's name, or that of the link which leads to it. */
  readonly name: string;
  /** Which of the configured roots it lies in. */
  readonly rootId: string;
  /** What a walk over the package has just seen, and compares afterwards. */
  readonly seen?: Seen | undefined;
}

/** How a package is validated. */
export interface PackageOptions {
  /** A calendar date, YYYY-MM-DD: what the dates of rules are compared with. */
  readonly today: string;
  readonly limits: Limits;
}

/**
 * Validates one package.
 *
 * @example
 * ```ts
 * import { LIMITS } from "gatehouse/skills/contract/limits.ts";
 * import { validatePackage } from "gatehouse/skills/validator/package.ts";
 *
 * const directory = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.writeTextFile(`${directory}/SKILL.md`, "# Nothing");
 * const place = { directory, name: "empty", rootId: "demo" };
 * const result = validatePackage(place, { today: "2026-08-27", limits: LIMITS });
 * if (result.ok || result.codes.join() !== "MANIFEST_MISSING") throw new Error("passed");
 * ```
 */
export function validatePackage(place: PackagePlace, options: PackageOptions): PackageResult {
  const { limits } = options;
  const reader = new PackageReader(place.directory, place.seen);
  const early = [...dateIssues(options.today), ...nameIssues(place.name)];
  const hopeless = early.length > 0 ? early : missingIssues(reader, [INSTRUCTIONS, MANIFEST]);
  if (hopeless.length > 0) return failed(hopeless, { id: null, limits });

  const text = readInstructions(reader, { maxBytes: limits.skillBytes });
  const manifest = readManifest(reader);
  const named = manifest.named;
  const id = named === null || skillKey(named.value["id"]) === null ? null : String(named.value["id"]);
  const said = named === null ? null : { id: named.value["id"], version: named.value["version"] };
  const contents = named === null ? null : contentsOf(reader, { named, ...options });
  const issues = [
    ...manifest.issues,
    ...text.ok ? instructionIssues(text.content, said) : [text.issue],
    ...named === null || id === null ? [] : identityIssues(place.name, { id, line: named.lineOf("/id") }),
    ...contents?.issues ?? [],
  ];
  const paths = contents?.paths ?? null;
  if (issues.length > 0 || !text.ok || named === null || id === null || paths === null) {
    return failed(issues, { id, limits });
  }
  const { content } = text;
  return { ok: true, skill: skillOf({ place, reader, id, content, named, paths }) };
}

function skillOf(parts: {
  readonly place: PackagePlace;
  readonly reader: PackageReader;
  readonly id: string;
  readonly content: string;
  readonly named: Named;
  readonly paths: ManifestPaths;
}): Skill {
  const { place, id, content } = parts;
  const files = parts.reader.digests();
  return {
    id,
    key: skillKey(id) ?? id,
    rootId: place.rootId,
    directory: place.directory,
    format: "phases",
    // The schema and all that goes beyond it have passed: the document has a manifest's fields and types.
    manifest: canonicalManifest(parts.named.value as unknown as Manifest, parts.paths),
    content,
    files,
    digest: digestOf(files),
  };
}

function dateIssues(today: string): Issue[] {
  if (dayOf(today) !== null) return [];
  return [issueOf(today === "" ? "TODAY_REQUIRED" : "TODAY_INVALID", "", {
    message: `${shown(today)} is no calendar date`,
    mend: "Give the day as YYYY-MM-DD",
  })];
}

/**
 * What is wrong with the name of a package's directory, before anything in it is looked at.
 *
 * @example
 * ```ts
 * import { nameIssues } from "gatehouse/skills/validator/package.ts";
 *
 * if (nameIssues(".git").length !== 1 || nameIssues("audit").length !== 0) throw new Error("wrong names");
 * ```
 */
export function nameIssues(name: string): Issue[] {
  if (skillKey(name) !== null) return [];
  return [issueOf("PATH_UNSAFE", "", {
    message: `The directory's name ${shown(name)} is no skill id`,
    mend: "Rename the directory to the id of its package, or move it out of the root",
  })];
}

function identityIssues(name: string, { id, line }: { id: string; line: number | undefined }): Issue[] {
  if (skillKey(id) === skillKey(name)) return [];
  return [issueOf("SKILL_ID_MISMATCH", MANIFEST, {
    message: `The id ${shown(id)} is not the directory's name, ${shown(name)}`,
    mend: "Rename the directory or change the id; only case may differ",
    line,
  })];
}

function readManifest(
  reader: PackageReader,
): { readonly named: Named | null; readonly issues: readonly Issue[] } {
  const none = (issue: Issue) => ({ named: null, issues: [issue] });
  let bytes: Uint8Array;
  try {
    bytes = reader.read(MANIFEST, { maxBytes: MANIFEST_BYTES });
  } catch (error) {
    return none(fileIssue(error, { missing: "MANIFEST_MISSING" }));
  }
  const read = parseJson(bytes, { file: MANIFEST, maxBytes: MANIFEST_BYTES });
  if (!read.ok) return none(read.issue);
  const { value, lineOf } = read;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return none(issueOf("TYPE", MANIFEST, {
      message: "The document is no object",
      mend: "Write one object in braces",
      line: 1,
    }));
  }
  // An object that was read from JSON has text for its keys.
  const named = { value: value as Readonly<Record<string, unknown>>, lineOf };
  const secrets = jsonSecretIssues(bytes, { value, file: MANIFEST, lineOf });
  return { named, issues: [...manifestIssues(named), ...secrets] };
}
