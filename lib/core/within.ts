/** Waiting for work under a deadline, at no cost for work that takes no time. */
import type { Deadline } from "./deadline.ts";
import type { Soon } from "./soon.ts";

/** Microtasks that work gets to end by itself before a clock is set for it. */
const TURNS = 32;

/**
 * Waits for work, and races it against the deadline if it takes time: what only passes through promises ends within a
 * few microtasks, and a timer and a signal for it would cost more than the work.
 *
 * @throws ToolError as `Deadline.race`.
 *
 * @example
 * ```ts
 * import { Deadline } from "gatehouse/core/deadline.ts";
 * import { within } from "gatehouse/core/within.ts";
 *
 * using deadline = new Deadline(1_000);
 * if (await within(deadline, Promise.resolve(1)) !== 1) throw new Error("not waited");
 * ```
 */
export function within<T>(deadline: Deadline, work: Soon<T>): Soon<T> {
  return work instanceof Promise ? waited(deadline, work) : work;
}

async function waited<T>(deadline: Deadline, work: Promise<T>): Promise<T> {
  let isSettled = false;
  const note = (): void => {
    isSettled = true;
  };
  work.then(note, note);
  for (let turn = 0; turn < TURNS && !isSettled; turn++) await undefined;
  if (!isSettled) return await deadline.race(work);
  const failure = deadline.failure();
  if (failure !== null) throw failure;
  return await work;
}
