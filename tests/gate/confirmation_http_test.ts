import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { codeOf, type Endpoint, openEndpoint, resultOf } from "../dispatch/parts/endpoint.ts";
import type { Frame } from "../dispatch/parts/schema.ts";
import { envelope, initialize, legacy, modern } from "../dispatch/parts/wire.ts";
import { ASKED, FORMS, gateHouse, reply, servingOf, YES } from "./parts/confirmed.ts";

let id = 0;

/** A call of `gate` by a client that can show forms; `back` is what it brings from the round before. */
function call(back: Frame = {}, args: Frame = ASKED, meta: Frame = {}): Frame {
  return modern(++id, "tools/call", { _meta: envelope(meta, FORMS), name: "gate", arguments: args, ...back });
}

async function stateFrom(endpoint: Endpoint): Promise<string> {
  const result = resultOf((await endpoint.ask(call())).frame);
  assertEquals(result["resultType"], "input_required");
  return String(result["requestState"]);
}

function verdictIn(frame: Frame): Frame {
  const { resultType, structuredContent, isError } = resultOf(frame);
  assertTrue(resultType === "complete" && isError !== true, JSON.stringify(frame));
  return structuredContent as Frame;
}

Deno.test("over HTTP a question ends the call, and the retry with the answer is decided by it", async () => {
  await using gate = await gateHouse();
  await using endpoint = await openEndpoint(servingOf(gate));
  for (
    const [answers, decision, confirmation] of [
      [YES, "allow", "accepted"],
      [reply("decline"), "deny", "declined"],
      [reply("cancel"), "deny", "cancelled"],
    ] as const
  ) {
    const requestState = await stateFrom(endpoint);
    const { status, frame } = await endpoint.ask(call({ requestState, inputResponses: answers }));
    assertEquals(status, 200);
    const said = verdictIn(frame);
    assertEquals([said["decision"], said["confirmation"]], [decision, confirmation]);
  }
});

Deno.test("over HTTP the retry may be streamed, and the question too", async () => {
  await using gate = await gateHouse();
  await using endpoint = await openEndpoint(servingOf(gate));
  const streamed = { progressToken: "p", "io.modelcontextprotocol/logLevel": "debug" };
  const asked = resultOf((await endpoint.ask(call({}, ASKED, streamed))).frame);
  assertEquals(asked["resultType"], "input_required");
  const back = { requestState: asked["requestState"], inputResponses: YES };
  assertEquals(verdictIn((await endpoint.ask(call(back, ASKED, streamed))).frame)["decision"], "allow");
});

Deno.test("over HTTP two that bring the same yes at once: one runs, the other is asked again", async () => {
  await using gate = await gateHouse();
  await using endpoint = await openEndpoint(servingOf(gate));
  for (let round = 0; round < 10; round++) {
    const back = { requestState: await stateFrom(endpoint), inputResponses: YES };
    const frames = await Promise.all([endpoint.ask(call(back)), endpoint.ask(call(back))]);
    const results = frames.map(({ frame }) => resultOf(frame));
    assertEquals(results.map(({ resultType }) => String(resultType)).sort(), ["complete", "input_required"]);
    const ran = frames.find(({ frame }) => resultOf(frame)["resultType"] === "complete");
    assertEquals(verdictIn(ran?.frame ?? {})["decision"], "allow");
  }
});

Deno.test("over HTTP an answer without its state, a state without its answer, and odd answers ask again", async () => {
  await using gate = await gateHouse();
  await using endpoint = await openEndpoint(servingOf(gate));
  const requestState = await stateFrom(endpoint);
  const backs: readonly Frame[] = [
    { inputResponses: YES },
    { requestState },
    { requestState, inputResponses: {} },
    { requestState, inputResponses: { gate_confirmation: { action: "yes" } } },
    { requestState, inputResponses: { other: { action: "accept", content: { approve: true } } } },
    { requestState: `${requestState}A`, inputResponses: YES },
    { requestState: requestState.split("").reverse().join(""), inputResponses: YES },
  ];
  const states = new Set([requestState]);
  for (const back of backs) {
    const result = resultOf((await endpoint.ask(call(back))).frame);
    assertEquals(result["resultType"], "input_required", JSON.stringify(back));
    states.add(String(result["requestState"]));
  }
  assertEquals(states.size, backs.length + 1);
});

