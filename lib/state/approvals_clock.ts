/**
 * The time by which approvals end. A clock that is set back must not bring an ended one to life, and one that was set
 * forward by mistake must not keep later ones alive for hours: so once the time is seen to have gone back, what was
 * approved before counts no more, and the new time holds from then on.
 */
import type { DatabaseSync } from "node:sqlite";
import { prepared } from "./sqlite.ts";
import type { Reading } from "./watched_clock.ts";

/** Milliseconds that a clock may step back as part of being kept right; the time then stands still for as long. */
const SLACK_MS = 1_000;

/**
 * Whether the clock was set back since anyone used the store.
 *
 * @example
 * ```ts
 * import { wasSetBack } from "gatehouse/state/approvals_clock.ts";
 *
 * if (wasSetBack.length !== 2) throw new Error("see the tests of the approvals");
 * ```
 */
export function wasSetBack(db: DatabaseSync, { now, atLeast }: Reading): boolean {
  return Math.max(highest(db), atLeast) - now > SLACK_MS;
}

/**
 * The time that counts, and what has ended by then is taken away. Called in every transaction, before anything else.
 *
 * @returns Milliseconds since 1970.
 *
 * @example
 * ```ts
 * import { tick } from "gatehouse/state/approvals_clock.ts";
 *
 * if (tick.length !== 2) throw new Error("see the tests of the approvals");
 * ```
 */
export function tick(db: DatabaseSync, reading: Reading): number {
  const { now: told, atLeast } = reading;
  const isBack = wasSetBack(db, reading);
  const now = isBack ? told : Math.max(told, highest(db), atLeast);
  if (isBack) {
    prepared(db, "DELETE FROM approvals").run();
    prepared(db, "DELETE FROM requests WHERE created_at > ?").run(now);
    // What is approved from now on was approved later than what was begun at a time that never was.
    prepared(db, "UPDATE begun SET began_at = ? WHERE began_at >= ?").run(now - 1, now);
  }
  prepared(db, "INSERT INTO clock VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET highest = excluded.highest")
    .run(now);
  prepared(db, "DELETE FROM approvals WHERE expires_at <= ?").run(now);
  prepared(db, "DELETE FROM requests WHERE expires_at <= ?").run(now);
  return now;
}

function highest(db: DatabaseSync): number {
  return Number(prepared(db, "SELECT highest FROM clock").get()?.["highest"] ?? 0);
}
