import fc from "fast-check";
import type { CheckEntry, Coverage, Reason, Role, RoleState, Status } from "../../../lib/flow/types.ts";
import { type Facts, judge, type RoleEnd } from "../../../lib/flow/verify/judge.ts";
import { blockingIssues } from "../../../lib/flow/verify/review.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

function end(role: Role, part: Partial<RoleState> = {}, reasons: readonly Reason[] = []): RoleEnd {
  return {
    state: { role, model: "m", status: "ok", turns: 1, summary: "", tool_errors: 0, ...part },
    reasons,
  };
}

const check: CheckEntry = { name: "lint", status: "ok", source: "flow.check", required: true };
const cover: Coverage = {
  path: "a.py",
  language: "python",
  status: "ok",
  source: "flow.check",
  checks: ["lint"],
  evidence: [],
  scope: "",
};
const change: Reason = { code: "changed_during_verification", message: "a.py changed", path: "a.py" };
const good: Facts = {
  planner: end("planner"),
  coder: end("coder"),
  reviewer: end("reviewer", { approved: true, issues: [] }),
  hasRequired: true,
  checks: [check, { ...check, name: "style", required: false, status: "failed" }],
  coverage: [cover],
  changes: [],
};

function codes(facts: Facts): readonly string[] {
  return judge(facts).reasons.map(({ code }) => code);
}

Deno.test("a run that meets all five conditions is verified, without a reason", () => {
  assertEquals(judge(good), { status: "ok", verified: true, reasons: [] });
  assertEquals(judge({ ...good, coverage: [] }).verified, true);
});

Deno.test("condition 1: a planner that did not end well ends the run with its own status", () => {
  for (const status of ["unverified", "error"] as const) {
    const own = { code: "iteration_budget", message: "6 turns", role: "planner" } as const;
    const judged = judge({ ...good, planner: end("planner", { status, error: "It stopped" }, [own]) });
    assertEquals([judged.status, judged.verified], [status, false]);
    assertEquals(judged.reasons, [{ code: "planner_failed", message: "It stopped", role: "planner" }, own]);
  }
});

Deno.test("condition 1: a coder that ran out of a budget is not verified, one that broke down is an error", () => {
  const own = { code: "tool_budget", message: "64 calls", role: "coder" } as const;
  const spent = judge({ ...good, coder: end("coder", { status: "unverified" }, [own]) });
  assertEquals(spent, { status: "unverified", verified: false, reasons: [own] });
  const broken = judge({ ...good, coder: end("coder", { status: "error", error: "HTTP 500" }) });
  assertEquals([broken.status, broken.reasons[0]?.code, broken.reasons[0]?.message], [
    "error",
    "model_error",
    "HTTP 500",
  ]);
  assertEquals(judge({ ...good, coder: null }).verified, false);
});

Deno.test("condition 2: without a required check nothing is verified", () => {
  const none = { ...good, hasRequired: false, checks: good.checks.slice(1) };
  assertEquals([judge(none).status, ...codes(none)], ["unverified", "no_required_check"]);
});

Deno.test("condition 2: every required check must pass, each way not to has its reason", () => {
  const cases = {
    failed: ["failed", "check_failed"],
    timeout: ["unverified", "check_timeout"],
    unavailable: ["unverified", "check_unavailable"],
    error: ["unverified", "check_unavailable"],
    unverified: ["unverified", "not_trusted"],
    stale: ["unverified", "root_replaced"],
  } as const;
  for (const [status, [top, code]] of Object.entries(cases)) {
    const bad: CheckEntry = { ...check, name: "tests", status: status as Status };
    const judged = judge({ ...good, checks: [check, bad] });
    assertEquals([judged.status, judged.reasons[0]?.code, judged.reasons[0]?.check], [top, code, "tests"]);
    assertEquals(judged.reasons.length, 1);
  }
});

Deno.test("condition 2: required checks that were not tried count as not passed, and what kept them is told first", () => {
  assertEquals(codes({ ...good, checks: [] }), ["check_unavailable"]);
  const dirty = { code: "editor_dirty", message: "b.py has unsaved changes", path: "b.py" };
  const uncovered = { ...cover, status: "unverified" } as const;
  assertEquals(codes({ ...good, checks: [], coverage: [uncovered], changes: [dirty] }), [
    "editor_dirty",
    "coverage_missing",
  ]);
});

Deno.test("condition 3: every changed source file must be covered", () => {
  const bad = {
    ...good,
    coverage: [cover, { ...cover, path: "b.rs", language: "rust", status: "unverified" } as const],
  };
  assertEquals([judge(bad).status, judge(bad).reasons.length], ["unverified", 1]);
  assertEquals([judge(bad).reasons[0]?.code, judge(bad).reasons[0]?.path], ["coverage_missing", "b.rs"]);
});

Deno.test("condition 4: a review that rejects fails the run, one that never came leaves it unverified", () => {
  const cases: readonly (readonly [RoleEnd | null, string, string])[] = [
    [end("reviewer", { approved: false }), "failed", "review_rejected"],
    [end("reviewer", {}), "unverified", "review_unfinished"],
    [null, "unverified", "review_unfinished"],
    [end("reviewer", { status: "unverified" }), "unverified", "review_unfinished"],
    [end("reviewer", { status: "error", error: "HTTP 500" }), "error", "review_unfinished"],
    [
      end("reviewer", { status: "unverified", approved: false }, [{
        code: "review_unparseable",
        message: "Prose",
      }]),
      "failed",
      "review_unparseable",
    ],
  ];
  for (const [reviewer, status, code] of cases) {
    assertEquals([judge({ ...good, reviewer }).status, ...codes({ ...good, reviewer })], [status, code]);
  }
});

