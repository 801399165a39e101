import { ToolError } from "gatehouse/core/errors.ts";
import { Budget } from "gatehouse/flow/run/budget.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { called, play, tool } from "./parts.ts";

const OK = '{"approved": true, "summary": "good", "issues": []}';

Deno.test("a role begins with two messages, and the second is the task and the context as JSON", async () => {
  const { asked } = await play([{ text: "done" }], { part: { task: "Do it", context: { plan: "p" } } });
  const [system, user, ...more] = asked[0]?.messages ?? [];
  assertEquals([system?.role, user?.role, more.length], ["system", "user", 0]);
  assertEquals(JSON.parse(user?.content ?? ""), { task: "Do it", context: { plan: "p" } });
});

Deno.test("text without a call ends a role, and is its summary up to 16,000 characters", async () => {
  const { state, reasons, budget } = await play([{ text: "x".repeat(20_000) }]);
  assertEquals([state.status, state.turns, state.summary.length, reasons.length], ["ok", 1, 16_000, 0]);
  assertEquals(budget.modelCalls, 1);
});

Deno.test("calls are carried out in order, each with one answer of its own id and name", async () => {
  const order: string[] = [];
  const tools = ["a", "b"].map((name) =>
    tool(name, async () => {
      await Promise.resolve();
      order.push(name);
      return { status: "ok", name };
    })
  );
  const { asked, events } = await play([
    { calls: [called("b", {}, "id-b"), called("a"), called("b")] },
    { text: "done" },
  ], { part: { tools } });
  assertEquals(order, ["b", "a", "b"]);
  const answers = asked[1]?.messages.slice(3) ?? [];
  assertEquals(answers.map((message) => message.role === "tool" ? [message.id, message.name] : []), [
    ["id-b", "b"],
    ["coder-2-1-1", "a"],
    ["coder-2-1-2", "b"],
  ]);
  assertEquals(events.map(({ tool_call_id, status }) => [tool_call_id, status]), [
    ["id-b", "ok"],
    ["coder-2-1-1", "ok"],
    ["coder-2-1-2", "ok"],
  ]);
});

Deno.test("a tool outside of the role's set is answered with the names that it has, and nothing is carried out", async () => {
  const read = tool("file_read", () => ({ status: "ok" }));
  const { asked, events, state } = await play([
    { calls: [called("shell_exec", { cmd: "ls" }), called("file_raed")] },
    { text: "done" },
  ], { part: { tools: [read] } });
  assertEquals(read.made, 0);
  assertEquals(events.map(({ status }) => status), ["error", "error"]);
  assertEquals([state.status, state.tool_errors], ["ok", 2]);
  const answers = (asked[1]?.messages.slice(3) ?? []).map(({ content }) => JSON.parse(content));
  assertEquals(answers[0].valid_tools, ["file_read"]);
  assertIncludes(answers[1].error, "did you mean file_read");
});

Deno.test("malformed arguments are told to the model and kept as an empty object in what is sent again", async () => {
  const read = tool("file_read", () => ({ status: "ok" }));
  const { asked } = await play([
    { calls: [called("file_read", "{bad"), called("file_read", ""), called("file_read", { cwd: "/" })] },
    { text: "done" },
  ], { part: { tools: [read] } });
  assertEquals(read.made, 0);
  const [assistant, ...answers] = asked[1]?.messages.slice(2) ?? [];
  assertTrue(assistant?.role === "assistant");
  assertEquals(assistant.calls.map(({ args }) => args), [{}, {}, { cwd: "/" }]);
  assertIncludes(answers[0]?.content ?? "", "{bad");
  assertIncludes(answers[1]?.content ?? "", "no JSON object");
  assertIncludes(answers[2]?.content ?? "", "unknown: cwd");
});

Deno.test("a context over its budget ends the role before the model is asked", async () => {
  const { state, reasons, asked, budget } = await play([], {
    part: { task: "x".repeat(5_000) },
    limits: { maxContextChars: 4_096 },
  });
  assertEquals([state.status, state.turns, asked.length, budget.modelCalls], ["unverified", 0, 0, 0]);
  assertEquals(reasons.map(({ code, role }) => [code, role]), [["context_budget", "coder"]]);
});

