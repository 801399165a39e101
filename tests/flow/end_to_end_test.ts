import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { ToolError } from "gatehouse/core/errors.ts";
import { LINT, ServedFlow } from "./parts/served.ts";
import { call, text, verdict } from "./parts/scripted_model.ts";

const write = (content: string) => call("file_write", { path: "edited.py", content });

Deno.test("a task is planned, written, checked and reviewed, and the host alone calls it verified", async () => {
  await using flow = await ServedFlow.open({
    toml: LINT,
    script: [text("The plan"), write("value = 42\n"), text("Done"), verdict(true)],
  });
  const steps: string[] = [];
  const progress: number[] = [];
  const { isError, report } = await flow.call("flow_run", { task: "Make it 42" }, {
    step: (step) => void steps.push(String(step["kind"])),
    progress: (done) => void progress.push(done),
  });
  assertEquals(
    [isError, report.status, report.verified, report.reasons],
    [false, "ok", true, []],
    JSON.stringify(report),
  );
  assertEquals([report.changed_files, report.cycles, report.model_calls], [["edited.py"], 1, 4]);
  assertEquals(report.verification.coverage[0].source, "flow.check");
  assertEquals(
    report.roles.map(({ role, status }: { role: string; status: string }) => `${role} ${status}`),
    [
      "planner ok",
      "coder ok",
      "reviewer ok",
    ],
  );
  assertEquals(await flow.place.read("edited.py"), "value = 42\n");
  for (const kind of ["role", "turn", "tool", "tool_end", "role_end", "check", "check_end", "verified"]) {
    assertTrue(steps.includes(kind), kind);
  }
  assertEquals(progress, progress.map((_, at) => at + 1));
  assertEquals(flow.defects, []);
  const { report: status } = await flow.call("flow_status");
  assertEquals([status.busy, status.last_report.verified, status.checks], [false, true, [
    { name: "lint", required: true, kind: "lint", filetypes: ["python"] },
  ]]);
});

Deno.test("what the last run wrote is put back byte for byte, and new files go", async () => {
  await using flow = await ServedFlow.open({
    toml: LINT,
    files: { "edited.py": "value = 1\n" },
    script: [
      text("The plan"),
      write("value = 42\n"),
      call("file_write", { path: "new/other.py", content: "x = 1\n" }),
      text("Done"),
      verdict(true),
    ],
  });
  const { report } = await flow.call("flow_run", { task: "Make it 42" });
  assertEquals(report.changed_files, ["edited.py", "new/other.py"], JSON.stringify(report));
  const undone = await flow.command("undo");
  assertEquals(undone.status, "ok", JSON.stringify(undone));
  assertEquals(await flow.place.read("edited.py"), "value = 1\n");
  assertEquals(await flow.place.read("new/other.py"), null);
});

Deno.test("what a check rewrote of a run's files is named, and put back with them", async () => {
  const rewrite =
    `import pathlib; p = pathlib.Path("edited.py"); p.write_text(p.read_text().replace(" ", ""))`;
  await using flow = await ServedFlow.open({
    toml: `${LINT}\n[checks.format]\ncmd = ["python3", "-c", ${
      JSON.stringify(rewrite)
    }]\nrequired = true\n[agent]\nmax_cycles = 1\n`,
    files: { "edited.py": "value = 1\n" },
    script: [text("The plan"), write("value = 42\n"), text("Done"), verdict(true)],
  });
  const { report } = await flow.call("flow_run", { task: "Make it 42" });
  assertEquals(report.verified, false);
  assertTrue(
    report.reasons.some(({ code, check }: { code: string; check?: string }) =>
      code === "rewritten_by_check" && check === "format"
    ),
    JSON.stringify(report.reasons),
  );
  assertEquals(await flow.place.read("edited.py"), "value=42\n");
  assertEquals((await flow.command("undo")).status, "ok");
  assertEquals(await flow.place.read("edited.py"), "value = 1\n");
});

Deno.test("a failed check goes to the coder, whose second try is verified", async () => {
  await using flow = await ServedFlow.open({
    toml: LINT,
    script: [
      ...[text("The plan"), write("value = 1\n"), text("Done"), verdict(false)],
      ...[write("value = 42\n"), text("Done"), verdict(true)],
    ],
  });
  const { report } = await flow.call("flow_run", { task: "Make it 42" });
  assertEquals([report.status, report.verified, report.cycles], ["ok", true, 2], JSON.stringify(report));
  assertEquals(report.verification_history.map(({ status }: { status: string }) => status), ["failed", "ok"]);
});

Deno.test("without trust nothing is written and nothing is run", async () => {
  await using flow = await ServedFlow.open({
    toml: LINT,
    flags: {},
    script: [text("The plan"), write("value = 42\n"), text("Done"), verdict(true)],
  });
  const { isError, report } = await flow.call("flow_run", { task: "Make it 42" });
  assertEquals([isError, report.verified, report.changed_files], [true, false, []], JSON.stringify(report));
  assertEquals(await flow.place.read("edited.py"), null);
  const { report: checked } = await flow.call("flow_check");
  assertEquals([checked.status, checked.checks[0].status], ["unverified", "unverified"]);
  assertEquals("returncode" in checked.checks[0], false);
});

