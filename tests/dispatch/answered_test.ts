/** Every request is answered exactly once: a client that waits for an answer that never comes is stuck for good. */
import { openSide } from "../../lib/dispatch/side.ts";
import { assertEquals, assertTrue } from "../assert.ts";
import { openEndpoint } from "./parts/endpoint.ts";
import type { Frame } from "./parts/schema.ts";
import { createServing } from "./parts/serving.ts";
import { envelope, initialize, legacy, modern, Wire } from "./parts/wire.ts";

/** Values of every JSON type. */
const VALUES = [null, true, 0, 1, 1.5, 1e308, "", "x", [], [1], {}, { a: 1 }];

/** Requests of both eras with one of the values in each place that the protocol or the SDK looks at. */
function strangeRequests(): Frame[] {
  const call = { name: "echo", arguments: { text: "x" } };
  const frames = VALUES.flatMap((value) => [
    legacy(0, "tools/call", { ...call, _meta: value }),
    legacy(0, "tools/call", { ...call, _meta: { progressToken: value } }),
    legacy(0, "tools/call", { ...call, arguments: value }),
    legacy(0, "tools/call", { ...call, name: value }),
    legacy(0, "tools/call", { ...call, inputResponses: value, requestState: value, task: value }),
    legacy(0, "tools/list", { _meta: value }),
    legacy(0, "nothing/known", { _meta: value }),
    modern(0, "tools/call", { ...call, _meta: envelope({ progressToken: value }) }),
    modern(0, "tools/call", { ...call, _meta: envelope({ "io.modelcontextprotocol/related-task": value }) }),
    modern(0, "tools/call", { ...call, arguments: value }),
    modern(0, "tools/call", { ...call, inputResponses: value }),
    modern(0, "tools/call", { ...call, inputResponses: { sure: value }, requestState: value }),
    modern(0, "resources/read", { uri: value }),
    modern(0, "resources/list", { _meta: envelope({ progressToken: value }) }),
    ...[legacy(0, "tools/call", call), modern(0, "tools/call", { ...call, inputResponses: {} })].flatMap(
      (frame) => ["unknown", "result", "error"].map((member) => ({ ...frame, [member]: value })),
    ),
  ]);
  return frames.map((frame, id) => ({ ...frame, id }));
}

for (const greeted of [false, true]) {
  Deno.test(`Over stdio every strange request is answered once, ${greeted ? "after" : "without"} a greeting`, async () => {
    const { serving, defects } = createServing();
    const wire = new Wire(serving);
    if (greeted) await wire.ask(initialize("greeting", "2025-11-25"));
    const requests = strangeRequests();
    // A connection that had lost its 64 places would leave the rest waiting.
    await wire.send(...requests, legacy("last", "tools/call", { name: "echo", arguments: { text: "x" } }));
    const answered = await wire.end();
    const ids = answered.filter((frame) => !("method" in frame)).map((frame) => frame["id"]);
    assertEquals(new Set(ids), new Set<unknown>([...requests.map((frame) => frame["id"]), "last"]));
    assertEquals(ids.length, requests.length + 1);
    assertEquals(defects, []);
  });
}

Deno.test("Over HTTP every strange request is answered once", async () => {
  const { serving, defects } = createServing();
  await using endpoint = await openEndpoint(serving);
  for (const request of strangeRequests()) {
    const { frames } = await endpoint.ask(request);
    const answers = frames.filter((frame) => !("method" in frame));
    assertEquals(answers.map((frame) => frame["id"]), [request["id"]], JSON.stringify(request));
  }
  assertEquals(defects, []);
});

Deno.test("Arguments that are no object are refused with the same issue in both eras", async () => {
  await using wire = new Wire(createServing().serving);
  for (const request of [legacy, modern]) {
    const answer = await wire.ask(request(1, "tools/call", { name: "echo", arguments: 7 }));
    const { code, data } = answer["error"] as { code: number; data: unknown };
    const problem = "arguments is no object";
    assertEquals([code, data], [-32602, { issues: [{ path: ["arguments"], problem }] }]);
  }
});

Deno.test("A request that the SDK takes for none is answered by its side, a greeting as well", async () => {
  for (const era of ["legacy", "modern"] as const) {
    const sent: object[] = [];
    const side = await openSide(createServing().serving, { era, send: (frame) => sent.push(frame) });
    side.deliver({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { _meta: 1 } });
    side.deliver({ jsonrpc: "2.0", method: "notifications/cancelled", params: { _meta: 1 } });
    side.deliver({ jsonrpc: "2.0", id: 8, result: 1 });
    // Ends, although the SDK never answers it.
    if (era === "legacy") {
      await side.initialize({ jsonrpc: "2.0", id: 9, method: "initialize", params: { _meta: 1 } as never });
    }
    side.close();
    assertEquals(sent.map((frame) => "id" in frame && frame.id), [7]);
    assertTrue("error" in (sent[0] ?? {}));
  }
});

Deno.test("What a client says of nothing that was asked is no defect", async () => {
  const { serving, defects } = createServing();
  const wire = new Wire(serving);
  await wire.ask(initialize("greeting", "2025-11-25", { elicitation: {} }));
  const question = await wire.ask(legacy(1, "tools/call", { name: "ask", arguments: { what: "x" } }));
  const answer = { jsonrpc: "2.0", id: question["id"], result: { action: "cancel" } };
  const said: Frame[] = VALUES.flatMap((value) => [
    { jsonrpc: "2.0", id: value, result: {} },
    { jsonrpc: "2.0", id: value, error: { code: 1, message: "x" } },
    { jsonrpc: "2.0", id: 9, result: value },
    { jsonrpc: "2.0", id: 9, error: value },
    { jsonrpc: "2.0", error: { code: 1, message: "x" } },
    { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: value, progress: value } },
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: value, reason: value } },
    { jsonrpc: "2.0", method: "notifications/initialized", params: { _meta: value } },
    { jsonrpc: "2.0", method: "notifications/anything", params: { x: value } },
    { jsonrpc: "2.0", method: "notifications/roots/list_changed" },
  ]).filter((frame) => frame["id"] === undefined || frame["id"] !== question["id"])
    .filter((frame) => (frame["params"] as Frame | undefined)?.["requestId"] !== 1);
  await wire.send(...said, answer, answer, legacy("last", "ping"));
  const frames = await wire.end();
  assertTrue(frames.some((frame) => frame["id"] === 1 && "result" in frame), JSON.stringify(frames));
  assertEquals(defects, []);
});

Deno.test("An answer to the question of a call that was cancelled meanwhile is no defect", async () => {
  const { serving, defects } = createServing();
  const wire = new Wire(serving);
  await wire.ask(initialize("greeting", "2025-11-25", { elicitation: {} }));
  const question = await wire.ask(legacy(1, "tools/call", { name: "ask", arguments: { what: "x" } }));
  await wire.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  assertEquals((await wire.next())["method"], "notifications/cancelled");
  await wire.send(
    { jsonrpc: "2.0", id: question["id"], result: { action: "accept" } },
    legacy("last", "ping"),
  );
  await wire.end();
  assertEquals(defects, []);
});
