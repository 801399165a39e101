import { data } from "gatehouse/catalogue.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { type Say, StandIn, type WireQuestion } from "../../parts/systemone.ts";
import { serve } from "../parts/asked.ts";

const MODEL = "Phocinae-Largha-150M-v1";

Deno.test("the family's tools are listed in the order gate, classify, route, score", () => {
  const names = data.tools.filter(({ family }) => family === "gate").map(({ name }) => name);
  assertEquals(names, ["gate", "classify", "route", "score"]);
});

Deno.test("the answers of classify, route and score are closed, and gate's is open", () => {
  const closed = ["gate", "classify", "route", "score"].map((name) =>
    data.tools.find((tool) => tool.name === name)?.outputSchema["additionalProperties"] === false
  );
  assertEquals(closed, [false, true, true, true]);
});

Deno.test("classify gives the index and the label", async () => {
  await using service = new StandIn({
    say: () => 1,
    more: () => ({ answer_confidence: { classify_choice: 0.8123 } }),
  });
  const served = await serve({ server: service.url });
  const { answer } = await served.call("classify", { state: "it broke", labels: ["praise", "bug"] });
  assertEquals(answer, {
    question: "classify_choice",
    state: "it broke",
    labels: ["praise", "bug"],
    choice: 1,
    label: "bug",
    confidence: 0.8123,
    model: MODEL,
    usage: { input_tokens: 7, output_tokens: 0 },
    server: service.url,
  });
  const body = service.seen[0]?.body ?? {};
  assertEquals(body["questions"], [{ id: "classify_choice", type: "choice", options: ["praise", "bug"] }]);
  assertIncludes(
    String(body["state"]),
    "Which one of the options describes the following state best?\n\nit broke",
  );
});

Deno.test("route gives the index and the tool", async () => {
  await using service = new StandIn({ say: () => 0 });
  const { answer } = await (await serve({ server: service.url }))
    .call("route", { state: "find x", tools: ["grep", "make"] });
  const { question, choice, tool, orders, scores } = answer;
  assertEquals([question, choice, tool, orders, scores], ["route_choice", 0, "grep", 1, null]);
  assertEquals("warning" in answer, false);
});

Deno.test("score gives a number of its scale, and the criteria reach the model in the state", async () => {
  await using service = new StandIn({ say: () => 7 });
  const { answer } = await (await serve({ server: service.url }))
    .call("score", { state: "a text", criteria: ["is short", 'says "why"'] });
  assertEquals([answer["question"], answer["score"], answer["range"]], ["score_q", 7, [2, 10]]);
  const state = String(service.seen[0]?.body["state"]);
  assertIncludes(state, '- "is short"\n- "says \\"why\\""');
  assertTrue(state.endsWith("\na text"));
  assertEquals(service.seen[0]?.body["questions"], [{ id: "score_q", type: "score" }]);
});

for (
  const [given, confidence] of [
    [{ answer_confidence: { classify_choice: 0.5 } }, 0.5],
    [{ answer_confidence: { other: 0.5 } }, null],
    [{ confidence: 0.25 }, 0.25],
    [{ confidence: 7 }, null],
    [{ confidence: "0.5" }, null],
    [{}, null],
  ] as const
) {
  Deno.test(`${JSON.stringify(given)} means the confidence ${confidence}`, async () => {
    await using service = new StandIn({ more: () => given });
    const { answer } = await (await serve({ server: service.url }))
      .call("classify", { state: "s", labels: ["a"] });
    assertEquals(answer["confidence"], confidence);
  });
}

Deno.test("route warns when more than ten tools are offered", async () => {
  await using service = new StandIn();
  const served = await serve({ server: service.url });
  const offer = (count: number) => ({
    state: "s",
    tools: Array.from({ length: count }, (_, n) => `tool ${n}`),
  });
  assertEquals((await served.call("route", offer(10))).answer["warning"], undefined);
  assertIncludes(String((await served.call("route", offer(11))).answer["warning"]), "11 tools were offered");
});

/** Favours what stands first, and knows the right one a little. */
function biased(right: string) {
  const scoresOf = ({ options = [] }: WireQuestion) =>
    options.map((option, place) => (place === 0 ? 0.5 : 0.1) + (option === right ? 0.3 : 0));
  const say: Say = (question) => {
    const scores = scoresOf(question);
    return scores.indexOf(Math.max(...scores));
  };
  const more = (body: Record<string, unknown>) => ({
    option_scores: Object.fromEntries(
      (body["questions"] as readonly WireQuestion[]).map((question) => [question.id, scoresOf(question)]),
    ),
  });
  return { say, more };
}

