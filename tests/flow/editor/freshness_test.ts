import { join } from "node:path";
import { sameObserved, sameSnapshot, type Snapshot } from "gatehouse/flow/editor/freshness.ts";
import { assertEquals, assertMatch, assertTrue } from "../../assert.ts";
import { Neovim, NEVER } from "../parts/neovim.ts";

async function snapshotOf(neovim: Neovim): Promise<Snapshot> {
  const fresh = await neovim.editor().freshness(NEVER);
  assertTrue(fresh.ok);
  return fresh.snapshot;
}

Deno.test("an editor without a workspace file open is fresh: Lua's empty tables come as lists", async () => {
  await using neovim = await Neovim.start();
  await neovim.context("workspace_snapshot", []);
  await neovim.context("dirty_buffers", []);
  const fresh = await neovim.editor().freshness(NEVER);
  assertTrue(fresh.ok);
  assertEquals([fresh.dirty, fresh.snapshot], [[], {}]);
  await neovim.context("dirty_buffers", {});
  assertTrue((await neovim.editor().freshness(NEVER)).ok);
});

Deno.test("a buffer with unsaved text is named, also when another one is in front", async () => {
  await using neovim = await Neovim.start();
  await neovim.openUnsaved("a.py", "x = 1");
  await neovim.lua("vim.o.hidden = true vim.cmd('enew')");
  const fresh = await neovim.editor().freshness(NEVER);
  assertTrue(fresh.ok);
  assertEquals(fresh.dirty, ["a.py"]);
  await neovim.lua("vim.cmd('silent wall')");
  const saved = await neovim.editor().freshness(NEVER);
  assertEquals(saved.ok && saved.dirty, []);
});

Deno.test("a front buffer that says it is modified counts, listed or not, named or not", async () => {
  await using neovim = await Neovim.start();
  await neovim.context("modified", true);
  const fresh = await neovim.editor().freshness(NEVER);
  assertEquals(fresh.ok && fresh.dirty, ["(no name)"]);
});

Deno.test("unsaved buffers count even when their entries cannot be read", async () => {
  await using neovim = await Neovim.start();
  await neovim.context("dirty_buffers", [7, { path: "a\u001b\nb" }]);
  const fresh = await neovim.editor().freshness(NEVER);
  assertEquals(fresh.ok && fresh.dirty, ["(no name)", "a\\u{1b}\\u{a}b"]);
});

Deno.test("every field of the account that is missing or strange makes it unusable", async () => {
  await using neovim = await Neovim.start();
  const cases: [string, readonly unknown[]][] = [
    ["status", [null, "error", "stale", 1]],
    ["workspace", [null, 7, "", ".", "/", "/nowhere", `${neovim.workspace}-other`, "/a\0b"]],
    ["workspace_snapshot_version", [null, 0, 2, "1", true, 1.5]],
    ["workspace_snapshot", [null, 7, "x", [1]]],
    ["dirty_buffers", [null, 7, "x", true]],
    ["modified", [1, "false"]],
  ];
  const editor = neovim.editor();
  for (const [field, values] of cases) {
    const { [field]: before } = await editor.freshness(NEVER).then((fresh) => fresh.ok ? fresh.context : {});
    for (const value of values) {
      await neovim.context(field, value);
      const fresh = await editor.freshness(NEVER);
      assertTrue(!fresh.ok, `${field} = ${JSON.stringify(value)}`);
      assertMatch(fresh.error, /^The editor's context cannot be used: /);
      const { status, attached } = await editor.status(NEVER);
      assertEquals([status, attached], ["unavailable", false]);
    }
    await neovim.context(field, before);
    assertTrue((await editor.freshness(NEVER)).ok, field);
  }
});

Deno.test("a workspace that is ours by a link's name is ours", async () => {
  await using neovim = await Neovim.start();
  const link = join(neovim.workspace, "..", "link");
  await Deno.symlink(neovim.workspace, link);
  await neovim.context("workspace", link);
  assertTrue((await neovim.editor().freshness(NEVER)).ok);
});

Deno.test("a file that changes on disk, is opened, or is edited changes the snapshot", async () => {
  await using neovim = await Neovim.start();
  const path = join(neovim.workspace, "a.py");
  await Deno.writeTextFile(path, "x = 1\n");
  const editor = neovim.editor();
  await editor.read("a.py", NEVER);
  const before = await snapshotOf(neovim);
  assertTrue(
    sameSnapshot(before, await snapshotOf(neovim)) && sameObserved(before, await snapshotOf(neovim)),
  );
  await Deno.writeTextFile(path, "x = 2\n");
  const changed = await snapshotOf(neovim);
  assertTrue(!sameSnapshot(before, changed) && !sameObserved(before, changed));
  await neovim.lua("vim.cmd('edit ' .. ...)", path);
  const opened = await snapshotOf(neovim);
  assertTrue(!sameSnapshot(changed, opened) && !sameObserved(changed, opened));
});

Deno.test("one more file on record changes the snapshot, but nothing that was observed", async () => {
  await using neovim = await Neovim.start();
  for (const name of ["a.py", "b.py"]) await Deno.writeTextFile(join(neovim.workspace, name), "x = 1\n");
  const editor = neovim.editor();
  await editor.read("a.py", NEVER);
  const before = await snapshotOf(neovim);
  await editor.lint("b.py", NEVER);
  const after = await snapshotOf(neovim);
  assertTrue(!sameSnapshot(before, after) && sameObserved(before, after));
  assertTrue(!sameObserved(after, before));
});

Deno.test("a record without its part about the disk proves nothing", () => {
  assertTrue(!sameObserved({ "a.py": { buffers: [] } }, { "a.py": { buffers: [] } }));
  assertTrue(!sameObserved({ "a.py": 7 }, { "a.py": 7 }));
  assertTrue(!sameObserved({ "__proto__x": { disk: {} } }, {}));
});
