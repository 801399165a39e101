import { encode } from "@msgpack/msgpack";
import type { Editor } from "gatehouse/flow/editor/editor.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { FakeEditor, type Peer } from "../parts/fake_editor.ts";
import { Neovim, NEVER } from "../parts/neovim.ts";

/** Whatever is asked, now and later, is unavailable, and nothing is offered. */
async function assertGone(editor: Editor, part: string): Promise<void> {
  for (let time = 0; time < 2; time++) {
    const { status, tools, error, attached } = await editor.status(NEVER);
    assertEquals({ status, tools, attached }, { status: "unavailable", tools: [], attached: false });
    assertIncludes(error ?? "", part);
    assertEquals(await editor.tools("coder", { trusted: true, signal: NEVER }), []);
    assertEquals((await editor.freshness(NEVER)).ok, false);
    for (const result of [await editor.read("a", NEVER), await editor.write("a", "", NEVER)]) {
      assertEquals(result.status, "unavailable");
      assertIncludes(result.error ?? "", part);
    }
    assertEquals((await editor.lint("a", NEVER)).status, "unavailable");
    assertEquals((await editor.diagnostics("a", NEVER)).status, "unavailable");
  }
}

/** An editor that answers its first request with these bytes. */
async function answering(
  bytes: (id: number) => Uint8Array,
  then?: (peer: Peer) => void,
): Promise<FakeEditor> {
  return await FakeEditor.start(async (peer) => {
    const request = await peer.next();
    if (request === null) return;
    await peer.send(bytes(request[1] as number));
    then?.(peer);
    await peer.next();
  });
}

Deno.test("a socket on which nobody answers is given up within the bound, for good", async () => {
  await using fake = await FakeEditor.start(async (peer) => {
    while (await peer.next() !== null);
  });
  await assertGone(fake.editor({ timeoutSeconds: 0.1 }), "timed out after 100 ms");
  assertEquals(fake.messages.length, 1);
});

Deno.test("a call that takes too long ends the bridge for good, though the editor is still there", async () => {
  await using neovim = await Neovim.start();
  const editor = neovim.editor({ timeoutSeconds: 0.1 });
  await neovim.answer(
    "editor_lint",
    "vim.wait(30000, function() return vim.g.done end) and { status = 'ok' }",
  );
  await editor.status(NEVER);
  assertEquals((await editor.lint("a.py", NEVER)).status, "unavailable");
  await neovim.lua("vim.g.done = true");
  await assertGone(editor, "timed out");
  assertEquals((await neovim.editor().status(NEVER)).status, "ok");
});

Deno.test("an editor without the tools, or whose tools throw, ends the bridge, with its words on one line", async () => {
  await using neovim = await Neovim.start();
  await neovim.lua("package.loaded['rose.tools'] = { schemas = function() error('a\\n\\27b') end }");
  await assertGone(neovim.editor(), "a\\u{a}\\u{1b}b");
  await neovim.lua("package.loaded['rose.tools'] = nil package.preload['rose.tools'] = nil");
  await assertGone(neovim.editor(), "module 'rose.tools' not found. Install Rose in it");
});

Deno.test("an editor that quits in the middle of a call ends the bridge", async () => {
  await using neovim = await Neovim.start();
  const editor = neovim.editor();
  await editor.status(NEVER);
  await neovim.answer("editor_lint", "vim.cmd('qall!')");
  assertEquals((await editor.lint("a.py", NEVER)).status, "unavailable");
  await assertGone(editor, "The editor closed the connection");
});

Deno.test("an editor that quits between two calls ends the bridge", async () => {
  await using fake = await answering((id) => encode([1, id, null, []]), (peer) => peer.close());
  const editor = fake.editor();
  await editor.tools("coder", { trusted: true, signal: NEVER });
  await assertGone(editor, "");
  assertEquals(fake.messages.length, 1);
});

Deno.test("bytes that are no answer to the request end the bridge", async () => {
  const cases: readonly [string, (id: number) => Uint8Array][] = [
    ["begins no value", () => new Uint8Array([0xc1])],
    ["no request, reply or notification", () => new TextEncoder().encode("HTTP/1.1 400 Bad Request\r\n\r\n")],
    ["no request, reply or notification", (id) => encode([1, id, null])],
    ["no request, reply or notification", (id) => encode([3, id, null, []])],
    ["no request, reply or notification", () => encode([1, -1, null, []])],
    ["no request, reply or notification", (id) => encode({ id })],
    ["answers no request of ours", (id) => encode([1, id + 1, null, []])],
    [
      "cannot be decoded",
      (id) => new Uint8Array([0x94, 1, id, 0xc0, 0x81, 0xa9, ...new TextEncoder().encode("__proto__"), 1]),
    ],
    ["levels", () => new Uint8Array(100).fill(0x91)],
    ["values", () => new Uint8Array([0xdd, 0xff, 0xff, 0xff, 0xff])],
    ["values", () => new Uint8Array([0xdf, 0xff, 0xff, 0xff, 0xff])],
    ["bytes", () => new Uint8Array([0xdb, 0xff, 0xff, 0xff, 0xff])],
    ["bytes", () => new Uint8Array([0xc9, 0xff, 0xff, 0xff, 0xff])],
    ["bytes", (id) => encode([1, id, null, "x".repeat(8_388_608)])],
  ];
  for (const [part, bytes] of cases) {
    await using fake = await answering(bytes);
    await assertGone(fake.editor(), part);
  }
});

