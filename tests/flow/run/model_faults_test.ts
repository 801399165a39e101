import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import type { ScriptEntry } from "../parts/scripted_model.ts";
import { call, calls, codes, fault, Flow, status, TEST, text, textCall, verdict, write } from "./parts.ts";

const ONCE = { agent: { maxCycles: 1 } };

/** The answers to tool calls that a turn's request carries. */
function answersIn(flow: Flow, turn: number): readonly Readonly<Record<string, unknown>>[] {
  const messages = flow.model.turns[turn]?.body.messages ?? [];
  return messages.filter(({ role }) => role === "tool").map(({ content }) => JSON.parse(content));
}

Deno.test("calls that no role may make are answered, and what is sent again holds objects for their arguments", async () => {
  await using flow = await Flow.open([
    text("plan"),
    calls([
      { name: "shell_exec", args: { cmd: "ls" }, id: "one" },
      { name: "file_read", args: { path: "a", cwd: "/" }, id: "two" },
      { name: "file_read", args: "{bad", id: "three" },
    ]),
    text("done"),
    verdict(true),
  ], ONCE);
  const report = await flow.run();
  assertEquals(report.events?.map(({ tool_call_id, status }) => [tool_call_id, status]), [
    ["one", "error"],
    ["two", "error"],
    ["three", "error"],
  ]);
  assertEquals(report.verified, false);
  const sent = flow.model.turns[2]?.body.messages?.[2]?.["tool_calls"];
  assertTrue(Array.isArray(sent));
  const args = sent.map((each) => each.function.arguments);
  assertEquals(args, [{ cmd: "ls" }, { path: "a", cwd: "/" }, {}]);
  const [unknown, extra, malformed] = answersIn(flow, 2);
  assertTrue(Array.isArray(unknown?.["valid_tools"]));
  assertIncludes(String(extra?.["error"]), "unknown: cwd");
  assertIncludes(String(malformed?.["error"]), "{bad");
});

Deno.test("on the OpenAI-compatible wire malformed arguments are text of an empty object when they are sent again", async () => {
  await using flow = await Flow.open([
    text("plan"),
    calls([{ name: "file_read", args: "{bad", id: "one" }]),
    text("done"),
    verdict(true),
  ], { ...ONCE, endpoint: { api: "openai" } });
  await flow.run();
  const sent = flow.model.turns[2]?.body.messages?.[2]?.["tool_calls"];
  assertTrue(Array.isArray(sent));
  assertEquals([sent[0].id, sent[0].function.arguments], ["one", "{}"]);
  assertEquals(flow.model.turns[2]?.body.messages?.[3]?.["tool_call_id"], "one");
});

Deno.test("a task that fills the context asks the model for nothing at all", async () => {
  await using flow = await Flow.open([], { agent: { maxContextChars: 4_096 } });
  const report = await flow.run("x".repeat(5_000));
  assertEquals([report.status, report.verified, report.model_calls], ["unverified", false, 0]);
  assertEquals(codes(report), ["planner_failed", "context_budget"]);
  assertEquals(flow.model.seen, []);
});

Deno.test("of a batch beyond the tool calls nothing is carried out", async () => {
  await using flow = await Flow.open([
    text("plan"),
    calls([
      { name: "file_write", args: { path: "a.py", content: "a = 1\n" } },
      { name: "file_write", args: { path: "b.py", content: "b = 1\n" } },
    ]),
    verdict(true),
  ], { agent: { maxCycles: 1, maxToolCalls: 1 }, checks: [TEST] });
  const report = await flow.run();
  assertEquals([report.status, report.tool_calls, report.changed_files], ["unverified", 0, []]);
  assertTrue(codes(report).includes("tool_budget"));
});

Deno.test("whatever a service answers that is no turn, the run ends as an error and says why", async () => {
  const faults = [status(500, "broken"), fault.close(), fault.noJson(), fault.oversize()];
  for (const reply of faults) {
    await using flow = await Flow.open([reply, reply, reply, reply]);
    const report = await flow.run();
    assertEquals(
      [report.status, report.verified, report.cycles],
      ["error", false, 0],
      JSON.stringify(report),
    );
    assertEquals(codes(report), ["planner_failed", "model_error"]);
    assertTrue((report.error ?? "").length > 10);
  }
});

