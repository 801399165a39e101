/** Every path that leads elsewhere, asked for by a model through the started family. */
import { assertEquals } from "../../assert.ts";
import { contentsOf } from "../workspace/parts/workspace.ts";
import { makeFifo } from "../../core/files_parts.ts";
import { FlowProject } from "../../cli/parts/flow_project.ts";
import { calls, ScriptedModel, text, verdict } from "../parts/scripted_model.ts";
import { ServedFlow } from "../parts/served.ts";

const SPELLED = [
  ...["../x", "../outside/secret", "/etc/passwd", "C:\\x", "a\\b", ".git/config", "a/.git/b", "a\0b"],
  ...["a/".repeat(32) + "a", "a".repeat(1_025), "", "."],
];

/** What lies in the workspace under these names is no plain file of one name, or behind none. */
const MADE = ["link", "linked/a", "dangling", "hard", "pipe", "sub"];

/** Ours. */
const OWN = ["config.toml", ".flow.toml", "gatehouse.toml"];

Deno.test("no path that leads elsewhere is read or written, and a pipe holds nobody up", async () => {
  const asked = (tool: string, paths: readonly string[]) =>
    calls(
      paths.map((path) => ({ name: tool, args: tool === "file_read" ? { path } : { path, content: "new" } })),
    );
  const writes = [...SPELLED, ...MADE, ...OWN];
  await using flow = await ServedFlow.open({
    toml: "[agent]\nmax_cycles = 1\n",
    script: [
      asked("file_read", [...SPELLED, ...MADE]),
      text("plan"),
      asked("file_write", writes),
      text("done"),
      verdict(false),
    ],
    files: { "sub/a": "a", "config.toml": "own", ".git/config": "own" },
  });
  const { home, workspace } = flow.place;
  await Deno.mkdir(`${home}/outside`);
  await Deno.writeTextFile(`${home}/outside/secret`, "secret");
  await Deno.symlink(`${home}/outside/secret`, `${workspace}/link`);
  await Deno.symlink(`${home}/outside`, `${workspace}/linked`);
  await Deno.symlink(`${home}/outside/made`, `${workspace}/dangling`);
  await Deno.link(`${home}/outside/secret`, `${workspace}/hard`);
  await makeFifo(`${workspace}/pipe`);
  const was = [contentsOf(workspace), contentsOf(`${home}/outside`)];
  const { report } = await flow.call("flow_run", { task: "Leave the project" });
  const { length } = [...SPELLED, ...MADE, ...writes];
  assertEquals(report.events.map((event: { status: string }) => event.status), Array(length).fill("error"));
  assertEquals([contentsOf(workspace), contentsOf(`${home}/outside`)], was);
  const told = JSON.stringify(flow.model.turns.map(({ body }) => body.messages));
  assertEquals(told.includes('secret\\"'), false);
});

Deno.test("the operator's file is not written where it lies in the workspace under a name of its own", async () => {
  await using project = await FlowProject.open();
  await using model = new ScriptedModel([
    text("plan"),
    calls(["ops.toml", "./ops.toml", "OPS.toml/x"].map((path) => ({
      name: "file_write",
      args: { path, content: "trusted = true" },
    }))),
    text("done"),
    verdict(false),
  ]);
  const lines = await Deno.readTextFile(
    await project.operator({ model, tables: "[agent]\nmax_cycles = 1\n" }),
  );
  await project.write("ops.toml", lines);
  await Deno.chmod(`${project.root}/ops.toml`, 0o600);
  const { code, report } = await project.run(
    "flow",
    "run",
    "--trusted",
    "-c",
    `${project.root}/ops.toml`,
    "x",
  );
  assertEquals([code, report["changed_files"], await project.read("ops.toml")], [1, [], lines]);
  const statuses = (report["events"] as { status: string }[]).map((event) => event.status);
  assertEquals(statuses.slice(0, 2), ["error", "error"]);
});
