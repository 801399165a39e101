import { Budget } from "gatehouse/flow/run/budget.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

Deno.test("a run that was cancelled before it began does not begin", () => {
  using budget = new Budget({ maxToolCalls: 1, maxSeconds: 60, signal: AbortSignal.abort() });
  assertEquals([budget.ended, budget.signal.aborted], ["cancelled", true]);
});

Deno.test("what ended a run first is what it is told to have ended by", async () => {
  const controller = new AbortController();
  using budget = new Budget({ maxToolCalls: 1, maxSeconds: 0.01, signal: controller.signal });
  await new Promise<void>((resolve) => budget.signal.addEventListener("abort", () => resolve()));
  controller.abort();
  assertEquals(budget.ended, "time");
  assertTrue(budget.endedBecause?.includes("0.01 seconds"));
});

Deno.test("a budget that is let go of ends nothing any more", () => {
  const controller = new AbortController();
  const budget = new Budget({ maxToolCalls: 1, maxSeconds: 60, signal: controller.signal });
  budget[Symbol.dispose]();
  controller.abort();
  assertEquals([budget.ended, budget.endedBecause], [null, null]);
});