Deno.test("a result is cut to half of what the context has left, so that a role can go on after it", async () => {
  const read = tool("file_read", () => ({ status: "ok", content: "x".repeat(30_000) }));
  const { state, asked } = await play([
    ...Array.from({ length: 3 }, () => ({ calls: [called("file_read")] })),
    { text: "done" },
  ], { part: { tools: [read] }, limits: { maxContextChars: 20_000 } });
  assertEquals(state.status, "ok");
  const sizes = (asked[3]?.messages ?? []).filter(({ role }) => role === "tool").map(({ content }) =>
    content.length
  );
  assertTrue(sizes.every((size, at) => size <= (sizes[at - 1] ?? 10_000)), sizes.join());
});

Deno.test("a context that answers fill up all the same ends the role", async () => {
  const { state, reasons, asked } = await play([{ text: "x".repeat(20_000), calls: [called("file_read")] }], {
    limits: { maxContextChars: 20_000 },
  });
  assertEquals([state.status, reasons[0]?.code, asked.length], ["unverified", "context_budget", 1]);
});

Deno.test("of a batch that is larger than what is left of the tool calls, none is carried out", async () => {
  const read = tool("file_read", () => ({ status: "ok" }));
  const { state, reasons, budget } = await play([{ calls: [called("file_read"), called("file_read")] }], {
    part: { tools: [read] },
    maxToolCalls: 1,
  });
  assertEquals([read.made, budget.toolCalls, state.status], [0, 0, "unverified"]);
  assertEquals(reasons.map(({ code }) => code), ["tool_budget"]);
});

Deno.test("denied and malformed calls count against the tool calls", async () => {
  const { budget } = await play([{ calls: [called("nothing"), called("file_read", "{bad")] }, {
    text: "done",
  }]);
  assertEquals(budget.toolCalls, 2);
});

Deno.test("a role that only calls tools ends with its turns, and the calls of the last one are carried out", async () => {
  let made = 0;
  const write = tool("file_write", () => ({ status: "ok", made: ++made }));
  const { state, reasons } = await play([{ calls: [called("file_write")] }, {
    calls: [called("file_write")],
  }], {
    part: { tools: [write] },
    limits: { maxIterations: 2 },
  });
  assertEquals([write.made, state.status, state.turns], [2, "unverified", 2]);
  assertEquals(reasons.map(({ code }) => code), ["iteration_budget"]);
});

Deno.test("two empty answers are asked again, warmer and with a word on it; a third ends the role", async () => {
  const recovered = await play([{}, { text: " \n" }, { text: "done" }]);
  assertEquals([recovered.state.status, recovered.state.turns, recovered.budget.modelCalls], ["ok", 3, 3]);
  assertEquals(recovered.asked.map(({ temperature }) => temperature), [undefined, 0.5, 0.8]);
  assertIncludes(recovered.asked[1]?.messages.at(-1)?.content ?? "", "empty");

  const { state, reasons } = await play([{}, {}, {}]);
  assertEquals([state.status, state.summary, reasons[0]?.code], ["unverified", "", "empty_response"]);
});

Deno.test("empty answers with a call between them are counted anew, and never past the turns", async () => {
  const read = tool("file_read", () => ({ status: "ok" }));
  const { state } = await play([{}, {}, { calls: [called("file_read")] }, {}, {}, { text: "done" }], {
    part: { tools: [read] },
  });
  assertEquals([state.status, state.turns], ["ok", 6]);
  const short = await play([{}], { limits: { maxIterations: 1 } });
  assertEquals(short.reasons[0]?.code, "empty_response");
});

Deno.test("an answer that was cut is neither carried out nor taken for the end", async () => {
  const write = tool("file_write", () => ({ status: "ok" }));
  for (const answer of [{ calls: [called("file_write")], cut: true }, { text: "half a", cut: true }]) {
    const { state, reasons } = await play([answer], { part: { tools: [write] } });
    assertEquals([state.status, state.summary, reasons[0]?.code], ["unverified", "", "truncated_output"]);
  }
  assertEquals(write.made, 0);
});

