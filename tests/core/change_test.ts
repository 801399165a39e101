import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { limitOf } from "gatehouse/core/change.ts";
import { ToolError } from "gatehouse/core/errors.ts";
import { DEFAULT_POLICY } from "gatehouse/core/policy.ts";
import { invoke, type Outcome } from "gatehouse/core/invoke.ts";
import { openTargets } from "./parts/targets.ts";

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly next: string | null;
}

function failure(outcome: Outcome): Failure {
  assertTrue(outcome.kind === "result" && outcome.isError === true, JSON.stringify(outcome));
  return JSON.parse(String(outcome.content[0]?.["text"])).error;
}

/** What a first call asked to be approved is approved, as an operator does it. */
async function approved(open: ReturnType<typeof openTargets>, name: string, args: unknown = {}) {
  await invoke(open.house, open.call(name, args));
  const pending = open.memory.pending.at(-1);
  assertTrue(pending !== undefined);
  open.memory.grant(pending.binding);
  open.world.log.length = 0;
}

Deno.test("a read resolves its target, and runs", async () => {
  const { house, world, call } = openTargets();
  assertEquals((await invoke(house, call("looks"))).kind, "result");
  assertEquals(world.log, ["resolve vps", "run on ssh:a@b:22#host-key=SHA256:x"]);
});

Deno.test("without the scope of the alias nothing is resolved, whether there is such a target or not", async () => {
  const scopes = ["tool:*", "target:vps", "target-id:*", "resource:*", "data:*"];
  const { house, world, call } = openTargets({ policy: { scopes } });
  const texts = new Set<string>();
  for (const server of ["other", "third"]) {
    const { code, message } = failure(await invoke(house, call("looks", { server })));
    assertEquals(code, "AUTHORIZATION_FAILED");
    texts.add(message);
  }
  assertEquals([texts.size, world.log], [1, []]);
});

for (
  const [family, scopes] of [
    ["tool", ["target:*", "target-id:*", "resource:*", "data:*"]],
    ["data", ["tool:*", "target:*", "target-id:*", "resource:*", "data:internal"]],
    ["target-id", ["tool:*", "target:*", "target-id:mikrus:x", "resource:*", "data:*"]],
    ["resource", ["tool:*", "target:*", "target-id:*", "data:*"]],
  ] as const
) {
  Deno.test(`a missing scope of the family ${family} is refused, and only the family is named`, async () => {
    const { house, world, call } = openTargets({ policy: { scopes } });
    const { code, message } = failure(await invoke(house, call("looks")));
    assertEquals([code, message], [
      "AUTHORIZATION_FAILED",
      `The scopes of the family ${family} do not allow this call`,
    ]);
    assertTrue(!world.log.some((line) => line.startsWith("run")));
  });
}

Deno.test("a resource's own scope allows that resource alone", async () => {
  const exact = openTargets({
    policy: {
      scopes: ["tool:*", "target:*", "target-id:*", "data:*", `resource:looks:sha256:${await sha("/a")}`],
    },
  });
  assertEquals((await invoke(exact.house, exact.call("looks", { path: "/a" }))).kind, "result");
  assertEquals(
    failure(await invoke(exact.house, exact.call("looks", { path: "/b" }))).code,
    "AUTHORIZATION_FAILED",
  );
});

async function sha(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}

Deno.test("a change needs that writes are on, before anything is resolved", async () => {
  const { house, world, call } = openTargets({ policy: { writes: false } });
  assertEquals(failure(await invoke(house, call("changes"))).code, "AUTHORIZATION_FAILED");
  assertEquals(world.log, []);
});

Deno.test("a change needs the scope write:server", async () => {
  const { house, world, call } = openTargets({
    policy: { scopes: ["tool:*", "target:*", "target-id:*", "resource:*", "data:*"] },
  });
  assertIncludes(failure(await invoke(house, call("changes"))).message, "write");
  assertEquals(world.log, []);
});

Deno.test("nothing is changed on a target that did not prove what it is", async () => {
  const open = openTargets();
  open.world.target = { ...open.world.target, proven: false };
  assertEquals(failure(await invoke(open.house, open.call("changes"))).code, "AUTHORIZATION_FAILED");
  assertEquals((await invoke(open.house, open.call("looks"))).kind, "result");
});

