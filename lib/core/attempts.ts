/** Phase 10 of a call that only reads: what may pass by itself is tried again. */
import type { Deadline } from "./deadline.ts";
import { ToolError } from "./errors.ts";
import type { Tool } from "./tool.ts";

/** Runs of one call at most. */
const MAX_RUNS = 3;

/** Milliseconds before the second run; twice as long before the third. */
const FIRST_WAIT_MS = 1_000;

/** Milliseconds by which a wait varies, so that many callers do not come back at once. */
const JITTER_MS = 250;

/**
 * Runs the work, and again when it fails with a code that the tool names and says that trying again can help.
 *
 * @param work Aborted by the deadline's signal.
 * @throws ToolError the last failure; at once when its wait does not fit into what is left of the deadline.
 *
 * @example
 * ```ts
 * import { attempts } from "gatehouse/core/attempts.ts";
 * import { Deadline } from "gatehouse/core/deadline.ts";
 *
 * using deadline = new Deadline(1_000);
 * const value = await attempts({ retryOn: ["BUSY"] }, { deadline, work: () => Promise.resolve(7) });
 * if (value !== 7) throw new Error("another value");
 * ```
 */
export async function attempts<T>(
  { retryOn }: Pick<Tool, "retryOn">,
  { deadline, work }: { readonly deadline: Deadline; readonly work: () => T | Promise<T> },
): Promise<T> {
  for (let run = 1;; run++) {
    try {
      return await work();
    } catch (error) {
      if (run === MAX_RUNS || !(error instanceof ToolError) || !error.retryable) throw error;
      if (retryOn?.includes(error.code) !== true) throw error;
      const asked = error.retryAfterSeconds === undefined ? undefined : error.retryAfterSeconds * 1_000;
      const wait = (asked ?? FIRST_WAIT_MS * 2 ** (run - 1)) + Math.random() * JITTER_MS;
      if (wait >= deadline.leftMs) throw error;
      await pause(wait, deadline);
    }
  }
}

async function pause(ms: number, deadline: Deadline): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  try {
    await deadline.race(over.promise);
  } finally {
    clearTimeout(timer);
  }
}
