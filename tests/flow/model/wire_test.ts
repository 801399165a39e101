/** What goes over the two wires, and what is read from them. */
import fc from "fast-check";
import { answerOf } from "gatehouse/flow/model/raw.ts";
import type { Message } from "gatehouse/flow/types.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { call, calls, ScriptedModel, text, textCall } from "../parts/scripted_model.ts";
import { BOTH, clientOf, MODEL, never, offered, turnOf } from "./parts/client.ts";

const HISTORY: readonly Message[] = [
  { role: "system", content: "be brief" },
  { role: "user", content: "żółw" },
  {
    role: "assistant",
    content: "",
    calls: [{ id: "write-id", name: "file_write", args: { path: "a", content: "b\n" } }],
  },
  { role: "tool", id: "write-id", name: "file_write", content: '{"status":"ok"}' },
];

Deno.test("Ollama gets the context's size, arguments as objects, and results by their tool's name and their id", async () => {
  await using model = new ScriptedModel([text("done")]);
  await clientOf(model).turn(turnOf({ messages: HISTORY, tools: offered("file_write") }), never());
  assertEquals(model.turns.map(({ path, body }) => [path, body]), [["/api/chat", {
    model: MODEL,
    messages: [
      { role: "system", content: "be brief" },
      { role: "user", content: "żółw" },
      {
        role: "assistant",
        content: "",
        tool_calls: [{
          id: "write-id",
          function: { name: "file_write", arguments: { path: "a", content: "b\n" } },
        }],
      },
      { role: "tool", content: '{"status":"ok"}', tool_name: "file_write", tool_call_id: "write-id" },
    ],
    tools: [{
      type: "function",
      function: { name: "file_write", description: "does file_write", parameters: { type: "object" } },
    }],
    stream: true,
    keep_alive: "15m",
    options: { num_ctx: 16_384, num_predict: 8_192, temperature: 0.2 },
  }]]);
});

Deno.test("the other wire gets arguments as text, a bounded answer, and no key", async () => {
  await using model = new ScriptedModel([text("done")]);
  const client = clientOf(model, { api: "openai", contextLength: 4_096 });
  await client.turn(turnOf({ messages: HISTORY, tools: offered("file_write") }), never());
  const [request] = model.turns;
  assertTrue(request !== undefined);
  const { path, headers, body } = request;
  assertEquals([path, headers.has("authorization")], ["/v1/chat/completions", false]);
  assertEquals([headers.get("accept-encoding"), headers.get("connection")], ["identity", "close"]);
  assertEquals([body["max_tokens"], body["stream"], body["temperature"]], [2_048, true, 0.2]);
  assertEquals(body["messages"], [
    { role: "system", content: "be brief" },
    { role: "user", content: "żółw" },
    {
      role: "assistant",
      content: "",
      tool_calls: [{
        id: "write-id",
        type: "function",
        function: { name: "file_write", arguments: '{"path":"a","content":"b\\n"}' },
      }],
    },
    { role: "tool", content: '{"status":"ok"}', tool_call_id: "write-id", name: "file_write" },
  ]);
});

Deno.test("a schema goes with a turn without tools, each wire's own way", async () => {
  const format = { type: "object", properties: { approved: { type: "boolean" } } };
  await using model = new ScriptedModel([text("{}"), text("{}")]);
  for (const api of BOTH) await clientOf(model, { api }).turn(turnOf({ tools: [], format }), never());
  const [native, other] = model.turns.map(({ body }) => body);
  assertEquals([native?.["format"], native?.tools], [format, undefined]);
  assertEquals(other?.["response_format"], {
    type: "json_schema",
    json_schema: { name: "answer", schema: format, strict: true },
  });
});

Deno.test("a turn's own temperature is the one that counts", async () => {
  await using model = new ScriptedModel([text("a"), text("b")]);
  for (const api of BOTH) await clientOf(model, { api }).turn(turnOf({ temperature: 0.9 }), never());
  const [native, other] = model.turns.map(({ body }) => body);
  assertEquals([native?.["options"], other?.["temperature"]], [
    { num_ctx: 16_384, num_predict: 8_192, temperature: 0.9 },
    0.9,
  ]);
});

