/** A report of findings, as skills are to write it: checked as a whole, every fault named with its place. */
import { oneLine } from "../../core/bounds.ts";
import { type KnownRule, ruleRegistry } from "../contract/rules_registry.ts";
import { checkShape, type Schema } from "../contract/schema.ts";
import { finding as findingSchema } from "../contract/schemas/finding.ts";
import { report as reportSchema } from "../contract/schemas/report.ts";
import { keyFold } from "../text/fold.ts";
import type { Issue } from "../types.ts";
import { issueOf, sortedIssues } from "../validator/issue.ts";
import { dayOf } from "../validator/legal.ts";
import { findingFaults } from "./finding.ts";
import { looseFinding } from "./loose.ts";
import type { Fault } from "./relation.ts";
import { secretFaults } from "./secrets.ts";

/** What a report is judged by. */
export interface ReportOptions {
  /** A calendar date, `YYYY-MM-DD`; no clock is read. */
  readonly today: string;
  /** Rules that validated packages bring, besides the built-in ones. */
  readonly rules?: readonly KnownRule[];
  /** The name that the issues carry. Default: none. */
  readonly file?: string;
  /** The line of the value at a JSON pointer; `parseJson` gives one. */
  readonly lineOf?: (pointer: string) => number | undefined;
}

/** Issues that are told of one report; the last one says that there are more. */
const MAX_ISSUES = 500;

const FULL: Schema = {
  ...reportSchema,
  properties: { ...reportSchema.properties, findings: { type: "array", items: findingSchema } },
};

/**
 * Everything that is wrong with a report, in the order of its lines: the codes of both schemas, `TODAY_REQUIRED`,
 * `TODAY_INVALID`, `EMPTY_REPORT`, `DUP_FINDING`, `REPORT_SKILL_MISMATCH`, and of each finding what `findingFaults`
 * has to say. At most 500 issues, the last of which is `ISSUE_LIMIT` where there are more.
 *
 * @example
 * ```ts
 * import { validateReport } from "gatehouse/skills/findings/report.ts";
 *
 * const report = { skill_id: "hello-python", version: "0.1.0", findings: [] };
 * const [issue] = validateReport(report, { today: "2026-08-27" });
 * if (issue?.code !== "EMPTY_REPORT") throw new Error("silence was taken for the absence of risk");
 * ```
 */
export function validateReport(value: unknown, options: ReportOptions): readonly Issue[] {
  const { today, rules = [], file = "" } = options;
  if (dayOf(today) === null) {
    return [issueOf(today === "" ? "TODAY_REQUIRED" : "TODAY_INVALID", file, {
      message: today === "" ? "No date was given" : `${oneLine(today, 80)} is no calendar date`,
      mend: "Give the day as YYYY-MM-DD",
    })];
  }
  const place = { file, ...(options.lineOf === undefined ? {} : { lineOf: options.lineOf }) };
  const issues = [...checkShape(value, FULL, place)];
  const known = ruleRegistry(rules);
  for (const fault of reportFaults(value)) issues.push(issueFrom(fault, place));
  for (const [index, finding] of findingsOf(value).entries()) {
    if (issues.length > MAX_ISSUES) break;
    for (const fault of findingFaults(finding, { today, known })) {
      issues.push(issueFrom({ ...fault, at: `/findings/${index}${fault.at}` }, place));
    }
  }
  return bounded(sortedIssues(issues), file);
}

function* reportFaults(value: unknown): Generator<Fault> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  const { findings: _, ...rest } = value as { readonly findings?: unknown };
  yield* secretFaults(rest);
  const findings = findingsOf(value).map(looseFinding);
  if ("findings" in value && Array.isArray(value.findings) && findings.length === 0) {
    yield {
      code: "EMPTY_REPORT",
      at: "/findings",
      says: "is empty, and silence is no absence of risk",
      mend: "Report what was looked at: NOT_APPLICABLE, BLOCKED or an observation",
    };
  }
  const skill = "skill_id" in value ? value.skill_id : undefined;
  const seen = new Set<string>();
  for (const [index, { findingId, skillId }] of findings.entries()) {
    const key = findingId === null ? null : keyFold(findingId);
    if (key !== null && seen.has(key)) {
      yield {
        code: "DUP_FINDING",
        at: `/findings/${index}/finding_id`,
        says: "stands in the report twice, or twice but for case and form",
        mend: "Give every finding an id of its own",
      };
    }
    if (key !== null) seen.add(key);
    if (skillId !== null && typeof skill === "string" && skillId !== skill) {
      yield {
        code: "REPORT_SKILL_MISMATCH",
        at: `/findings/${index}/skill_id`,
        says: "is not the report's skill_id",
        mend: "Write one report for each skill",
      };
    }
  }
}

function findingsOf(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null || !("findings" in value)) return [];
  return Array.isArray(value.findings) ? value.findings : [];
}

function issueFrom(
  { code, at, says, mend }: Fault,
  { file, lineOf }: { readonly file: string; readonly lineOf?: (pointer: string) => number | undefined },
): Issue {
  const name = at === "" ? "The report" : oneLine(at, 200);
  return issueOf(code, file, { message: `${name} ${says}`, mend, line: lineOf?.(at) });
}

function bounded(issues: readonly Issue[], file: string): readonly Issue[] {
  if (issues.length <= MAX_ISSUES) return issues;
  return [
    ...issues.slice(0, MAX_ISSUES - 1),
    issueOf("ISSUE_LIMIT", file, {
      message: `The report has more than ${MAX_ISSUES} issues; the others are not told`,
      mend: "Mend these first, then check again",
    }),
  ];
}
