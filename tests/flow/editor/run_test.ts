import { join } from "node:path";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { Neovim } from "../parts/neovim.ts";
import { call, text, verdict } from "../parts/scripted_model.ts";
import type { ScriptEntry } from "../parts/scripted_replies.ts";
import { ServedFlow } from "../parts/served.ts";

/** Leaves a file when it runs; of a kind that says nothing of the code itself. */
const TESTS = `[agent]
max_cycles = 1
[checks.tests]
cmd = ["python3", "-B", "-c", "open('ran', 'w').close()"]
kind = "test"
`;

/** The program with an editor that has its workspace open. */
class Both implements AsyncDisposable {
  private constructor(readonly neovim: Neovim, readonly flow: ServedFlow) {}

  static async open(
    { script = [], files = {}, timeout = "60" }: {
      script?: readonly ScriptEntry[];
      files?: Readonly<Record<string, string>>;
      timeout?: string;
    } = {},
  ): Promise<Both> {
    const neovim = await Neovim.start();
    const flow = await ServedFlow.open({
      script,
      files,
      toml: TESTS,
      flags: { trusted: true, nvim: neovim.socket, editorTimeout: timeout },
    });
    await neovim.lua("require('rose.tools').setup(...)", flow.place.workspace);
    return new Both(neovim, flow);
  }

