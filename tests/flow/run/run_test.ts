import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { codes, contextIn, Flow, LINT, offeredIn, python, TEST, text, verdict, write } from "./parts.ts";

Deno.test("plan, write, check, approval: the run is verified by the host", async () => {
  await using flow = await Flow.open([text("plan"), write("value = 42\n"), text("done"), verdict(true)]);
  const report = await flow.run();
  assertEquals([report.status, report.verified, report.reasons], ["ok", true, []], JSON.stringify(report));
  assertEquals([report.changed_files, report.changed_tests, report.cycles], [["edited.py"], [], 1]);
  assertEquals([report.model_calls, report.tool_calls, report.summary], [4, 1, "done"]);
  assertEquals(report.verification_history?.[0]?.coverage?.[0]?.source, "flow.check");
  assertEquals(report.checks, report.verification_history?.[0]?.checks);
  assertEquals(report.events?.map(({ role, tool, status }) => [role, tool, status]), [[
    "coder",
    "file_write",
    "ok",
  ]]);
  assertEquals(report.roles?.map(({ role, status, turns }) => [role, status, turns]), [
    ["planner", "ok", 1],
    ["coder", "ok", 2],
    ["reviewer", "ok", 1],
  ]);
});

Deno.test("a report has exactly the keys that its readers know", async () => {
  await using flow = await Flow.open([text("plan"), text("nothing to do"), verdict(true)]);
  const keys = Object.keys(await flow.run()).sort();
  assertEquals(keys, [
    ...[
      "changed_files",
      "changed_tests",
      "checks",
      "cycles",
      "events",
      "model_calls",
      "reasons",
      "roles",
      "status",
    ],
    ...["summary", "task", "tool_calls", "verification", "verification_history", "verified"],
  ]);
});

Deno.test("each role has its own model, and a context that begins with two messages", async () => {
  await using flow = await Flow.open([text("plan"), write("value = 42\n"), text("done"), verdict(true)], {
    settings: { models: { planner: "a", coder: "b", reviewer: "c" } },
  });
  await flow.run();
  assertEquals(flow.model.turns.map(({ body }) => body.model), ["a", "b", "b", "c"]);
  assertEquals(flow.model.turns.map(({ body }) => body.messages?.length), [2, 2, 4, 2]);
  const [planner, coder, , reviewer] = flow.model.turns;
  assertEquals(contextIn(planner), {});
  assertEquals(contextIn(coder), { plan: "plan" });
  assertEquals(Object.keys(contextIn(reviewer)), [
    "plan",
    "implementation",
    "changed_files",
    "diff",
    "verification",
  ]);
});

Deno.test("only a trusted coder is offered to write and to check", async () => {
  const looking = ["file_read", "file_list", "file_search"];
  for (const trusted of [true, false]) {
    await using flow = await Flow.open([text("plan"), text("done"), verdict(true)], {
      settings: { trusted },
      agent: { maxCycles: 1 },
    });
    await flow.run();
    assertEquals(flow.model.turns.map(offeredIn), [
      looking,
      trusted ? [...looking, "file_write", "file_edit", "flow_check"] : looking,
      looking,
    ]);
  }
});

Deno.test("the reviewer is given a diff of the run", async () => {
  await using flow = await Flow.open([text("plan"), write("value = 42\n"), text("done"), verdict(true)], {
    files: { "edited.py": "value = 1\n" },
  });
  await flow.run();
  const { diff, changed_files } = contextIn(flow.model.turns[3]);
  assertEquals(changed_files, ["edited.py"]);
  assertIncludes(diff, "-value = 1\n+value = 42\n");
});

Deno.test("a failed check and a rejection go to the coder, whose second try is verified", async () => {
  await using flow = await Flow.open([
    ...[text("plan"), write("value = 1\n"), text("tried"), verdict(false, { issues: ["wrong value"] })],
    ...[write("value = 42\n"), text("repaired"), verdict(true)],
  ]);
  const report = await flow.run();
  assertEquals([report.status, report.cycles, report.summary], ["ok", 2, "repaired"], JSON.stringify(report));
  assertEquals(report.verification_history?.map(({ status }) => status), ["failed", "ok"]);
  assertEquals(report.roles?.map(({ role }) => role), ["planner", "coder", "reviewer", "coder", "reviewer"]);
  const repair = contextIn(flow.model.turns[4]);
  assertEquals(repair.plan, "plan");
  assertEquals(repair.previous_implementation.summary, "tried");
  assertEquals([repair.review.approved, repair.review.issues], [false, ["wrong value"]]);
  assertEquals([repair.verification.status, repair.verification.checks[0].returncode], ["failed", 1]);
  assertIncludes(repair.verification.checks[0].stderr, "AssertionError");
  assertTrue(!JSON.stringify(repair).includes("import edited; assert"));
});

