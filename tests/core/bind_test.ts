import { bindCall } from "gatehouse/core/bind.ts";
import { invoke } from "gatehouse/core/invoke.ts";
import { assertEquals, assertFails } from "../assert.ts";
import { openTargets } from "./parts/targets.ts";

Deno.test("a call is bound to what its refusal for want of an approval is bound to, and nothing runs", async () => {
  for (
    const [name, args] of [["changes", { path: "/x", content: "é\u0000" }], ["changes", {}], [
      "whole",
      {},
    ]] as const
  ) {
    const { house, memory, world, rows, call } = openTargets();
    const claim = await bindCall(house, call(name, args));
    assertEquals([world.log, rows], [["resolve vps"], []]);
    await invoke(house, call(name, args));
    assertEquals([claim.binding, claim.alias], [memory.pending[0]?.binding, memory.pending[0]?.alias]);
  }
});

Deno.test("what a call is refused with before its approval is looked at, binding it is refused with as well", async () => {
  for (
    const [name, args, code] of [
      ["none", {}, "TOOL_NOT_FOUND"],
      ["changes", { path: 7 }, "ARGUMENTS_INVALID"],
      ["changes", { server: "third" }, "NOT_FOUND"],
      ["looks", {}, "NO_APPROVAL_NEEDED"],
      ["targetless", {}, "NO_APPROVAL_NEEDED"],
    ] as const
  ) {
    const { house, call } = openTargets();
    await assertFails(() => bindCall(house, call(name, args)), code);
  }
  for (
    const policy of [{ writes: false }, {
      scopes: ["tool:*", "target:*", "target-id:*", "resource:*", "data:*"],
    }]
  ) {
    const { house, world, call } = openTargets({ policy });
    await assertFails(() => bindCall(house, call("changes")), "AUTHORIZATION_FAILED");
    assertEquals(world.log, []);
  }
  const open = openTargets();
  open.world.target = { ...open.world.target, proven: false };
  await assertFails(() => bindCall(open.house, open.call("changes")), "AUTHORIZATION_FAILED");
});

Deno.test("a caller that goes away, or a deadline that passes, ends the binding", async () => {
  const { house, call } = openTargets();
  const gone = AbortSignal.abort();
  await assertFails(() => bindCall(house, call("changes", {}, { signal: gone })), "CANCELLED");
  const late = { ...house, policy: { ...house.policy, maxMs: 0 } };
  await assertFails(() => bindCall(late, call("changes")), "DEADLINE_EXCEEDED");
});
