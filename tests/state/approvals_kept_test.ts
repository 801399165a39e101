/** What must not use an approval up, with the real stores behind the path that every call takes. */
import { bindCall } from "../../lib/core/bind.ts";
import { ToolError } from "../../lib/core/errors.ts";
import { invoke, type Outcome } from "../../lib/core/invoke.ts";
import { assertEquals, assertTrue } from "../assert.ts";
import { openTargets } from "../core/parts/targets.ts";
import { bench, STORES } from "./approvals_parts.ts";

function codeOf(outcome: Outcome): string {
  assertTrue(outcome.kind === "result" && outcome.isError === true, JSON.stringify(outcome));
  return JSON.parse(String(outcome.content[0]?.["text"])).error.code;
}

for (const store of STORES) {
  /** A house on the store, with one approval of `changes` with these arguments. */
  const opened = async (args: object, policy: object = {}) => {
    const desk = await bench(store, { clocks: "the system's" });
    const family = openTargets({ approvals: desk.approvals, policy });
    const { binding } = await bindCall(openTargets().house, family.call("changes", args));
    await desk.approvals.grant(binding, 300_000);
    const left = async () => (await desk.approvals.granted()).length;
    return { ...family, desk, binding, left, [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose]() };
  };

  Deno.test(`${store}: a call that waits for its turn in vain uses no approval up`, async () => {
    await using open = await opened({ content: "second" }, { maxMs: 300 });
    const first = openTargets({ approvals: open.desk.approvals });
    await open.desk.approvals.grant((await bindCall(first.house, first.call("changes"))).binding, 300_000);
    const running = Promise.withResolvers<void>();
    const end = Promise.withResolvers<unknown>();
    first.world.run = () => {
      running.resolve();
      return end.promise;
    };
    const held = invoke(first.house, first.call("changes"));
    await running.promise;
    const second = await invoke(open.house, open.call("changes", { content: "second" }));
    assertEquals(codeOf(second), "DEADLINE_EXCEEDED");
    assertEquals([await open.left(), await open.desk.approvals.openSince(open.binding)], [1, null]);
    end.resolve({ text: "done" });
    assertEquals((await held).kind, "result");
  });

  Deno.test(`${store}: a target that cannot be reached, before or under the lock, uses no approval up`, async () => {
    for (const reached of [0, 1]) {
      await using open = await opened({});
      let resolved = 0;
      const { target } = open.world;
      Object.defineProperty(open.world, "target", {
        get() {
          if (resolved++ < reached) return target;
          throw new ToolError("UNAVAILABLE", "Could not connect");
        },
      });
      assertEquals(codeOf(await invoke(open.house, open.call("changes"))), "UNAVAILABLE");
      assertEquals(await open.left(), 1);
    }
  });

  Deno.test(`${store}: arguments that are refused, and a record that cannot be written, use no approval up`, async () => {
    await using open = await opened({});
    assertEquals((await invoke(open.house, open.call("changes", { bogus: 1 }))).kind, "error");
    const commit = () => Promise.reject(new ToolError("AUDIT_UNWRITABLE", "No room"));
    const house = { ...open.house, audit: { ...open.house.audit, commit } };
    assertEquals(codeOf(await invoke(house, open.call("changes"))), "AUDIT_UNWRITABLE");
    assertEquals(await open.left(), 1);
    assertEquals((await invoke(open.house, open.call("changes"))).kind, "result");
    assertEquals(await open.left(), 0);
  });

  Deno.test(`${store}: a caller that goes away before the change begins uses no approval up`, async () => {
    await using open = await opened({});
    const caller = new AbortController();
    const { commit } = open.house.audit;
    const house = {
      ...open.house,
      audit: {
        ...open.house.audit,
        commit: (...row: Parameters<typeof commit>) => {
          caller.abort();
          return commit(...row);
        },
      },
    };
    const code = await invoke(house, open.call("changes", {}, { signal: caller.signal }))
      .then(() => "answered", (error) => error.code);
    assertEquals([code, await open.left()], ["CANCELLED", 1]);
    assertTrue(!open.world.log.some((line) => line.startsWith("run")));
  });
}