Deno.test("the cycles are bounded", async () => {
  const round = [write("value = 1\n"), text("tried"), verdict(true)];
  await using flow = await Flow.open([text("plan"), ...round, ...round, ...round], {
    agent: { maxCycles: 3 },
  });
  const report = await flow.run();
  assertEquals([report.status, report.cycles, codes(report)[0]], ["failed", 3, "check_failed"]);
  assertEquals(report.reasons[0]?.check, "lint");
  assertEquals(flow.model.missed, 0);
});

Deno.test("condition 1 alone: a coder that runs out of turns is checked and reviewed, and not verified", async () => {
  await using flow = await Flow.open([text("plan"), write("value = 42\n"), verdict(true)], {
    agent: { maxIterations: 1, maxCycles: 1 },
  });
  const report = await flow.run();
  assertEquals([report.status, report.verified, report.model_calls], ["unverified", false, 3]);
  assertEquals([codes(report), report.checks?.[0]?.status], [["iteration_budget"], "ok"]);
  assertEquals(report.reasons[0]?.role, "coder");
  assertEquals(report.roles?.[2]?.approved, true);
});

Deno.test("condition 2 alone: without a required check nothing is verified", async () => {
  for (const checks of [[], [python("lint", "pass", { required: false })]]) {
    await using flow = await Flow.open([text("plan"), text("done"), verdict(true)], {
      checks,
      agent: { maxCycles: 1 },
    });
    const report = await flow.run();
    assertEquals([report.status, report.verified], ["unverified", false]);
    assertEquals(codes(report), ["no_required_check"]);
  }
});

Deno.test("condition 3 alone: a test covers no source file", async () => {
  await using flow = await Flow.open([text("plan"), write("value = 42\n"), text("done"), verdict(true)], {
    checks: [TEST],
    agent: { maxCycles: 1 },
  });
  const report = await flow.run();
  assertEquals([report.status, report.verified, codes(report)], ["unverified", false, ["coverage_missing"]]);
  const [verification] = report.verification_history ?? [];
  assertEquals([verification?.checks[0]?.status, verification?.coverage?.[0]?.status], ["ok", "unverified"]);
  assertEquals(report.reasons[0]?.path, "edited.py");
});

Deno.test("condition 4 alone: what the reviewer rejects is not verified, whatever the checks say", async () => {
  await using flow = await Flow.open([text("plan"), write("value = 42\n"), text("done"), verdict(false)], {
    agent: { maxCycles: 1 },
  });
  const report = await flow.run();
  assertEquals([report.status, report.verified, codes(report)], ["failed", false, ["review_rejected"]]);
  assertEquals(report.verification_history?.[0]?.verified, true);
});

Deno.test("condition 5 alone: a file that changes during the review makes the run stale", async () => {
  await using flow = await Flow.open([text("plan"), write("value = 42\n"), text("done")], {
    agent: { maxCycles: 1 },
  });
  flow.model.say(() => {
    Deno.writeTextFileSync(`${flow.workspace}/edited.py`, "value = 43\n");
    return verdict(true);
  });
  const report = await flow.run();
  assertEquals([report.status, report.verified, codes(report)], [
    "unverified",
    false,
    ["changed_during_verification"],
  ]);
  assertEquals([report.verification_history?.[0]?.status, report.reasons[0]?.path], ["stale", "edited.py"]);
});

Deno.test("a check that rewrites what it checks is named", async () => {
  const formatter = python("format", "open('edited.py', 'w').write('value  =  42\\n')");
  await using flow = await Flow.open([text("plan"), write("value = 42\n"), text("done"), verdict(true)], {
    checks: [formatter],
    agent: { maxCycles: 1 },
  });
  const report = await flow.run();
  assertEquals([report.verified, codes(report)], [false, ["rewritten_by_check"]]);
  assertEquals([report.reasons[0]?.check, report.reasons[0]?.path], ["format", "edited.py"]);
});

Deno.test("a document needs no static analysis", async () => {
  await using flow = await Flow.open([
    text("plan"),
    { calls: [{ name: "file_write", args: { path: "README.md", content: "# Hi\n" } }] },
    text("done"),
    verdict(true),
  ], { checks: [TEST] });
  const report = await flow.run();
  assertEquals([report.status, report.verified], ["ok", true], JSON.stringify(report.reasons));
});