for (const api of BOTH) {
  Deno.test(`${api}: text, calls and the tokens read are what the model said, without its thinking`, async () => {
    await using model = new ScriptedModel([
      text("zażółć 🐢", { thinking: "hm", promptTokens: 321, pieces: ["za", "żółć ", "🐢"] }),
      calls([{ name: "file_list", args: {}, id: "one" }, { name: "file_read", args: { path: "ą" } }], {
        thinking: "now",
        content: "I look",
      }),
      text("no count", { promptTokens: null }),
    ]);
    const client = clientOf(model, { api });
    assertEquals(await client.turn(turnOf(), never()), {
      ...{ text: "zażółć 🐢", calls: [], cut: false, promptTokens: 321 },
    });
    const second = await client.turn(turnOf(), never());
    assertEquals([second.text, second.calls, second.cut], [
      "I look",
      [
        { id: "one", name: "file_list", args: {} },
        { id: null, name: "file_read", args: { path: "ą" } },
      ],
      false,
    ]);
    assertEquals((await client.turn(turnOf(), never())).promptTokens, null);
  });

  Deno.test(`${api}: arguments that are no object are reported as they came`, async () => {
    const odd: readonly unknown[] = ["", "{bad", '"{}"', "[1]", "7", '{"path":"a"}'];
    await using model = new ScriptedModel([
      calls(odd.map((args, index) => ({ name: "file_read", args, id: `c${index}` }))),
      call("file_read", undefined),
    ]);
    const client = clientOf(model, { api });
    const { calls: read } = await client.turn(turnOf(), never());
    assertEquals(read.map(({ args }) => args), ["", "{bad", '"{}"', "[1]", "7", { path: "a" }]);
    assertEquals(read.map(({ id }) => id), odd.map((_, index) => `c${index}`));
    assertEquals((await client.turn(turnOf(), never())).calls, [{ id: null, name: "file_read", args: null }]);
  });

  Deno.test(`${api}: names and ids that are none are left to who answers the call`, async () => {
    await using model = new ScriptedModel([calls([{ args: {} }, { name: 7, args: {}, id: 8 }])]);
    assertEquals((await clientOf(model, { api }).turn(turnOf(), never())).calls, [
      { id: null, name: "", args: {} },
      { id: 8, name: "", args: {} },
    ]);
  });

  Deno.test(`${api}: content that is null is the empty text`, async () => {
    await using model = new ScriptedModel([{ content: null }, {
      content: null,
      calls: [{ name: "f", args: {} }],
    }]);
    const client = clientOf(model, { api });
    assertEquals((await client.turn(turnOf(), never())).text, "");
    assertEquals((await client.turn(turnOf(), never())).calls.length, 1);
  });

  Deno.test(`${api}: an answer that its own limit ended is cut, and no call is read out of its text`, async () => {
    const { content } = textCall("file_list", {});
    await using model = new ScriptedModel([
      { content, done: "length" },
      calls([{ name: "file_read", args: '{"path": "a' }], { done: "length" }),
      text("x", { done: "content_filter" }),
    ]);
    const client = clientOf(model, { api });
    const first = await client.turn(turnOf(), never());
    assertEquals([first.cut, first.calls, first.text], [true, [], content]);
    const second = await client.turn(turnOf(), never());
    assertEquals([second.cut, second.calls.length], [true, 1]);
    assertEquals((await client.turn(turnOf(), never())).cut, true);
  });

  for (const form of ["bare", "fence", "tag"] as const) {
    Deno.test(`${api}: a call that stands in the text (${form}) is a call when its tool was offered`, async () => {
      const said = textCall("file_list", { path: "src" }, form);
      await using model = new ScriptedModel([said, textCall("shell_exec", {}, form), said]);
      const client = clientOf(model, { api });
      const first = await client.turn(turnOf(), never());
      assertEquals([first.text, first.calls], ["", [{ id: null, name: "file_list", args: { path: "src" } }]]);
      assertEquals((await client.turn(turnOf(), never())).calls, []);
      assertEquals((await client.turn(turnOf({ tools: [] }), never())).text, said.content);
    });
  }

  Deno.test(`${api}: an answer in one object is read like a stream`, async () => {
    await using model = new ScriptedModel([(request) => {
      // The service has its own idea of whether to stream.
      Object.assign(request.body, { stream: false });
      return { content: "yes", calls: [{ name: "file_list", args: { a: 1 } }], promptTokens: 9 };
    }]);
    assertEquals(await clientOf(model, { api }).turn(turnOf(), never()), {
      text: "yes",
      calls: [{ id: null, name: "file_list", args: { a: 1 } }],
      ...{ cut: false, promptTokens: 9 },
    });
  });
}