Deno.test("over HTTP what is no state or no answers at all never authorises", async () => {
  await using gate = await gateHouse();
  await using endpoint = await openEndpoint(servingOf(gate));
  const requestState = await stateFrom(endpoint);
  const backs: readonly Frame[] = [
    { requestState: 7, inputResponses: YES },
    { requestState: { state: requestState }, inputResponses: YES },
    { requestState: null, inputResponses: YES },
    { requestState, inputResponses: "accept" },
    { requestState, inputResponses: [YES] },
    { requestState, inputResponses: null },
    { requestState, inputResponses: { gate_confirmation: { method: "elicitation/create", result: YES } } },
  ];
  for (const back of backs) {
    const { frame } = await endpoint.ask(call(back));
    const again = resultOf(frame)["resultType"] === "input_required";
    assertTrue(again || codeOf(frame) === -32602, JSON.stringify(frame));
  }
  assertEquals(
    verdictIn((await endpoint.ask(call({ requestState, inputResponses: YES }))).frame)["decision"],
    "allow",
  );
});

Deno.test("over HTTP one caller's yes is not another's", async () => {
  await using gate = await gateHouse();
  await using anyone = await openEndpoint(servingOf(gate));
  await using known = await openEndpoint(servingOf(gate), { token: "t".repeat(40) });
  const back = { requestState: await stateFrom(anyone), inputResponses: YES };
  const bearer = { Authorization: `Bearer ${"t".repeat(40)}` };
  assertEquals(resultOf((await known.ask(call(back), bearer)).frame)["resultType"], "input_required");
  assertEquals(verdictIn((await anyone.ask(call(back))).frame)["decision"], "allow");
});

Deno.test("over HTTP a restarted server asks again", async () => {
  await using before = await gateHouse();
  let back: Frame;
  {
    await using endpoint = await openEndpoint(servingOf(before));
    back = { requestState: await stateFrom(endpoint), inputResponses: YES };
  }
  await using after = await gateHouse();
  await using endpoint = await openEndpoint(servingOf(after));
  assertEquals(resultOf((await endpoint.ask(call(back))).frame)["resultType"], "input_required");
});

Deno.test("over HTTP a client of the older revisions, which cannot be asked there, gets the plain ask", async () => {
  await using gate = await gateHouse();
  await using endpoint = await openEndpoint(servingOf(gate));
  await endpoint.ask(initialize(1, "2025-11-25", { elicitation: {} }), { "MCP-Protocol-Version": null });
  for (
    const back of [{}, { inputResponses: YES }, {
      inputResponses: YES,
      requestState: await stateFrom(endpoint),
    }]
  ) {
    const { frame } = await endpoint.ask(
      legacy(2, "tools/call", { name: "gate", arguments: ASKED, ...back }),
      { "MCP-Protocol-Version": "2025-11-25" },
    );
    assertEquals((resultOf(frame)["structuredContent"] as Frame)["decision"], "ask");
  }
});

Deno.test("over HTTP a client that can only open links is shown the plain ask, not an error", async () => {
  await using gate = await gateHouse();
  await using endpoint = await openEndpoint(servingOf(gate));
  const _meta = envelope({}, { elicitation: { url: {} } });
  const { frame } = await endpoint.ask(modern(++id, "tools/call", { _meta, name: "gate", arguments: ASKED }));
  const said = verdictIn(frame);
  assertEquals(said["decision"], "ask");
  assertIncludes(JSON.stringify(resultOf(frame)["content"]), '\\"ask\\"');
});
