import { assertEquals, assertFails, assertIncludes, assertTrue } from "../assert.ts";
import { invoke, type Outcome } from "gatehouse/core/invoke.ts";
import { openTestHouse, seen } from "./parts/house.ts";

const errorCode = (outcome: Outcome): unknown => {
  if (outcome.kind !== "result" || outcome.isError !== true) return null;
  return JSON.parse(String(outcome.content[0]?.["text"])).error.code;
};

Deno.test("a call gives the value as structured content with a text copy", async () => {
  const { house, call } = openTestHouse();

  const outcome = await invoke(house, call("echo", { args: { text: "hi" } }));

  assertEquals(outcome, {
    kind: "result",
    content: [{ type: "text", text: '{\n  "text": "hi"\n}' }],
    structuredContent: { text: "hi" },
    isError: false,
  });
});

Deno.test("whoever watches a call sees its steps with their secrets masked, and nobody has to", async () => {
  const { house, call } = openTestHouse();
  const steps: unknown[] = [];

  await invoke(house, call("steps", { step: (step) => steps.push(step) }));

  assertEquals(steps, [
    { kind: "first", text: "password=[redacted]", list: ["with-[redacted]-in-it"] },
    { kind: "second", at: 2 },
  ]);
  assertEquals((await invoke(house, call("steps"))).kind, "result");
});

Deno.test("arguments that are undefined or null stand for none", async () => {
  const { house, call } = openTestHouse();
  for (const args of [undefined, null]) {
    assertEquals((await invoke(house, call("echo", { args }))).kind, "result");
  }
});

Deno.test("an unknown tool is not found, and the call is audited with its name escaped and cut", async () => {
  const { house, rows, call } = openTestHouse();

  const error = await assertFails(() => invoke(house, call("no\nne" + "x".repeat(100))), "TOOL_NOT_FOUND");

  assertIncludes(error.message, "no\\u{a}ne");
  assertEquals(rows.map((row) => [row.tool.slice(0, 9), row.outcome]), [["no\\u{a}ne", "TOOL_NOT_FOUND"]]);
});

Deno.test("refused arguments name each path and problem and never reach the run function", async () => {
  const { house, rows, call } = openTestHouse();

  const outcome = await invoke(house, call("echo", { args: { text: "x".repeat(21), other: 1 } }));

  assertTrue(outcome.kind === "error" && outcome.code === -32602);
  const issues = outcome.data?.["issues"] as { path: string[] }[];
  assertEquals(issues.map(({ path }) => path), [["text"], []]);
  assertEquals(rows[0]?.outcome, "ARGUMENTS_INVALID");
});

Deno.test("arguments of the wrong kind are refused, not coerced", async () => {
  const { house, call } = openTestHouse();
  for (const args of [[], "text", 7, true, { text: 7 }, { text: null }]) {
    assertEquals((await invoke(house, call("echo", { args }))).kind, "error");
  }
});

Deno.test("a defect becomes INTERNAL without its inner text, and its trace goes to the operator", async () => {
  const { house, defects, call } = openTestHouse();

  const outcome = await invoke(house, call("throws"));

  assertEquals(errorCode(outcome), "INTERNAL");
  assertTrue(!JSON.stringify(outcome).includes("inner detail"));
  assertEquals(defects.length, 1);
});

Deno.test("an answer against the tool's own schema never leaves", async () => {
  const { house, defects, call } = openTestHouse();
  assertEquals(errorCode(await invoke(house, call("lies"))), "INTERNAL");
  assertEquals(defects.length, 1);
});

Deno.test("an answer over 1 MiB never leaves", async () => {
  const { house, call } = openTestHouse();
  assertEquals(errorCode(await invoke(house, call("large"))), "ANSWER_TOO_LARGE");
});

Deno.test("an answer above public is redacted", async () => {
  const { house, call } = openTestHouse();
  const outcome = await invoke(house, call("secret"));
  assertTrue(outcome.kind === "result");
  assertEquals(outcome.structuredContent, { text: "password=[redacted]" });
});

Deno.test("a call that never answers ends at its deadline, and its signal is aborted", async () => {
  const { house, call } = openTestHouse();
  assertEquals(errorCode(await invoke(house, call("hangs"))), "DEADLINE_EXCEEDED");
  assertTrue(seen.signal?.aborted === true);
});

Deno.test("an answer that comes late from a busy run is refused", async () => {
  const { house, call } = openTestHouse();
  assertEquals(errorCode(await invoke(house, call("busy"))), "DEADLINE_EXCEEDED");
});

Deno.test("a cancelled call gets no answer, is audited, and its signal is aborted", async () => {
  const { house, rows, call } = openTestHouse();
  const caller = new AbortController();

  const pending = assertFails(() => invoke(house, call("waits", { signal: caller.signal })), "CANCELLED");
  await Promise.resolve();
  caller.abort();
  await pending;

  assertEquals(rows.map((row) => row.outcome), ["CANCELLED"]);
});