Deno.test("an answer that breaks off ends the bridge", async () => {
  await using fake = await answering(
    (id) => encode([1, id, null, ["x"]]).slice(0, -1),
    (peer) => peer.close(),
  );
  await assertGone(fake.editor(), "closed the connection");
});

Deno.test("an answer that comes a byte at a time, after notifications, is an answer, each time", async () => {
  await using fake = await FakeEditor.start(async (peer) => {
    for (let request = await peer.next(); request !== null; request = await peer.next()) {
      for (let time = 0; time < 900; time++) await peer.send(encode([2, "nvim_buf_lines_event", [{}, "x"]]));
      for (const byte of encode([1, request[1], null, []])) await peer.send(new Uint8Array([byte]));
    }
  });
  const editor = fake.editor();
  assertEquals(await editor.tools("coder", { trusted: true, signal: NEVER }), []);
  const fresh = await editor.freshness(NEVER);
  assertTrue(!fresh.ok && fresh.error.includes("is no object"));
});

Deno.test({
  name: "a request that was answered leaves no timer that would end the bridge later",
  sanitizeOps: true,
  sanitizeResources: true,
  fn: async () => {
    await using neovim = await Neovim.start();
    assertEquals((await neovim.editor().status(NEVER)).status, "ok");
  },
});

Deno.test("an editor that only ever talks of other things is given up", async () => {
  await using fake = await FakeEditor.start(async (peer) => {
    await peer.next();
    while (await peer.send(encode([2, "x", []])));
  });
  await assertGone(fake.editor(), "messages came that answer nothing");
});

Deno.test("what the editor asks of us is answered with an error", async () => {
  const refused = Promise.withResolvers<readonly unknown[] | null>();
  await using fake = await FakeEditor.start(async (peer) => {
    const request = await peer.next();
    await peer.send(encode([0, 77, "run", ["anything"]]));
    refused.resolve(await peer.next());
    await peer.send(encode([1, request?.[1], null, []]));
    await peer.next();
  });
  assertEquals(await fake.editor().tools("coder", { trusted: true, signal: NEVER }), []);
  const [kind, id, error, result] = await refused.promise ?? [];
  assertEquals([kind, id, result], [1, 77, null]);
  assertTrue(error !== null);
});

Deno.test("only two texts are ever carried out, and names and arguments are never part of them", async () => {
  await using fake = await FakeEditor.start(async (peer) => {
    for (let request = await peer.next(); request !== null; request = await peer.next()) {
      await peer.send(encode([1, request[1], null, []]));
    }
  });
  const editor = fake.editor();
  await editor.status(NEVER);
  await editor.read("a", NEVER);
  assertEquals(fake.messages.map((message) => message.slice(2)), [
    ["nvim_exec_lua", ["return require('rose.tools').schemas()", []]],
    ["nvim_exec_lua", ["return require('rose.tools').call(...)", ["editor_context", {}]]],
    ["nvim_exec_lua", ["return require('rose.tools').call(...)", ["editor_context", {}]]],
  ]);
});

Deno.test("two calls at once are sent one after the other", async () => {
  const order: string[] = [];
  await using fake = await FakeEditor.start(async (peer) => {
    for (let request = await peer.next(); request !== null; request = await peer.next()) {
      order.push("asked");
      // Were a second request sent meanwhile, it would stand in the same piece and break the decoding.
      await new Promise((resolve) => queueMicrotask(() => resolve(null)));
      order.push("answered");
      await peer.send(encode([1, request[1], null, []]));
    }
  });
  const editor = fake.editor();
  await Promise.all([editor.freshness(NEVER), editor.freshness(NEVER), editor.freshness(NEVER)]);
  assertEquals(order, ["asked", "answered", "asked", "answered", "asked", "answered"]);
});

Deno.test("calls at once reach a real editor as they were made", async () => {
  await using neovim = await Neovim.start();
  await neovim.answer("editor_diagnostics", "{ status = 'ok', path = args.path }");
  const editor = neovim.editor();
  const paths = Array.from({ length: 20 }, (_, at) => `${at}.py`);
  const results = await Promise.all(paths.map((path) => editor.diagnostics(path, NEVER)));
  assertEquals(results.map(({ path }) => path), paths);
});

