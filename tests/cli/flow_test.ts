/** `flow run`, `check`, `status` and `undo` as programs. */
import { assertEquals, assertIncludes, assertMatch, assertTrue } from "../assert.ts";
import { call, ScriptedModel, text, verdict } from "../flow/parts/scripted_model.ts";
import { run } from "./parts/run.ts";
import { BAD, FlowProject, GOOD, LINT } from "./parts/flow_project.ts";

type Report = Readonly<Record<string, unknown>>;

/** The script of a run that sets the value. */
const SETS = [
  text("the plan"),
  call("file_write", { path: "edited.py", content: GOOD }),
  text("done"),
  verdict(true),
];

/** A coder that wrote, and now thinks for ever. */
const WRITES = [...SETS.slice(0, 2), text("never", { before: new Promise(() => {}) })];

Deno.test("a verified run prints one line of ASCII on stdout, nothing on stderr, and ends with 0", async () => {
  await using project = await FlowProject.open({ "edited.py": BAD });
  await using model = new ScriptedModel(SETS);
  const operator = await project.operator({ model });
  const { code, out, err, report } = await project.run(
    "flow",
    "-c",
    operator,
    "run",
    "--trusted",
    "Fix",
    "é",
    "it",
  );
  assertEquals([code, err], [0, ""]);
  assertMatch(out, /^[\x20-\x7e]+\n$/);
  assertEquals(
    [report["status"], report["verified"], report["task"], report["changed_files"], report["cycles"]],
    ["ok", true, "Fix é it", ["edited.py"], 1],
  );
  assertEquals(await project.read("edited.py"), GOOD);
});

Deno.test("undo puts the files of the run back, and says which", async () => {
  await using project = await FlowProject.open({ "edited.py": BAD });
  await using model = new ScriptedModel(SETS);
  const args = ["--trusted", "-c", await project.operator({ model })];
  assertEquals((await project.run("flow", "run", ...args, "Fix it")).code, 0);
  const { code, report } = await project.run("flow", "undo", ...args);
  assertEquals([code, report["status"], await project.read("edited.py")], [0, "ok", BAD]);
});

Deno.test("--events tells every step on stderr as a line of JSON, and stdout is the same", async () => {
  await using project = await FlowProject.open({ "edited.py": BAD });
  await using model = new ScriptedModel(SETS);
  const operator = await project.operator({ model });
  const { code, err, report } = await project.run(
    "flow",
    "run",
    "-c",
    operator,
    "--trusted",
    "--events",
    "Fix it",
  );
  assertEquals([code, report["verified"]], [0, true]);
  const steps: Report[] = err.trimEnd().split("\n").map((line) => JSON.parse(line));
  const roles = steps.filter(({ kind }) => kind === "role").map(({ role }) => role);
  assertEquals(roles, ["planner", "coder", "reviewer"]);
  assertTrue(steps.some(({ kind, name }) => kind === "check_end" && name === "lint"));
});

Deno.test("a run against no service at all is a report of an error, and ends with 1", async () => {
  await using project = await FlowProject.open();
  const operator = await project.operator();
  const { code, err, report } = await project.run("flow", "run", "-c", operator, "Do it");
  assertEquals([code, err, report["status"], report["verified"]], [1, "", "error", false]);
});

for (
  const [what, words] of [["empty", [""]], ["blank", [" ", " "]], ["long", ["x".repeat(16_001)]]] as const
) {
  Deno.test(`a task that is ${what} is a report of an error, and the model is not asked`, async () => {
    await using project = await FlowProject.open();
    await using model = new ScriptedModel();
    const operator = await project.operator({ model });
    const { code, report } = await project.run("flow", "run", "-c", operator, ...words);
    assertEquals([code, report["status"], model.seen.length], [1, "error", 0]);
    assertEquals((report["reasons"] as Report[])[0]?.["code"], "task_invalid");
  });
}

