import { assertEquals, assertMatch, assertTrue } from "../assert.ts";
import { MAX_FRAME_BYTES } from "../../lib/dispatch/lines.ts";
import type { Frame } from "./parts/schema.ts";
import { createServing } from "./parts/serving.ts";
import { cancelled, envelope, initialize, legacy, Wire } from "./parts/wire.ts";

const VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;

const READY: Frame = { jsonrpc: "2.0", method: "notifications/initialized" };

function strictWire(serving = createServing().serving): Wire {
  return new Wire(serving, { strict: { versions: VERSIONS } });
}

/** A session whose greeting is complete. */
async function greeted(serving = createServing().serving): Promise<Wire> {
  const wire = strictWire(serving);
  await wire.ask(initialize("greeting", "2025-11-25"));
  await wire.send(READY);
  return wire;
}

function codeOf(frame: Frame): unknown {
  return (frame["error"] as Frame | undefined)?.["code"];
}

/** Sends one frame as it is and gives the code and the id of the answer. */
async function refusal(wire: Wire, frame: unknown): Promise<unknown[]> {
  await wire.raw(`${typeof frame === "string" ? frame : JSON.stringify(frame)}\n`);
  const answer = await wire.next();
  return [codeOf(answer), answer["id"]];
}

Deno.test("A strict session answers nothing but ping before its greeting is complete", async () => {
  await using wire = strictWire();
  assertEquals((await wire.ask(legacy(1, "ping")))["result"], {});
  for (const method of ["tools/list", "tools/call", "resources/list", "server/discover", "shutdown"]) {
    assertEquals(await refusal(wire, legacy(2, method)), [-32002, 2]);
  }
  await wire.send(READY);
  assertEquals(await refusal(wire, legacy(3, "tools/list")), [-32002, 3]);
  await wire.ask(initialize(4, "2025-11-25"));
  assertEquals(await refusal(wire, legacy(5, "tools/list")), [-32002, 5]);
  await wire.send(READY);
  assertEquals(codeOf(await wire.ask(legacy(6, "tools/list"))), undefined);
});

for (
  const [asked, answered] of [
    ...VERSIONS.map((version) => [version, version]),
    ["2024-11-05", "2025-11-25"],
    ["2026-07-28", "2025-11-25"],
    ["yesterday", "2025-11-25"],
  ] as [string, string][]
) {
  Deno.test(`A strict session answers the version ${asked} with ${answered}`, async () => {
    await using wire = strictWire();
    const { result } = await wire.ask(initialize(1, asked));
    assertEquals((result as Frame)["protocolVersion"], answered);
  });
}