Deno.test("route averages over four orders, which takes away a model's liking for the first place", async () => {
  await using service = new StandIn(biased("c"));
  const served = await serve({ server: service.url });
  const args = { state: "s", tools: ["a", "b", "c", "d"] };
  assertEquals((await served.call("route", args)).answer["tool"], "a");
  service.seen.length = 0;
  const { answer } = await served.call("route", { ...args, orders: 4 });
  assertEquals([answer["choice"], answer["tool"], answer["orders"]], [2, "c", 4]);
  assertEquals((answer["scores"] as readonly number[]).length, 4);
  assertEquals(answer["usage"], { input_tokens: 28, output_tokens: 0 });
  const orders = service.seen.map(({ body }) =>
    (body["questions"] as readonly WireQuestion[])[0]?.options?.join("")
  );
  assertEquals(orders.slice(0, 2), ["abcd", "dcba"]);
  assertEquals(orders.map((order) => order?.split("").sort().join("")), Array(4).fill("abcd"));
  assertEquals(new Set(orders).size, 4);
});

Deno.test("without option scores each order is one vote", async () => {
  await using service = new StandIn({ say: ({ options = [] }) => options.indexOf("b") });
  const { answer } = await (await serve({ server: service.url }))
    .call("route", { state: "s", tools: ["a", "b", "c"], orders: 4 });
  assertEquals([answer["choice"], answer["scores"], answer["confidence"]], [1, [0, 1, 0], 1]);
});

Deno.test("one order without an answer is no answer", async () => {
  let asked = 0;
  await using service = new StandIn({ say: () => ++asked === 3 ? null : 0 });
  const { isError, text } = await (await serve({ server: service.url }))
    .call("route", { state: "s", tools: ["a", "b"], orders: 4 });
  assertEquals([isError, text?.["error"], asked], [true, "malformed", 3]);
});

for (
  const [tool, args] of [
    ["classify", { state: "s", labels: ["a"] }],
    ["route", { state: "s", tools: ["a"] }],
    ["score", { state: "s", criteria: ["a"] }],
  ] as const
) {
  Deno.test(`a service of this machine that nobody configured is refused as an argument of ${tool}`, async () => {
    await using stranger = new StandIn();
    const { outcome } = await (await serve({})).call(tool, { ...args, server: stranger.url });
    assertTrue(outcome.kind === "error" && outcome.code === -32602);
    assertIncludes(JSON.stringify(outcome), "servers names in the table [gate]");
    assertEquals(stranger.seen.length, 0);
  });
}

const long = "x".repeat(20_001);
for (
  const [what, tool, args] of [
    ["a state of 20,001 characters", "classify", { state: long, labels: ["a"] }],
    ["a blank state", "classify", { state: " \n", labels: ["a"] }],
    ["no labels", "classify", { state: "s", labels: [] }],
    ["101 labels", "classify", { state: "s", labels: Array(101).fill("a") }],
    ["a label of 2,001 characters", "classify", { state: "s", labels: ["x".repeat(2_001)] }],
    ["a blank label", "classify", { state: "s", labels: [" "] }],
    ["a label that is a number", "classify", { state: "s", labels: [7] }],
    ["a server of 2,049 characters", "route", { state: "s", tools: ["a"], server: "x".repeat(2_049) }],
    ["a server that is a number", "route", { state: "s", tools: ["a"], server: 7 }],
    ["101 tools", "route", { state: "s", tools: Array(101).fill("a") }],
    ["five orders", "route", { state: "s", tools: ["a"], orders: 5 }],
    ["a directory that is not absolute", "gate", { command: "ls", cwd: "etc" }],
    ["a directory above", "gate", { command: "ls", cwd: "../x" }],
    ["no criteria", "score", { state: "s" }],
    ["a criterion of 2,001 characters", "score", { state: "s", criteria: ["x".repeat(2_001)] }],
    ["an argument that is not known", "score", { state: "s", criteria: ["a"], more: 1 }],
  ] as const
) {
  Deno.test(`${what} is refused as an argument of ${tool}`, async () => {
    const { outcome } = await (await serve({})).call(tool, args);
    assertTrue(outcome.kind === "error" && outcome.code === -32602);
  });
}

Deno.test("each argument at its limit is taken", async () => {
  await using service = new StandIn({ say: ({ type }) => type === "score" ? 2 : 99 });
  const served = await serve({ server: service.url });
  const items = Array(100).fill("ü".repeat(2_000));
  const state = "ü".repeat(20_000);
  assertEquals((await served.call("classify", { state, labels: items })).answer["choice"], 99);
  assertEquals((await served.call("route", { state, tools: items })).answer["choice"], 99);
  assertEquals((await served.call("score", { state, criteria: items })).answer["score"], 2);
});
