/** A run's report, kept to a size that every way out of the program can carry. */
import type { CheckEntry, Coverage, Reason, RoleState, RunReport, Verification } from "../types.ts";

/** Bytes of JSON that a report may have: below what one answer may have. */
const MAX_REPORT_BYTES = 786_432;
/** Reasons that a report names. */
const MAX_REASONS = 100;

/** Lengths to which texts are cut: of the cycles before the last, of the last, and of the roles' words. */
interface Cut {
  readonly older: number;
  readonly latest: number;
  readonly words: number;
  readonly task: number;
}

/** Tried in turn, the first that is enough is taken. What is known best and needed least goes first. */
const CUTS: readonly Cut[] = [
  { older: 2_000, latest: 16_000, words: 16_000, task: Infinity },
  { older: 0, latest: 8_000, words: 16_000, task: Infinity },
  { older: 0, latest: 2_000, words: 4_000, task: Infinity },
  { older: 0, latest: 0, words: 1_000, task: 4_000 },
];

/**
 * The report, cut until its JSON has at most 768 KiB: first what checks printed in earlier cycles, then in the last,
 * then the roles' words. What is cut says so: `stdout_truncated`, `stderr_truncated`, or `…` at the end of a text.
 *
 * @example
 * ```ts
 * import { boundedReport } from "gatehouse/flow/run/report.ts";
 *
 * const check = { name: "t", status: "ok", source: "flow.check", stdout: "x".repeat(500_000) } as const;
 * const old = { status: "ok", verified: true, checks: [check] } as const;
 * const report = { status: "ok", verified: true, reasons: [], verification_history: [old, old] } as const;
 * const [first] = boundedReport(report).verification_history ?? [];
 * if (first?.checks[0]?.stdout_truncated !== true) throw new Error("not cut");
 * ```
 */
export function boundedReport(report: RunReport): RunReport {
  let bounded: RunReport = { ...report, reasons: report.reasons.slice(0, MAX_REASONS) };
  for (const cut of CUTS) {
    if (bytesOf(bounded) <= MAX_REPORT_BYTES) return bounded;
    bounded = withCut(bounded, cut);
  }
  if (bytesOf(bounded) <= MAX_REPORT_BYTES) return bounded;
  // Only lists of files can still be so large; what is left says how it ended.
  const { verification_history: _history, verification: _verification, events: _events, ...rest } = bounded;
  return { ...rest, changed_files: (rest.changed_files ?? []).slice(0, 100), verification: {} };
}

function bytesOf(report: RunReport): number {
  const json = JSON.stringify(report);
  return json.length * 3 <= MAX_REPORT_BYTES ? json.length : new TextEncoder().encode(json).byteLength;
}

function withCut(report: RunReport, cut: Cut): RunReport {
  const { task, roles, checks, verification, verification_history: history } = report;
  return {
    ...report,
    ...(task === undefined ? {} : { task: cutWords(task, cut.task) }),
    ...(report.summary === undefined ? {} : { summary: cutWords(report.summary, cut.words) }),
    ...(roles === undefined ? {} : { roles: roles.map((role) => cutRole(role, cut.words)) }),
    ...(checks === undefined ? {} : { checks: checks.map((check) => cutCheck(check, cut.latest)) }),
    ...(verification === undefined ? {} : {
      verification: isReached(verification) ? cutVerification(verification, cut.latest) : verification,
    }),
    ...(history === undefined ? {} : {
      verification_history: history.map((item, index) =>
        cutVerification(item, index === history.length - 1 ? cut.latest : cut.older)
      ),
    }),
  };
}

function isReached(verification: NonNullable<RunReport["verification"]>): verification is Verification {
  return "status" in verification;
}

function cutRole(role: RoleState, most: number): RoleState {
  const { issues } = role;
  return {
    ...role,
    summary: cutWords(role.summary, most),
    ...(issues === undefined || JSON.stringify(issues).length <= most
      ? {}
      : { issues: issues.slice(0, 5).map((issue) => cutWords(JSON.stringify(issue), 200)) }),
  };
}

function cutVerification(verification: Verification, most: number): Verification {
  const { checks, coverage } = verification;
  return {
    ...verification,
    checks: checks.map((check) => cutCheck(check, most)),
    ...(coverage === undefined ? {} : { coverage: coverage.map((item) => cutCoverage(item, most)) }),
  };
}

function cutCheck(check: CheckEntry, most: number): CheckEntry {
  const { stdout, stderr } = check;
  return {
    ...check,
    ...(stdout === undefined || stdout.length <= most
      ? {}
      : { stdout: most === 0 ? "" : stdout.slice(-most), stdout_truncated: true }),
    ...(stderr === undefined || stderr.length <= most
      ? {}
      : { stderr: most === 0 ? "" : stderr.slice(-most), stderr_truncated: true }),
  };
}

function cutCoverage(coverage: Coverage, most: number): Coverage {
  if (JSON.stringify(coverage.evidence).length <= most) return coverage;
  const evidence = coverage.evidence.map(({ tool, status }) => ({ tool, status, truncated: true }));
  return { ...coverage, evidence };
}

function cutWords(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…`;
}

/**
 * The reasons without those that say the same of the same thing again; the first one stays.
 *
 * @example
 * ```ts
 * import { distinctReasons } from "gatehouse/flow/run/report.ts";
 *
 * const reason = { code: "check_failed", message: "lint failed", check: "lint" };
 * if (distinctReasons([reason, { ...reason, message: "again" }]).length !== 1) throw new Error("said twice");
 * ```
 */
export function distinctReasons(reasons: readonly Reason[]): readonly Reason[] {
  const seen = new Set<string>();
  return reasons.filter(({ code, role, path, check }) => {
    const key = JSON.stringify([code, role, path, check]);
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * The report of a run that did not begin.
 *
 * @example
 * ```ts
 * import { refusedRun } from "gatehouse/flow/run/report.ts";
 *
 * if (refusedRun("busy", "Another run is under way").status !== "error") throw new Error("not refused");
 * ```
 */
export function refusedRun(code: string, error: string): RunReport {
  return { status: "error", verified: false, error, reasons: [{ code, message: error }] };
}