Deno.test("A strict session is initialized once, and a refused greeting does not count", async () => {
  await using wire = strictWire();
  const client = { name: "test", version: "0" };
  for (
    const params of [
      {},
      { protocolVersion: "", capabilities: {}, clientInfo: client },
      { protocolVersion: 7, capabilities: {}, clientInfo: client },
      { protocolVersion: "2025-11-25", capabilities: [], clientInfo: client },
      { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test" } },
      { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: client, _meta: 1 },
    ]
  ) assertEquals(await refusal(wire, legacy(1, "initialize", params)), [-32602, 1]);
  assertEquals(codeOf(await wire.ask(initialize(2, "2025-06-18"))), undefined);
  assertEquals(await refusal(wire, initialize(3, "2025-06-18")), [-32600, 3]);
});

const refusals: [string, unknown, number, unknown][] = [
  ["no JSON", "not-json", -32700, null],
  ["NaN", '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":NaN}}', -32700, null],
  ["a thousand arrays in each other", `${"[".repeat(1000)}${"]".repeat(1000)}`, -32700, null],
  ["a batch", [legacy(1, "ping")], -32600, null],
  ["an empty batch", [], -32600, null],
  ["a bare text", '"ping"', -32600, null],
  ["another jsonrpc version", { jsonrpc: "1.0", id: 1, method: "ping" }, -32600, null],
  ["a method that is no string", { jsonrpc: "2.0", id: 1, method: 1 }, -32600, null],
  ["an id of true", { jsonrpc: "2.0", id: true, method: "ping" }, -32600, null],
  ["an id of null", { jsonrpc: "2.0", id: null, method: "ping" }, -32600, null],
  ["a fraction as id", { jsonrpc: "2.0", id: 1.5, method: "ping" }, -32600, null],
  ["a huge power as id", '{"jsonrpc":"2.0","id":1e99,"method":"ping"}', -32600, null],
  ["an array as id", { jsonrpc: "2.0", id: [1], method: "ping" }, -32600, null],
  ["parameters by position", { jsonrpc: "2.0", id: 7, method: "ping", params: [] }, -32602, 7],
  ["parameters of null", { jsonrpc: "2.0", id: "a", method: "nothing", params: null }, -32602, "a"],
  ["an unknown method", legacy(8, "resources/list"), -32601, 8],
  ["the newer revision's opening", legacy(9, "server/discover", { _meta: envelope() }), -32601, 9],
  ["a member beside name", legacy(10, "tools/call", { name: "slow", cwd: "/" }), -32602, 10],
  ["an unknown tool", legacy(11, "tools/call", { name: "none" }), -32602, 11],
  ["no tool", legacy(12, "tools/call", {}), -32602, 12],
  ["arguments of null", legacy(13, "tools/call", { name: "echo", arguments: null }), -32602, 13],
  ["refused arguments", legacy(14, "tools/call", { name: "echo", arguments: { cwd: "/" } }), -32602, 14],
];

for (const [what, frame, code, id] of refusals) {
  Deno.test(`A strict session answers ${what} with ${code}, and goes on`, async () => {
    await using wire = await greeted();
    assertEquals(await refusal(wire, frame), [code, id]);
    assertEquals((await wire.ask(legacy(99, "ping")))["id"], 99);
  });
}

Deno.test("A call that carries the newer revision's context is answered as the older ones are", async () => {
  await using wire = await greeted();
  const params = { name: "echo", arguments: { text: "hi" }, _meta: envelope() };
  const call = legacy(1, "tools/call", params);
  await wire.raw(`${JSON.stringify(call)}\n`, legacy(1, "tools/call"));
  const { result } = await wire.next();
  assertEquals((result as Frame)["structuredContent"], { text: "hi" });
  assertEquals("resultType" in (result as Frame), false);
});

Deno.test("A notification never runs a tool and is never answered", async () => {
  const { serving, audited } = createServing();
  await using wire = await greeted(serving);
  await wire.send(
    { jsonrpc: "2.0", method: "tools/call", params: { name: "echo", arguments: { text: "hi" } } },
    { jsonrpc: "2.0", method: "tools/list", params: [] as unknown as Frame },
    { jsonrpc: "2.0", method: "initialize", params: {} },
    { jsonrpc: "2.0", id: 5, result: {} },
  );
  assertEquals((await wire.ask(legacy(1, "ping")))["id"], 1);
  assertEquals(audited, []);
});

const DIGITS = "-90071992547409931234567890";

/** The text of every line that a strict session writes. */
async function lines(text: string): Promise<string[]> {
  const { serveStdio } = await import("../../lib/dispatch/stdio.ts");
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const written = new Response(readable).text();
  await serveStdio(createServing({ instructions: "Für alle 😀" }).serving, {
    input: new Blob([text]).stream(),
    output: writable,
    strict: { versions: VERSIONS },
  });
  await writable.close();
  return (await written).trimEnd().split("\n");
}

Deno.test("A whole number of any size is echoed digit by digit", async () => {
  const [ping, early] = await lines(
    `{"jsonrpc":"2.0","id":${DIGITS},"method":"ping","params":{"id":1e3}}\n` +
      '{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/list"}\n',
  );
  assertEquals(ping, `{"jsonrpc":"2.0","id":${DIGITS},"result":{}}`);
  assertTrue(early?.startsWith('{"jsonrpc":"2.0","id":9007199254740993,"error":{"code":-32002,') === true);
});

Deno.test("Every answer is one line of ASCII", async () => {
  const [greeting] = await lines(`${JSON.stringify(initialize("é", "2025-11-25"))}\n`);
  assertMatch(greeting ?? "", /^[\x20-\x7e]+$/);
  const { id, result } = JSON.parse(greeting ?? "");
  assertEquals([id, result.instructions], ["é", "Für alle 😀"]);
});

Deno.test("A call under a huge id is answered under it, and can be cancelled by it", async () => {
  const { serving, slow } = createServing();
  await using wire = await greeted(serving);
  await wire.raw(`{"jsonrpc":"2.0","id":${DIGITS},"method":"tools/call","params":{"name":"slow"}}\n`);
  await slow.started();
  await wire.raw(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${DIGITS}}}\n`);
  await slow.stopped();
  assertEquals((await wire.ask(legacy(1, "ping")))["id"], 1);
  assertEquals(await wire.end(), []);
});

Deno.test("A strict session answers ping and other calls while one runs", async () => {
  const { serving, slow } = createServing();
  await using wire = await greeted(serving);
  await wire.send(legacy(1, "tools/call", { name: "slow" }));
  await slow.started();
  assertEquals((await wire.ask(legacy(2, "ping")))["id"], 2);
  const echo = legacy(3, "tools/call", { name: "echo", arguments: { text: "hi" } });
  assertEquals((await wire.ask(echo))["id"], 3);
  slow.release();
  assertEquals((await wire.next())["id"], 1);
});

Deno.test("A cancelled call of a strict session has no answer", async () => {
  const { serving, slow } = createServing();
  await using wire = await greeted(serving);
  await wire.send(legacy(1, "tools/call", { name: "slow" }));
  await slow.started();
  await wire.send(cancelled(1));
  await slow.stopped();
  assertEquals((await wire.ask(legacy(2, "ping")))["id"], 2);
  assertEquals(await wire.end(), []);
});

Deno.test("A call of a strict session that asks for progress hears of it under its token", async () => {
  await using wire = await greeted();
  const params = { name: "steps", arguments: { steps: 2 }, _meta: { progressToken: "t" } };
  await wire.send(legacy(1, "tools/call", params));
  const told = (await wire.until(1)).filter(({ method }) => method === "notifications/progress");
  assertEquals(told.map(({ params }) => (params as Frame)["progressToken"]), ["t", "t"]);
});

Deno.test("A strict session outlasts the time that an ordinary one gives its calls after the end of the input", async () => {
  const [kept, cut] = [createServing(), createServing()];
  const [wire, ordinary] = [await greeted(kept.serving), new Wire(cut.serving)];
  for (const [one, { slow }] of [[wire, kept], [ordinary, cut]] as const) {
    await one.send(legacy(1, "tools/call", { name: "slow" }));
    await slow.started();
  }
  const rest = wire.end();
  let isOver = false;
  wire.ended.then(() => isOver = true);
  assertEquals(await ordinary.end(), []);
  assertEquals(isOver, false);
  kept.slow.release();
  assertEquals((await rest).map(({ id }) => id), [1]);
  assertEquals(await wire.ended, "eof");
});

Deno.test("An aborted strict session answers nothing more", async () => {
  const { serving, slow } = createServing();
  const wire = await greeted(serving);
  await wire.send(legacy(1, "tools/call", { name: "slow" }));
  await slow.started();
  wire.abort();
  await slow.stopped();
  assertEquals(await wire.end(), []);
  assertEquals(await wire.ended, "aborted");
});

Deno.test("A frame above 1 MiB ends a strict session after one answer, one of 1 MiB is served", async () => {
  const wire = strictWire();
  const ping = legacy(1, "ping");
  await wire.raw(`${JSON.stringify(ping).padEnd(MAX_FRAME_BYTES)}\n`, ping);
  assertEquals((await wire.next())["result"], {});
  await wire.raw(`${JSON.stringify(ping).padEnd(MAX_FRAME_BYTES + 1)}\n${JSON.stringify(ping)}\n`);
  const rest = await wire.end();
  assertEquals(rest.map((frame) => [codeOf(frame), frame["id"]]), [[-32700, null]]);
  assertEquals(await wire.ended, "oversize");
});

Deno.test("A last line without a line feed is served by a strict session", async () => {
  const wire = strictWire();
  await wire.raw(JSON.stringify(legacy(1, "ping")), legacy(1, "ping"));
  assertEquals((await wire.end()).map(({ id }) => id), [1]);
});
