import { WorkerService } from "gatehouse/flow/run/worker_service.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { call, codes, Flow, LINT, python, TEST, text, verdict, write } from "./parts.ts";

const NEVER = new AbortController().signal;

Deno.test("a status tells everything that is configured but the checks' commands, and asks no model", async () => {
  await using flow = await Flow.open([], { checks: [LINT, TEST], settings: { warnings: ["Mind the step"] } });
  const status = await flow.service.status({ signal: NEVER });
  assertEquals(status, {
    status: "ok",
    workspace: flow.workspace,
    trusted: true,
    backend: {
      type: "ollama",
      base_url: flow.model.url,
      connectivity: "unverified",
      note: "The model service is not asked for a status",
    },
    models: { planner: "m", coder: "m", reviewer: "m" },
    checks: [
      { name: "lint", required: true, kind: "lint", filetypes: ["python"] },
      { name: "test", required: true, kind: "test", filetypes: ["python"] },
    ],
    editor: { status: "unavailable", tools: [], error: null, attached: false },
    warnings: ["Mind the step"],
    capabilities: {
      single_writer: true,
      read_only_concurrency: 1,
      arbitrary_commands: false,
      plugins: false,
      file_io: "posix-checked",
    },
    busy: false,
    last_report: null,
  });
  assertEquals(flow.model.seen, []);
});

Deno.test("while a run is under way its status is told, and everything that writes is refused", async () => {
  const held = Promise.withResolvers<void>();
  await using flow = await Flow.open([text("plan", { before: held.promise }), text("done"), verdict(true)]);
  const run = flow.run();
  await flow.model.asked(1);
  assertEquals((await flow.service.status({ signal: NEVER })).busy, true);
  const refused = [
    await flow.run(),
    await flow.service.check(undefined, flow.context()),
    await flow.service.undo({ signal: NEVER }),
  ];
  for (const report of refused) {
    assertEquals([report.status, "verified" in report && report.verified], ["error", false]);
    assertEquals(Object.keys(report).sort(), ["error", "reasons", "status", "verified"]);
    assertEquals("reasons" in report && report.reasons?.[0]?.code, "busy");
  }
  held.resolve();
  await run;
  const { busy, last_report } = await flow.service.status({ signal: NEVER });
  assertEquals([busy, last_report?.cycles], [false, 2]);
});

Deno.test("two processes do not run in one workspace at a time", async () => {
  const held = Promise.withResolvers<void>();
  await using flow = await Flow.open([text("plan", { before: held.promise }), text("done"), verdict(true)]);
  await using other = await Flow.open([], { settings: { ...flow.settings } });
  const run = flow.run();
  await flow.model.asked(1);
  const refused = await other.run();
  assertEquals([refused.status, codes(refused)], ["error", ["busy"]]);
  held.resolve();
  await run;
});

Deno.test("a task that says nothing, or too much, is refused before anybody is asked", async () => {
  await using flow = await Flow.open();
  for (const task of ["", " \n\t", "x".repeat(16_001)]) {
    const report = await flow.run(task);
    assertEquals([report.status, report.verified, codes(report)], ["error", false, ["task_invalid"]]);
    assertEquals(Object.keys(report).sort(), ["error", "reasons", "status", "verified"]);
  }
  assertEquals(flow.model.seen, []);
});

Deno.test("a workspace that was replaced is stale, and nothing is written in the new one", async () => {
  await using flow = await Flow.open([text("plan")], { agent: { maxCycles: 1 } });
  flow.model.say(
    () => {
      Deno.renameSync(flow.workspace, `${flow.home}/moved`);
      Deno.mkdirSync(flow.workspace);
      return write("value = 42\n");
    },
    text("done"),
    verdict(true),
  );
  const report = await flow.run();
  assertEquals([report.verified, report.changed_files, report.events?.[0]?.status], [false, [], "stale"]);
  assertTrue(codes(report).includes("root_replaced"), JSON.stringify(codes(report)));
  assertEquals(await Array.fromAsync(Deno.readDir(flow.workspace)), []);
  assertEquals((await flow.service.status({ signal: NEVER })).status, "stale");
  assertEquals(codes(await flow.run()), ["root_replaced"]);
});

Deno.test("a cancelled run lets go of the model and leaves what it wrote", async () => {
  const controller = new AbortController();
  await using flow = await Flow.open([
    text("plan"),
    write("value = 42\n"),
    text("done", { before: new Promise(() => {}) }),
  ]);
  const run = flow.run("Make it 42", controller.signal);
  await flow.model.asked(3);
  controller.abort();
  const report = await run;
  assertEquals([report.verified, codes(report)[0], report.changed_files], [false, "cancelled", [
    "edited.py",
  ]]);
  assertEquals(flow.read("edited.py"), "value = 42\n");
  await flow.model.left(1);
});

