/** What a change would do is asked for before a person is, and may end it. */
import { bindCall } from "gatehouse/core/bind.ts";
import { ToolError } from "gatehouse/core/errors.ts";
import { invoke } from "gatehouse/core/invoke.ts";
import { assertEquals, assertFails, assertIncludes } from "../assert.ts";
import { openTargets } from "./parts/targets.ts";

const DENIED = () => Promise.reject(new ToolError("AUTHORIZATION_FAILED", "Never"));

Deno.test("the recorded request says what the call would do, with secrets masked, on the target that was found", async () => {
  const { house, world, memory, call } = openTargets();
  world.foresee = (target) => [`writes on ${target?.identity}`, "uses configured-secret"];
  await invoke(house, call("foresees"));
  const [pending] = memory.pending;
  assertEquals(pending?.effects?.[0], `writes on ${world.target.identity}`);
  assertEquals(pending?.effects?.[1]?.includes("configured-secret"), false);
});

Deno.test("a call that says nothing of what it would do has a request without it", async () => {
  const { house, memory, call } = openTargets();
  await invoke(house, call("changes"));
  assertEquals(memory.pending[0]?.effects, undefined);
});

Deno.test("a change that no approval allows leaves no request, and runs with none", async () => {
  const { house, world, memory, call } = openTargets();
  world.foresee = () => [];
  await invoke(house, call("foresees"));
  const pending = memory.pending.pop();
  if (pending === undefined) throw new Error("no request was recorded");
  memory.grant(pending.binding);
  for (
    const foresee of [DENIED, () => {
      throw new ToolError("AUTHORIZATION_FAILED", "Never");
    }]
  ) {
    world.foresee = foresee;
    const outcome = await invoke(house, call("foresees"));
    assertIncludes(JSON.stringify(outcome), "Never");
  }
  // The approval is there still.
  assertEquals([memory.pending.length, memory.granted.length], [0, 1]);
  assertEquals(world.log.filter((line) => /^(?:run|spend|intent)/.test(line)), []);
});

Deno.test("a person who is asked in a form sees what the call would do", async () => {
  const { house, world, call } = openTargets({ policy: { elicits: true } });
  world.foresee = () => ["deletes /a", "line\u202e two"];
  const outcome = await invoke(house, call("foresees", {}, { capabilities: { elicitation: {} } }));
  const text = JSON.stringify(outcome);
  assertIncludes(text, "Effect: deletes /a");
  assertIncludes(text, "u{202e}");
});

Deno.test("what no approval allows is not approved ahead either", async () => {
  const { house, world } = openTargets();
  world.foresee = DENIED;
  await assertFails(
    () => bindCall(house, { tool: "foresees", args: {}, principal: "posix-uid:1" }),
    "AUTHORIZATION_FAILED",
  );
});

Deno.test("one that cannot say in time what it would do fails in its time, and nothing runs", async () => {
  const { house, world, call } = openTargets({ policy: { maxMs: 50 } });
  world.foresee = () => new Promise(() => {});
  const outcome = await invoke(house, call("foresees"));
  assertIncludes(JSON.stringify(outcome), "DEADLINE_EXCEEDED");
  assertEquals(world.log.filter((line) => line.startsWith("run")), []);
});
