import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { ToolError } from "gatehouse/core/errors.ts";
import type { BackendSpec } from "gatehouse/core/backend.ts";
import { openCatalogue } from "gatehouse/core/catalogue.ts";
import { data, loaders } from "gatehouse/catalogue.ts";
import { worker } from "gatehouse/flow/backends.ts";
import { check } from "gatehouse/flow/configured.ts";
import { encode } from "gatehouse/flow/encode.ts";
import { factsOf } from "gatehouse/flow/facts.ts";
import { settingsOf } from "gatehouse/flow/settings.ts";
import { warningsOf } from "gatehouse/flow/warnings.ts";
import { flowCheck } from "gatehouse/flow/tools/flow_check.ts";
import { flowRun } from "gatehouse/flow/tools/flow_run.ts";
import { flowStatus } from "gatehouse/flow/tools/flow_status.ts";
import { askWorker } from "gatehouse/flow/asking.ts";
import { idleStatus } from "gatehouse/flow/idle.ts";
import statusRunner from "gatehouse/flow/tools/flow_status.run.ts";
import { FlowService } from "gatehouse/flow/service.ts";
import { Place } from "./parts/settings.ts";

const CHECK = '[checks.unit]\ncmd = ["python3", "-c", "pass"]\n';

async function flowOf(
  place: Place,
  { toml = CHECK, trusted = false, nvim = undefined as string | undefined } = {},
) {
  const { settings } = await place.load(toml, { trusted, ...(nvim === undefined ? {} : { nvim }) });
  return settings.familySettings.flow;
}

async function rights(given: unknown) {
  return await (worker as BackendSpec).permissions(given, "");
}

Deno.test("the worker reads the workspace, reaches the model service, and writes only when it is trusted", async () => {
  await using place = await Place.make();
  const plain = await flowOf(place);
  const undo = plain?.undoDirectory ?? "none";
  assertEquals(await rights(plain), { net: ["127.0.0.1:11434"], read: [place.workspace, undo], write: [] });
  const trusted = await flowOf(place, { trusted: true });
  assertEquals((await rights(trusted))?.write, [place.workspace, undo]);
  assertEquals(await rights(null), null);
});

Deno.test("an IPv6 service, and one on another machine, are reached by host and port", async () => {
  await using place = await Place.make();
  const net = async (toml: string) => (await rights(await flowOf(place, { toml })))?.net;
  assertEquals(await net('[ollama]\nbase_url = "http://[::1]:9/"'), ["[::1]:9"]);
  assertEquals(await net('[ollama]\nbase_url = "https://m.example.com"\nallow_remote = true'), [
    "m.example.com:443",
  ]);
});

Deno.test("the editor's socket is added, and nothing beside it", async () => {
  await using place = await Place.make();
  const given = await rights(await flowOf(place, { nvim: "/nowhere/nvim.sock" }));
  assertEquals(given?.net, ["127.0.0.1:11434", "unix:/nowhere/nvim.sock"]);
  assertEquals(given?.write, ["/nowhere/nvim.sock"]);
  assertTrue(given?.read?.includes("/nowhere/nvim.sock") === true);
});

Deno.test("the checks may be run when the workspace is trusted: the exact words, few variables", async () => {
  await using place = await Place.make();
  const toml = `${CHECK}timeout = 5\n[agent]\ncheck_env = ["VIRTUAL_ENV", "PATH"]`;
  assertEquals(worker.programs?.(await flowOf(place, { toml })), null);
  assertEquals(worker.programs?.(await flowOf(place, { toml, trusted: true })), {
    unit: {
      argv: ["python3", "-c", "pass"],
      cwd: place.workspace,
      env: ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "VIRTUAL_ENV"],
      timeoutMs: 5,
    },
  });
});

Deno.test("the place for undo is made before the worker starts, for our account alone", async () => {
  await using place = await Place.make();
  const flow = await flowOf(place, { trusted: true });
  assertEquals(await worker.setup(flow, ""), { settings: settingsOf(flow), fileIo: "posix-checked" });
  const info = await Deno.stat(flow?.undoDirectory ?? "none");
  assertEquals([info.isDirectory, (info.mode ?? 0) & 0o777], [true, 0o700]);
});

Deno.test("our own files are not to be written, nor are tests unless the operator says otherwise", async () => {
  await using place = await Place.make();
  const { ownFiles = [], agent } = settingsOf(await flowOf(place)) ?? {};
  assertTrue(ownFiles.includes(place.operatorFile));
  assertTrue(agent?.protect.includes("**/conftest.py") === true);
  assertEquals(settingsOf(await flowOf(place, { toml: "[agent]\nprotect = []" }))?.agent.protect, []);
});

