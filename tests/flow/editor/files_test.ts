import { join } from "node:path";
import { assertEquals, assertMatch, assertTrue } from "../../assert.ts";
import { Neovim, NEVER } from "../parts/neovim.ts";

async function written(neovim: Neovim): Promise<Readonly<Record<string, unknown>>[]> {
  return (await neovim.calls()).filter(([name]) => name === "file_write").map(([, args]) => args);
}

Deno.test("a file that is open is read from its buffer, any other from the disk", async () => {
  await using neovim = await Neovim.start();
  const editor = neovim.editor();
  await Deno.writeTextFile(join(neovim.workspace, "b.py"), "\ufeffä = '😀'\n");
  await neovim.openUnsaved("a.py", "x = 1");
  const { sha256, ...open } = await editor.read("a.py", NEVER);
  assertEquals(open, {
    status: "ok",
    path: "a.py",
    content: "x = 1\n",
    bytes: 6,
    source: "buffer",
    modified: true,
  });
  assertMatch(String(sha256), /^[0-9a-f]{64}$/);
  const { content, bytes, source } = await editor.read("./b.py", NEVER);
  assertEquals([content, bytes, source], ["\ufeffä = '😀'\n", 15, "disk"]);
});

Deno.test("a written file is in its loaded buffer and on disk, and nothing is unsaved", async () => {
  await using neovim = await Neovim.start();
  const path = join(neovim.workspace, "a.py");
  await Deno.writeTextFile(path, "x = 1\n");
  await neovim.lua("vim.cmd('edit ' .. ...)", path);
  const editor = neovim.editor();
  const { sha256, ...result } = await editor.write("a.py", "x = 2\n", NEVER);
  assertEquals(result, { status: "ok", path: "a.py", bytes: 6 });
  assertEquals(sha256, (await editor.read("a.py", NEVER))["sha256"]);
  assertEquals(await Deno.readTextFile(path), "x = 2\n");
  assertEquals(await neovim.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)"), ["x = 2"]);
  const fresh = await editor.freshness(NEVER);
  assertEquals(fresh.ok && fresh.dirty, []);
});

Deno.test("a buffer with unsaved text, or a read-only one, is never overwritten", async () => {
  await using neovim = await Neovim.start();
  await neovim.openUnsaved("a.py", "mine");
  const editor = neovim.editor();
  const unsaved = await editor.write("a.py", "x = 2\n", NEVER);
  assertEquals(unsaved.status, "error");
  assertEquals(await neovim.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)"), ["mine"]);
  await neovim.lua("vim.cmd('silent write') vim.bo.readonly = true");
  assertEquals((await editor.write("a.py", "x = 2\n", NEVER)).status, "error");
  assertEquals(await Deno.readTextFile(join(neovim.workspace, "a.py")), "mine\n");
});

Deno.test("a write is tied to the text that was read or written last", async () => {
  await using neovim = await Neovim.start();
  const path = join(neovim.workspace, "a.py");
  await Deno.writeTextFile(path, "x = 1\n");
  const editor = neovim.editor();
  const { sha256: read } = await editor.read("a.py", NEVER);
  const { sha256: first } = await editor.write("a.py", "x = 2\n", NEVER);
  await editor.write("a.py", "x = 3\n", NEVER);
  assertEquals((await written(neovim)).map((args) => args["expected_sha256"]), [read, first]);
  await Deno.writeTextFile(path, "another's\n");
  assertEquals((await editor.write("a.py", "x = 4\n", NEVER)).status, "error");
  assertEquals(await Deno.readTextFile(path), "another's\n");
  await editor.read("a.py", NEVER);
  assertEquals((await editor.write("a.py", "x = 4\n", NEVER)).status, "ok");
});

Deno.test("a file that is gone since it was read can be written anew once that was seen", async () => {
  await using neovim = await Neovim.start();
  const path = join(neovim.workspace, "a.py");
  await Deno.writeTextFile(path, "x = 1\n");
  const editor = neovim.editor();
  await editor.read("a.py", NEVER);
  await Deno.remove(path);
  assertEquals((await editor.write("a.py", "x = 2\n", NEVER)).status, "error");
  assertEquals((await editor.read("a.py", NEVER)).status, "error");
  assertEquals((await editor.write("a.py", "x = 2\n", NEVER)).status, "ok");
});

Deno.test("an editor that knows no expected hash is not given one", async () => {
  await using neovim = await Neovim.start();
  await neovim.lua(`
    local tools = require('rose.tools')
    local text = { type = 'string' }
    tools.offered = { tools.schema('file_write', { path = text, content = text }) }
  `);
  await Deno.writeTextFile(join(neovim.workspace, "a.py"), "x = 1\n");
  const editor = neovim.editor();
  await editor.read("a.py", NEVER);
  assertEquals((await editor.write("a.py", "x = 2\n", NEVER)).status, "ok");
  assertEquals(await written(neovim), [{ path: "a.py", content: "x = 2\n" }]);
});