Deno.test("checks are run by themselves, one by its name, and an unknown one is unavailable", async () => {
  await using flow = await ServedFlow.open({
    toml: `${LINT}[checks.other]\ncmd = ["python3", "-c", "print('password=hunter2x')"]\nrequired = false\n`,
    files: { "edited.py": "value = 42\n" },
  });
  const all = await flow.call("flow_check");
  assertEquals([all.isError, all.report.verified, all.report.reason], [false, true, ""], JSON.stringify(all));
  const one = await flow.call("flow_check", { name: "other" });
  assertEquals([one.report.verified, one.report.checks.length], [true, 1]);
  assertIncludes(one.report.checks[0].stdout, "password=[redacted]");
  const none = await flow.call("flow_check", { name: "none" });
  assertEquals([none.isError, none.report.status], [true, "unverified"]);
  assertEquals(Object.keys(none.report.checks[0]).sort(), ["error", "name", "source", "status"]);
});

Deno.test("a check has few variables, and those that the operator lists", async () => {
  Deno.env.set("GATEHOUSE_TEST_SECRET", "one");
  Deno.env.set("GATEHOUSE_TEST_LISTED", "two");
  try {
    const cmd = '["python3", "-c", "import os; print(sorted(k for k in os.environ if \'TEST\' in k))"]';
    await using flow = await ServedFlow.open({
      toml: `[agent]\ncheck_env = ["GATEHOUSE_TEST_LISTED"]\n[checks.env]\ncmd = ${cmd}\n`,
    });
    const { report } = await flow.call("flow_check");
    assertEquals(report.checks[0].stdout, "['GATEHOUSE_TEST_LISTED']\n", JSON.stringify(report));
  } finally {
    Deno.env.delete("GATEHOUSE_TEST_SECRET");
    Deno.env.delete("GATEHOUSE_TEST_LISTED");
  }
});

Deno.test("while a run is under way its status is told, and another run is refused", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await using flow = await ServedFlow.open({
    toml: LINT,
    script: [text("The plan", { before: promise }), text("Nothing to do"), verdict(true)],
  });
  const first = flow.call("flow_run", { task: "Wait" });
  await flow.model.asked(1);
  assertEquals((await flow.call("flow_status")).report.busy, true);
  const second = await flow.call("flow_run", { task: "Also" });
  assertEquals([second.isError, second.report.status, second.report.verified], [true, "error", false]);
  assertEquals(second.report.reasons[0].code, "busy");
  assertEquals((await flow.call("flow_check")).report.status, "error");
  resolve();
  await first;
  assertEquals((await flow.call("flow_status")).report.busy, false);
});

Deno.test("a cancelled run ends, lets go of the model, and the next one is carried out", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await using flow = await ServedFlow.open({
    toml: LINT,
    script: [
      text("The plan", { before: promise }),
      text("The plan"),
      write("value = 42\n"),
      text("Done"),
      verdict(true),
    ],
  });
  const stop = new AbortController();
  const first = flow.call("flow_run", { task: "Wait" }, { signal: stop.signal }).then(
    () => null,
    (error) => error,
  );
  await flow.model.asked(1);
  stop.abort();
  const failure = await first;
  assertTrue(failure instanceof ToolError && failure.code === "CANCELLED", String(failure));
  await flow.model.left(1);
  resolve();
  const { report } = await flow.call("flow_run", { task: "Make it 42" });
  assertEquals(report.verified, true, JSON.stringify(report));
});

Deno.test("a service that is not there ends the run with a report that says so", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  await using flow = await ServedFlow.open({ toml: LINT, ollama: `base_url = "http://127.0.0.1:${port}"` });
  const { isError, report } = await flow.call("flow_run", { task: "Make it 42" });
  assertEquals([isError, report.status, report.verified], [true, "error", false], JSON.stringify(report));
  assertIncludes(report.error, String(port));
});

for (const task of ["", "   ", "x".repeat(16_001)]) {
  Deno.test(`a task of ${task.length} characters that says nothing, or too much, asks no model`, async () => {
    await using flow = await ServedFlow.open({ toml: LINT });
    const { isError, report } = await flow.call("flow_run", { task });
    assertEquals([isError, report.status, report.reasons[0].code], [true, "error", "task_invalid"]);
    assertEquals(flow.model.turns.length, 0);
  });
}

Deno.test("the command line's own work: models, tools, and whether the service answers", async () => {
  await using flow = await ServedFlow.open({ toml: LINT });
  assertIncludes(JSON.stringify(await flow.command("models")), "qwen2.5-coder:7b");
  const tools = JSON.stringify(await flow.command("tools"));
  for (const name of ["file_read", "file_write", "file_edit", "file_search", "file_list", "flow_check"]) {
    assertIncludes(tools, `"${name}"`);
  }
  assertTrue(!tools.includes("edited.value"), "A check's command is nobody's to see");
  const probed = await flow.command("probe");
  assertEquals(probed.status, "ok", JSON.stringify(probed));
});

Deno.test("our own files in the workspace are not written, nor is what decides the result", async () => {
  await using flow = await ServedFlow.open({
    toml: LINT,
    script: [
      text("The plan"),
      ...[
        "config.toml",
        ".flow.toml",
        "gatehouse.toml",
        "tests/test_a.py",
        "pyproject.toml",
        "../operator.toml",
      ].map((
        path,
      ) => call("file_write", { path, content: "" })),
      text("Done"),
      verdict(true),
    ],
  });
  const { report } = await flow.call("flow_run", { task: "Weaken it" });
  assertEquals(report.changed_files, [], JSON.stringify(report));
  assertEquals(report.events.map(({ status }: { status: string }) => status === "ok"), [
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});