Deno.test("a caller that cancels is told at once, and the bridge goes on after the call's end", async () => {
  await using neovim = await Neovim.start();
  const editor = neovim.editor();
  await neovim.answer(
    "editor_lint",
    "vim.wait(30000, function() return vim.g.done end) and { status = 'ok' }",
  );
  const controller = new AbortController();
  const lint = editor.lint("a.py", controller.signal);
  await until(neovim, "editor_lint");
  controller.abort();
  await assertFails(() => lint, "CANCELLED");
  const busy = await editor.status(NEVER);
  assertEquals([busy.status, busy.busy], ["ok", true]);
  await neovim.lua("vim.g.done = true");
  assertTrue((await editor.freshness(NEVER)).ok);
  assertEquals((await editor.status(NEVER)).busy, undefined);
  await assertFails(() => editor.read("a.py", controller.signal), "CANCELLED");
});

Deno.test("a write that is under way is told of, though its caller cancels meanwhile", async () => {
  const controller = new AbortController();
  await using neovim = await Neovim.start();
  const context = await neovim.editor().freshness(NEVER);
  assertTrue(context.ok);
  await using fake = await FakeEditor.start(async (peer) => {
    for (let request = await peer.next(); request !== null; request = await peer.next()) {
      const [, id, , params] = request;
      const asked = JSON.stringify(params);
      const isWrite = asked.includes("file_write");
      if (isWrite) controller.abort();
      await peer.send(encode([1, id, null, answerTo(asked, context.context)]));
    }
  });
  const editor = fake.editor({ root: neovim.workspace });
  assertEquals((await editor.write("a.py", "x", controller.signal)).status, "ok");
  await assertFails(() => editor.write("a.py", "y", controller.signal), "CANCELLED");
});

function answerTo(asked: string, context: unknown): unknown {
  if (asked.includes("schemas")) return [];
  return asked.includes("editor_context") ? context : { status: "ok" };
}

Deno.test("a write that does not end soon is left to itself by a caller that cancels", async () => {
  await using neovim = await Neovim.start();
  await neovim.answer(
    "file_write",
    "vim.wait(30000, function() return vim.g.done end) and { status = 'ok' }",
  );
  const controller = new AbortController();
  const write = neovim.editor().write("a.py", "x", controller.signal);
  await until(neovim, "file_write");
  controller.abort();
  await assertFails(() => write, "CANCELLED");
  await neovim.lua("vim.g.done = true");
});

Deno.test("closing ends a call that is on its way", async () => {
  await using neovim = await Neovim.start();
  const editor = neovim.editor();
  await editor.status(NEVER);
  await neovim.answer(
    "editor_lint",
    "vim.wait(30000, function() return vim.g.done end) and { status = 'ok' }",
  );
  const lint = editor.lint("a.py", NEVER);
  await until(neovim, "editor_lint");
  editor.close();
  assertEquals((await lint).status, "unavailable");
  await assertGone(editor, "was closed");
  await neovim.lua("vim.g.done = true");
});

Deno.test("nothing is connected before the first request, nor after the bridge was closed", async () => {
  const came = Promise.withResolvers<void>();
  await using fake = await FakeEditor.start(async (peer) => {
    if (await peer.next() !== null) came.resolve();
  });
  const editor = fake.editor();
  editor.close();
  await assertGone(editor, "was closed");
  // Connections are taken in order: had there been one before this, it would count.
  using own = await Deno.connect({ transport: "unix", path: fake.socket });
  await own.write(encode([7]));
  await came.promise;
  assertEquals(fake.connections, 1);
});

Deno.test("a bridge that has failed hangs up", async () => {
  const end = Promise.withResolvers<readonly unknown[] | null>();
  await using fake = await FakeEditor.start(async (peer) => {
    await peer.next();
    end.resolve(await peer.next());
  });
  const editor = fake.editor({ timeoutSeconds: 0.1 });
  assertEquals((await editor.freshness(NEVER)).ok, false);
  assertEquals(await end.promise, null);
});

Deno.test("a call that is cancelled while it waits for another is never sent", async () => {
  const asked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  await using fake = await FakeEditor.start(async (peer) => {
    for (let request = await peer.next(); request !== null; request = await peer.next()) {
      asked.resolve();
      await goOn.promise;
      await peer.send(encode([1, request[1], null, []]));
    }
  });
  const editor = fake.editor();
  const first = editor.freshness(NEVER);
  await asked.promise;
  const controller = new AbortController();
  const second = editor.freshness(controller.signal);
  controller.abort();
  await assertFails(() => second, "CANCELLED");
  goOn.resolve();
  await first;
  await editor.freshness(NEVER);
  assertEquals(fake.messages.length, 2);
});

/** Until the tool has been called: each look is an exchange with the editor, which goes on meanwhile. */
async function until(neovim: Neovim, tool: string): Promise<void> {
  while (!(await neovim.calls()).some(([name]) => name === tool));
}