Deno.test("a connection that breaks off, or a service that is busy, is asked again a bounded number of times", async () => {
  const busy = status(503, "busy", { "retry-after": "0" });
  for (const reply of [fault.close(), { content: "pl", cutAfter: true }, busy]) {
    await using flow = await Flow.open([
      ...[text("plan"), reply, write("value = 42\n"), text("done"), reply, reply, verdict(true)],
    ]);
    const report = await flow.run();
    assertEquals([report.verified, report.model_calls], [true, 7], JSON.stringify(report.reasons));
    assertEquals(report.roles?.map(({ turns }) => turns), [1, 2, 1]);
    assertEquals(flow.model.turns[1]?.body.messages, flow.model.turns[2]?.body.messages);
  }
  await using flow = await Flow.open(Array.from({ length: 4 }, () => busy));
  assertEquals([(await flow.run()).status, flow.model.turns.length], ["error", 3]);
  await using later = await Flow.open([status(503, "busy", { "retry-after": "31" })]);
  assertEquals([(await later.run()).status, later.model.turns.length], ["error", 1]);
});

Deno.test("a service that is not there is an error that counts as one call of a model", async () => {
  await using flow = await Flow.open([], { endpoint: { baseUrl: "http://127.0.0.1:9" } });
  const report = await flow.run();
  assertEquals([report.status, report.model_calls, codes(report)[1]], ["error", 1, "model_error"]);
});

Deno.test("a model without tools is an error that names it and the remedy, and is asked for nothing", async () => {
  await using flow = await Flow.open([]);
  flow.model.options = { models: { m: { tools: false } } };
  const report = await flow.run();
  assertEquals([report.status, codes(report)[0]], ["error", "planner_failed"]);
  assertIncludes(report.error ?? "", "m does not support tools");
  assertEquals(flow.model.turns, []);
});

Deno.test("a later role's model that is missing or unfit is told before anybody has worked", async () => {
  for (const models of [{ a: {}, b: {} }, { a: {}, b: {}, c: { tools: false } }]) {
    await using flow = await Flow.open([text("plan")], {
      settings: { models: { planner: "a", coder: "b", reviewer: "c" } },
    });
    flow.model.options = { models };
    const report = await flow.run();
    assertEquals([report.status, report.cycles, report.model_calls, report.roles], ["error", 0, 0, []]);
    assertEquals(report.reasons.map(({ code, role }) => [code, role]), [["model_error", "reviewer"]]);
    assertIncludes(report.error ?? "", "model c");
    assertEquals(flow.model.turns, []);
  }
});

Deno.test("a call that a model wrote as text is carried out, one with another name is text", async () => {
  for (const form of ["bare", "fence", "tag"] as const) {
    await using flow = await Flow.open([
      text("plan"),
      textCall("file_write", { path: "edited.py", content: "value = 42\n" }, form),
      text("done"),
      verdict(true),
    ]);
    const report = await flow.run();
    assertEquals([report.verified, report.changed_files], [true, ["edited.py"]], form);
  }
  await using flow = await Flow.open([text("plan"), textCall("rm", { path: "/" }), verdict(true)], ONCE);
  const report = await flow.run();
  assertEquals([report.tool_calls, JSON.parse(report.summary ?? "").name], [0, "rm"]);
});

Deno.test("what a model thinks is in no summary and does not hide a verdict", async () => {
  await using flow = await Flow.open([
    text("<think>secretly</think>plan"),
    write("value = 42\n"),
    text("still thinking\n</think>\n\ndone"),
    text('<think>{"approved": false}</think>\n{"approved": true, "issues": []}'),
  ]);
  const report = await flow.run();
  assertEquals([report.verified, report.roles?.map(({ summary }) => summary)], [true, ["plan", "done", ""]]);
});

Deno.test("an answer that was cut is not carried out, and the coder's end says so", async () => {
  await using flow = await Flow.open([
    text("plan"),
    { ...write("value = "), done: "length" },
    verdict(true),
  ], ONCE);
  const report = await flow.run();
  assertEquals([flow.read("edited.py"), report.tool_calls, codes(report)[0]], [null, 0, "truncated_output"]);
  assertEquals(report.roles?.[1]?.status, "unverified");
});

Deno.test("empty answers are asked again a bounded number of times", async () => {
  await using flow = await Flow.open([
    text("plan"),
    ...[{ content: "" }, { content: "" }, write("value = 42\n"), text("done"), verdict(true)],
  ]);
  const report = await flow.run();
  assertEquals([report.verified, report.model_calls], [true, 6]);
  const temperatures = flow.model.turns.slice(1, 4).map(({ body }) => {
    const options = body["options"];
    return typeof options === "object" && options !== null && "temperature" in options
      ? options.temperature
      : null;
  });
  assertEquals(temperatures, [0.2, 0.5, 0.8]);
});