  /** Opens a workspace file in the editor. */
  async edit(path: string): Promise<void> {
    await this.neovim.lua(
      "vim.o.hidden = true vim.cmd('edit ' .. ...)",
      join(this.flow.place.workspace, path),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.flow[Symbol.asyncDispose]();
    await this.neovim[Symbol.asyncDispose]();
  }
}

const write = (path: string, content: string) => call("file_write", { path, content });

/** A run in which the coder writes one file and the reviewer approves. */
const WRITES = [text("The plan"), write("edited.py", "value = 42\n"), text("Done"), verdict(true)];

/** Wherever the report has the call of the tool. */
// deno-lint-ignore no-explicit-any -- the report of a test
function statusesOf(report: any, tool: string): unknown[] {
  return report.events.filter((event: { tool: string }) => event.tool === tool)
    .map(({ status }: { status: string }) => status);
}

Deno.test("the status tells of the editor, and a broken one leaves the program's own status as it is", async () => {
  await using both = await Both.open();
  const { isError, report } = await both.flow.call("flow_status");
  assertEquals([isError, report.status, report.editor.status, report.editor.attached], [
    false,
    "ok",
    "ok",
    true,
  ]);
  assertEquals(report.editor.workspace, both.flow.place.workspace);
  assertEquals(report.editor.tools.length, 8);
  await both.neovim.context("workspace", "/tmp");
  const { report: other } = await both.flow.call("flow_status");
  assertEquals([other.status, other.editor.status, other.editor.attached], ["ok", "unavailable", false]);
  assertTrue(!("context" in other.editor));
});

Deno.test("a run writes through the editor, whose linter vouches for the file", async () => {
  await using both = await Both.open({ script: WRITES, files: { "edited.py": "value = 1\n" } });
  await both.edit("edited.py");
  const { report } = await both.flow.call("flow_run", { task: "Make it 42" });
  assertEquals([report.status, report.verified, report.reasons], ["ok", true, []], JSON.stringify(report));
  assertEquals(report.changed_files, ["edited.py"]);
  const [covered] = report.verification.coverage;
  assertEquals([covered.status, covered.source, covered.checks], ["ok", "rose.editor", []]);
  assertEquals(await both.flow.place.read("edited.py"), "value = 42\n");
  assertEquals(await both.neovim.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)"), ["value = 42"]);
  assertEquals(both.flow.defects, []);
});

Deno.test("a file in a directory that is not there yet is written through the editor", async () => {
  const script = [text("The plan"), write("a/b/new.py", "x = 1\n"), text("Done"), verdict(true)];
  await using both = await Both.open({ script });
  const { report } = await both.flow.call("flow_run", { task: "Add it" });
  assertEquals([report.verified, report.changed_files], [true, ["a/b/new.py"]], JSON.stringify(report));
  assertEquals((await both.neovim.calls()).filter(([name]) => name === "file_write").length, 1);
  const undone = await both.flow.command("undo");
  assertEquals(
    [undone.status, await both.flow.place.read("a/b/new.py")],
    ["ok", null],
    JSON.stringify(undone),
  );
});

Deno.test("unsaved text in another buffer keeps every check from running", async () => {
  await using both = await Both.open({ files: { "other.py": "x = 1\n" } });
  await both.edit("other.py");
  await both.neovim.lua("vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'x = 2' }) vim.cmd('enew')");
  const { isError, report } = await both.flow.call("flow_check");
  assertEquals([isError, report.status, report.verified, report.checks], [true, "stale", false, []]);
  assertEquals(report.source, "rose.editor_context");
  assertEquals(await both.flow.place.read("ran"), null);
  await both.neovim.lua("vim.cmd('silent wall')");
  assertEquals((await both.flow.call("flow_check")).report.status, "ok");
});

Deno.test("without the version of its account nothing is checked, read or written", async () => {
  const script = [call("file_read", { path: "edited.py" }), ...WRITES];
  await using both = await Both.open({ script, files: { "edited.py": "value = 1\n" } });
  await both.neovim.context("workspace_snapshot_version", null);
  const { report: checked } = await both.flow.call("flow_check");
  assertEquals([checked.status, checked.verified, checked.checks], ["unverified", false, []]);
  const { report } = await both.flow.call("flow_run", { task: "Make it 42" });
  assertEquals([report.verified, report.changed_files], [false, []], JSON.stringify(report));
  assertEquals([statusesOf(report, "file_read"), statusesOf(report, "file_write")], [["error"], ["error"]]);
  assertEquals(await both.flow.place.read("edited.py"), "value = 1\n");
  assertEquals(await both.flow.place.read("ran"), null);
});

Deno.test("an editor with another workspace is not worked through, and nothing is written past it", async () => {
  await using both = await Both.open({ script: WRITES });
  await both.neovim.lua("require('rose.tools').setup(...)", both.neovim.workspace);
  const { report } = await both.flow.call("flow_run", { task: "Make it 42" });
  assertEquals([report.verified, report.changed_files], [false, []], JSON.stringify(report));
  assertEquals(statusesOf(report, "file_write"), ["error"]);
  assertEquals(await both.flow.place.read("edited.py"), null);
  assertEquals((await both.neovim.calls()).filter(([name]) => name !== "editor_context"), []);
});

Deno.test("an editor that takes too long is given up for good", async () => {
  await using both = await Both.open({ timeout: "0.1", script: WRITES });
  await both.neovim.answer(
    "editor_context",
    "vim.wait(30000, function() return vim.g.done end) and { status = 'ok' }",
  );
  const { report: slow } = await both.flow.call("flow_status");
  assertEquals([slow.status, slow.editor.status], ["ok", "unavailable"]);
  assertIncludes(slow.editor.error, "timed out");
  await both.neovim.lua("vim.g.done = true require('rose.tools').answers.editor_context = nil");
  assertEquals((await both.flow.call("flow_status")).report.editor.status, "unavailable");
  assertEquals((await both.flow.call("flow_check")).report.status, "unverified");
  const { report } = await both.flow.call("flow_run", { task: "Make it 42" });
  assertEquals(
    [report.verified, statusesOf(report, "file_write")],
    [false, ["unavailable"]],
    JSON.stringify(report),
  );
  assertEquals(await both.flow.place.read("edited.py"), null);
});

Deno.test("a linter that does not say that it is done vouches for nothing", async () => {
  await using both = await Both.open({ script: WRITES });
  await both.neovim.answer("editor_lint", "{ status = 'ok' }");
  const { report } = await both.flow.call("flow_run", { task: "Make it 42" });
  assertEquals([report.status, report.verified], ["unverified", false], JSON.stringify(report));
  assertEquals(report.reasons[0].code, "coverage_missing");
});

Deno.test("an error among the diagnostics counts for more than a linter that passes", async () => {
  for (
    const answer of [
      "{ status = 'unverified', diagnostics = { { severity = 1, line = 1 } } }",
      "{ status = 'failed' }",
    ]
  ) {
    await using both = await Both.open({ script: WRITES });
    await both.neovim.answer("editor_diagnostics", answer);
    const { report } = await both.flow.call("flow_run", { task: "Make it 42" });
    assertEquals([report.verified, report.verification.coverage[0].status], [false, "unverified"], answer);
  }
});

Deno.test("text that is typed into another file during the review leaves the run unverified", async () => {
  await using both = await Both.open({ script: WRITES.slice(0, 3), files: { "other.py": "x = 1\n" } });
  await both.edit("other.py");
  await both.neovim.answer(
    "editor_diagnostics",
    "vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'x = 2' }) or { status = 'unverified', diagnostics = {} }",
  );
  const { report } = await both.flow.call("flow_run", { task: "Make it 42" });
  assertEquals([report.verified, report.verification.status], [false, "stale"], JSON.stringify(report));
  assertTrue(report.reasons.some(({ code }: { code: string }) => code === "editor_dirty"));
});

Deno.test("each role is told of the editor's tools that it may call, and their answers come back", async () => {
  const script = [call("editor_debug", { action: "status" }), ...WRITES];
  await using both = await Both.open({ script });
  const { report } = await both.flow.call("flow_run", { task: "Make it 42" });
  assertEquals([report.verified, statusesOf(report, "editor_debug")], [true, ["ok"]], JSON.stringify(report));
  const offered = both.flow.model.turns.map(({ body }) =>
    (body.tools ?? []).map((tool) => tool.function.name).filter((name) => name.startsWith("editor_")).length
  );
  // Planner twice, coder twice; the reviewer's last turn may come without any.
  assertEquals(offered.slice(0, 4), [6, 6, 8, 8]);
  assertTrue((offered[4] ?? 0) <= 6);
});