Deno.test("a call cancelled before it starts never runs", async () => {
  const { house, call } = openTestHouse();
  await assertFails(() => invoke(house, call("echo", { signal: AbortSignal.abort() })), "CANCELLED");
});

Deno.test("a question ends the call, and the sealed state with the answer lets the next one run once", async () => {
  const { house, rows, call } = openTestHouse();
  const before = seen.runs;

  const first = await invoke(house, call("asks", { args: { text: "a" } }));
  assertTrue(first.kind === "question" && first.state !== undefined);
  assertEquals(seen.runs, before);
  const second = await invoke(
    house,
    call("asks", { args: { text: "a" }, state: first.state, answers: { go: "yes" } }),
  );

  assertTrue(second.kind === "result");
  assertEquals(second.structuredContent, { text: "a:yes" });
  assertEquals(seen.runs, before + 1);
  assertEquals(rows.map((row) => row.outcome), ["question", "ok"]);
});

Deno.test("an answer without its state, or with one for other arguments or another caller, asks again", async () => {
  const { house, call } = openTestHouse();
  const first = await invoke(house, call("asks", { args: { text: "a" } }));
  assertTrue(first.kind === "question" && first.state !== undefined);
  const retry = { args: { text: "a" }, state: first.state, answers: { go: "yes" } };
  const { state: _state, ...stateless } = retry;

  for (
    const wrong of [
      stateless,
      { ...retry, state: `${retry.state}x` },
      { ...retry, state: "" },
      { ...retry, args: { text: "b" } },
      { ...retry, principal: "posix-uid:2" },
    ]
  ) {
    assertEquals((await invoke(house, call("asks", wrong))).kind, "question");
  }
});

Deno.test("a state older than ten minutes asks again", async () => {
  let now = 1_000_000;
  const { house, call } = openTestHouse({ now: () => now });
  const first = await invoke(house, call("asks"));
  assertTrue(first.kind === "question" && first.state !== undefined);
  const retry = call("asks", { state: first.state, answers: { go: "yes" } });

  now += 600_000;
  assertEquals((await invoke(house, retry)).kind, "question");
});

Deno.test("a state that is not quite ten minutes old still holds", async () => {
  let now = 1_000_000;
  const { house, call } = openTestHouse({ now: () => now });
  const first = await invoke(house, call("asks"));
  assertTrue(first.kind === "question" && first.state !== undefined);
  now += 599_999;
  const retry = call("asks", { state: first.state, answers: { go: "yes" } });
  assertEquals((await invoke(house, retry)).kind, "result");
});

Deno.test("a state authorises one call, however many come with it at once", async () => {
  const { house, call } = openTestHouse();
  const before = seen.runs;
  const first = await invoke(house, call("asks"));
  assertTrue(first.kind === "question" && first.state !== undefined);
  const retry = call("asks", { state: first.state, answers: { go: "yes" } });

  const ends = await Promise.all(Array.from({ length: 8 }, () => invoke(house, retry)));

  assertEquals(ends.filter(({ kind }) => kind === "result").length, 1);
  assertEquals(ends.filter(({ kind }) => kind === "question").length, 7);
  assertEquals(seen.runs, before + 1);
});

Deno.test("where nothing can be spent, nothing is authorised", async () => {
  for (
    const spent of [
      { spend: () => Promise.resolve(false) },
      { spend: () => Promise.reject(new Error("disk full")) },
    ]
  ) {
    const { house, call } = openTestHouse({ spent });
    const before = seen.runs;
    const first = await invoke(house, call("asks"));
    assertTrue(first.kind === "question" && first.state !== undefined);
    await invoke(house, call("asks", { state: first.state, answers: { go: "yes" } }));
    assertEquals(seen.runs, before);
  }
});

Deno.test("an audit row holds who, how, what and the outcome, with secrets masked and long facts cut", async () => {
  const { house, rows, call } = openTestHouse();

  await invoke(house, call("echo", { args: { text: "token=abcdefgh" }, via: "http", principal: "loopback" }));

  const [row] = rows;
  assertTrue(row !== undefined);
  const { at, ms, ...rest } = row;
  assertTrue(Number.isInteger(at) && Number.isInteger(ms) && ms >= 0);
  assertEquals(rest, {
    principal: "loopback",
    via: "http",
    tool: "echo",
    outcome: "ok",
    facts: { text: "token=[redacted]" },
  });
});

Deno.test("a question leaves an audit row with what the family tells of it", async () => {
  const { house, rows, call } = openTestHouse();
  await invoke(house, call("asks", { args: { text: "a" } }));
  assertEquals(rows.map(({ outcome, facts }) => [outcome, facts]), [["question", { asked: "a" }]]);
});

Deno.test("a read says so when the audit log is not being written", async () => {
  const { house, call } = openTestHouse({ degraded: "disk full" });
  assertEquals((await invoke(house, call("echo"))).degraded, "disk full");
});