Deno.test("a run ends when its seconds are over, whatever is under way", async () => {
  await using flow = await Flow.open([text("plan"), write("value = 42\n"), text("done")], {
    checks: [python("slow", "import time; time.sleep(60)")],
    agent: { maxSeconds: 2 },
  });
  const report = await flow.run();
  assertEquals([report.verified, codes(report)[0], report.cycles], [false, "time_budget", 1]);
  assertTrue(report.checks?.[0]?.status !== "ok");
});

Deno.test("checks are run as a whole, by a name, and not by one that is not configured", async () => {
  await using flow = await Flow.open([], {
    checks: [TEST, python("optional", "raise SystemExit(3)", { required: false })],
  });
  const all = await flow.service.check(undefined, flow.context());
  assertEquals([all.status, all.verified, all.checks?.length], ["ok", true, 2]);
  const named = await flow.service.check("optional", flow.context());
  assertEquals([named.status, named.checks?.[0]?.returncode], ["failed", 3]);
  const unknown = await flow.service.check("none", flow.context());
  assertEquals([unknown.status, unknown.checks?.[0]?.status], ["unverified", "unavailable"]);
});

Deno.test("what the last run wrote is put back, once", async () => {
  await using flow = await Flow.open([
    text("plan"),
    write("value = 42\n"),
    call("file_edit", { path: "other.py", old: "a = 1", new: "a = 2" }),
    call("file_write", { path: "deep/new.py", content: "n = 1\n" }),
    text("done"),
    verdict(true),
  ], { files: { "edited.py": "value = 1\n", "other.py": "a = 1\n" }, agent: { maxCycles: 1 } });
  const report = await flow.run();
  assertEquals(report.changed_files, ["deep/new.py", "edited.py", "other.py"]);
  const undone = await flow.service.undo({ signal: NEVER });
  assertEquals(undone.status, "ok", JSON.stringify(undone));
  assertEquals([flow.read("edited.py"), flow.read("other.py"), flow.read("deep/new.py")], [
    "value = 1\n",
    "a = 1\n",
    null,
  ]);
});

Deno.test("a second run reports only its own changes", async () => {
  await using flow = await Flow.open([
    ...[text("plan"), write("value = 42\n"), text("done"), verdict(true)],
    ...[text("plan"), text("nothing"), verdict(true)],
  ]);
  assertEquals((await flow.run()).changed_files, ["edited.py"]);
  const second = await flow.run();
  assertEquals([second.changed_files, second.verified], [[], true]);
  assertEquals((await flow.service.status({ signal: NEVER })).last_report, {
    status: "ok",
    verified: true,
    changed_files: [],
    cycles: 1,
  });
});

Deno.test("models, tools and the probe answer for the command line", async () => {
  await using flow = await Flow.open([], {
    settings: { models: { planner: "a", coder: "b", reviewer: "a" } },
  });
  flow.model.options = { models: { a: {}, b: { tools: false } } };
  assertEquals(await flow.service.models({ signal: NEVER }), { status: "ok", models: ["a", "b"] });
  const { tools } = await flow.service.tools(flow.context());
  assertEquals(tools.map(({ name }) => name), [
    ...["file_read", "file_list", "file_search", "file_write", "file_edit", "flow_check"],
  ]);
  const probed = await flow.service.probe({ signal: NEVER });
  assertEquals([probed.status, probed.reachable], ["error", true]);
  assertEquals(probed.models.map(({ model, roles, status, code }) => [model, roles, status, code]), [
    ["a", ["planner", "reviewer"], "ok", undefined],
    ["b", ["coder"], "error", "MODEL_NO_TOOLS"],
  ]);
  flow.model.options = { models: { a: {} } };
  assertIncludes(String((await flow.service.probe({ signal: NEVER })).models[1]?.code), "MODEL_");
});

Deno.test("where files cannot be accessed safely, nothing that touches them begins", async () => {
  await using flow = await Flow.open();
  const service = new WorkerService(flow.settings, { fileIo: "unavailable" });
  for (
    const report of [
      await service.run("Do it", flow.context()),
      await service.check(undefined, flow.context()),
      await service.undo({ signal: NEVER }),
    ]
  ) {
    assertEquals([report.status, "reasons" in report && report.reasons?.[0]?.code], [
      "error",
      "files_unavailable",
    ]);
  }
  assertEquals((await service.status({ signal: NEVER })).capabilities.file_io, "unavailable");
  assertEquals(flow.model.seen, []);
});

Deno.test("a service that is not there is not reached by a probe, and lists no models", async () => {
  await using flow = await Flow.open([], { endpoint: { baseUrl: "http://127.0.0.1:9" } });
  const probed = await flow.service.probe({ signal: NEVER });
  assertEquals([probed.status, probed.reachable, probed.models[0]?.code], [
    "error",
    false,
    "MODEL_UNAVAILABLE",
  ]);
  await assertFails(() => flow.service.models({ signal: NEVER }), "MODEL_UNAVAILABLE");
});
