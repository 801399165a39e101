/** The newest rows of the audit log, for a person to read. */
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import type { AuditEntry } from "../core/audit.ts";
import { ToolError } from "../core/errors.ts";
import { shownPath } from "../core/file_checks.ts";
import { segmentsIn } from "./audit_place.ts";
import { AUDIT_FORMAT } from "./audit_segment.ts";
import { openStoreToRead, storeError } from "./sqlite.ts";

/** A row as it is read back. */
export type AuditRow =
  | { readonly kind: "call"; readonly seq: number; readonly entry: AuditEntry }
  /** Rows that were never written, because too many waited. */
  | { readonly kind: "gap"; readonly seq: number; readonly at: number; readonly lost: number }
  /** What this program did not write; `verifyAudit` says more. */
  | { readonly kind: "unreadable"; readonly seq: number };

/** How much is read. */
export interface TailOptions {
  /** Most rows, at least 1. */
  readonly limit: number;
  /** Which calls; default all. What tells of no call (a gap, an unreadable row) always comes along. */
  readonly wanted?: (entry: AuditEntry) => boolean;
}

/** Rows that are read at a time. */
const BATCH = 512;

const stored = z.union([
  z.strictObject({
    call: z.strictObject({
      at: z.number(),
      principal: z.string(),
      via: z.enum(["stdio", "http", "cli"]),
      tool: z.string(),
      outcome: z.string(),
      ms: z.number(),
      facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    }),
  }),
  z.strictObject({ gap: z.strictObject({ at: z.number(), lost: z.int().positive() }) }),
]);

/**
 * The newest rows, oldest of them first. The rows are not checked against the chain: that is `verifyAudit`.
 *
 * @throws ToolError `STORE_MISSING` when there is no log; `STORE_DAMAGED`, `STORE_FOREIGN`, `STORE_NEWER`,
 *   `STORE_BUSY`, `FILE_UNSAFE`.
 *
 * @example
 * ```ts
 * import { createAuditLog } from "gatehouse/state/audit_log.ts";
 * import { tailAudit } from "gatehouse/state/audit_tail.ts";
 *
 * const directory = `${await Deno.realPath(await Deno.makeTempDir())}/gatehouse`;
 * const log = createAuditLog({ directory });
 * log.record({ at: Date.now(), principal: "loopback", via: "cli", tool: "t", outcome: "ok", ms: 1, facts: {} });
 * await log.close();
 * const [row] = tailAudit(directory, { limit: 10 });
 * if (row?.kind !== "call" || row.entry.tool !== "t") throw new Error("lost the row");
 * ```
 */
export function tailAudit(
  directory: string,
  { limit, wanted = () => true }: TailOptions,
): readonly AuditRow[] {
  const segments = segmentsIn(directory);
  if (segments.length === 0) {
    throw new ToolError("STORE_MISSING", `There is no audit log in ${shownPath(directory)}`, {
      next: "It is made when the first call is recorded",
    });
  }
  const rows: AuditRow[] = [];
  for (const { path } of segments.toReversed()) {
    if (rows.length >= limit) break;
    const { db } = openStoreToRead(path, AUDIT_FORMAT);
    try {
      for (const row of newestOf(db, wanted)) {
        rows.push(row);
        if (rows.length >= limit) break;
      }
    } catch (error) {
      throw storeError(path, error);
    } finally {
      db.close();
    }
  }
  return rows.toReversed();
}

/** The newest first, read in batches: a file has hundreds of thousands, of which few may be wanted. */
function* newestOf(db: DatabaseSync, wanted: (entry: AuditEntry) => boolean): Generator<AuditRow> {
  const read = (where: string) =>
    db.prepare(
      `SELECT CAST(seq AS REAL) AS seq, body FROM audit ${where} ORDER BY audit.seq DESC LIMIT ${BATCH}`,
    );
  const further = read("WHERE audit.seq < ?");
  // No bound to begin with: a row that somebody gave a number which no row can have comes along.
  let rows = read("").all();
  for (let full = true; full;) {
    const batch = rows.map(({ seq, body }) => rowOf(Number(seq), String(body)));
    full = batch.length === BATCH;
    for (const row of batch) if (row.kind !== "call" || wanted(row.entry)) yield row;
    if (full) rows = further.all(batch.at(-1)?.seq ?? 0);
  }
}

function rowOf(seq: number, body: string): AuditRow {
  const parsed = stored.safeParse(jsonOrNull(body));
  if (!parsed.success) return { kind: "unreadable", seq };
  if ("gap" in parsed.data) return { kind: "gap", seq, ...parsed.data.gap };
  return { kind: "call", seq, entry: parsed.data.call };
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
