/** Checks one package, or a report, for its author. */
import { z } from "zod";
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";
import { validateAgentSkill } from "../agent_skills/package.ts";
import { LIMITS } from "../contract/limits.ts";
import type { KnownRule } from "../contract/rules_registry.ts";
import { VALIDATION_LEVEL } from "../contract/vocabularies.ts";
import { validateReport } from "../findings/report.ts";
import { parseJson } from "../text/strict_json.ts";
import type { Issue } from "../types.ts";
import { isLegalDomain } from "../validator/legal.ts";
import { validatePackage } from "../validator/package.ts";
import { type CitedRules, citedRules } from "./cited_rules.ts";
import { isLegalCode } from "./dated.ts";

const asked = z.strictObject({
  /** Absolute. */
  path: z.string(),
  mode: z.enum(["skill", "report"]),
  format: z.enum(["phases", "agent-skills"]),
  today: z.string(),
  /** Absolute path of a package whose rules a report may cite. */
  package: z.string().optional(),
});

/** What was found. */
export interface Validation {
  readonly valid: boolean;
  /** What a valid package is proved to be; null for an invalid one, and for reports. */
  readonly level: typeof VALIDATION_LEVEL | null;
  /** The package's identifier, when it is valid. */
  readonly id: string | null;
  /** Whether the day had a part in it: a report or a rule of the law was judged. */
  readonly dated: boolean;
  /** Sorted by file, line and code. */
  readonly issues: readonly Issue[];
}

/**
 * Checks it. Nothing of it is executed.
 *
 * @param given `path`, `mode`, `format`, `today`, and `package`, whose rules a report may cite.
 *
 * @example
 * ```ts
 * import create from "gatehouse/skills/commands/new.ts";
 * import validate from "gatehouse/skills/commands/validate.ts";
 *
 * const directory = await Deno.realPath(await Deno.makeTempDir());
 * const { path } = await create({ name: "first-look", types: ["web"], directory });
 * const found = await validate({ path, mode: "skill", format: "phases", today: "2026-08-27" });
 * if (!found.valid) throw new Error(JSON.stringify(found.issues));
 * ```
 */
export default async function validate(given: unknown): Promise<Validation> {
  const { path, mode, format, today, package: cited } = asked.parse(given);
  if (mode === "report") {
    const known = cited === undefined ? NO_RULES : citedRules(await Deno.realPath(cited), { today });
    if (!known.ok) return { ...INVALID, dated: true, issues: known.issues };
    return reported(await readReport(path), { path, today, rules: known.rules });
  }
  const directory = await Deno.realPath(path);
  const place = { directory, name: nameOf(directory).normalize("NFC"), rootId: "" };
  const check = format === "phases" ? validatePackage : validateAgentSkill;
  const result = check(place, { today, limits: LIMITS });
  if (!result.ok) {
    return { ...INVALID, dated: result.issues.some(({ code }) => isLegalCode(code)), issues: result.issues };
  }
  const { id, manifest } = result.skill;
  const dated = format === "phases" && isLegalDomain(manifest.domain);
  return { valid: true, level: VALIDATION_LEVEL, id, dated, issues: [] };
}

const INVALID = { valid: false, level: null, id: null } as const;

const NO_RULES: CitedRules = { ok: true, rules: [] };

/** Bytes of a report: 1 MiB, as of any JSON of the contract. */
const MAX_REPORT_BYTES = 1_048_576;

async function readReport(path: string): Promise<Uint8Array> {
  const refused = () =>
    new ToolError(
      "REPORT_UNREADABLE",
      `${oneLine(path, 300)} is no file of at most ${MAX_REPORT_BYTES} bytes`,
      { next: "Name a report's file" },
    );
  // Looked at before it is opened: a pipe would wait for somebody to write.
  if (!(await Deno.stat(path)).isFile) throw refused();
  using file = await Deno.open(path, { read: true });
  // What the system says of a file's size may be of a moment ago, or nothing.
  const buffer = new Uint8Array(MAX_REPORT_BYTES + 1);
  let filled = 0;
  for (let count: number | null = 0; count !== null && filled < buffer.length; filled += count ?? 0) {
    count = await file.read(buffer.subarray(filled));
  }
  if (filled > MAX_REPORT_BYTES) throw refused();
  return buffer.subarray(0, filled);
}

function reported(
  bytes: Uint8Array,
  { path, ...options }: {
    readonly path: string;
    readonly today: string;
    readonly rules: readonly KnownRule[];
  },
): Validation {
  const file = nameOf(path);
  const read = parseJson(bytes, { file, maxBytes: MAX_REPORT_BYTES });
  const issues = read.ok
    ? validateReport(read.value, { ...options, file, lineOf: read.lineOf })
    : [read.issue];
  return { valid: issues.length === 0, level: null, id: null, dated: true, issues };
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