Deno.test("a file of the workspace that looks like settings is a warning, unless it was given", async () => {
  await using place = await Place.make({ ".flow.toml": "", "config.toml": "trusted = true" });
  const told = await check(await flowOf(place));
  assertEquals(told.length, 2);
  assertIncludes(
    told[0] ?? "",
    `Ignored ${place.workspace}/config.toml: settings are read only from --config`,
  );
  assertEquals(settingsOf(await flowOf(place))?.warnings, told);
});

Deno.test("trust of root is a warning", async () => {
  await using place = await Place.make();
  const flow = await flowOf(place, { trusted: true });
  assertEquals((await check({ ...flow, uid: 0 })).length, 1);
  assertEquals((await check({ ...flow, uid: 1_000 })).length, 0);
  assertEquals((await check({ ...flow, uid: 0, trusted: false })).length, 0);
});

for (const [what, make] of [["missing", null], ["a file", "x"]] as const) {
  Deno.test(`a workspace that is ${what} is a mistake in the configuration`, async () => {
    await using place = await Place.make();
    await Deno.remove(place.workspace);
    if (make !== null) await Deno.writeTextFile(place.workspace, make);
    const failure = await check(await flowOf(place)).then(() => null, (error) => error);
    assertTrue(failure instanceof ToolError);
    assertEquals(failure.code, "CONFIG_INVALID");
    assertIncludes(failure.line, "operator.toml:1: ");
    assertIncludes(failure.line, "Give an existing directory");
  });
}

Deno.test("a pattern that cannot be matched is a mistake in the configuration", async () => {
  await using place = await Place.make();
  const failure = await check(await flowOf(place, { toml: '[agent]\nprotect = ["../x"]' }))
    .then(() => null, (error) => error);
  assertEquals(failure?.code, "CONFIG_INVALID");
});

Deno.test("the tools are listed in their order, and not served without a workspace or read-only", () => {
  const names = (options: Parameters<typeof openCatalogue>[2]) =>
    openCatalogue(data, loaders, { ...options, families: ["flow"] }).tools.map(({ name }) => name);
  const has = { flow: ["workspace"] };
  assertEquals(names({ has }), ["flow_run", "flow_status", "flow_check"]);
  assertEquals(names({ has, readOnly: true }), ["flow_status"]);
  assertEquals(names({}), []);
  const [inactive] = openCatalogue(data, loaders, { families: ["flow"] }).inactive.filter(({ tool }) =>
    tool.name === "flow_run"
  );
  assertEquals(inactive?.code, "NO_WORKSPACE");
});

Deno.test("a report is one line of ASCII that says the same as the structured one", () => {
  const value = { status: "unverified", verified: false, summary: "Zażółć\n\u2028 \u{1f600}", checks: [] };
  const encoded = encode({ tool: flowRun, args: { task: "x" }, ok: true, value });
  assertTrue(encoded.kind === "result");
  const text = String(encoded.content[0]?.["text"]);
  assertTrue(/^[\x20-\x7e]+$/.test(text), text);
  assertEquals(JSON.parse(text), encoded.structuredContent);
  assertEquals([encoded.content.length, encoded.isError], [1, true]);
});

for (const status of ["ok", "failed", "unverified", "error", "stale", "unavailable"]) {
  Deno.test(`a report that is ${status} is ${status === "ok" ? "no" : "a"} failure`, () => {
    const encoded = encode({ tool: flowStatus, args: {}, ok: true, value: { status } });
    assertEquals(encoded.kind === "result" && encoded.isError, status !== "ok");
  });
}

Deno.test("what goes wrong on our side is a report as well", () => {
  const error = new ToolError("ISOLATE_LOST", "The worker ended", { next: "Call again" });
  const encoded = encode({ tool: flowRun, args: { task: "x" }, ok: false, error });
  assertTrue(encoded.kind === "result");
  assertEquals(encoded.structuredContent, {
    status: "error",
    verified: false,
    error: "The worker ended",
    code: "ISOLATE_LOST",
    next: "Call again",
    reasons: [{ code: "error", message: "The worker ended" }],
  });
  assertEquals(flowRun.output.safeParse(encoded.structuredContent).success, true);
  const late = encode({
    tool: flowCheck,
    args: {},
    ok: false,
    error: new ToolError("DEADLINE_EXCEEDED", "Late"),
  });
  assertTrue(late.kind === "result");
  assertEquals(late.structuredContent?.["reasons"], [{ code: "time_budget", message: "Late" }]);
});

Deno.test("refused arguments are -32602 with what is wrong", () => {
  const issues = [{ path: ["cwd"], problem: "Unrecognized key" }];
  const error = new ToolError("ARGUMENTS_INVALID", "Invalid arguments", { issues });
  const encoded = encode({ tool: flowRun, args: { task: "x", cwd: "/" }, ok: false, error });
  assertTrue(encoded.kind === "error");
  assertEquals([encoded.code, encoded.data?.["issues"]], [-32602, issues]);
});

