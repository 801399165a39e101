/** Changes that were begun, in the program's one store: one without an end may have happened. */
import type { DatabaseSync } from "node:sqlite";
import type { Binding } from "../core/approval.ts";
import { CALL_VALUES, SAME_CALL } from "./approvals_tables.ts";
import { prepared } from "./sqlite.ts";

const DAY_MS = 86_400_000;

/** Milliseconds that a change whose end is known is kept. */
const ENDED_KEPT_MS = DAY_MS;

/** Milliseconds that one without an end is kept: forgotten, it needs an approval like any other. */
const OPEN_KEPT_MS = 30 * DAY_MS;

/**
 * Remembers that a change begins. An earlier one of the same call is forgotten: whoever allowed this one knew of it.
 *
 * @param options `older`: ids of further approvals of the same call that were there by then, where the store of them does
 * not keep when they were given.
 * @returns What `settleBegun` takes.
 *
 * @example
 * ```ts
 * import { addBegun } from "gatehouse/state/begun_store.ts";
 *
 * if (addBegun.length !== 3) throw new Error("see the tests of the approvals");
 * ```
 */
export function addBegun(
  db: DatabaseSync,
  binding: Binding,
  { now, older = [] }: { readonly now: number; readonly older?: readonly string[] },
): string {
  prepared(db, "DELETE FROM begun WHERE ended_at < ? OR began_at < ?")
    .run(now - ENDED_KEPT_MS, now - OPEN_KEPT_MS);
  prepared(db, `DELETE FROM begun WHERE ${SAME_CALL}`).run({ ...binding });
  const id = crypto.randomUUID();
  prepared(db, `INSERT INTO begun VALUES (:id, ${CALL_VALUES}, :now, NULL, NULL, :older)`)
    .run({ ...binding, id, now, older: JSON.stringify(older) });
  return id;
}

/**
 * Remembers how it ended.
 *
 * @param ended `outcome`: `ok` or the code of a failure that says what happened.
 *
 * @example
 * ```ts
 * import { settleBegun } from "gatehouse/state/begun_store.ts";
 *
 * if (settleBegun.length !== 3) throw new Error("see the tests of the approvals");
 * ```
 */
export function settleBegun(
  db: DatabaseSync,
  id: string,
  { outcome, now }: { readonly outcome: string; readonly now: number },
): void {
  prepared(db, "UPDATE begun SET ended_at = ?, outcome = ? WHERE id = ?").run(now, outcome, id);
}

/** A change that was begun and has no known end. */
export interface OpenChange {
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Approvals that were given before it began, and so by people who did not know of it. */
  readonly older: readonly string[];
}

/**
 * The change of this call whose end nobody knows; null for none.
 *
 * @example
 * ```ts
 * import { openBegun } from "gatehouse/state/begun_store.ts";
 *
 * if (openBegun.length !== 2) throw new Error("see the tests of the approvals");
 * ```
 */
export function openBegun(db: DatabaseSync, binding: Binding): OpenChange | null {
  const row = prepared(db, `SELECT began_at, older FROM begun WHERE ended_at IS NULL AND ${SAME_CALL}`)
    .get({ ...binding });
  if (row === undefined) return null;
  const older: unknown = JSON.parse(String(row["older"]));
  return { since: Number(row["began_at"]), older: Array.isArray(older) ? older.map(String) : [] };
}