Deno.test("condition 4: an approval that lists blocking issues is none, remarks do not take it away", () => {
  const blocking = [
    ...[{ blocking: true }, { severity: "high" }, { severity: " Critical " }, { level: "error" }, {
      priority: "blocker",
    }],
    ...["BLOCKING: no test", "[critical] loses data", "- **Blocker** x"],
  ];
  for (const issue of blocking) {
    const reviewer = end("reviewer", { approved: true, issues: ["a remark", issue] });
    assertEquals([judge({ ...good, reviewer }).status, ...codes({ ...good, reviewer })], [
      "failed",
      "review_rejected",
    ]);
  }
  const remarks = ["not critical", { severity: "low" }, { blocking: false }, null, 3, "", {
    text: "blocking",
  }, "non-blocking"];
  assertEquals(blockingIssues(remarks), 0);
  assertEquals(
    judge({ ...good, reviewer: end("reviewer", { approved: true, issues: remarks }) }).verified,
    true,
  );
});

Deno.test("condition 5: what changed meanwhile leaves the run unverified, whatever else passed", () => {
  for (
    const code of [
      "changed_during_verification",
      "rewritten_by_check",
      "editor_dirty",
      "editor_unavailable",
      "root_replaced",
    ]
  ) {
    const judged = judge({ ...good, changes: [{ ...change, code }] });
    assertEquals([judged.status, judged.verified, judged.reasons.map((reason) => reason.code)], [
      "unverified",
      false,
      [code],
    ]);
  }
  const rejected = end("reviewer", { approved: false });
  assertEquals(judge({ ...good, changes: [change], reviewer: rejected }).status, "failed");
  // A failure of what is no longer there says nothing of what is.
  assertEquals(
    judge({ ...good, changes: [change], checks: [{ ...check, status: "failed" }] }).status,
    "unverified",
  );
});

Deno.test("anything else that is said against a run keeps it from being verified", () => {
  assertEquals(codes({ ...good, others: [{ code: "time_budget", message: "1800 seconds" }] }), [
    "time_budget",
  ]);
});

const status = fc.constantFrom<Status>(
  "ok",
  "ok",
  "failed",
  "unverified",
  "error",
  "stale",
  "unavailable",
  "timeout",
);
const roleStatus = fc.constantFrom<RoleState["status"]>("ok", "ok", "ok", "unverified", "error");
const anyFacts: fc.Arbitrary<Facts> = fc.record({
  planner: roleStatus.map((status) => end("planner", { status })),
  coder: fc.option(roleStatus.map((status) => end("coder", { status })), { freq: 8 }),
  reviewer: fc.option(
    fc.tuple(
      roleStatus,
      fc.constantFrom(true, true, true, false),
      fc.constantFrom([], ["x"], [{ severity: "high" }]),
    )
      .map(([status, approved, issues]) => end("reviewer", { status, approved, issues })),
    { freq: 8 },
  ),
  hasRequired: fc.constantFrom(true, true, true, false),
  checks: fc.array(
    fc.tuple(status, fc.boolean()).map(([status, required]) => ({ ...check, status, required })),
    { maxLength: 3 },
  ),
  coverage: fc.array(fc.constantFrom(cover, cover, { ...cover, status: "unverified" } as const), {
    maxLength: 2,
  }),
  changes: fc.constantFrom([], [], [change]),
});

/** Each makes one fact worse, or leaves it when it is bad already. */
const WORSE: readonly ((facts: Facts) => Facts)[] = [
  (facts) => ({ ...facts, planner: end("planner", { status: "unverified" }) }),
  (facts) => ({ ...facts, planner: end("planner", { status: "error" }) }),
  (facts) => ({ ...facts, coder: null }),
  (facts) => ({ ...facts, coder: end("coder", { status: "error" }) }),
  (facts) => ({ ...facts, reviewer: null }),
  (facts) => ({ ...facts, reviewer: end("reviewer", { approved: false }) }),
  (facts) => ({ ...facts, hasRequired: false }),
  (facts) => ({ ...facts, checks: [] }),
  (facts) => ({ ...facts, checks: facts.checks.map((entry) => ({ ...entry, required: false })) }),
  (facts) => ({ ...facts, checks: [...facts.checks, { ...check, status: "timeout" }] }),
  (facts) => ({ ...facts, coverage: [...facts.coverage, { ...cover, status: "unverified" }] }),
  (facts) => ({ ...facts, changes: [...facts.changes, change] }),
  (facts) => ({ ...facts, others: [change] }),
];

Deno.test("a worse fact never makes a run verified, whatever the others are", () => {
  fc.assert(
    fc.property(anyFacts, fc.constantFrom(...WORSE), (facts, worsen) => {
      assertEquals(judge(worsen(facts)).verified, false);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("verified, the status ok and the absence of reasons are one thing", () => {
  let verified = 0;
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const judged = judge(facts);
      if (judged.verified) verified++;
      assertEquals([judged.status === "ok", judged.reasons.length === 0], [judged.verified, judged.verified]);
      assertTrue(judged.reasons.every(({ code, message }) => /^[a-z_]+$/.test(code) && message !== ""));
    }),
    { numRuns: 2_000 },
  );
  assertTrue(verified > 0);
});