Deno.test("a change without an approval leaves a request, whose id the refusal names, and nothing runs", async () => {
  const { house, world, memory, call } = openTargets();
  const { code, message, next } = failure(await invoke(house, call("changes", { path: "/x" })));
  assertEquals(code, "AUTHORIZATION_FAILED");
  assertIncludes(`${message} ${next}`, "req-1");
  assertEquals(memory.pending[0]?.shown, '{"path":"/x"}');
  assertEquals(world.log, ["resolve vps"]);
});

Deno.test("a request shows no secret, neither by its shape nor one of the configuration", async () => {
  const { house, memory, call } = openTargets();
  await invoke(house, call("changes", { content: "password=hunter2 and configured-secret" }));
  const shown = memory.pending[0]?.shown ?? "";
  assertTrue(shown.includes("[redacted]") && !/hunter2|configured-secret/.test(shown), shown);
});

Deno.test("a declined request tells the agent why", async () => {
  const { house, memory, call } = openTargets();
  memory.declined = "not today";
  assertIncludes(failure(await invoke(house, call("changes"))).message, "not today");
});

Deno.test("an approved change is recorded, spent, run once and settled, in that order", async () => {
  const open = openTargets();
  await approved(open, "changes");
  assertEquals((await invoke(open.house, open.call("changes"))).kind, "result");
  assertEquals(open.world.log, [
    "resolve vps",
    "resolve vps",
    "intent",
    "spend",
    "run on ssh:a@b:22#host-key=SHA256:x",
    "settle ok",
  ]);
  assertEquals(open.rows.map(({ outcome }) => outcome), ["AUTHORIZATION_FAILED", "intent", "ok"]);
  assertEquals(open.rows.at(-1)?.facts["target_identity"], "ssh:a@b:22#host-key=SHA256:x");
  assertEquals(failure(await invoke(open.house, open.call("changes"))).code, "AUTHORIZATION_FAILED");
});

Deno.test("an approval holds for its principal, tool, identity, resource and arguments alone", async () => {
  for (
    const other of [
      { name: "whole", args: {} },
      { name: "changes", args: { path: "/b" } },
      { name: "changes", args: { content: "edited" } },
      { name: "changes", args: {}, more: { principal: "posix-uid:2" } },
      { name: "changes", args: {}, identity: "ssh:a@b:22#host-key=SHA256:y" },
    ]
  ) {
    const open = openTargets();
    await approved(open, "changes");
    if (other.identity !== undefined) open.world.target = { ...open.world.target, identity: other.identity };
    const outcome = await invoke(open.house, open.call(other.name, other.args, other.more ?? {}));
    assertEquals(failure(outcome).code, "AUTHORIZATION_FAILED");
    assertTrue(!open.world.log.some((line) => line.startsWith("run")));
  }
});

Deno.test("where the target is named says nothing of what is approved", async () => {
  const open = openTargets();
  await approved(open, "changes", { server: "vps" });
  assertEquals((await invoke(open.house, open.call("changes"))).kind, "result");
});

Deno.test("two at once with one approval: one runs", async () => {
  const open = openTargets();
  await approved(open, "changes");
  const outcomes = await Promise.all([1, 2, 3].map(() => invoke(open.house, open.call("changes"))));
  assertEquals(outcomes.filter((outcome) => "isError" in outcome && outcome.isError === false).length, 1);
  assertEquals(open.world.log.filter((line) => line.startsWith("run")).length, 1);
});

Deno.test("a target that became another one before the run is not changed, and nothing is spent", async () => {
  const open = openTargets();
  await approved(open, "changes");
  const { world } = open;
  let resolved = 0;
  const first = world.target;
  Object.defineProperty(world, "target", {
    get: () => resolved++ === 0 ? first : { ...first, identity: "ssh:a@b:22#host-key=SHA256:z" },
  });
  assertEquals(failure(await invoke(open.house, open.call("changes"))).code, "AUTHORIZATION_FAILED");
  assertEquals(open.memory.granted.length, 1);
});

Deno.test("a record that cannot be written refuses the change, and nothing is spent", async () => {
  const open = openTargets();
  await approved(open, "changes");
  const commit = () => Promise.reject(new ToolError("AUDIT_UNWRITABLE", "No room"));
  const house = { ...open.house, audit: { ...open.house.audit, commit } };
  assertEquals(failure(await invoke(house, open.call("changes"))).code, "AUDIT_UNWRITABLE");
  assertEquals(open.memory.granted.length, 1);
});

