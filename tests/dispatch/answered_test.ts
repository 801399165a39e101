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