Deno.test("a service that read far less than it was sent is noticed, on the first turn and on later ones", async () => {
  const first = await play([{ text: "done", promptTokens: 2_051 }], {
    part: { task: "word ".repeat(10_000) },
  });
  assertEquals([first.state.status, first.reasons[0]?.code], ["unverified", "context_truncated"]);

  const read = tool("file_read", () => ({ status: "ok", content: "word ".repeat(4_000) }));
  const later = await play([
    { calls: [called("file_read")], promptTokens: 9_000 },
    { text: "done", promptTokens: 8_000 },
  ], { part: { tools: [read], task: "word ".repeat(6_000) } });
  assertEquals([later.state.status, later.reasons[0]?.code], ["unverified", "context_truncated"]);

  const whole = await play([
    { calls: [called("file_read")], promptTokens: 9_000 },
    { text: "done", promptTokens: 13_200 },
  ], { part: { tools: [read], task: "word ".repeat(6_000) } });
  assertEquals(whole.state.status, "ok");
});

Deno.test("the same call with the same result is answered with a notice from the third time on", async () => {
  const read = tool("file_read", () => ({ status: "ok", content: "same" }));
  const { state, reasons, asked } = await play(
    Array.from({ length: 5 }, () => ({ calls: [called("file_read", { path: "a" })] })),
    { part: { tools: [read] }, limits: { maxIterations: 5 } },
  );
  const answers = (asked[4]?.messages ?? []).filter(({ role }) => role === "tool");
  const repeated = answers.map(({ content }) => JSON.parse(content).repeated);
  assertEquals(repeated, [undefined, undefined, 3, 4]);
  assertEquals([state.status, read.made], ["unverified", 5]);
  assertEquals(reasons.map(({ code }) => code), ["iteration_budget", "repeated_calls"]);
});

Deno.test("a call whose result changes is no repetition", async () => {
  let size = 0;
  const read = tool("file_read", () => ({ status: "ok", size: ++size }));
  const { asked } = await play([
    ...Array.from({ length: 4 }, () => ({ calls: [called("file_read")] })),
    { text: "done" },
  ], { part: { tools: [read] } });
  assertTrue(!(asked[4]?.messages ?? []).some(({ content }) => content.includes('"repeated"')));
});

Deno.test("a call that the service could not read is told to the model and asked again warmer, twice at most", async () => {
  const broken = new ToolError("MODEL_TOOL_FORMAT", "The service could not read its model's call");
  const recovered = await play([broken, broken, { text: "done" }], { temperature: 1.8 });
  assertEquals([recovered.state.status, recovered.budget.modelCalls], ["ok", 3]);
  assertEquals(recovered.asked.map(({ temperature }) => temperature), [undefined, 2, 2]);
  assertIncludes(recovered.asked[1]?.messages.at(-1)?.content ?? "", "could not be read");

  const { state, reasons, budget } = await play([broken, broken, broken]);
  assertEquals([state.status, reasons[0]?.code, budget.modelCalls], ["error", "model_error", 3]);
});

Deno.test("any other failure of the model ends the role with its cause and its remedy", async () => {
  const { state, reasons } = await play([
    new ToolError("MODEL_UNAVAILABLE", "The service did not answer", { next: "Start it" }),
  ]);
  assertEquals([state.status, state.error], ["error", "The service did not answer. Start it"]);
  assertEquals(reasons.map(({ code }) => code), ["model_error"]);
  const defect = await play([new TypeError("inner detail")]);
  assertTrue(defect.state.status === "error" && !defect.state.error?.includes("inner"));
});

Deno.test("a tool that throws is an error for the model, not the end of the role", async () => {
  const bad = tool("file_read", () => Promise.reject(new ToolError("FILE_UNSAFE", "It is a link")));
  const { state, asked } = await play([{ calls: [called("file_read")] }, { text: "done" }], {
    part: { tools: [bad] },
  });
  assertEquals([state.status, state.tool_errors], ["ok", 1]);
  assertIncludes(asked[1]?.messages.at(-1)?.content ?? "", "It is a link");
});

