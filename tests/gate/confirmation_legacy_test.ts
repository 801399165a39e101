import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import type { Frame } from "../dispatch/parts/schema.ts";
import { cancelled, initialize, legacy, Wire } from "../dispatch/parts/wire.ts";
import { ASKED, type GateHouse, gateHouse, servingOf } from "./parts/confirmed.ts";

const call = (id: number, args: Frame = ASKED): Frame =>
  legacy(id, "tools/call", { name: "gate", arguments: args });

/** A connection on which the client has greeted and declared this. */
async function connected(gate: GateHouse, capabilities: Frame, version = "2025-11-25"): Promise<Wire> {
  const wire = new Wire(servingOf(gate));
  await wire.ask(initialize(1, version, capabilities));
  await wire.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return wire;
}

/** The verdict in an answer. */
function verdictIn(frame: Frame): Frame {
  const { structuredContent, isError } = frame["result"] as { structuredContent: Frame; isError?: boolean };
  assertTrue(isError !== true);
  return structuredContent;
}

function answerTo(question: Frame, result: Frame): Frame {
  assertEquals(question["method"], "elicitation/create");
  return { jsonrpc: "2.0", id: question["id"], result };
}

for (const version of ["2025-06-18", "2025-11-25"]) {
  for (
    const [action, content, decision, confirmation] of [
      ["accept", { approve: true }, "allow", "accepted"],
      ["accept", { approve: false }, "deny", "declined"],
      ["accept", undefined, "deny", "declined"],
      ["decline", undefined, "deny", "declined"],
      ["cancel", undefined, "deny", "cancelled"],
    ] as const
  ) {
    const shown = content === undefined ? "" : ` ${JSON.stringify(content)}`;
    Deno.test(`over stdio a client of ${version} is asked, and its ${action}${shown} decides`, async () => {
      await using gate = await gateHouse();
      await using wire = await connected(gate, { elicitation: {} }, version);
      const question = await wire.ask(call(2));
      assertIncludes(JSON.stringify(question["params"]), "git push origin main");
      const said = await wire.ask(
        answerTo(question, { action, ...(content === undefined ? {} : { content }) }),
      );
      assertEquals(said["id"], 2);
      const { decision: decided, layer, confirmation: confirmed } = verdictIn(said);
      assertEquals([decided, layer, confirmed], [decision, "human_confirm", confirmation]);
    });
  }
}

Deno.test("over stdio a client that declared no form, or nothing at all, gets the plain ask", async () => {
  await using gate = await gateHouse();
  for (const capabilities of [{}, { elicitation: { url: {} } }, { sampling: {} }]) {
    await using wire = await connected(gate, capabilities);
    assertEquals(verdictIn(await wire.ask(call(2)))["decision"], "ask");
  }
  await using silent = new Wire(servingOf(gate));
  assertEquals(verdictIn(await silent.ask(call(2)))["decision"], "ask");
});

Deno.test("over stdio a client that fails to ask gets no permission", async () => {
  await using gate = await gateHouse();
  await using wire = await connected(gate, { elicitation: {} });
  const failures: readonly Frame[] = [
    { error: { code: -32601, message: "Method not found" } },
    { result: {} },
    { result: { action: "maybe", content: { approve: true } } },
    { result: { content: { approve: true } } },
  ];
  for (const [at, failure] of failures.entries()) {
    const question = await wire.ask(call(10 + at));
    const said = await wire.ask({ jsonrpc: "2.0", id: question["id"], ...failure });
    assertEquals(said["id"], 10 + at);
    assertEquals((said["result"] as Frame)["isError"], true);
    assertTrue(!JSON.stringify(said).includes('"allow"'));
  }
});

Deno.test("over stdio two questions at once are answered each by its own answer", async () => {
  await using gate = await gateHouse();
  await using wire = await connected(gate, { elicitation: {} });
  await wire.send(call(2), call(3, { ...ASKED, command: "git push origin dev" }));
  const questions = [await wire.next(), await wire.next()];
  const about = (branch: string): Frame => {
    const found = questions.find((frame) => JSON.stringify(frame).includes(`$ git push origin ${branch}`));
    assertTrue(found !== undefined);
    return found;
  };
  assertTrue(about("main")["id"] !== about("dev")["id"]);
  const dev = await wire.ask(answerTo(about("dev"), { action: "accept", content: { approve: true } }));
  const main = await wire.ask(answerTo(about("main"), { action: "decline" }));
  assertEquals([dev["id"], verdictIn(dev)["decision"]], [3, "allow"]);
  assertEquals([main["id"], verdictIn(main)["decision"]], [2, "deny"]);
});

Deno.test("over stdio a call that is cancelled while its question is open takes the question back", async () => {
  await using gate = await gateHouse();
  await using wire = await connected(gate, { elicitation: {} });
  const question = await wire.ask(call(2));
  const taken = await wire.ask(cancelled(2));
  assertEquals(
    [taken["method"], (taken["params"] as Frame)["requestId"]],
    ["notifications/cancelled", question["id"]],
  );
  await wire.send(answerTo(question, { action: "accept", content: { approve: true } }), legacy(3, "ping"));
  assertEquals((await wire.until(3)).map((frame) => frame["id"]), [3]);
});

Deno.test("over stdio the end of the input ends an open question at once, without a verdict", async () => {
  await using gate = await gateHouse();
  await using wire = await connected(gate, { elicitation: {} });
  await wire.ask(call(2));
  const rest = await wire.end();
  assertEquals(rest.filter((frame) => "result" in frame), []);
});

Deno.test("over stdio a client of the older revisions cannot bring an answer of its own making", async () => {
  await using gate = await gateHouse();
  await using wire = await connected(gate, { elicitation: {} });
  const inputResponses = { gate_confirmation: { action: "accept", content: { approve: true } } };
  for (const requestState of [undefined, "forged"]) {
    const question = await wire.ask(
      legacy(2, "tools/call", {
        name: "gate",
        arguments: ASKED,
        inputResponses,
        ...(requestState === undefined ? {} : { requestState }),
      }),
    );
    assertEquals(verdictIn(await wire.ask(answerTo(question, { action: "decline" })))["decision"], "deny");
  }
});