Deno.test("calls of a stream that numbers them all alike, or not at all, are told apart by their ids", async () => {
  const delta = (index: number | undefined, id: string | undefined, name: string | undefined, args: string) =>
    JSON.stringify({
      choices: [{ delta: { tool_calls: [{ index, id, function: { name, arguments: args } }] } }],
    });
  const end = JSON.stringify({ choices: [{ delta: {}, finish_reason: "tool_calls" }] });
  const events = (...data: readonly string[]) => ({
    raw: "body" as const,
    body: [...data, end, "[DONE]"].map((one) => `data: ${one}\r\n\r\n`).join(""),
  });
  const two = [
    { id: "a", name: "file_read", args: { path: "x" } },
    { id: "b", name: "file_list", args: {} },
  ];
  await using model = new ScriptedModel([
    events(
      delta(0, "a", "file_read", '{"path"'),
      delta(0, "a", "file_read", ':"x"}'),
      delta(0, "b", "file_list", "{}"),
    ),
    events(
      delta(undefined, "a", "file_read", '{"path":'),
      delta(undefined, undefined, undefined, '"x"}'),
      delta(undefined, "b", "file_list", "{}"),
    ),
    events(
      delta(0, "a", "file_read", ""),
      delta(1, "b", "file_list", ""),
      delta(1, undefined, undefined, "{}"),
      delta(0, undefined, undefined, '{"path":"x"}'),
    ),
  ]);
  const client = clientOf(model, { api: "openai" });
  assertEquals((await client.turn(turnOf(), never())).calls, two);
  // A repeated name without an index would be a new call; a part without a name goes on with the last one.
  assertEquals((await client.turn(turnOf(), never())).calls, two);
  assertEquals((await client.turn(turnOf(), never())).calls, two);
});

Deno.test("however a service cuts what its model says, the same answer is read", async () => {
  const said = [
    '<think>I "see" </think> as a word\n</think>\n\nDone, żółw 🐢',
    'hm\n</think>\n\n{"approved": true}',
    '<think>a</think>\n<tool_call>\n{"name": "file_read", "arguments": {"path": "</tool_call>ą"}}\n</tool_call>',
    '```json\n{"name": "file_list", "arguments": {"path": "\\n"}}\n```',
  ];
  const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
  await using model = new ScriptedModel();
  const clients = BOTH.map((api) => clientOf(model, { api }));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...said), cuts, async (content, sizes) => {
      const whole = answerOf({ text: content, calls: [], cut: false, promptTokens: 7 }, [
        "file_list",
        "file_read",
      ]);
      for (const client of clients) {
        model.say(text(content, { pieces: inPieces(content, sizes), promptTokens: 7 }));
        assertEquals(await client.turn(turnOf(), never()), whole);
      }
    }),
    { numRuns: 40 },
  );
});

/** The characters in pieces of these sizes. */
function inPieces(content: string, sizes: readonly number[]): string[] {
  const chars = [...content];
  const pieces: string[] = [];
  for (let turn = 0; chars.length > 0; turn++) {
    pieces.push(chars.splice(0, sizes[turn % sizes.length] ?? 1).join(""));
  }
  return pieces;
}
