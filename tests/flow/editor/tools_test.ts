import type { Role, RoleTool } from "gatehouse/flow/types.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { Neovim, NEVER } from "../parts/neovim.ts";

const LOOKING = [
  "editor_context",
  "editor_diagnostics",
  "editor_symbols",
  "editor_references",
  "editor_scip",
  "editor_debug",
];

async function toolsOf(neovim: Neovim, role: Role, trusted = true): Promise<ReadonlyMap<string, RoleTool>> {
  const tools = await neovim.editor().tools(role, { trusted, signal: NEVER });
  return new Map(tools.map((tool) => [tool.name, tool]));
}

Deno.test("the tools on the list are discovered, and no others", async () => {
  await using neovim = await Neovim.start();
  const { tools, context, ...rest } = await neovim.editor().status(NEVER);
  assertEquals(rest, { status: "ok", error: null, attached: true, workspace: neovim.workspace });
  assertEquals([...tools].sort(), [...LOOKING, "editor_lint", "editor_check"].sort());
  assertEquals(context?.["workspace_snapshot_version"], 1);
});

Deno.test("only a trusted coder is offered what runs programs", async () => {
  await using neovim = await Neovim.start();
  for (const role of ["planner", "reviewer"] as const) {
    assertEquals([...(await toolsOf(neovim, role)).keys()], LOOKING);
  }
  assertEquals([...(await toolsOf(neovim, "coder", false)).keys()], LOOKING);
  assertEquals(
    [...(await toolsOf(neovim, "coder")).keys()].sort(),
    [
      ...LOOKING,
      "editor_lint",
      "editor_check",
    ].sort(),
  );
});

Deno.test("a tool that has come to be called runs in the editor, with its arguments as they are", async () => {
  await using neovim = await Neovim.start();
  await neovim.answer("editor_symbols", "{ status = 'ok', seen = args.path }");
  const hostile = "'); vim.g.pwned = 1 --\n]] error('x') [[";
  const result = await (await toolsOf(neovim, "planner")).get("editor_symbols")?.run(
    { path: hostile },
    NEVER,
  );
  assertEquals(result, { status: "ok", seen: hostile });
  assertEquals(await neovim.lua("return vim.g.pwned"), null);
});

Deno.test("a debugger is only asked for its status", async () => {
  await using neovim = await Neovim.start();
  const debug = (await toolsOf(neovim, "coder")).get("editor_debug");
  const properties = debug?.parameters["properties"] as Record<string, { enum?: unknown }> | undefined;
  assertEquals(properties?.["action"]?.enum, ["status"]);
  assertEquals((await debug?.run({ action: "run", name: "x" }, NEVER))?.status, "error");
  assertEquals(await debug?.run({}, NEVER), { status: "ok", action: "status" });
  const actions = (await neovim.calls()).filter(([name]) => name === "editor_debug").map(([, args]) =>
    args["action"]
  );
  assertEquals(actions, ["status"]);
});

Deno.test("a path that leaves the workspace never reaches the editor", async () => {
  await using neovim = await Neovim.start();
  const symbols = (await toolsOf(neovim, "planner")).get("editor_symbols");
  for (
    const path of ["/etc/passwd", "../x", "a/../../x", "C:\\x", "a\\b", "a\0b", "", "x".repeat(1_025), 7]
  ) {
    assertEquals((await symbols?.run({ path }, NEVER))?.status, "error", String(path));
  }
  assertEquals(await neovim.calls(), []);
});

Deno.test("each call looks first whether the editor's workspace is still ours", async () => {
  await using neovim = await Neovim.start();
  const symbols = (await toolsOf(neovim, "planner")).get("editor_symbols");
  await neovim.context("workspace", "/tmp");
  const refused = await symbols?.run({}, NEVER);
  assertEquals(refused?.status, "error");
  assertEquals((await neovim.calls()).map(([name]) => name), ["editor_context"]);
});

Deno.test("an answer that is no object is an error, and one without a known status proves nothing", async () => {
  await using neovim = await Neovim.start();
  const symbols = (await toolsOf(neovim, "planner")).get("editor_symbols");
  for (const answer of ["{}", "7", "'ok'", "{ 1, 2 }", "nil", "true"]) {
    await neovim.answer("editor_symbols", answer === "nil" ? "vim.NIL" : answer);
    assertEquals((await symbols?.run({}, NEVER))?.status, "error", answer);
  }
  for (const status of ["'great'", "7", "vim.NIL", "{}"]) {
    await neovim.answer("editor_symbols", `{ status = ${status}, kept = 1 }`);
    assertEquals(await symbols?.run({}, NEVER), { status: "unverified", kept: 1 });
  }
});

