/** Who may say what `flow` works on, and how far it goes. */
import { assertEquals, assertIncludes } from "../assert.ts";
import { call, ScriptedModel, text, verdict } from "../flow/parts/scripted_model.ts";
import { FlowProject, LINT } from "./parts/flow_project.ts";

type Report = Readonly<Record<string, unknown>>;

Deno.test("settings that lie in the workspace are not read, and the status says so", async () => {
  await using project = await FlowProject.open({
    "config.toml": 'workspace_dir = "/"\n[ollama]\nmodel = "evil"\n',
    ".flow.toml": "trusted = true\n",
  });
  const { code, report } = await project.run("flow", "status", "--trusted");
  assertEquals([code, report["workspace"]], [0, project.root]);
  assertEquals((report["models"] as Report)["coder"], "qwen2.5-coder:7b");
  const warnings = (report["warnings"] as string[]).join("\n");
  assertIncludes(warnings, `${project.root}/config.toml`);
  assertIncludes(warnings, `${project.root}/.flow.toml`);
});

Deno.test("the user's own file is read when none is named", async () => {
  await using project = await FlowProject.open();
  await Deno.mkdir(`${project.outside}/flow`);
  await Deno.writeTextFile(`${project.outside}/flow/config.toml`, '[ollama]\nmodel = "qwen3:8b"\n', {
    mode: 0o600,
  });
  const { report } = await project.run("flow", "status");
  assertEquals((report["models"] as Report)["planner"], "qwen3:8b");
});

for (
  const [what, options] of [
    ["at the root", { lines: "trusted = true" }],
    ["in [agent]", { tables: "[agent]\ntrusted = true" }],
    ["as false", { lines: "trusted = false" }],
  ] as const
) {
  Deno.test(`trusted ${what} of a file ends with 2`, async () => {
    await using project = await FlowProject.open();
    const { code, out, err } = await project.run("flow", "status", "-c", await project.operator(options));
    assertEquals([code, out], [2, ""]);
    assertIncludes(err, "--trusted");
  });
}

Deno.test("a named file gives no trust: no check runs, nothing is written", async () => {
  await using project = await FlowProject.open();
  await using model = new ScriptedModel([
    text("the plan"),
    call("file_write", { path: "edited.py", content: "x = 1\n" }),
    text("done"),
    verdict(true),
  ]);
  const operator = await project.operator({ model, checks: { touch: { cmd: ["touch", "ran"] } } });
  const check = await project.run("flow", "check", "-c", operator);
  assertEquals([check.code, check.report["status"]], [1, "unverified"]);
  assertEquals((check.report["checks"] as Report[])[0]?.["status"], "unverified");
  const run = await project.run("flow", "run", "-c", operator, "Write it");
  assertEquals([run.code, run.report["verified"]], [1, false]);
  assertEquals([await project.read("ran"), await project.read("edited.py")], [null, null]);
});

Deno.test("--workspace beats the file, --model is for all roles, wherever the flags stand", async () => {
  await using project = await FlowProject.open();
  await using other = await FlowProject.open();
  const operator = await project.operator({ tables: '[models]\nplanner = "a"\ncoder = "b"\n' });
  const flags = ["--config", operator, "-w", other.root, "-m", "qwen3:8b", "--trusted"];
  for (
    const args of [[...flags, "status"], ["status", ...flags], [
      ...flags.slice(0, 2),
      "status",
      ...flags.slice(2),
    ]]
  ) {
    const { code, report } = await project.run("flow", ...args);
    assertEquals([code, report["workspace"], report["trusted"]], [0, other.root, true]);
    assertEquals(new Set(Object.values(report["models"] as Report)), new Set(["qwen3:8b"]));
  }
  const { report } = await project.run("flow", "status", "-c", operator);
  assertEquals(report["models"], { planner: "a", coder: "b", reviewer: "qwen2.5-coder:7b" });
});

for (
  const tables of [
    "temperature = 2.1",
    "context_length = 1023",
    "timeout = 0",
    "timeout = true",
    "model = ' '",
    "[agent]\nmax_iterations = 33",
    "[agent]\nmax_cycles = 0",
    "[agent]\nmax_tool_calls = 257",
    "[agent]\nmax_context_chars = 4095",
    "[agent]\nmax_task_chars = 100001",
    "[agent]\nmax_seconds = 3601",
    "[agent]\nshell = true",
    "[tools]\nshell = true",
    "[plugins]\npath = 'x'",
  ]
) {
  Deno.test(`${tables.replaceAll("\n", " ")} ends with 2`, async () => {
    await using project = await FlowProject.open();
    const { code, out, err } = await project.run("flow", "status", "-c", await project.operator({ tables }));
    assertEquals([code, out, err.trimEnd().split("\n").length], [2, "", 1]);
  });
}

for (
  const [what, check] of [
    ["a command as one text", { ...LINT, cmd: "ruff check ." as unknown as string[] }],
    ["a directory of its own", { ...LINT, cwd: "/" }],
    ["an environment of its own", { ...LINT, env: { A: "b" } as unknown as string }],
    ["no command", { ...LINT, cmd: [] }],
    ["a time limit of seven hours", { ...LINT, timeout: 25_200_000 }],
    ["an unknown kind", { ...LINT, kind: "magic" }],
  ] as const
) {
  Deno.test(`a check with ${what} ends with 2`, async () => {
    await using project = await FlowProject.open();
    const operator = await project.operator({ checks: { lint: check } });
    assertEquals((await project.run("flow", "status", "-c", operator)).code, 2);
  });
}

for (
  const url of ["http://10.0.0.5:11434", "http://u:p@127.0.0.1:1", "http://127.0.0.1:1/v1", "ftp://127.0.0.1"]
) {
  Deno.test(`a model service at ${url} ends with 2`, async () => {
    await using project = await FlowProject.open();
    const path = `${project.outside}/remote.toml`;
    await Deno.writeTextFile(path, `[ollama]\nbase_url = "${url}"\n`, { mode: 0o600 });
    const { code, err } = await project.run("flow", "run", "-c", path, "Do it");
    assertEquals(code, 2);
    assertEquals(err.includes("u:p"), false);
  });
}
