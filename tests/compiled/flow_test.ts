/** The executable carries out a task: its worker and all that this imports are embedded, and its walls hold. */
import { join } from "node:path";
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { FlowProject, GOOD } from "../cli/parts/flow_project.ts";
import { Neovim } from "../flow/parts/neovim.ts";
import { call, ScriptedModel, text, verdict } from "../flow/parts/scripted_model.ts";
import { run } from "../tasks/parts/child.ts";
import { compileOnPinnedBase } from "../tasks/parts/compiler.ts";

const place = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-compiled-flow-" }));
addEventListener("unload", () => Deno.removeSync(place, { recursive: true }));
const executable = join(place, "gatehouse");
await compileOnPinnedBase(executable);

Deno.test("the executable plans, writes, checks, verifies, and puts back", async () => {
  await using project = await FlowProject.open();
  await using model = new ScriptedModel([
    text("The plan"),
    ...[call("file_search", { query: "value" }), call("file_write", { path: "edited.py", content: GOOD })],
    ...[text("Done"), verdict(true)],
  ]);
  const config = await project.operator({ model });
  const env = { ...project.environment, HOME: place };
  const ended = await run([executable, "flow", "run", "-c", config, "--trusted", "Make it 42"], { env });
  const report = JSON.parse(ended.stdout);
  assertEquals([ended.code, report.verified, report.changed_files], [0, true, ["edited.py"]], ended.stdout);
  const undone = await run([executable, "flow", "undo", "-c", config, "--trusted"], { env });
  assertEquals(undone.code, 0, undone.stdout + undone.stderr);
  assertEquals(await project.read("edited.py"), null);
});

Deno.test("the executable's worker has no more rights than the table says", async () => {
  await using project = await FlowProject.open();
  const config = await project.operator();
  const env = { ...project.environment, HOME: place };
  const { stdout } = await run([executable, "permissions", "--config", config, "--json"], { env });
  const { workers } = JSON.parse(stdout);
  const own = workers.find(({ worker }: { worker: string }) => worker === "flow/worker");
  assertEquals([own.permissions.net, own.permissions.write, own.permissions.run], [["127.0.0.1:9"], [], []]);
  assertTrue(own.permissions.read.includes(project.root));
});

Deno.test("the executable works through a real editor", async () => {
  await using editor = await Neovim.start();
  await using project = await FlowProject.open();
  await using model = new ScriptedModel([
    text("The plan"),
    ...[call("file_write", { path: "edited.py", content: GOOD }), text("Done"), verdict(true)],
  ]);
  const config = await project.operator({ model });
  const env = { ...project.environment, HOME: place };
  const flags = ["-c", config, "-w", editor.workspace, "--trusted", "--nvim", editor.socket];
  const ended = await run([executable, "flow", "run", ...flags, "Make it 42"], { env });
  assertIncludes(ended.stdout, '"changed_files":["edited.py"]');
  assertEquals((await editor.calls()).some(([name]) => name === "file_write"), true);
});
