/** The terminal's work with its signals, in a process, with a stand-in for the model service. */
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { call, ScriptedModel, text, verdict } from "../flow/parts/scripted_model.ts";
import { goneSoon } from "../isolate/parts/world.ts";
import { Program } from "./parts/program.ts";

/** A workspace with a check, its configuration beside it, and the program at its prompt. */
class Desk implements AsyncDisposable {
  private constructor(
    readonly model: ScriptedModel,
    readonly place: string,
    readonly program: Program,
  ) {}

  static async open(model: ScriptedModel, check: string): Promise<Desk> {
    const place = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-tui-" }));
    await Deno.mkdir(`${place}/project`);
    const config = `workspace_dir = "${place}/project"\n[ollama]\nbase_url = "${model.url}"\n` +
      `[checks.lint]\ncmd = ["/bin/sh", "-c", "${check}"]\nkind = "lint"\nfiletypes = ["python"]\n`;
    await Deno.writeTextFile(`${place}/flow.toml`, config, { mode: 0o600 });
    const program = new Program(["flow", "--trusted", "-c", `${place}/flow.toml`], { XDG_STATE_HOME: place });
    await program.until("out", /flow > $/);
    return new Desk(model, place, program);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.program[Symbol.asyncDispose]();
    await Deno.remove(this.place, { recursive: true });
  }
}

const WRITES = [
  text("the plan"),
  call("file_write", { path: "edited.py", content: "value = 42\n" }),
  text("done"),
];

Deno.test("a task in the terminal is planned, written, checked and reviewed, and can be taken back", async () => {
  await using model = new ScriptedModel([...WRITES, verdict(true)]);
  await using desk = await Desk.open(model, "grep -q 42 edited.py");
  await desk.program.send("Write edited.py\n", { more: true });
  await desk.program.until("out", /\nverified\n/);
  assertEquals(await Deno.readTextFile(`${desk.place}/project/edited.py`), "value = 42\n");
  await desk.program.send("/undo\n/status\n");
  const { code, out } = await desk.program.ended();
  assertEquals(code, 0);
  for (const line of ["coder: file_write edited.py", "check lint", "check lint: ok"]) {
    assertIncludes(out, `  ${line}`);
  }
  assertIncludes(out, "trusted: files are written");
  const left = await Array.fromAsync(Deno.readDir(`${desk.place}/project`));
  assertEquals(left, []);
});

Deno.test("an interrupt ends the task and its check, not the program; what was saved stays, and the next task runs", async () => {
  await using model = new ScriptedModel([...WRITES, text("the plan"), text("done"), verdict(true)]);
  await using desk = await Desk.open(model, "[ -e ../go ] || { echo $$ >../pipe; sleep 60; }");
  const { success } = await new Deno.Command("mkfifo", { args: [`${desk.place}/pipe`] }).output();
  assertTrue(success);
  await desk.program.send("Write edited.py\n", { more: true });
  // By a process: some versions of Deno open a pipe within their only thread, and wait there for the other end.
  const { stdout } = await new Deno.Command("cat", { args: [`${desk.place}/pipe`] }).output();
  const check = Number(new TextDecoder().decode(stdout));
  desk.program.kill("SIGINT");
  await desk.program.until("out", /Interrupted; what was saved stays[\s\S]*flow > $/);
  await Deno.writeTextFile(`${desk.place}/go`, "");
  await desk.program.send("Look again\n", { more: true });
  await goneSoon(check);
  assertEquals(await Deno.readTextFile(`${desk.place}/project/edited.py`), "value = 42\n");
  await desk.program.until("out", /check lint: ok[\s\S]*flow > $/);
  desk.program.kill("SIGINT");
  await desk.program.until("out", /flow > \nflow > $/);
  await desk.program.send("/quit\n");
  assertEquals((await desk.program.ended()).code, 0);
});

Deno.test("another model that the service has is used from the next task on", async () => {
  const models = { "one:1b": {}, "two:7b": {} };
  await using model = new ScriptedModel([...WRITES, verdict(true)], { models });
  await using desk = await Desk.open(model, "true");
  await desk.program.send("/model three\n/model two:7b\nWrite edited.py\n");
  const { code, out } = await desk.program.ended();
  assertEquals(code, 0);
  assertIncludes(out, "The service has no model three");
  assertEquals(new Set(model.turns.map(({ body }) => body.model)), new Set(["two:7b"]));
  assertIncludes(out, "\nverified\n");
});

Deno.test("SIGTERM ends the program within a task", async () => {
  const held = Promise.withResolvers<void>();
  await using model = new ScriptedModel([text("the plan", { before: held.promise })]);
  await using desk = await Desk.open(model, "true");
  await desk.program.send("Write edited.py\n", { more: true });
  await model.asked(1);
  desk.program.kill("SIGTERM");
  const { code } = await desk.program.ended();
  held.resolve();
  assertEquals(code, 130);
  assertTrue(model.turns.length === 1);
});