Deno.test("an error text has one line, no control characters, and an end", async () => {
  await using neovim = await Neovim.start();
  await neovim.answer("editor_symbols", "{ status = 'error', error = 'a\\n\\27[31mb' .. ('x'):rep(5000) }");
  const result = await (await toolsOf(neovim, "planner")).get("editor_symbols")?.run({}, NEVER);
  assertTrue(result?.error?.startsWith("a\\u{a}\\u{1b}[31mbxxx"));
  assertTrue((result?.error?.length ?? 0) < 600);
});

Deno.test("handles of the editor are numbers, and its nothing is null", async () => {
  await using neovim = await Neovim.start();
  await neovim.answer(
    "editor_symbols",
    "{ status = 'ok', none = vim.NIL, empty = vim.empty_dict(), list = {} }",
  );
  const symbols = (await toolsOf(neovim, "planner")).get("editor_symbols");
  assertEquals(await symbols?.run({}, NEVER), { status: "ok", none: null, empty: {}, list: [] });
  assertEquals(typeof await neovim.lua("return vim.api.nvim_get_current_buf()"), "number");
});

Deno.test("schemas that are not well formed are left out", async () => {
  await using neovim = await Neovim.start();
  await neovim.lua(`
    local tools = require('rose.tools')
    local text = { type = 'string' }
    local many = {}
    for at = 1, 33 do many['p' .. at] = text end
    local twice = tools.schema('editor_scip', { first = text })
    tools.offered = {
      'text', 7, { type = 'function' }, { type = 'function', ['function'] = {} },
      { type = 'other', ['function'] = tools.schema('editor_check')['function'] },
      tools.schema('editor_lint', { path = { type = 'object' } }),
      tools.schema('editor_symbols', { ['bad name'] = text }),
      tools.schema('editor_references', {}, { 'missing' }),
      tools.schema('editor_debug', many),
      tools.schema('editor_diagnostics', { path = { type = 'string', enum = { 'a\\27b' } } }),
      tools.schema('editor_context', { path = { type = 'string', description = 'a\\nb' .. ('x'):rep(9000) } }),
      twice, tools.schema('editor_scip', { second = text }),
    }
  `);
  const tools = await toolsOf(neovim, "coder");
  assertEquals([...tools.keys()], ["editor_context", "editor_scip"]);
  assertEquals(Object.keys(tools.get("editor_scip")?.parameters["properties"] ?? {}), ["first"]);
  assertEquals(tools.get("editor_scip")?.parameters["additionalProperties"], false);
  const described = JSON.stringify(tools.get("editor_context")?.parameters);
  assertTrue(described.includes("a b") && described.length < 1_000);
});

Deno.test("more than 64 schemas, or no list of them, end the bridge for good", async () => {
  await using neovim = await Neovim.start();
  const set = "local tools = require('rose.tools') tools.offered = ";
  for (
    const offered of [
      "{} for at = 1, 65 do tools.offered[at] = tools.schema('editor_scip') end",
      "{ a = 1 }",
      "7",
    ]
  ) {
    await neovim.lua(set + offered);
    const editor = neovim.editor();
    assertEquals(await editor.tools("coder", { trusted: true, signal: NEVER }), []);
    await neovim.lua(`${set}nil`);
    const { status, tools, attached } = await editor.status(NEVER);
    assertEquals({ status, tools, attached }, { status: "unavailable", tools: [], attached: false });
    assertEquals((await editor.freshness(NEVER)).ok, false);
  }
  await neovim.lua(`${set}{} for at = 1, 64 do tools.offered[at] = tools.schema('editor_scip') end`);
  assertEquals((await neovim.editor().status(NEVER)).status, "ok");
});

Deno.test("the schemas are asked for once", async () => {
  await using neovim = await Neovim.start();
  await neovim.lua(`
    local tools = require('rose.tools')
    local schemas = tools.schemas
    tools.asked = 0
    tools.schemas = function() tools.asked = tools.asked + 1 return schemas() end
  `);
  const editor = neovim.editor();
  await editor.status(NEVER);
  await editor.tools("coder", { trusted: true, signal: NEVER });
  await editor.lint("a.py", NEVER);
  assertEquals(await neovim.lua("return require('rose.tools').asked"), 1);
});

Deno.test("the status of an editor with a very long account leaves the details out", async () => {
  await using neovim = await Neovim.start();
  await neovim.context("scip", { text: "x".repeat(70_000) });
  const { status, context } = await neovim.editor().status(NEVER);
  assertEquals(status, "ok");
  assertEquals([context?.["truncated"], context?.["workspace_snapshot_version"], context?.["scip"]], [
    true,
    1,
    undefined,
  ]);
});