Deno.test("check runs all checks or one, and --name is stronger than the word", async () => {
  await using project = await FlowProject.open({ "edited.py": GOOD });
  const fails = { cmd: ["false"], required: false };
  const args = ["--trusted", "-c", await project.operator({ checks: { lint: LINT, fails } })];
  const named = async (...words: string[]) => {
    const { code, report } = await project.run("flow", "check", ...args, ...words);
    const checks = report["checks"] as Report[];
    return [code, report["status"], checks.map(({ name, status }) => `${name} ${status}`).join(", ")];
  };
  assertEquals(await named(), [0, "ok", "lint ok, fails failed"]);
  assertEquals(await named("fails"), [1, "failed", "fails failed"]);
  assertEquals(await named("fails", "--name", "lint"), [0, "ok", "lint ok"]);
  assertEquals(await named("nope"), [1, "unverified", "nope unavailable"]);
});

Deno.test("where a person looks, one line on stderr says how far it is, and is gone at the end", async () => {
  await using project = await FlowProject.open({ "edited.py": GOOD });
  const args = ["flow", "check", "--trusted", "-c", await project.operator()];
  const environment = { ...project.environment, PATH: Deno.env.get("PATH") ?? "" };
  const terminal = { stdin: true, stdout: true, stderr: true };
  const { code, out, err } = await run(args, { environment, terminal });
  assertEquals([code, out.trimEnd().split("\n").length], [0, 1]);
  const [, ...shown] = err.split("\r\x1b[K");
  assertEquals(shown.map((line) => line.replace(/\d+ ms/, "n ms")), [
    "check lint",
    "check lint: ok, n ms",
    "",
  ]);
});

Deno.test("status asks no model, and names no command of a check", async () => {
  await using project = await FlowProject.open();
  await using model = new ScriptedModel();
  const operator = await project.operator({ model });
  const { code, out, err, report } = await project.run("flow", "status", "--config", operator);
  assertEquals([code, err, report["status"], report["workspace"]], [0, "", "ok", project.root]);
  assertEquals([model.seen.length, out.includes("assert")], [0, false]);
});

Deno.test("status --probe asks the service", async () => {
  await using project = await FlowProject.open();
  await using model = new ScriptedModel();
  const operator = await project.operator({ model });
  const { code } = await project.run("flow", "status", "--probe", "--config", operator);
  assertEquals(code, 0);
  assertTrue(model.seen.length > 0);
});

Deno.test("without a configuration the working directory is the workspace", async () => {
  await using project = await FlowProject.open();
  for (const args of [[], ["--workspace", ""], ["-w", "."]]) {
    const { code, report } = await project.run("flow", "status", ...args);
    assertEquals([code, report["workspace"]], [0, project.root]);
  }
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.test(`${signal} ends a run with 130 and one line that says what stays`, async () => {
    await using project = await FlowProject.open({ "edited.py": BAD });
    await using model = new ScriptedModel(WRITES);
    const operator = await project.operator({ model });
    await using program = project.start("flow", "run", "-c", operator, "--trusted", "Fix it");
    await model.asked(3);
    program.kill(signal);
    const { code, err } = await program.ended();
    assertEquals(code, 130);
    assertEquals(
      err,
      "gatehouse: Interrupted. Changes that were written stay; gatehouse flow undo puts them back\n",
    );
    assertEquals(await project.read("edited.py"), GOOD);
    assertEquals((await project.run("flow", "undo", "--trusted", "-c", operator)).code, 0);
    assertEquals(await project.read("edited.py"), BAD);
  });
}

Deno.test("a wrong call prints one line on stderr and nothing on stdout", async () => {
  await using project = await FlowProject.open();
  for (
    const args of [
      ["run"],
      ["run", "--", "x"],
      ["run", "x", "--editor-timeout", "0"],
      ["run", "x", "--editor-timeout", "661"],
      ["run", "x", "--editor-timeout", "inf"],
      ["status", "--nvim", "127.0.0.1:6666"],
      ["status", "--workspace", "nowhere"],
      ["status", "--config", "nowhere.toml"],
      ["memory"],
      ["check", "a", "b"],
    ]
  ) {
    const { code, out, err } = await project.run("flow", ...args);
    assertEquals([code, out], [2, ""], args.join(" "));
    assertMatch(err, /^gatehouse: [^\n]+\n$/);
  }
  assertIncludes((await project.run("flow", "evolve")).err, "not available");
});
