/** Approvals in the program's one store; each function is one step of a transaction that holds the store's lock. */
import type { DatabaseSync } from "node:sqlite";
import type { Binding } from "../core/approval.ts";
import { ToolError } from "../core/errors.ts";
import { CALL_VALUES, SAME_CALL } from "./approvals_tables.ts";
import { newId } from "./ids.ts";
import { prepared } from "./sqlite.ts";

/** Approvals that may wait to be used, over all callers. */
export const MAX_APPROVALS = 1_024;

/**
 * An approval of this call that counts: not one that was given before a change of the same call was begun whose end
 * nobody knows, because whoever gave it did not know of that.
 */
const COUNTS = `${SAME_CALL} AND created_at >
  coalesce((SELECT began_at FROM begun WHERE ended_at IS NULL AND ${SAME_CALL}), -1)`;

/** An approval that was given and not yet used. */
export interface Granted {
  /** Names it to whoever gave it; knowing it allows nothing. */
  readonly id: string;
  readonly binding: Binding;
  /** Milliseconds since 1970; null where the store does not keep it. */
  readonly createdAt: number | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Whether there is one for exactly this call; those that have expired are gone before this is asked.
 *
 * @example
 * ```ts
 * import { holdsApproval } from "gatehouse/state/approvals_store.ts";
 *
 * if (holdsApproval.length !== 2) throw new Error("see the tests of the approvals");
 * ```
 */
export function holdsApproval(db: DatabaseSync, binding: Binding): boolean {
  return prepared(db, `SELECT 1 FROM approvals WHERE ${COUNTS}`).get({ ...binding }) !== undefined;
}

/**
 * Takes away the one that expires first.
 *
 * @returns False when there is none.
 *
 * @example
 * ```ts
 * import { spendApproval } from "gatehouse/state/approvals_store.ts";
 *
 * if (spendApproval.length !== 2) throw new Error("see the tests of the approvals");
 * ```
 */
export function spendApproval(db: DatabaseSync, binding: Binding): boolean {
  const first = `SELECT id FROM approvals WHERE ${COUNTS} ORDER BY expires_at, id LIMIT 1`;
  const { changes } = prepared(db, `DELETE FROM approvals WHERE id = (${first})`).run({ ...binding });
  return Number(changes) === 1;
}

/**
 * Adds one.
 *
 * @param times Milliseconds: since 1970, and how long it lasts.
 * @throws ToolError `TOO_MANY_APPROVALS`.
 *
 * @example
 * ```ts
 * import { addApproval } from "gatehouse/state/approvals_store.ts";
 *
 * if (addApproval.length !== 3) throw new Error("see the tests of the approvals");
 * ```
 */
export function addApproval(
  db: DatabaseSync,
  binding: Binding,
  { now, ttlMs }: { readonly now: number; readonly ttlMs: number },
): Granted {
  const { count } = prepared(db, "SELECT count(*) AS count FROM approvals").get() ?? {};
  if (Number(count) >= MAX_APPROVALS) throw tooMany();
  const granted = { id: newId("apr"), binding, createdAt: now, expiresAt: now + ttlMs };
  prepared(db, `INSERT INTO approvals VALUES (:id, ${CALL_VALUES}, :createdAt, :expiresAt)`)
    .run({ ...binding, id: granted.id, createdAt: now, expiresAt: granted.expiresAt });
  return granted;
}

/**
 * All that wait to be used, those that expire first in front.
 *
 * @example
 * ```ts
 * import { listApprovals } from "gatehouse/state/approvals_store.ts";
 *
 * if (listApprovals.length !== 1) throw new Error("see the tests of the approvals");
 * ```
 */
export function listApprovals(db: DatabaseSync): readonly Granted[] {
  return prepared(db, "SELECT * FROM approvals ORDER BY expires_at, id").all().map((row) => ({
    id: String(row["id"]),
    binding: bindingIn(row),
    createdAt: Number(row["created_at"]),
    expiresAt: Number(row["expires_at"]),
  }));
}

/**
 * Takes one away by its id.
 *
 * @returns False when there is none of that id.
 *
 * @example
 * ```ts
 * import { removeApproval } from "gatehouse/state/approvals_store.ts";
 *
 * if (removeApproval.length !== 2) throw new Error("see the tests of the approvals");
 * ```
 */
export function removeApproval(db: DatabaseSync, id: string): boolean {
  return Number(prepared(db, "DELETE FROM approvals WHERE id = ?").run(id).changes) === 1;
}

/**
 * The call that a row of one of our tables is about.
 *
 * @example
 * ```ts
 * import { bindingIn } from "gatehouse/state/approvals_store.ts";
 *
 * if (bindingIn({ principal: "p" }).principal !== "p") throw new Error("not read");
 * ```
 */
export function bindingIn(row: Readonly<Record<string, unknown>>): Binding {
  const { principal, capability, identity, resource, arguments_digest: argumentsDigest } = row;
  return {
    principal: String(principal),
    capability: String(capability),
    identity: String(identity),
    resource: String(resource),
    argumentsDigest: String(argumentsDigest),
  };
}

/**
 * The refusal of one approval more than are kept.
 *
 * @example
 * ```ts
 * import { tooMany } from "gatehouse/state/approvals_store.ts";
 *
 * if (tooMany().code !== "TOO_MANY_APPROVALS") throw new Error("another code");
 * ```
 */
export function tooMany(): ToolError {
  return new ToolError("TOO_MANY_APPROVALS", `${MAX_APPROVALS} approvals wait to be used already`, {
    next: "Wait until some expire, or revoke some",
  });
}
