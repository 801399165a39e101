/** Calls that wait for a person, in the program's one store: bounded, and allowing nothing by themselves. */
import type { DatabaseSync } from "node:sqlite";
import type { Binding, Pending } from "../core/approval.ts";
import { ToolError } from "../core/errors.ts";
import { bindingIn } from "./approvals_store.ts";
import { CALL_VALUES, SAME_CALL } from "./approvals_tables.ts";
import { newId } from "./ids.ts";
import { prepared } from "./sqlite.ts";

/** Milliseconds that a request waits, and that a refusal is remembered. */
const KEPT_MS = 900_000;

/** Requests that wait at once. */
const MAX_REQUESTS = 256;

/** Of those, requests of one caller; a further one takes the place of the caller's own oldest. */
const MAX_OF_ONE = 32;

/** A call that waits. */
export interface Waiting extends Pending {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Adds a request, or lets the one for the same call wait longer.
 *
 * @returns Its id, or why a person declined that call a while ago.
 * @throws ToolError `AUTHORIZATION_FAILED` when other callers' requests take all the room.
 *
 * @example
 * ```ts
 * import { addRequest } from "gatehouse/state/requests_store.ts";
 *
 * if (addRequest.length !== 3) throw new Error("see the tests of the approvals");
 * ```
 */
export function addRequest(
  db: DatabaseSync,
  { binding, alias, shown, effects = [] }: Pending,
  { now }: { readonly now: number },
): { readonly id: string } | { readonly declined: string } {
  const expiresAt = now + KEPT_MS;
  const lines = effects.map((effect) => effect.replaceAll("\n", " ")).join("\n");
  const known = prepared(db, `SELECT id, reason FROM requests WHERE ${SAME_CALL}`).get({ ...binding });
  if (known !== undefined && known["reason"] !== null) return { declined: String(known["reason"]) };
  if (known !== undefined) {
    const id = String(known["id"]);
    prepared(db, "UPDATE requests SET alias = ?, shown = ?, expires_at = ?, effects = ? WHERE id = ?")
      .run(alias, shown, expiresAt, lines, id);
    return { id };
  }
  makeRoom(db, binding);
  const id = newId("req");
  prepared(
    db,
    `INSERT INTO requests VALUES (:id, ${CALL_VALUES}, :alias, :shown, :now, :expiresAt, 'pending', NULL, :lines)`,
  ).run({ ...binding, id, alias, shown, now, expiresAt, lines });
  return { id };
}

/**
 * Every call that waits, the newest last.
 *
 * @example
 * ```ts
 * import { listRequests } from "gatehouse/state/requests_store.ts";
 *
 * if (listRequests.length !== 1) throw new Error("see the tests of the approvals");
 * ```
 */
export function listRequests(db: DatabaseSync): readonly Waiting[] {
  return prepared(db, "SELECT * FROM requests WHERE state = 'pending' ORDER BY created_at, id").all()
    .map((row) => ({
      id: String(row["id"]),
      binding: bindingIn(row),
      alias: String(row["alias"]),
      shown: String(row["shown"]),
      effects: String(row["effects"]).split("\n").filter((effect) => effect !== ""),
      createdAt: Number(row["created_at"]),
      expiresAt: Number(row["expires_at"]),
    }));
}

/**
 * Takes a request away, because it is decided.
 *
 * @returns What it was about; null when no such request waits.
 *
 * @example
 * ```ts
 * import { takeRequest } from "gatehouse/state/requests_store.ts";
 *
 * if (takeRequest.length !== 2) throw new Error("see the tests of the approvals");
 * ```
 */
export function takeRequest(db: DatabaseSync, id: string): Binding | null {
  const row = prepared(db, "DELETE FROM requests WHERE id = ? AND state = 'pending' RETURNING *").get(id);
  return row === undefined ? null : bindingIn(row);
}

/**
 * Turns a request down: the next same call is told why, for 15 minutes.
 *
 * @param options `reason`: 1 to 300 characters.
 * @returns What it was about; null when no such request waits.
 *
 * @example
 * ```ts
 * import { declineRequest } from "gatehouse/state/requests_store.ts";
 *
 * if (declineRequest.length !== 3) throw new Error("see the tests of the approvals");
 * ```
 */
export function declineRequest(
  db: DatabaseSync,
  id: string,
  { reason, now }: { readonly reason: string; readonly now: number },
): Binding | null {
  const row = prepared(
    db,
    `UPDATE requests SET state = 'declined', reason = ?, expires_at = ?
      WHERE id = ? AND state = 'pending' RETURNING *`,
  ).get(reason, now + KEPT_MS, id);
  return row === undefined ? null : bindingIn(row);
}

/**
 * Forgets what waits for this call, or was declined: it has been approved.
 *
 * @example
 * ```ts
 * import { dropRequest } from "gatehouse/state/requests_store.ts";
 *
 * if (dropRequest.length !== 2) throw new Error("see the tests of the approvals");
 * ```
 */
export function dropRequest(db: DatabaseSync, binding: Binding): void {
  prepared(db, `DELETE FROM requests WHERE ${SAME_CALL}`).run({ ...binding });
}

function makeRoom(db: DatabaseSync, { principal }: Binding): void {
  const own = prepared(db, "SELECT count(*) AS count FROM requests WHERE state = 'pending' AND principal = ?")
    .get(principal);
  if (Number(own?.["count"]) >= MAX_OF_ONE) {
    prepared(
      db,
      `DELETE FROM requests WHERE id = (
        SELECT id FROM requests WHERE state = 'pending' AND principal = ? ORDER BY expires_at, id LIMIT 1
      )`,
    ).run(principal);
  }
  const all = prepared(db, "SELECT count(*) AS count FROM requests WHERE state = 'pending'").get();
  if (Number(all?.["count"]) < MAX_REQUESTS) return;
  throw new ToolError(
    "AUTHORIZATION_FAILED",
    `This change needs an approval, and ${MAX_REQUESTS} requests wait already`,
    { next: "Ask the operator to look at gatehouse approvals pending" },
  );
}