Deno.test("the audit log keeps how a run ended, and nothing that anybody wrote", () => {
  const facts = factsOf({
    tool: flowRun,
    args: { task: "SECRET" },
    ok: true,
    value: {
      status: "failed",
      verified: false,
      task: "SECRET",
      summary: "SECRET",
      changed_files: ["SECRET.py"],
      changed_tests: [],
      checks: [{ name: "unit", status: "failed", stdout: "SECRET" }],
      reasons: [{ code: "check_failed", message: "SECRET" }],
      roles: [{ summary: "SECRET" }],
      model_calls: 4,
      tool_calls: 2,
      cycles: 1,
    },
  });
  assertEquals(facts, {
    status: "failed",
    verified: "false",
    reasons: "check_failed",
    checks: "unit:failed",
    changed_files: 1,
    changed_tests: 0,
    model_calls: 4,
    tool_calls: 2,
    cycles: 1,
  });
});

Deno.test("each step of the worker reaches who watches, and in words who waits; what is no step is dropped", async () => {
  const events = [
    { kind: "role", role: "planner", model: "m", cycle: 1 },
    { kind: "turn", role: "planner", turn: 1, of: 6 },
    { kind: "tool", role: "planner", tool: "file_read", path: "a\u001b[2J.py" },
    { kind: "tool_end", role: "planner", tool: "file_read", status: "ok" },
    { kind: "role_end", role: "planner", status: "ok", turns: 2 },
    { kind: "check", name: "unit" },
    { kind: "check_end", name: "unit", status: "ok", ms: 12 },
    { kind: "verified", cycle: 1, status: "ok", verified: true },
    { kind: "other" },
    null,
    "text",
  ];
  const steps: unknown[] = [];
  const progress: unknown[] = [];
  const backend = {
    call: (_method: string, _input: unknown, { onEvent }: { onEvent?: (event: unknown) => void }) => {
      for (const event of events) onEvent?.(event);
      return Promise.resolve({ status: "ok" });
    },
  };
  await askWorker("run", { task: "x" }, {
    service: new FlowService(null, backend),
    signal: new AbortController().signal,
    leftMs: 1_000,
    progress: (...step) => void progress.push(step),
    step: (step) => void steps.push(step),
  });
  assertEquals(steps, events.slice(0, 8));
  assertEquals(progress, [
    [1, undefined, "planner (m), cycle 1"],
    [2, undefined, "planner: turn 1 of 6"],
    [3, undefined, "planner: file_read a\\u{1b}[2J.py"],
    [4, undefined, "planner: ok"],
    [5, undefined, "check unit"],
    [6, undefined, "check unit: ok"],
    [7, undefined, "cycle 1: checks passed"],
  ]);
});

Deno.test("whoever lets runs write where nothing can be kept for an undo is told", () => {
  const told = (given: object) => warningsOf({ workspace: "/nowhere", uid: 1, loadedFiles: [], ...given });
  assertEquals(told({ trusted: true, undoDirectory: null }), [
    "No state directory is known, so no run can be undone: set HOME or XDG_STATE_HOME",
  ]);
  assertEquals(told({ trusted: true, undoDirectory: "/state" }), []);
  assertEquals(told({ trusted: false, undoDirectory: null }), []);
});

Deno.test("a status starts no worker, and comes from the worker once there is one", async () => {
  await using place = await Place.make();
  const settings = settingsOf(await flowOf(place));
  let asked = 0;
  const service = new FlowService(settings, {
    call: () => Promise.resolve({ status: "ok", calls: ++asked }),
  });
  const context = {
    service,
    signal: new AbortController().signal,
    leftMs: 1_000,
    progress() {},
    step() {},
    log() {},
    answers: {},
    principal: "posix-uid:1",
    target: null,
    carried: undefined,
  };
  const first = await statusRunner.run({}, context) as Record<string, unknown>;
  assertEquals([asked, first["status"], first["busy"], first["last_report"]], [0, "ok", false, null]);
  await askWorker("check", {}, context);
  await statusRunner.run({}, context);
  assertEquals(asked, 2);
});

Deno.test("what a worker says of itself before any work is what is said without one", async () => {
  await using place = await Place.make();
  const settings = settingsOf(await flowOf(place));
  assertTrue(settings !== null);
  const { WorkerService } = await import("gatehouse/flow/run/worker_service.ts");
  const { knownFileIo } = await import("gatehouse/flow/idle.ts");
  const worker = new WorkerService(settings, { fileIo: knownFileIo() });
  assertEquals(idleStatus(settings), await worker.status({ signal: new AbortController().signal }));
});

Deno.test("only the worker tells of an editor, and of a workspace that is gone", async () => {
  await using place = await Place.make();
  const socket = `${place.home}/nvim.sock`;
  const edited = settingsOf(await flowOf(place, { nvim: socket }));
  const plain = settingsOf(await flowOf(place));
  assertTrue(edited !== null && plain !== null);
  assertEquals(idleStatus(edited), null);
  await Deno.remove(place.workspace, { recursive: true });
  assertEquals(idleStatus(plain), null);
});