Deno.test("a cancelled run makes no further call and asks nothing more", async () => {
  const controller = new AbortController();
  using budget = new Budget({ maxToolCalls: 64, maxSeconds: 60, signal: controller.signal });
  const stop = tool("stop", () => {
    controller.abort();
    return { status: "ok" };
  });
  const after = tool("after", () => ({ status: "ok" }));
  const { state, reasons } = await play([{ calls: [called("stop"), called("after")] }], {
    part: { tools: [stop, after] },
    budget,
  });
  assertEquals([after.made, state.status, reasons[0]?.code], [0, "unverified", "cancelled"]);
});

Deno.test("a run whose time is up ends its role", async () => {
  using budget = new Budget({ maxToolCalls: 64, maxSeconds: 0.02, signal: new AbortController().signal });
  const { promise, resolve } = Promise.withResolvers<void>();
  budget.signal.addEventListener("abort", () => resolve());
  const wait = tool("wait", async () => {
    await promise;
    return { status: "ok" };
  });
  const { state, reasons } = await play([{ calls: [called("wait")] }], { part: { tools: [wait] }, budget });
  assertEquals([state.status, reasons[0]?.code], ["unverified", "time_budget"]);
});

Deno.test("a reviewer's verdict is its end", async () => {
  const { state } = await play([{ text: OK }], { part: { role: "reviewer" } });
  assertEquals([state.status, state.approved, state.issues, state.summary], ["ok", true, [], "good"]);
});

Deno.test("a reviewer that writes prose is asked once more, without tools and in the verdict's form", async () => {
  const read = tool("file_read", () => ({ status: "ok" }));
  const { state, asked, budget } = await play([{ text: "Looks great" }, { text: OK }], {
    part: { role: "reviewer", tools: [read] },
    limits: { maxIterations: 1 },
  });
  assertEquals([state.status, state.approved, state.turns, budget.modelCalls], ["ok", true, 2, 2]);
  assertEquals([asked[0]?.tools.length, asked[0]?.format], [1, undefined]);
  assertEquals([asked[1]?.tools.length, asked[1]?.format?.["required"]], [0, [
    "approved",
    "summary",
    "issues",
  ]]);
});

Deno.test("a reviewer that gives no verdict when asked again has not approved", async () => {
  for (
    const second of [{ text: "Really great" }, {}, { text: '{"approved": "true"}' }, { calls: [called("x")] }]
  ) {
    const { state, reasons } = await play([{ text: "Looks great" }, second], { part: { role: "reviewer" } });
    assertEquals([state.status, state.approved, reasons[0]?.code], [
      "unverified",
      false,
      "review_unparseable",
    ]);
  }
  const cut = await play([{ text: "Looks great" }, { text: OK, cut: true }], { part: { role: "reviewer" } });
  assertEquals([cut.state.status, cut.state.approved, cut.reasons[0]?.code], [
    "unverified",
    false,
    "truncated_output",
  ]);
});

Deno.test("a reviewer that runs out of turns says neither yes nor no", async () => {
  const read = tool("file_read", () => ({ status: "ok" }));
  const { state } = await play([{ calls: [called("file_read")] }], {
    part: { role: "reviewer", tools: [read] },
    limits: { maxIterations: 1 },
  });
  assertEquals(["approved" in state, state.status], [false, "unverified"]);
});

Deno.test("what happens in a role is told step by step", async () => {
  const read = tool("file_read", () => ({ status: "ok" }));
  const { steps } = await play(
    [{ calls: [called("file_read", { path: "a\u001b[31m" })] }, { text: "done" }],
    {
      part: { tools: [read] },
    },
  );
  assertEquals(steps, [
    { kind: "role", role: "coder", model: "m", cycle: 1 },
    { kind: "turn", role: "coder", turn: 1, of: 6 },
    { kind: "tool", role: "coder", tool: "file_read", path: "a\\u{1b}[31m" },
    { kind: "tool_end", role: "coder", tool: "file_read", status: "ok" },
    { kind: "turn", role: "coder", turn: 2, of: 6 },
    { kind: "role_end", role: "coder", status: "ok", turns: 2 },
  ]);
});
