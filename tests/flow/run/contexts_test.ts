import { firstMessages } from "gatehouse/flow/roles/messages.ts";
import { contextFor, type Known } from "gatehouse/flow/run/contexts.ts";
import type { Verification } from "gatehouse/flow/types.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";

const output = `first line\n${'"quoted"\n'.repeat(2_000)}last line`;

const verification: Verification = {
  status: "failed",
  verified: false,
  checks: [{
    name: "lint",
    status: "failed",
    source: "flow.check",
    cmd: ["python3", "-c", "a command"],
    workspace: "/home/somebody/project",
    returncode: 1,
    stdout: output,
    stderr: output,
  }],
};

const state = { model: "m", status: "ok", turns: 1, tool_errors: 0 } as const;

const KNOWN: Known = {
  plan: "the plan",
  implementation: { ...state, role: "coder", summary: "did it" },
  review: { ...state, role: "reviewer", summary: "no", approved: false, issues: ["wrong"] },
  verification,
  changedFiles: ["a.py"],
  diff: "--- a/a.py\n+++ b/a.py\n",
};

const LIMITS = { task: "Do it", maxContextChars: 100_000 };

Deno.test("each role is told what it needs and nothing else", () => {
  const keys = (role: "planner" | "coder" | "reviewer", known: Known) =>
    Object.keys(contextFor(role, known, LIMITS));
  assertEquals(keys("planner", KNOWN), []);
  assertEquals(keys("coder", { ...KNOWN, implementation: null }), ["plan"]);
  assertEquals(keys("coder", KNOWN), [
    "plan",
    "previous_implementation",
    "verification",
    "review",
    "instruction",
  ]);
  assertEquals(keys("reviewer", KNOWN), ["plan", "implementation", "changed_files", "diff", "verification"]);
});

Deno.test("no role is shown a check's command or where it runs", () => {
  const json = JSON.stringify(contextFor("coder", KNOWN, LIMITS));
  assertTrue(!json.includes("a command") && !json.includes("somebody"));
  assertIncludes(json, '"returncode":1');
});

Deno.test("what is passed on leaves room for the role's own turns, and keeps the end of what checks printed", () => {
  for (const maxContextChars of [8_000, 20_000, 100_000]) {
    const many = { ...verification, checks: Array.from({ length: 8 }, () => verification.checks).flat() };
    const context = contextFor("reviewer", { ...KNOWN, verification: many }, {
      task: "Do it",
      maxContextChars,
    });
    const size = JSON.stringify(firstMessages("reviewer", { task: "Do it", context })).length;
    assertTrue(size < maxContextChars * 0.9, `${size} of ${maxContextChars}`);
    assertIncludes(JSON.stringify(context), "last line");
  }
});

Deno.test("the smallest context that may be configured is enough for a short task of every role", () => {
  for (const role of ["planner", "coder", "reviewer"] as const) {
    const short = { ...KNOWN, verification: { ...verification, checks: [] } };
    const context = contextFor(role, short, { task: "Do it", maxContextChars: 4_096 });
    const size = JSON.stringify(firstMessages(role, { task: "Do it", context })).length;
    assertTrue(size < 3_500, `${role}: ${size}`);
  }
});
