/** A request that failed for the moment, and not for what it asked: it is made again, a bounded number of times. */
import { ToolError } from "../../core/errors.ts";

/** Times that a request is made again. */
const MAX_AGAIN = 2;

/** Seconds that are waited at most; a service that asks for more is not there for this run. */
const MAX_WAIT_SECONDS = 30;

/**
 * Asks, and again when the connection broke off or the service had too much to do: such an error says after how many
 * seconds it is worth trying again.
 *
 * @param ask Called at most three times.
 * @param signal Ends the wait, after which the request is made once more, for it to fail as a cancelled one does.
 * @throws Whatever the last call threw.
 *
 * @example
 * ```ts
 * import { ToolError } from "gatehouse/core/errors.ts";
 * import { retried } from "gatehouse/flow/roles/retried.ts";
 *
 * let calls = 0;
 * const answer = await retried(() => {
 *   if (++calls < 3) throw new ToolError("MODEL_UNAVAILABLE", "It broke off", { retryAfterSeconds: 0 });
 *   return Promise.resolve("yes");
 * }, new AbortController().signal);
 * if (answer !== "yes") throw new Error(answer);
 * ```
 */
export async function retried<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let again = 0;; again++) {
    try {
      return await ask();
    } catch (error) {
      const seconds = error instanceof ToolError ? error.retryAfterSeconds : undefined;
      if (again === MAX_AGAIN || seconds === undefined || seconds > MAX_WAIT_SECONDS || signal.aborted) {
        throw error;
      }
      await pause(seconds * 1_000, signal);
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return;
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  const stop = (): void => over.resolve();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await over.promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
