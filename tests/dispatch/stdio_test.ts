import { MAX_FRAME_BYTES } from "../../lib/dispatch/lines.ts";
import { assertEquals, assertTrue } from "../assert.ts";
import type { Frame } from "./parts/schema.ts";
import { createServing } from "./parts/serving.ts";
import { cancelled, initialize, legacy, modern, Wire } from "./parts/wire.ts";

function codeOf(frame: Frame): unknown {
  return (frame["error"] as Frame | undefined)?.["code"];
}

const parseErrors: Record<string, string | Uint8Array> = {
  "half a JSON value": '{"jsonrpc":"2.0","id":1\n',
  "a Content-Length line": "Content-Length: 40\r\n",
  "a byte order mark": new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d, 0x0a]),
  "invalid UTF-8": new Uint8Array([0x22, 0xff, 0x22, 0x0a]),
  "a NUL": "\u0000\n",
};

for (const [what, line] of Object.entries(parseErrors)) {
  Deno.test(`A frame of ${what} is answered with -32700 and no id, and the process lives on`, async () => {
    await using wire = new Wire(createServing().serving);
    await wire.raw(line);
    const answer = await wire.next();
    assertEquals([codeOf(answer), answer["id"]], [-32700, null]);
    assertEquals(await wire.ask(legacy(1, "ping")), { jsonrpc: "2.0", id: 1, result: {} });
  });
}

/** The form of a cloud provider's access key. */
const KEY = `AKIA${"Q7".repeat(8)}`;

const shapeErrors: [string, unknown, number | string | null][] = [
  ["a batch", [{ jsonrpc: "2.0", id: 1, method: "ping" }], null],
  ["an empty batch", [], null],
  ["a bare number", 7, null],
  ["null", null, null],
  ["another jsonrpc version", { jsonrpc: "1.0", id: 7, method: "ping" }, 7],
  ["another jsonrpc version and a key as id", { jsonrpc: "1.0", id: KEY, method: "ping" }, null],
  ["a key as id and no method", { jsonrpc: "2.0", id: KEY }, null],
  ["no jsonrpc version", { id: "a", method: "ping" }, "a"],
  ["no method", { jsonrpc: "2.0", id: 8 }, 8],
  ["a method that is no string", { jsonrpc: "2.0", id: 9, method: 1 }, 9],
  ["parameters by position", { jsonrpc: "2.0", id: 10, method: "ping", params: [] }, 10],
  ["parameters of null", { jsonrpc: "2.0", id: 11, method: "ping", params: null }, 11],
  ["an id of null", { jsonrpc: "2.0", id: null, method: "ping" }, null],
  ["a fraction as id", { jsonrpc: "2.0", id: 1.5, method: "ping" }, null],
  ["an object as id", { jsonrpc: "2.0", id: {}, method: "ping" }, null],
];

for (const [what, frame, id] of shapeErrors) {
  Deno.test(`A frame with ${what} is answered with -32600 and its id when that is valid`, async () => {
    await using wire = new Wire(createServing().serving);
    await wire.raw(`${JSON.stringify(frame)}\n`);
    const answer = await wire.next();
    assertEquals([codeOf(answer), answer["id"]], [-32600, id]);
    assertEquals((await wire.ask(legacy(99, "ping")))["id"], 99);
  });
}

Deno.test("A frame above 1 MiB is answered once with -32700 and no id, then the connection closes cleanly", async () => {
  const wire = new Wire(createServing().serving);
  await wire.raw(new Uint8Array(MAX_FRAME_BYTES + 1).fill(0x20));
  const answer = await wire.next();
  assertEquals([codeOf(answer), answer["id"]], [-32700, null]);
  assertEquals(await wire.ended, "oversize");
  assertEquals(await wire.end(), []);
});

