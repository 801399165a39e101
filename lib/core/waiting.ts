/** Waiting for what other processes hold. */
import { ToolError } from "./errors.ts";

/**
 * Tries again while what others hold is busy.
 *
 * @throws What the work throws; `STORE_BUSY` when it is still busy after `busyMs` milliseconds.
 *
 * @example
 * ```ts
 * import { ToolError } from "gatehouse/core/errors.ts";
 * import { waiting } from "gatehouse/core/waiting.ts";
 *
 * let tries = 0;
 * const work = () => ++tries < 3 ? Promise.reject(new ToolError("STORE_BUSY", "In use")) : Promise.resolve(tries);
 * if (await waiting(work, { busyMs: 10_000 }) !== 3) throw new Error("gave up");
 * ```
 */
export async function waiting<T>(
  work: () => T | Promise<T>,
  { busyMs }: { readonly busyMs: number },
): Promise<T> {
  const giveUpAt = performance.now() + busyMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error;
    }
    await aWhile();
  }
}

/**
 * Whether something is held by others, and will be free again.
 *
 * @example
 * ```ts
 * import { ToolError } from "gatehouse/core/errors.ts";
 * import { isBusy } from "gatehouse/core/waiting.ts";
 *
 * if (!isBusy(new ToolError("STORE_BUSY", "In use")) || isBusy(new Error("STORE_BUSY"))) throw new Error("mistaken");
 * ```
 */
export function isBusy(error: unknown): boolean {
  return error instanceof ToolError && error.code === "STORE_BUSY";
}

/** Not the same for all, so that those who wait do not meet again. */
function aWhile(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 25));
}
