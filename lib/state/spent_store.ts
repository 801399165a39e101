/**
 * The nonces of used confirmations on disk, in the program's one store.
 *
 * A nonce is spent by the insert that finds it free, in a transaction that holds the store's one write lock: of all
 * processes that share the state directory, one gets it. This module is imported on the first spend.
 */
import type { HouseStore } from "./house_store.ts";
import { prepared } from "./sqlite.ts";

/**
 * Milliseconds that a nonce is remembered beyond its end: a day, so that a clock that was set back does not bring a
 * forgotten confirmation to life again.
 */
const KEPT_MS = 86_400_000;

/**
 * Spends a nonce; on the disk when it returns.
 *
 * @param nonce 1 to 64 characters.
 * @param options Milliseconds since 1970: `until` when the confirmation ends, `now`.
 * @returns False when it was spent before.
 * @throws ToolError as `HouseStore.transact`.
 *
 * @example
 * ```ts
 * import { HouseStore } from "gatehouse/state/house_store.ts";
 * import { spendNonce } from "gatehouse/state/spent_store.ts";
 *
 * const directory = `${await Deno.realPath(await Deno.makeTempDir())}/gatehouse`;
 * const store = HouseStore.open(directory, { known: null });
 * const times = { until: Date.now() + 1_000, now: Date.now() };
 * const first = spendNonce(store, "n1", times);
 * const second = spendNonce(store, "n1", times);
 * store.close();
 * if (!first || second) throw new Error("spent twice");
 * ```
 */
export function spendNonce(
  store: HouseStore,
  nonce: string,
  { until, now }: { until: number; now: number },
): boolean {
  return store.transact((db) => {
    prepared(db, "DELETE FROM spent WHERE until < ?").run(now - KEPT_MS);
    const { changes } = prepared(db, "INSERT INTO spent VALUES (?, ?) ON CONFLICT DO NOTHING")
      .run(nonce, until);
    return Number(changes) === 1;
  });
}
