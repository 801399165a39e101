import { assertEquals, assertFails, assertTrue } from "../assert.ts";
import { Deadline } from "gatehouse/core/deadline.ts";

Deno.test("a call that never looks at its signal leaves no timer behind", () => {
  // The test runner's own leak check fails this test when a timer stays.
  using deadline = new Deadline(60_000);
  assertEquals(deadline.failure(), null);
});

Deno.test("a signal that was used leaves no timer and no listener behind", async () => {
  const caller = new AbortController();
  {
    using deadline = new Deadline(60_000, caller.signal);
    assertEquals(await deadline.race(Promise.resolve(1)), 1);
  }
  caller.abort();
});

Deno.test("work that is late fails as DEADLINE_EXCEEDED, retryable", async () => {
  using deadline = new Deadline(1);
  const error = await assertFails(() => deadline.race(new Promise(() => {})), "DEADLINE_EXCEEDED");
  assertTrue((error as { retryable?: boolean }).retryable);
  assertTrue(deadline.signal.aborted);
});

Deno.test("a caller that was gone before the signal was made still aborts it", () => {
  using deadline = new Deadline(60_000, AbortSignal.abort());
  assertTrue(deadline.signal.aborted);
  assertEquals(deadline.failure()?.code, "CANCELLED");
});

Deno.test("work that fails after the deadline is not an unhandled rejection", async () => {
  using deadline = new Deadline(1);
  const late = Promise.withResolvers<never>();
  await assertFails(() => deadline.race(late.promise), "DEADLINE_EXCEEDED");
  late.reject(new Error("too late to matter"));
  await Promise.resolve();
});

Deno.test("the work's own failure is passed on", async () => {
  using deadline = new Deadline(60_000);
  let caught: unknown;
  await deadline.race(Promise.reject(new RangeError("own"))).catch((error) => caught = error);
  assertTrue(caught instanceof RangeError);
});

Deno.test("a deadline that is shortened ends sooner, with and without a signal in use, and is never lengthened", async () => {
  for (const isUsed of [true, false]) {
    using deadline = new Deadline(60_000);
    if (isUsed) assertTrue(!deadline.signal.aborted);
    deadline.shorten(120_000);
    assertTrue(deadline.leftMs <= 60_000);
    deadline.shorten(1);
    await assertFails(() => deadline.race(new Promise(() => {})), "DEADLINE_EXCEEDED");
  }
});