Deno.test("what it takes to reach a target does not shorten a long change, as far as the policy allows", async () => {
  const { now } = performance;
  for (const [lateMs, isDone] of [[30_000, true], [60_000, false]] as const) {
    const open = openTargets({ policy: { maxMs: 120_000 } });
    await approved(open, "long");
    const holds = open.memory.holds.bind(open.memory);
    let late = 0;
    open.memory.holds = (binding) => {
      late = lateMs;
      return holds(binding);
    };
    performance.now = () => now.call(performance) + late;
    try {
      assertEquals(
        (await invoke(open.house, open.call("long")) as { isError?: boolean }).isError !== true,
        isDone,
      );
      assertEquals(open.memory.granted.length, isDone ? 0 : 1);
    } finally {
      performance.now = now;
    }
  }
});

Deno.test("an hour of work has its hour, and a long change no more than ten minutes to be reached in", () => {
  const { maxMs } = DEFAULT_POLICY;
  assertEquals(limitOf({ access: "write", timeoutMs: 3_700_000 }, maxMs), 3_700_000);
  assertEquals(limitOf({ access: "write", timeoutMs: 70_000 }, maxMs), 600_000);
  assertEquals(limitOf({ access: "write", timeoutMs: 10_000 }, maxMs), 10_000);
  assertEquals(limitOf({ access: "read", timeoutMs: 3_700_000 }, 120_000), 120_000);
});

Deno.test("too little time for a long change is told before anything is spent", async () => {
  const open = openTargets({ policy: { maxMs: 60_000 } });
  await approved(open, "long");
  assertIncludes(failure(await invoke(open.house, open.call("long"))).message, "not spent");
  assertEquals(open.memory.granted.length, 1);
});

for (
  const [how, run] of [
    ["the worker is lost", () => Promise.reject(new ToolError("ISOLATE_LOST", "gone"))],
    ["a defect is met", () => Promise.reject(new RangeError("inner"))],
    ["the answer breaks off", () => Promise.reject(new ToolError("AMBIGUOUS_OUTCOME", "half"))],
  ] as const
) {
  Deno.test(`when ${how} the outcome is ambiguous, and the same call says so until it is approved anew`, async () => {
    const open = openTargets();
    await approved(open, "changes");
    open.world.run = run;
    assertEquals(failure(await invoke(open.house, open.call("changes"))).code, "AMBIGUOUS_OUTCOME");
    assertEquals(open.memory.open.length, 1);
    open.world.log.length = 0;
    assertEquals(failure(await invoke(open.house, open.call("changes"))).code, "AMBIGUOUS_OUTCOME");
    assertEquals(open.world.log, ["resolve vps"]);
  });
}

Deno.test("what the family says of an unknown end reaches the caller", async () => {
  const open = openTargets();
  await approved(open, "changes");
  open.world.run = () =>
    Promise.reject(new ToolError("AMBIGUOUS_OUTCOME", "It goes on by itself", { next: "Wait for it" }));
  const { message, next } = failure(await invoke(open.house, open.call("changes")));
  assertEquals([message, next], ["It goes on by itself", "Wait for it"]);
  assertEquals(open.memory.open.length, 1);
});

Deno.test("a failure that the target itself reported is what it is", async () => {
  const open = openTargets();
  await approved(open, "changes");
  open.world.run = () => Promise.reject(new ToolError("NOT_FOUND", "No such file"));
  assertEquals(failure(await invoke(open.house, open.call("changes"))).code, "NOT_FOUND");
  assertEquals(open.world.log.at(-1), "settle NOT_FOUND");
});

Deno.test("a caller that cancels a change that has begun gets no answer, and the record says it is ambiguous", async () => {
  const open = openTargets();
  await approved(open, "changes");
  const caller = new AbortController();
  open.world.run = () => {
    caller.abort();
    return new Promise(() => {});
  };
  const code = await invoke(open.house, open.call("changes", {}, { signal: caller.signal }))
    .then(() => "answered", (error) => error.code);
  assertEquals(code, "CANCELLED");
  assertEquals(open.rows.at(-1)?.outcome, "AMBIGUOUS_OUTCOME");
});

