/** What passes between the request and its answer: progress, log lines, cancellation, questions. */
import { assertEquals, assertTrue } from "../assert.ts";
import type { Frame } from "./parts/schema.ts";
import { createServing } from "./parts/serving.ts";
import { cancelled, envelope, initialize, legacy, modern, Wire } from "./parts/wire.ts";

const LOG_LEVEL = "io.modelcontextprotocol/logLevel";

function resultOf(frame: Frame | undefined): Frame {
  return frame?.["result"] as Frame;
}

const eras: Record<string, (id: number, params: Frame, meta?: Frame) => Frame> = {
  modern: (id, params, meta = {}) => modern(id, "tools/call", { ...params, _meta: envelope(meta) }),
  legacy: (id, params, meta = {}) => legacy(id, "tools/call", { ...params, _meta: meta }),
};

for (const [era, call] of Object.entries(eras)) {
  Deno.test(`A ${era} call with a progress token gets each step before its answer`, async () => {
    await using wire = new Wire(createServing().serving);
    await wire.send(call(7, { name: "steps", arguments: { steps: 3 } }, { progressToken: "token" }));
    const frames = await wire.until(7);
    assertEquals(
      frames.slice(0, -1).map((frame) => frame["params"]),
      [1, 2, 3].map((progress) => (
        { progressToken: "token", progress, total: 3, message: `step ${progress}` }
      )),
    );
    assertEquals(resultOf(frames.at(-1))["structuredContent"], { steps: 3 });
  });

  Deno.test(`A ${era} call without a progress token gets its answer alone`, async () => {
    await using wire = new Wire(createServing().serving);
    await wire.send(call(7, { name: "steps", arguments: { steps: 3 } }));
    assertEquals((await wire.until(7)).length, 1);
  });

  Deno.test(`A cancelled ${era} call is stopped and gets no answer, and its id is free again`, async () => {
    const { serving, slow, audited, defects } = createServing();
    await using wire = new Wire(serving);
    for (const meta of [{}, { progressToken: 1 }]) {
      await wire.send(call(1, { name: "slow", arguments: {} }, meta));
      await slow.started();
      await wire.send(cancelled(1));
      await slow.stopped();
      const next = await wire.ask(call(1, { name: "echo", arguments: { text: "next" } }));
      assertEquals(resultOf(next)["structuredContent"], { text: "next" });
      slow.release();
    }
    assertEquals(audited.map(({ outcome }) => outcome), ["CANCELLED", "ok", "CANCELLED", "ok"]);
    assertEquals(defects, []);
  });

  Deno.test(`The client's word ends up in the audit of a ${era} call`, async () => {
    const { serving, audited } = createServing({ principal: "posix-uid:7" });
    await using wire = new Wire(serving);
    await wire.ask(call(1, { name: "echo", arguments: { text: "hi" } }));
    assertEquals(audited.map(({ principal, via, tool, outcome }) => [principal, via, tool, outcome]), [
      ["posix-uid:7", "stdio", "echo", "ok"],
    ]);
  });
}

Deno.test("A request gets log lines from the level that it asks for, and never below info", async () => {
  await using wire = new Wire(createServing().serving);
  const expected: Record<string, string[]> = {
    debug: ["info", "warning"],
    info: ["info", "warning"],
    warning: ["warning"],
    error: [],
  };
  for (const [id, [level, levels]] of Object.entries(expected).entries()) {
    const params = { name: "steps", arguments: { steps: 1 } };
    await wire.send(modern(id, "tools/call", { ...params, _meta: envelope({ [LOG_LEVEL]: level }) }));
    const lines = (await wire.until(id)).slice(0, -1).map((frame) => (frame["params"] as Frame)["level"]);
    assertEquals(lines, levels, level);
  }
});

Deno.test("Nobody who does not ask gets log lines", async () => {
  await using wire = new Wire(createServing().serving);
  await wire.ask(initialize(0, "2025-11-25"));
  const params = { name: "steps", arguments: { steps: 1 } };
  await wire.send(modern(1, "tools/call", params), legacy(2, "tools/call", params));
  const frames = [await wire.next(), await wire.next()];
  assertEquals(frames.map((frame) => "result" in frame), [true, true]);
});

const asking = { name: "ask", arguments: { what: "go" } };
const able = { elicitation: {} };

Deno.test("A modern call that must ask ends with the question and a sealed state, and the retry with both runs", async () => {
  await using wire = new Wire(createServing().serving);
  const first = resultOf(await wire.ask(modern(1, "tools/call", { ...asking, _meta: envelope({}, able) })));
  assertEquals(first["resultType"], "input_required");
  const { sure } = first["inputRequests"] as Record<string, Frame>;
  assertEquals(sure?.["method"], "elicitation/create");
  const retry = {
    ...asking,
    _meta: envelope({}, able),
    inputResponses: { sure: { action: "accept", content: { yes: true } } },
    requestState: first["requestState"],
  };
  const second = resultOf(await wire.ask(modern(2, "tools/call", retry)));
  assertEquals(second["structuredContent"], { action: "accept" });
});

Deno.test("A retry with a forged, a foreign or no state asks again with a fresh one and never runs", async () => {
  const { serving, audited } = createServing();
  await using wire = new Wire(serving);
  const other = resultOf(
    await wire.ask(modern(0, "tools/call", {
      name: "ask",
      arguments: { what: "something else" },
      _meta: envelope({}, able),
    })),
  );
  const inputResponses = { sure: { action: "accept", content: { yes: true } } };
  for (const requestState of ["forged", `${other["requestState"]}`, undefined]) {
    const retry = {
      ...asking,
      _meta: envelope({}, able),
      inputResponses,
      ...(requestState === undefined ? {} : { requestState }),
    };
    const answer = resultOf(await wire.ask(modern(1, "tools/call", retry)));
    assertEquals(answer["resultType"], "input_required");
    assertTrue(answer["requestState"] !== requestState);
  }
  assertEquals(audited.map(({ outcome }) => outcome), ["question", "question", "question", "question"]);
});