Deno.test("A frame of exactly 1 MiB is served", async () => {
  await using wire = new Wire(createServing().serving);
  const ping = legacy(1, "ping");
  await wire.raw(`${JSON.stringify(ping).padEnd(MAX_FRAME_BYTES)}\n`, ping);
  assertEquals((await wire.next())["result"], {});
});

Deno.test("What follows an oversize frame is not taken for a frame", async () => {
  const wire = new Wire(createServing().serving);
  await wire.raw(`"${"a".repeat(MAX_FRAME_BYTES)}"\n${JSON.stringify(legacy(1, "ping"))}\n`);
  assertEquals((await wire.end()).map(codeOf), [-32700]);
});

Deno.test("Frames are cut at line feeds alone, wherever the chunks end", async () => {
  await using wire = new Wire(createServing().serving);
  const call = modern(1, "tools/call", { name: "echo", arguments: { text: "é€😀" } });
  await wire.raw("", call);
  const text = `\n\r\n   \n${JSON.stringify(call)}\r\n`;
  for (const byte of new TextEncoder().encode(text)) await wire.raw(new Uint8Array([byte]));
  assertEquals(((await wire.next())["result"] as Frame)["structuredContent"], { text: "é€😀" });
});

Deno.test("A last frame without a line feed is served", async () => {
  const wire = new Wire(createServing().serving);
  await wire.raw(JSON.stringify(legacy(1, "ping")), legacy(1, "ping"));
  assertEquals((await wire.end()).map((frame) => frame["id"]), [1]);
});

Deno.test("A tools/call or initialize as a notification has no answer and no effect", async () => {
  const { serving, audited } = createServing();
  await using wire = new Wire(serving);
  await wire.send(
    { jsonrpc: "2.0", method: "tools/call", params: { name: "echo", arguments: { text: "hi" } } },
    { jsonrpc: "2.0", method: "initialize", params: {} },
    { jsonrpc: "2.0", method: "notifications/unheard_of" },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 12345 } },
    { jsonrpc: "2.0", method: "notifications/cancelled" },
    { jsonrpc: "2.0", id: 5, result: {} },
    { jsonrpc: "2.0", id: null, error: { code: 1, message: "odd" } },
  );
  assertEquals((await wire.ask(legacy(1, "ping")))["id"], 1);
  assertEquals(audited, []);
});

Deno.test("Ten thousand requests sent at once are all answered", async () => {
  await using wire = new Wire(createServing().serving);
  const ids = Array.from({ length: 10_000 }, (_, id) => id);
  const sent = wire.send(
    ...ids.map((id) =>
      id % 2 === 0
        ? modern(id, "tools/call", { name: "echo", arguments: { text: String(id) } })
        : legacy(id, "tools/call", { name: "echo", arguments: { text: String(id) } })
    ),
  );
  const answered = new Map<unknown, unknown>();
  while (answered.size < ids.length) {
    const { id, result } = await wire.next();
    answered.set(id, ((result as Frame)["structuredContent"] as Frame)["text"]);
  }
  await sent;
  assertEquals(ids.every((id) => answered.get(id) === String(id)), true);
});

Deno.test("At most 64 calls run at once, and the lists are answered meanwhile", async () => {
  const { serving, slow } = createServing();
  await using wire = new Wire(serving);
  await wire.send(...Array.from({ length: 100 }, (_, id) => modern(id, "tools/call", { name: "slow" })));
  assertEquals((await wire.ask(modern("list", "tools/list")))["id"], "list");
  await slow.started();
  assertEquals(slow.most, 64);
  const answers = new Set<unknown>();
  while (answers.size < 100) {
    slow.release();
    answers.add((await wire.next())["id"]);
  }
  assertEquals(slow.most, 64);
});

Deno.test("A call that waits for its turn can be cancelled", async () => {
  const { serving, slow, audited } = createServing();
  await using wire = new Wire(serving);
  await wire.send(...Array.from({ length: 65 }, (_, id) => modern(id, "tools/call", { name: "slow" })));
  await slow.started();
  await wire.send(cancelled(64), legacy("after", "ping"));
  await wire.until("after");
  slow.release();
  for (let left = 64; left > 0; left--) assertTrue((await wire.next())["id"] !== 64);
  assertEquals(audited.length, 64);
});