Deno.test("a service that read a fraction of what it was sent is found out, though it answered", async () => {
  await using flow = await Flow.open([text("plan", { promptTokens: 1_024 })], {
    agent: { maxTaskChars: 100_000 },
  });
  const report = await flow.run("word ".repeat(10_000));
  assertEquals([report.status, codes(report)], ["unverified", ["planner_failed", "context_truncated"]]);
  const options = flow.model.turns[0]?.body["options"];
  assertEquals(
    typeof options === "object" && options !== null && "num_ctx" in options && options.num_ctx,
    16_384,
  );
});

Deno.test("a large source file is read in parts, and never ends a role", async () => {
  const line = 'message = "said \\"so\\""\n';
  const content = line.repeat(Math.ceil(60_000 / line.length));
  const readOn: ScriptEntry = (request) => {
    const { next_offset } = JSON.parse(request.body.messages?.at(-1)?.content ?? "{}");
    return call("file_read", { path: "big.py", offset: next_offset });
  };
  await using flow = await Flow.open([
    ...[call("file_read", { path: "big.py" }), readOn, readOn],
    ...[text("plan"), text("done"), verdict(true)],
  ], { agent: { maxCycles: 1, maxContextChars: 200_000 }, files: { "big.py": content }, checks: [] });
  const report = await flow.run();
  assertEquals(report.roles?.[0]?.status, "ok", JSON.stringify(report.roles?.[0]));
  const messages = flow.model.turns[3]?.body.messages ?? [];
  assertTrue(messages.every((message) => message.role !== "tool" || message.content.length <= 40_000));
  const parts = answersIn(flow, 3);
  assertEquals(parts.map(({ status, truncated }) => [status, truncated]), [["ok", true], ["ok", true], [
    "ok",
    undefined,
  ]]);
  assertEquals(parts.map((part) => part["content"]).join(""), content);
});

Deno.test("the same call three times is noticed, and the role ends with its turns", async () => {
  const again = () => call("file_read", { path: "a.py" });
  await using flow = await Flow.open([
    text("plan"),
    ...Array.from({ length: 4 }, again),
    verdict(true),
  ], { agent: { maxCycles: 1, maxIterations: 4 }, files: { "a.py": "a = 1\n" } });
  const report = await flow.run();
  assertEquals(answersIn(flow, 4).map(({ repeated }) => repeated), [undefined, undefined, 3]);
  assertEquals(codes(report).slice(0, 2), ["iteration_budget", "repeated_calls"]);
});

Deno.test("a call that the service itself could not read is fed back and asked again warmer", async () => {
  await using flow = await Flow.open([
    text("plan"),
    status(500, "error parsing tool call: raw='{\"path\"', err=unexpected end of JSON input"),
    write("value = 42\n"),
    text("done"),
    verdict(true),
  ]);
  const report = await flow.run();
  assertEquals([report.verified, report.model_calls], [true, 5], JSON.stringify(report.reasons));
  assertIncludes(flow.model.turns[2]?.body.messages?.at(-1)?.content ?? "", "could not be read");
});

Deno.test("a fenced verdict is one; an approval in words, or with issues that are no list, is none", async () => {
  const run = async (...said: readonly Parameters<typeof text>[0][]) => {
    await using flow = await Flow.open([
      ...[text("plan"), write("value = 42\n"), text("done")],
      ...said.map((each) => text(each)),
    ], ONCE);
    return await flow.run();
  };
  assertEquals((await run('```json\n{"approved": true, "issues": []}\n```')).verified, true);
  for (const said of ['{"approved": "true"}', '{"approved": true, "issues": "x"}']) {
    const report = await run(said, said);
    assertEquals([report.status, report.verified, codes(report)[0]], ["failed", false, "review_unparseable"]);
  }
});

Deno.test("an approval that lists a blocking issue is none", async () => {
  await using flow = await Flow.open([
    ...[text("plan"), write("value = 42\n"), text("done")],
    verdict(true, { issues: [{ severity: "critical", text: "loses data" }] }),
  ], ONCE);
  const report = await flow.run();
  assertEquals([report.status, report.verified, codes(report)], ["failed", false, ["review_rejected"]]);
});