Deno.test("a run that changes nothing is verified by its checks and its review", async () => {
  await using flow = await Flow.open([text("plan"), text("nothing to do"), verdict(true)], {
    files: { "edited.py": "value = 42\n" },
  });
  const report = await flow.run();
  assertEquals([report.status, report.verified, report.changed_files], ["ok", true, []]);
});

Deno.test("without trust nothing is written, no check is run, and nothing is verified", async () => {
  await using flow = await Flow.open([text("plan"), write("value = 42\n"), text("done"), verdict(true)], {
    settings: { trusted: false },
    agent: { maxCycles: 1 },
  });
  const report = await flow.run();
  assertEquals([report.status, report.verified, codes(report)], ["unverified", false, ["not_trusted"]]);
  assertEquals([flow.read("edited.py"), report.events?.[0]?.status], [null, "error"]);
});

Deno.test("a planner that wants to write is told that it cannot, and the run goes on", async () => {
  await using flow = await Flow.open([write("value = 42\n"), text("plan"), text("done"), verdict(true)], {
    agent: { maxCycles: 1 },
  });
  const report = await flow.run();
  assertEquals(report.events?.map(({ role, tool, status }) => [role, tool, status]), [[
    "planner",
    "file_write",
    "error",
  ]]);
  assertEquals([flow.read("edited.py"), report.cycles, report.roles?.[0]?.tool_errors], [null, 1, 1]);
});

Deno.test("a planner that does not end its part ends the run without a cycle", async () => {
  await using flow = await Flow.open([{ content: "" }, { content: "" }, { content: "" }]);
  const report = await flow.run();
  assertEquals([report.status, report.cycles, report.verification, report.checks], ["unverified", 0, {}, []]);
  assertEquals(codes(report), ["planner_failed", "empty_response"]);
  assertTrue(report.error !== undefined);
});

Deno.test("a reviewer that writes prose twice has not approved: the run fails, and says why", async () => {
  await using flow = await Flow.open([
    ...[text("plan"), write("value = 42\n"), text("done")],
    ...[text("Looks great"), text("I said that it looks great")],
  ], { agent: { maxCycles: 1 } });
  const report = await flow.run();
  assertEquals([report.status, report.verified, codes(report)], ["failed", false, ["review_unparseable"]]);
  assertEquals([report.roles?.[2]?.status, report.roles?.[2]?.approved], ["unverified", false]);
  const asked = flow.model.turns.at(-1)?.body;
  assertEquals([offeredIn(flow.model.turns.at(-1)), typeof asked?.["format"]], [[], "object"]);
});

Deno.test("a model that fails for the coder ends the run as an error, with its cause", async () => {
  await using flow = await Flow.open([text("plan"), { status: 500, error: "out of memory" }]);
  const report = await flow.run();
  assertEquals([report.status, report.verified, report.cycles, codes(report)[0]], [
    "error",
    false,
    1,
    "model_error",
  ]);
  assertIncludes(report.roles?.[1]?.error ?? "", "out of memory");
});

Deno.test("what a run told step by step has a beginning and an end for each role and check", async () => {
  await using flow = await Flow.open([text("plan"), write("value = 42\n"), text("done"), verdict(true)], {
    checks: [LINT, TEST],
  });
  await flow.run();
  assertEquals(flow.steps.map(({ kind }) => kind), [
    ...["role", "turn", "role_end"],
    ...["role", "turn", "tool", "tool_end", "turn", "role_end"],
    ...["check", "check_end", "check", "check_end"],
    ...["role", "turn", "role_end", "verified"],
  ]);
});

Deno.test("tests that a run changed are reported when the operator lets it change them", async () => {
  await using flow = await Flow.open([
    text("plan"),
    { calls: [{ name: "file_write", args: { path: "tests/test_a.py", content: "def test(): pass\n" } }] },
    text("done"),
    verdict(true),
  ], { checks: [python("lint", "pass")] });
  const report = await flow.run();
  assertEquals([report.verified, report.changed_tests], [true, ["tests/test_a.py"]]);
});

Deno.test("a coder has the checks run, and is not shown their commands", async () => {
  await using flow = await Flow.open([
    ...[text("plan"), write("value = 1\n"), { calls: [{ name: "flow_check", args: { name: "lint" } }] }],
    ...[write("value = 42\n"), text("done"), verdict(true)],
  ]);
  const report = await flow.run();
  assertEquals([report.verified, report.events?.[1]?.status], [true, "failed"]);
  const answer = flow.model.turns[3]?.body.messages?.at(-1)?.content ?? "";
  assertEquals(JSON.parse(answer).checks[0].returncode, 1);
  assertTrue(!answer.includes("import edited; assert") && !answer.includes(flow.workspace));
  assertEquals(report.roles?.[1]?.tool_errors, 0);
});