Deno.test("A request with an id that is still in use is answered with -32600", async () => {
  const { serving, slow } = createServing();
  for (const request of [modern, legacy]) {
    await using wire = new Wire(serving);
    await wire.send(request(1, "tools/call", { name: "slow" }));
    await slow.started();
    const second = await wire.ask(request(1, "tools/call", { name: "slow" }));
    assertEquals([second["id"], codeOf(second)], [1, -32600]);
    slow.release();
    assertTrue("result" in await wire.next());
    // Free again: the id can be used for another request.
    assertTrue("result" in await wire.ask(request(1, "tools/list")));
  }
});

Deno.test('The ids 1 and "1" are two ids', async () => {
  const { serving, slow } = createServing();
  await using wire = new Wire(serving);
  await wire.send(modern(1, "tools/call", { name: "slow" }));
  await slow.started();
  assertEquals((await wire.ask(modern("1", "tools/list")))["id"], "1");
  slow.release();
  assertEquals((await wire.next())["id"], 1);
});

Deno.test("The end of the input lets a call that is about to end answer", async () => {
  const wire = new Wire(createServing().serving);
  await wire.send(
    modern(1, "tools/call", { name: "echo", arguments: { text: "last" } }),
    legacy(2, "tools/list"),
  );
  assertEquals(new Set((await wire.end()).map((frame) => frame["id"])), new Set([1, 2]));
  assertEquals(await wire.ended, "eof");
});

for (const request of [modern, legacy]) {
  Deno.test(`The end of the input aborts a ${request.name} call that runs, without an answer`, async () => {
    const { serving, slow } = createServing();
    const wire = new Wire(serving);
    await wire.send(request(1, "tools/call", { name: "slow" }));
    await slow.started();
    assertEquals(await wire.end(), []);
    await slow.stopped();
  });

  Deno.test(`An aborted signal aborts a ${request.name} call that runs, without an answer`, async () => {
    const { serving, slow } = createServing();
    const wire = new Wire(serving);
    await wire.send(request(1, "tools/call", { name: "slow" }));
    await slow.started();
    wire.abort();
    assertEquals(await wire.ended, "aborted");
    await slow.stopped();
    assertEquals(await wire.end(), []);
  });
}

Deno.test("The service ends when the input ends while a legacy question is open", async () => {
  const wire = new Wire(createServing().serving);
  await wire.ask(initialize(0, "2025-11-25", { elicitation: {} }));
  const question = await wire.ask(legacy(1, "tools/call", { name: "ask", arguments: { what: "go" } }));
  assertEquals(question["method"], "elicitation/create");
  assertEquals(await wire.end(), []);
  assertEquals(await wire.ended, "eof");
});

Deno.test("The service ends when nobody reads its output any more", async () => {
  const { serving, slow } = createServing();
  const wire = new Wire(serving);
  await wire.send(modern(1, "tools/call", { name: "slow" }));
  await slow.started();
  await wire.hangUp();
  await wire.send(legacy(2, "ping"));
  assertEquals(await wire.ended, "unread");
  await slow.stopped();
});

Deno.test("Deeply nested arguments do not end the process", async () => {
  await using wire = new Wire(createServing().serving);
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  for (const [id, frame] of [modern(1, "tools/call"), legacy(2, "tools/call")].entries()) {
    const text = JSON.stringify({
      ...frame,
      params: { ...frame["params"] as Frame, name: "echo", arguments: { text: 0 } },
    });
    await wire.raw(`${text.replace('"text":0', `"text":${deep}`)}\n`);
    assertEquals((await wire.next())["id"], id + 1);
  }
  assertEquals((await wire.ask(legacy(3, "ping")))["id"], 3);
});
