/** Which confirmations were used up, for a running program: the store is opened, and SQLite loaded, on the first one. */
import type { SpentNonces } from "../core/spent.ts";
import { patientStore } from "./patient.ts";

/** Where they are kept. */
export interface SpentOptions {
  /** The state directory, absolute and without links in its path; made with mode 0700 when missing. */
  readonly directory: string;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
  /** Milliseconds that a spend waits for a store that others are writing to. Default 2,000. */
  readonly busyMs?: number;
}

/**
 * The spent nonces of a state directory. A store that cannot be used fails the spend with the store's own error, so
 * that whoever confirmed learns why it did not count.
 *
 * @example
 * ```ts
 * import { createSpentNonces } from "gatehouse/state/spent_nonces.ts";
 *
 * const spent = createSpentNonces({
 *   directory: `${await Deno.realPath(await Deno.makeTempDir())}/gatehouse`,
 * });
 * const until = Date.now() + 60_000;
 * if (!await spent.spend("n1", until)) throw new Error("not spent");
 * if (await spent.spend("n1", until)) throw new Error("spent twice");
 * ```
 */
export function createSpentNonces({ directory, now = Date.now, busyMs = 2_000 }: SpentOptions): SpentNonces {
  const store = patientStore(directory, { busyMs });
  return {
    async spend(nonce, until) {
      const { spendNonce } = await import("./spent_store.ts");
      return await store.use((open) => spendNonce(open, nonce, { until, now: now() }));
    },
  };
}
