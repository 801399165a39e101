/** What a worker tells while it works. */
import { assertEquals, assertIncludes } from "../../assert.ts";
import type { Scenario } from "./scenarios.ts";
import { World } from "./world.ts";

/** By sentence. */
export const events: Readonly<Record<string, Scenario>> = {
  "what a worker tells comes in order, before the answer, and what is too large not at all": async (
    program,
  ) => {
    await using world = new World(program);
    const told: unknown[] = [];
    const onEvent = (event: unknown) => void told.push(event);
    const events = [1, "two", { three: [null] }, "x".repeat(65_537), "y".repeat(60_000), undefined];
    const answer = await world.faults().value("tells", { input: events, onEvent });
    assertEquals(answer, "told");
    assertEquals<unknown>(told, [1, "two", { three: [null] }, "y".repeat(60_000), null]);
  },
  "events go to the call that they belong to": async (program) => {
    await using world = new World(program);
    const worker = world.faults();
    const told: string[] = [];
    const calls = ["a", "b", "c"].map((name) =>
      worker.value("tells", { input: [name, name], onEvent: (event) => void told.push(`${name}${event}`) })
    );
    await Promise.all(calls);
    assertEquals(told.sort(), ["aa", "aa", "bb", "bb", "cc", "cc"]);
  },
  "what nobody listens to, and what comes after the answer, is dropped": async (program) => {
    await using world = new World(program);
    const worker = world.faults();
    const pid = await worker.value("pid");
    assertEquals(await worker.value("tells", { input: [1] }), "told");
    const told: unknown[] = [];
    await worker.value("tellsLater", { onEvent: (event) => void told.push(event) });
    assertEquals(await worker.value("later"), "told");
    assertEquals(await worker.value("saysEvent"), null);
    assertEquals([told, await worker.value("pid")], [[], pid]);
  },
  "a listener that throws ends its call, and nothing else": async (program) => {
    await using world = new World(program);
    const worker = world.faults();
    const pid = await worker.value("pid");
    const onEvent = () => {
      throw new RangeError("in the listener");
    };
    assertIncludes(String(await worker.end("tells", { input: [1], onEvent })), "INTERNAL");
    assertEquals(await worker.value("pid"), pid);
  },
};