Deno.test("A modern client that cannot answer a question is told what it lacks with -32021", async () => {
  await using wire = new Wire(createServing().serving);
  for (const meta of [{}, { progressToken: 1 }]) {
    const { error } = await wire.ask(modern(1, "tools/call", { ...asking, _meta: envelope(meta) }));
    const { code, data } = error as Frame;
    assertEquals([code, data], [-32021, { requiredCapabilities: { elicitation: { form: {} } } }]);
  }
});

Deno.test("A legacy client is asked over its own connection, and its answer decides the call", async () => {
  await using wire = new Wire(createServing().serving);
  await wire.ask(initialize(0, "2025-11-25", able));
  await wire.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  for (const action of ["accept", "decline", "cancel"]) {
    const question = await wire.ask(legacy(1, "tools/call", asking));
    assertEquals([question["method"], (question["params"] as Frame)["message"]], [
      "elicitation/create",
      "Really go?",
    ]);
    await wire.send({ jsonrpc: "2.0", id: question["id"], result: { action } });
    assertEquals(resultOf(await wire.next())["structuredContent"], { action });
  }
});

Deno.test("A cancelled legacy call takes its open question back", async () => {
  await using wire = new Wire(createServing().serving);
  await wire.ask(initialize(0, "2025-11-25", able));
  const question = await wire.ask(legacy(1, "tools/call", asking));
  await wire.send(cancelled(1));
  const withdrawn = await wire.next();
  assertEquals(withdrawn["method"], "notifications/cancelled");
  assertEquals((withdrawn["params"] as Frame)["requestId"], question["id"]);
  assertEquals((await wire.ask(legacy(2, "ping")))["id"], 2);
});

Deno.test("A legacy client that cannot be asked gets a failed result and no question", async () => {
  await using wire = new Wire(createServing().serving);
  for (const open of [undefined, initialize(0, "2024-11-05")]) {
    if (open !== undefined) await wire.ask(open);
    assertEquals(resultOf(await wire.ask(legacy(1, "tools/call", asking)))["isError"], true);
  }
});

Deno.test("A second initialize counts from then on", async () => {
  await using wire = new Wire(createServing().serving);
  await wire.ask(initialize(0, "2025-11-25"));
  assertEquals(resultOf(await wire.ask(legacy(1, "tools/call", asking)))["isError"], true);
  await wire.ask(initialize(2, "2025-06-18", able));
  assertEquals((await wire.ask(legacy(3, "tools/call", asking)))["method"], "elicitation/create");
});

Deno.test("A question names its mode only in the revisions that have modes", async () => {
  await using wire = new Wire(createServing().serving);
  const modes: unknown[] = [];
  for (const [id, version] of [[0, "2025-06-18"], [2, "2025-11-25"]] as const) {
    await wire.ask(initialize(id, version, able));
    const { params } = await wire.ask(legacy(id + 1, "tools/call", asking));
    modes.push((params as Record<string, unknown>)["mode"]);
  }
  assertEquals(modes, [undefined, "form"]);
});

Deno.test("A client's answer to a question that nobody asked changes nothing", async () => {
  await using wire = new Wire(createServing().serving);
  await wire.ask(initialize(0, "2025-11-25", able));
  const question = await wire.ask(legacy(1, "tools/call", asking));
  await wire.send(
    { jsonrpc: "2.0", id: 999, result: { action: "accept" } },
    { jsonrpc: "2.0", id: "x", error: { code: 1, message: "no" } },
    { jsonrpc: "2.0", id: question["id"], result: { action: "decline" } },
  );
  assertEquals(resultOf(await wire.next())["structuredContent"], { action: "decline" });
});

Deno.test("Steps that a slow reader has no room for are left out, and the answers are not", async () => {
  const { serving } = createServing();
  const { promise: thirtyEnded, resolve } = Promise.withResolvers<void>();
  let ended = 0;
  const audit = { ...serving.house.audit, record: () => ++ended === 30 ? resolve() : undefined };
  await using wire = new Wire({ ...serving, house: { ...serving.house, audit } });
  const _meta = envelope({ progressToken: "t".repeat(2_000) });
  const ids = Array.from({ length: 100 }, (_, id) => id);
  const sent = wire.send(
    ...ids.map((id) => modern(id, "tools/call", { name: "steps", arguments: { steps: 50 }, _meta })),
  );
  // Thirty calls wrote three times what may wait before anybody read.
  await thirtyEnded;
  let steps = 0;
  for (let answers = 0; answers < ids.length;) {
    if ("result" in await wire.next()) answers++;
    else steps++;
  }
  await sent;
  assertTrue(steps > 0 && steps < 50 * ids.length, `${steps} steps`);
});

Deno.test("A defect of a tool is a failed result whose text stays in the house", async () => {
  const { serving, defects } = createServing();
  await using wire = new Wire(serving);
  for (const call of Object.values(eras)) {
    const result = resultOf(await wire.ask(call(1, { name: "broken", arguments: {} })));
    assertEquals(result["isError"], true);
    assertTrue(!JSON.stringify(result).includes("schema"));
  }
  assertEquals(defects.length, 2);
});
