/** How a worker's faults end: typed, within the call's time, and without harm to others. */
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import type { Scenario } from "./scenarios.ts";
import { World } from "./world.ts";

/** Milliseconds of a deadline that is meant to pass. */
const SHORT = 200;

/** A fault, and how its call ends. The worker after it is a new one. */
function loses(method: string, why: string): Scenario {
  return async (program) => {
    await using world = new World(program);
    const worker = world.faults();
    const first = await worker.value("pid");
    const neighbour = worker.end("deaf");
    const end = String(await worker.end(method));
    assertIncludes(end, "ISOLATE_LOST");
    assertIncludes(end, why);
    assertIncludes(String(await neighbour), "ISOLATE_LOST");
    assertTrue(await worker.value("pid") !== first, "the same process goes on");
  };
}

/** A call that never ends by itself: its caller is told at the deadline, and the process is killed and replaced. */
function overruns(method: string): Scenario {
  return async (program) => {
    await using world = new World(program);
    const worker = world.faults();
    const other = world.faults();
    const [first, spared] = await Promise.all([worker.value("pid"), other.value("pid")]);
    const order: string[] = [];
    const neighbour = worker.code("deaf").then((code) => order.push(`neighbour ${code}`));
    await worker.code(method, { timeoutMs: SHORT }).then((code) => order.push(`late ${code}`));
    await neighbour;
    assertEquals(order, ["late DEADLINE_EXCEEDED", "neighbour ISOLATE_LOST"]);
    assertTrue(await worker.value("pid") !== first, "the same process goes on");
    assertEquals(await other.value("pid"), spared);
  };
}

/** A call of what the worker may not do fails by itself, and the worker goes on. */
function refuses(method: string): Scenario {
  return async (program) => {
    await using world = new World(program);
    const worker = world.faults();
    const pid = await worker.value("pid");
    assertEquals(await worker.code(method), "WORKER_FORBIDDEN");
    assertEquals(await worker.value("pid"), pid);
  };
}

