import { Pool } from "gatehouse/isolate/pool.ts";
import type { Isolated } from "gatehouse/isolate/isolates.ts";
import { assertEquals } from "../assert.ts";

/** Workers that answer when they are told to. */
class Workers {
  readonly started: string[] = [];
  readonly ended: string[] = [];
  readonly calls = new Map<string, PromiseWithResolvers<unknown>>();

  open = (subject: string): Promise<Isolated> => {
    this.started.push(subject);
    if (subject === "broken") return Promise.reject(new Error("broken"));
    return Promise.resolve({
      call: () => {
        const call = Promise.withResolvers<unknown>();
        this.calls.set(subject, call);
        return call.promise;
      },
      end: () => void this.ended.push(subject),
    });
  };
}

function ask(pool: Pool, subject: string, signal = new AbortController().signal): Promise<unknown> {
  const work = (worker: Isolated) => worker.call("any", null, { signal, timeoutMs: 1_000 });
  return pool.use(subject, { signal, work }).catch((error) => error.code ?? error.message);
}

/** Lets every promise that can settle do so. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await undefined;
}

Deno.test("a subject's worker is kept for its next call", async () => {
  const workers = new Workers();
  const pool = new Pool(workers.open, 2);
  for (const value of [1, 2]) {
    const answer = ask(pool, "a");
    await settled();
    workers.calls.get("a")?.resolve(value);
    assertEquals(await answer, value);
  }
  assertEquals(workers.started, ["a"]);
});

Deno.test("the idle worker that was used longest ago makes room, a busy one never", async () => {
  const workers = new Workers();
  const pool = new Pool(workers.open, 2);
  const [a, b] = [ask(pool, "a"), ask(pool, "b")];
  await settled();
  workers.calls.get("b")?.resolve("b");
  assertEquals(await b, "b");
  const c = ask(pool, "c");
  await settled();
  assertEquals([workers.started, workers.ended], [["a", "b", "c"], ["b"]]);
  workers.calls.get("a")?.resolve("a");
  workers.calls.get("c")?.resolve("c");
  assertEquals([await a, await c], ["a", "c"]);
});

Deno.test("a call waits until a worker is idle, and stops waiting when it is cancelled", async () => {
  const workers = new Workers();
  const pool = new Pool(workers.open, 1);
  const a = ask(pool, "a");
  const cancel = new AbortController();
  const [b, c] = [ask(pool, "b", cancel.signal), ask(pool, "c")];
  await settled();
  assertEquals(workers.started, ["a"]);
  cancel.abort();
  assertEquals(await b, "CANCELLED");
  workers.calls.get("a")?.resolve("a");
  assertEquals(await a, "a");
  await settled();
  assertEquals([workers.started, workers.ended], [["a", "c"], ["a"]]);
  workers.calls.get("c")?.resolve("c");
  assertEquals(await c, "c");
});

Deno.test("a worker that cannot be made is not kept", async () => {
  const workers = new Workers();
  const pool = new Pool(workers.open, 1);
  assertEquals([await ask(pool, "broken"), await ask(pool, "broken")], ["broken", "broken"]);
  assertEquals(workers.started, ["broken", "broken"]);
});
