/**
 * One file of the audit log.
 *
 * A segment is never renamed while others may have it open, which SQLite does not survive in write-ahead mode: it has
 * its name from the start (`audit-<first row>.sqlite`), is closed by a mark inside, and the next one goes on with the
 * chain. The newest is the one that is written.
 */
import type { DatabaseSync } from "node:sqlite";
import type { ChainPoint } from "./audit_row.ts";
import { newStore, prepared, type StoreFormat } from "./sqlite.ts";

/** What a segment says of itself: `GHAU`. */
export const AUDIT_FORMAT: StoreFormat = {
  applicationId: 0x47484155,
  migrations: [`
    CREATE TABLE segment (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      before_seq INTEGER NOT NULL,
      before_hash BLOB NOT NULL,
      closed INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE audit (
      seq INTEGER PRIMARY KEY,
      body TEXT NOT NULL,
      hash BLOB NOT NULL,
      seal BLOB NOT NULL
    ) STRICT;
  `],
};

// Row numbers are read as REAL: an INTEGER of SQLite that JavaScript cannot hold ends a statement early or with an error.

/** How a segment begins, and whether it goes on. */
export interface SegmentState {
  /** The last row of the segment before, or the start of the chain. */
  readonly before: ChainPoint;
  /** No row follows in this segment. */
  readonly closed: boolean;
}

/** The last row that a segment has. */
export interface SegmentEnd extends ChainPoint {
  /** The row's own seal; null when the segment has no row, and the point is the one before it. */
  readonly seal: Uint8Array | null;
}

/**
 * The bytes of an empty segment that goes on after this point.
 *
 * @example
 * ```ts
 * import { CHAIN_START } from "gatehouse/state/audit_row.ts";
 * import { newSegment } from "gatehouse/state/audit_segment.ts";
 *
 * if (newSegment(await Deno.makeTempDir(), CHAIN_START).byteLength === 0) throw new Error("nothing made");
 * ```
 */
export function newSegment(directory: string, { seq, hash }: ChainPoint): Uint8Array {
  return newStore(directory, {
    format: AUDIT_FORMAT,
    fill: (db) => db.prepare("INSERT INTO segment VALUES (1, ?, ?, 0)").run(seq, hash),
  });
}

/**
 * How a segment begins, and whether it is closed.
 *
 * @throws Error `no such row` where the mark is gone; `storeError` takes it for damage.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "node:sqlite";
 * import { CHAIN_START } from "gatehouse/state/audit_row.ts";
 * import { newSegment, segmentState } from "gatehouse/state/audit_segment.ts";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeFile(path, newSegment(await Deno.makeTempDir(), CHAIN_START));
 * using db = new DatabaseSync(path);
 * if (segmentState(db).closed) throw new Error("born closed");
 * ```
 */
export function segmentState(db: DatabaseSync): SegmentState {
  const row = prepared(
    db,
    "SELECT CAST(before_seq AS REAL) AS before_seq, before_hash, closed <> 0 AS closed FROM segment",
  ).get();
  const hash = row?.["before_hash"];
  if (row === undefined || !(hash instanceof Uint8Array)) throw new Error("Segment mark: no such row");
  return { before: { seq: Number(row["before_seq"]), hash }, closed: row["closed"] !== 0 };
}

/**
 * The last row of a segment, or the point before it when it has none.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "node:sqlite";
 * import { CHAIN_START } from "gatehouse/state/audit_row.ts";
 * import { newSegment, segmentEnd } from "gatehouse/state/audit_segment.ts";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeFile(path, newSegment(await Deno.makeTempDir(), CHAIN_START));
 * using db = new DatabaseSync(path);
 * if (segmentEnd(db).seal !== null) throw new Error("a row from nowhere");
 * ```
 */
export function segmentEnd(db: DatabaseSync): SegmentEnd {
  const row = prepared(
    db,
    "SELECT CAST(seq AS REAL) AS seq, hash, seal FROM audit ORDER BY audit.seq DESC LIMIT 1",
  ).get();
  if (row === undefined) return { ...segmentState(db).before, seal: null };
  return { seq: Number(row["seq"]), hash: blob(row["hash"]), seal: blob(row["seal"]) };
}

/**
 * The hash that the segment holds for a point: of the row, or of the point before the first; null when it has neither.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "node:sqlite";
 * import { CHAIN_START } from "gatehouse/state/audit_row.ts";
 * import { hashAt, newSegment } from "gatehouse/state/audit_segment.ts";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeFile(path, newSegment(await Deno.makeTempDir(), CHAIN_START));
 * using db = new DatabaseSync(path);
 * if (hashAt(db, 0) === null || hashAt(db, 1) !== null) throw new Error("wrong hash");
 * ```
 */
export function hashAt(db: DatabaseSync, seq: number): Uint8Array | null {
  const { before } = segmentState(db);
  if (seq === before.seq) return before.hash;
  const row = prepared(db, "SELECT hash FROM audit WHERE seq = ?").get(seq);
  return row === undefined ? null : blob(row["hash"]);
}

/** STRICT tables hold blobs in blob columns; anything else compares as no bytes at all. */
function blob(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array(0);
}