/** By sentence. */
export const faults: Readonly<Record<string, Scenario>> = {
  "a call that comes while a late one is being ended is answered by the next process": async (program) => {
    await using world = new World(program);
    const worker = world.faults();
    const first = await worker.value("pid");
    assertEquals(await worker.code("deaf", { timeoutMs: SHORT }), "DEADLINE_EXCEEDED");
    assertTrue(await worker.value("pid") !== first, "the same process goes on");
  },
  "a busy loop ends at its deadline, and its process 300 ms later": overruns("busy"),
  "a reply that never comes ends at its deadline": overruns("deaf"),
  "a worker that takes its process's input away ends at its deadline": overruns("readsInput"),
  "a heap without end ends in a lost worker": loses("heap", "memory"),
  "buffers without end end in a lost worker": loses("buffers", "memory"),
  "an error that nobody catches ends in a lost worker": loses("throwsLater", "crashed"),
  "a rejection that nobody catches ends in a lost worker": loses("rejects", "crashed"),
  "a flood of messages ends in a lost worker": loses("flood", "ended before it answered"),
  "a flood of objects ends in a lost worker": loses("floodOfObjects", "protocol"),
  "a message that is no text ends in a lost worker": loses("notText", "protocol"),
  "a message of two lines ends in a lost worker": loses("twoLines", "protocol"),
  "a malformed frame ends in a lost worker": loses("malformed", "protocol"),
  "an answer to nobody's call ends in a lost worker": loses("answersOthers", "not asked"),
  "a worker that says the caller cancelled ends in a lost worker": loses("forgesCancel", "protocol"),
  "Deno.exit is refused": refuses("exit"),
  "close is refused": refuses("close"),
  "process.exit is refused": refuses("processExit"),
  "process.abort ends nothing": async (program) => {
    await using world = new World(program);
    const worker = world.faults();
    const pid = await worker.value("pid");
    assertTrue(await worker.code("processAbort") !== "value");
    assertEquals(await worker.value("pid"), pid);
  },

  "a worker that kills its process is lost, where Deno lets it": async (program) => {
    await using world = new World(program);
    const worker = world.faults();
    await worker.value("pid");
    // Deno 2.9 lets a process signal itself without a permission, 2.7 does not.
    assertTrue(["ISOLATE_LOST", "INTERNAL"].includes(await worker.code("kills")));
    assertEquals(await worker.value("echo", { input: 1 }), 1);
  },
  "a worker that fails while it loads is unavailable": async (program) => {
    await using world = new World(program);
    const backend = world.isolates.backend("broken", { permissions: {}, setup: () => null });
    const options = { signal: new AbortController().signal, timeoutMs: 10_000 };
    const error = await backend.call("any", null, options).then(() => null, (error) => error);
    assertEquals(error.code, "ISOLATE_UNAVAILABLE");
    assertIncludes(error.message, "broken at the top");
  },
  "a worker that nobody listed is unavailable": async (program) => {
    await using world = new World(program);
    const backend = world.isolates.backend("nobody", { permissions: {}, setup: () => null });
    const options = { signal: new AbortController().signal, timeoutMs: 10_000 };
    const error = await backend.call("any", null, options).then(() => null, (error) => error);
    assertEquals(error.code, "ISOLATE_UNAVAILABLE");
  },
  "a stray print reaches stderr only, and its call succeeds": async (program) => {
    await using world = new World(program);
    const worker = world.faults();
    const pid = await worker.value("pid");
    // In an executable a worker cannot load Node's modules, which write to stdout itself.
    assertEquals(await worker.value("prints"), { node: !Deno.build.standalone });
    const texts = [
      "printed while loading",
      "by console.log",
      "by console.table",
      "by Deno.stdout.writeSync",
      "by Deno.stdout.write",
      ...(Deno.build.standalone ? [] : ["by process.stdout", "forged", "without a line feed"]),
    ];
    for (const text of texts) await world.printed(text);
    assertEquals(await worker.value("pid"), pid);
  },
  "an answer is what the worker gave, and a failure has its code and next step": async (program) => {
    await using world = new World(program);
    const worker = world.faults({ setup: () => ({ told: "at the start" }) });
    assertEquals(await worker.value("setup"), { told: "at the start" });
    const input = { text: "line\nfeed \u2028", list: [1, null, { deep: true }] };
    assertEquals(await worker.value("echo", { input }), input);
    const error = await worker.value("typed").then(() => null, (error) => error);
    assertEquals([error.code, error.message, error.retryable, error.next], [
      "TARGET_UNKNOWN",
      "Could not find the target x",
      true,
      "Name another",
    ]);
    const defect = String(await worker.end("defect"));
    assertTrue(defect.startsWith("INTERNAL") && !defect.includes("inner detail"), defect);
    await world.printed("inner detail");
    assertEquals(await worker.code("no such method"), "INTERNAL");
  },
  "an answer that is too large fails by itself": async (program) => {
    await using world = new World(program);
    const worker = world.faults();
    const pid = await worker.value("pid");
    assertEquals(await worker.code("giant", { input: 2_097_152 }), "ANSWER_TOO_LARGE");
    assertEquals(String(await worker.value("giant", { input: 2_000_000 })).length, 2_000_000);
    assertEquals(await worker.code("echo", { input: "x".repeat(2_097_152) }), "INPUT_TOO_LARGE");
    assertEquals(await worker.value("pid"), pid);
  },
  "a worker that obeys is kept after a call's deadline": async (program) => {
    await using world = new World(program);
    const worker = world.faults();
    const pid = await worker.value("pid");
    assertEquals(await worker.code("obeys", { timeoutMs: SHORT }), "DEADLINE_EXCEEDED");
    assertEquals(await worker.value("aborted"), 1);
    assertEquals(await worker.value("pid"), pid);
  },
  "a cancelled call ends at once, and the worker is told": async (program) => {
    await using world = new World(program);
    const worker = world.faults();
    const pid = await worker.value("pid");
    const stop = new AbortController();
    const call = worker.code("obeys", { signal: stop.signal });
    await worker.value("echo");
    stop.abort();
    assertEquals(await call, "CANCELLED");
    assertEquals(await worker.value("aborted"), 1);
    assertEquals(await worker.value("pid"), pid);
    assertEquals(await worker.code("echo", { signal: AbortSignal.abort() }), "CANCELLED");
  },
  "a cancelled call that the worker ends in the program's own words costs no other call": async (program) => {
    await using world = new World(program);
    const worker = world.faults();
    const pid = await worker.value("pid");
    const stop = new AbortController();
    const call = worker.code("obeysInYourWords", { signal: stop.signal });
    await worker.value("echo");
    stop.abort();
    assertEquals(await call, "CANCELLED");
    assertEquals(await worker.value("pid"), pid);
  },
  "a cancelled call ends at once although the worker is busy": async (program) => {
    await using world = new World(program);
    const worker = world.faults();
    await worker.value("echo");
    const stop = new AbortController();
    const call = worker.code("busy", { signal: stop.signal, timeoutMs: 5_000 });
    stop.abort();
    assertEquals(await call, "CANCELLED");
  },
};
