import { boundedReport, distinctReasons } from "gatehouse/flow/run/report.ts";
import type { CheckEntry, RunReport, Verification } from "gatehouse/flow/types.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

const MAX = 786_432;
const bytes = (report: RunReport) => new TextEncoder().encode(JSON.stringify(report)).byteLength;

function verification(checks: number, output: string): Verification {
  return {
    status: "failed",
    verified: false,
    checks: Array.from({ length: checks }, (_, at): CheckEntry => ({
      name: `check_${at}`,
      status: "failed",
      source: "flow.check",
      stdout: output,
      stdout_truncated: false,
      stderr: output,
      stderr_truncated: false,
    })),
    coverage: [],
    revision: 1,
  };
}

function report(
  last: Verification,
  history: readonly Verification[],
  more: Partial<RunReport> = {},
): RunReport {
  return {
    status: "failed",
    verified: false,
    reasons: [],
    task: "Do it",
    roles: [],
    events: [],
    changed_files: [],
    changed_tests: [],
    checks: last.checks,
    verification: last,
    verification_history: history,
    model_calls: 1,
    tool_calls: 0,
    cycles: 1,
    summary: "",
    ...more,
  };
}

Deno.test("a report within its bounds is left as it is", () => {
  const last = verification(2, "x".repeat(16_000));
  const small = report(last, [last]);
  assertEquals(boundedReport(small), small);
});

Deno.test("a large report loses what checks printed in earlier cycles first, and says that it was cut", () => {
  const old = verification(8, "o".repeat(16_000));
  const last = verification(4, "x".repeat(16_000));
  const bounded = boundedReport(report(last, [old, old, old, last]));
  assertTrue(bytes(bounded) <= MAX);
  assertEquals(bounded.checks?.[0]?.stdout?.length, 16_000);
  assertEquals(bounded.verification_history?.[0]?.checks[0]?.stdout?.length, 2_000);
  assertEquals(bounded.verification_history?.[0]?.checks[0]?.stdout_truncated, true);
});

Deno.test("the largest report that a run can make stays within its bounds and keeps how it ended", () => {
  // The character that takes most as JSON.
  const worst = "\u0001".repeat(16_000);
  const last = verification(32, worst);
  const role = {
    role: "coder",
    model: "m",
    status: "ok",
    turns: 32,
    summary: worst,
    tool_errors: 0,
  } as const;
  const bounded = boundedReport(report(last, [last, last, last, last, last], {
    task: "\u0001".repeat(100_000),
    summary: worst,
    roles: Array.from(
      { length: 11 },
      () => ({ ...role, issues: Array.from({ length: 50 }, () => "x".repeat(1_900)) }),
    ),
    changed_files: Array.from({ length: 256 }, (_, at) => `${at}${"p".repeat(1_000)}`),
  }));
  assertTrue(bytes(bounded) <= MAX, String(bytes(bounded)));
  assertEquals([bounded.status, bounded.verified, bounded.cycles], ["failed", false, 1]);
  assertEquals(bounded.checks?.length, 32);
});

Deno.test("what is said twice of the same thing is one reason, and the first stays first", () => {
  const reasons = distinctReasons([
    { code: "check_failed", message: "lint failed", check: "lint" },
    { code: "check_failed", message: "tests failed", check: "tests" },
    { code: "check_failed", message: "lint failed again", check: "lint" },
  ]);
  assertEquals(reasons.map(({ message }) => message), ["lint failed", "tests failed"]);
});