Deno.test("without a usable account of the buffers nothing is read or written, by no way at all", async () => {
  await using neovim = await Neovim.start();
  const path = join(neovim.workspace, "a.py");
  await Deno.writeTextFile(path, "x = 1\n");
  for (const [field, value] of [["workspace", "/tmp"], ["workspace_snapshot_version", null]] as const) {
    await neovim.context(field, value);
    const editor = neovim.editor();
    assertEquals((await editor.read("a.py", NEVER)).status, "error");
    assertEquals((await editor.write("a.py", "x = 2\n", NEVER)).status, "error");
    assertEquals((await editor.lint("a.py", NEVER)).status, "error");
    assertEquals((await editor.diagnostics("a.py", NEVER)).status, "error");
    await neovim.context(field, field === "workspace" ? neovim.workspace : 1);
  }
  assertEquals(await Deno.readTextFile(path), "x = 1\n");
  assertEquals((await neovim.calls()).filter(([name]) => name !== "editor_context"), []);
});

Deno.test("content that is no UTF-8 text, or too much of it, is not passed on", async () => {
  await using neovim = await Neovim.start();
  const editor = neovim.editor();
  const path = join(neovim.workspace, "a.bin");
  for (
    const bytes of [
      new Uint8Array([65, 255, 66]),
      new Uint8Array([65, 0, 66]),
      new Uint8Array(262_145).fill(65),
    ]
  ) {
    await Deno.writeFile(path, bytes);
    assertEquals((await editor.read("a.bin", NEVER)).status, "error");
  }
  await Deno.writeFile(path, new Uint8Array(262_144).fill(65));
  const { status, bytes } = await editor.read("a.bin", NEVER);
  assertEquals([status, bytes], ["ok", 262_144]);
  for (const content of ["a\0b", "a\ud800b", "x".repeat(262_145)]) {
    assertEquals((await editor.write("b.bin", content, NEVER)).status, "error");
  }
  assertEquals(await written(neovim), []);
});

Deno.test("an answer about another file, another text, or without a text is an error", async () => {
  await using neovim = await Neovim.start();
  const editor = neovim.editor();
  for (const content of ["'A\\0B'", "'A\\255B'", "7", "{}", "('x'):rep(262145)"]) {
    await neovim.answer("file_read", `{ status = 'ok', content = ${content} }`);
    assertEquals((await editor.read("a.py", NEVER)).status, "error", content);
  }
  for (
    const answer of [
      "{ status = 'ok', path = 'b.py', content = 'x' }",
      "{ status = 'ok', path = 'a.py' }",
      "{}",
    ]
  ) {
    await neovim.answer("file_read", answer);
    assertEquals((await editor.read("a.py", NEVER)).status, "error", answer);
  }
  for (const wrong of ["path = 'b.py'", "bytes = 7", "sha256 = 'x'", "sha256 = vim.fn.sha256('y')"]) {
    await neovim.answer("file_write", `{ status = 'ok', ${wrong} }`);
    assertEquals((await editor.write("a.py", "x", NEVER)).status, "error", wrong);
  }
  await neovim.answer("file_write", "{ status = 'ok' }");
  assertEquals((await editor.write("a.py", "x", NEVER)).status, "ok");
});

Deno.test("evidence is passed on as the editor gave it", async () => {
  await using neovim = await Neovim.start();
  const editor = neovim.editor();
  assertEquals(await editor.lint("a.py", NEVER), {
    status: "ok",
    verified: true,
    path: "a.py",
    filetype: "python",
    linters: [],
    scope: "linters",
  });
  const item = "{ line = 1, column = 0, severity = 1, message = 'bad' }";
  await neovim.answer(
    "editor_diagnostics",
    `{ status = 'failed', diagnostics = { ${item} }, verified = false }`,
  );
  assertEquals(await editor.diagnostics("a.py", NEVER), {
    status: "failed",
    diagnostics: [{ line: 1, column: 0, severity: 1, message: "bad" }],
    verified: false,
  });
  await neovim.answer("editor_lint", "{ status = 'ok' }");
  assertTrue((await editor.lint("a.py", NEVER))["verified"] !== true);
});

Deno.test("evidence that the editor has no tool for is unavailable", async () => {
  await using neovim = await Neovim.start();
  await neovim.lua("local tools = require('rose.tools') tools.offered = { tools.schema('editor_context') }");
  const editor = neovim.editor();
  assertEquals((await editor.lint("a.py", NEVER)).status, "unavailable");
  assertEquals((await editor.diagnostics("a.py", NEVER)).status, "unavailable");
});