Deno.test("a change that has begun ends by itself when the program ends", async () => {
  const open = openTargets();
  await approved(open, "changes");
  const caller = new AbortController();
  const end = Promise.withResolvers<unknown>();
  const began = Promise.withResolvers<AbortSignal>();
  open.world.run = (signal) => {
    began.resolve(signal);
    return end.promise;
  };
  const pending = invoke(open.house, open.call("changes", {}, { signal: caller.signal }));
  const signal = await began.promise;
  open.house.ongoing.close();
  caller.abort();
  const settled = open.house.ongoing.settled();
  assertEquals([signal.aborted, open.house.ongoing.count], [false, 1]);
  end.resolve({ text: "whole" });
  await settled;
  assertEquals((await pending).kind, "result");
});

Deno.test("a read that may pass by itself is tried three times, other failures once", async () => {
  for (
    const [code, retryable, runs] of [["TRANSIENT", true, 3], ["TRANSIENT", false, 1], [
      "OTHER",
      true,
      1,
    ]] as const
  ) {
    const open = openTargets();
    open.world.run = () => Promise.reject(new ToolError(code, "no", { retryable, retryAfterSeconds: 0 }));
    assertEquals(failure(await invoke(open.house, open.call("retries"))).code, code);
    assertEquals(open.world.log.filter((line) => line.startsWith("run")).length, runs);
  }
});

Deno.test("a wait that does not fit into the deadline fails at once", async () => {
  const open = openTargets();
  const run = () =>
    Promise.reject(new ToolError("TRANSIENT", "no", { retryable: true, retryAfterSeconds: 30 }));
  open.world.run = run;
  assertEquals(failure(await invoke(open.house, open.call("retries"))).code, "TRANSIENT");
  assertEquals(open.world.log.filter((line) => line.startsWith("run")).length, 1);
});

const FORMS = { elicitation: { form: {} } };
const YES = { change_approval: { action: "accept", content: { approve: true } } };

Deno.test("where the operator wants it, the client's person is asked, and a yes counts once for exactly this call", async () => {
  const open = openTargets({ policy: { elicits: true } });
  const ask = async (args: unknown = {}) => {
    const outcome = await invoke(open.house, open.call("changes", args, { capabilities: FORMS }));
    assertTrue(outcome.kind === "question" && outcome.state !== undefined);
    return outcome.state;
  };
  const answer = (state: string, more: object = {}, args: unknown = {}) =>
    invoke(open.house, open.call("changes", args, { capabilities: FORMS, state, answers: YES, ...more }));
  const state = await ask();
  assertEquals(open.world.log, ["resolve vps"]);
  for (
    const outcome of [
      await answer(state, { principal: "posix-uid:2" }),
      await answer(state, {}, { path: "/b" }),
      await answer(`${state}x`),
    ]
  ) assertEquals(outcome.kind, "question");
  for (const no of [{ action: "decline" }, { action: "cancel" }, { action: "accept", content: {} }, 7]) {
    const declined = await ask();
    const outcome = await answer(declined, { answers: { change_approval: no } });
    assertEquals(failure(outcome).code, "AUTHORIZATION_FAILED");
    // A no is not turned into a yes.
    assertEquals((await answer(declined)).kind, "question");
  }
  const [first, second] = await Promise.all([answer(state), answer(state)]);
  assertEquals([first.kind, second.kind].sort(), ["question", "result"]);
  assertEquals((await answer(state)).kind, "question");
  assertEquals(open.world.log.filter((line) => line.startsWith("run")).length, 1);
});

Deno.test("a client that shows no forms gets the request's id instead", async () => {
  const open = openTargets({ policy: { elicits: true } });
  for (const capabilities of [{}, { elicitation: { url: {} } }]) {
    assertIncludes(
      failure(await invoke(open.house, open.call("changes", {}, { capabilities }))).message,
      "req-1",
    );
  }
});

Deno.test("without a store of approvals nothing is changed, whoever is asked", async () => {
  const open = openTargets({ policy: { elicits: true }, approvals: null });
  const outcome = await invoke(open.house, open.call("changes", {}, { capabilities: FORMS }));
  assertEquals(failure(outcome).code, "AUTHORIZATION_FAILED");
});
