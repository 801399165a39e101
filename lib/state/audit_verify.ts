/** Checks the audit log row by row, and says what a check like this cannot show. */
import type { DatabaseSync } from "node:sqlite";
import { ToolError } from "../core/errors.ts";
import { shownPath } from "../core/file_checks.ts";
import { readHead, readKey } from "./audit_head.ts";
import { type AuditPlace, auditPlace, type SegmentPlace, segmentsIn } from "./audit_place.ts";
import { CHAIN_START, chained, type ChainPoint, sameBytes, sealOf } from "./audit_row.ts";
import { AUDIT_FORMAT, type SegmentState, segmentState } from "./audit_segment.ts";
import { openStoreToRead, storeError } from "./sqlite.ts";

/** What the head file says of the rows. `behind` is what a killed process leaves; all after it are failures. */
export type HeadState = "ok" | "behind" | "ahead" | "differs" | "forged" | "missing" | "unproven";

/** What was found. */
export interface AuditReport {
  /** The number of the first row that was looked for: 1, or the first of the files that are kept. */
  readonly first: number;
  /** Rows that are whole and in their place: all, or those before the first bad one, counted from row 1. */
  readonly rows: number;
  /** The time ended the check before the last row. */
  readonly unread: boolean;
  /** Files that the log has. */
  readonly segments: number;
  /** The first row that is not what was written, and why; null when there is none. */
  readonly firstBad: { readonly seq: number; readonly why: string } | null;
  /**
   * `ok`: the seal names the last row. `behind`: it names an earlier one. `ahead`: it names a row that is gone.
   * `differs`: that row has another hash. `forged`: it was not made with the key. `missing`: there is none.
   * `unproven`: there is no key to check it with, or a bad row ended the check before it.
   */
  readonly head: HeadState;
  /** No bad row, and a head that is `ok` or `behind`. */
  readonly intact: boolean;
  /** One sentence each. */
  readonly cannotProve: readonly string[];
}

/** What is checked. */
export interface VerifyOptions {
  /** Begin with the oldest file that is there, whoever took older ones away. Default: with row 1. */
  readonly kept?: boolean;
  /** Milliseconds after which the rest is left unread. Default: none is. */
  readonly withinMs?: number;
}

interface Walk {
  readonly begin: ChainPoint;
  readonly unread: boolean;
  readonly end: ChainPoint;
  readonly firstBad: AuditReport["firstBad"];
  /** The hash that the rows have where the head stands, when they have it. */
  readonly atHead: Uint8Array | null;
}

/**
 * Reads every row once, oldest first, and changes nothing. May run while others write.
 *
 * @throws ToolError `STORE_MISSING` when there is no log, `STORE_BUSY`; `STORE_DAMAGED`, `STORE_FOREIGN`,
 *   `STORE_NEWER`, `FILE_UNSAFE` when a file of the log cannot be opened at all.
 *
 * @example
 * ```ts
 * import { createAuditLog } from "gatehouse/state/audit_log.ts";
 * import { verifyAudit } from "gatehouse/state/audit_verify.ts";
 *
 * const directory = `${await Deno.realPath(await Deno.makeTempDir())}/gatehouse`;
 * const log = createAuditLog({ directory });
 * log.record({ at: Date.now(), principal: "loopback", via: "cli", tool: "t", outcome: "ok", ms: 1, facts: {} });
 * await log.close();
 * const { rows, intact } = await verifyAudit(directory);
 * if (rows !== 1 || !intact) throw new Error("not intact");
 * ```
 */
export async function verifyAudit(
  directory: string,
  { kept = false, withinMs = Infinity }: VerifyOptions = {},
): Promise<AuditReport> {
  const place = auditPlace(directory);
  const key = await readKey(place.key);
  // Before the rows are read: whatever is sealed now must still be there then.
  const sealed = await headOf(place, key);
  const segments = segmentsIn(directory);
  const head = typeof sealed === "string" ? null : sealed;
  if (segments.length === 0 && sealed === "missing") {
    throw new ToolError("STORE_MISSING", `There is no audit log in ${shownPath(directory)}`, {
      next: "It is made when the first call is recorded",
    });
  }
  const walk = walkSegments(segments, { key, head, kept, until: performance.now() + withinMs });
  const state = typeof sealed === "string" ? sealed : compare(sealed, walk);
  const firstBad = walk.firstBad ?? badByHead(state, { head, end: walk.end });
  return {
    first: walk.begin.seq + 1,
    unread: walk.unread,
    rows: walk.end.seq,
    segments: segments.length,
    firstBad,
    head: state,
    intact: firstBad === null && (state === "ok" || state === "behind"),
    cannotProve: limits(state, { head, ...walk }),
  };
}

async function headOf(place: AuditPlace, key: Uint8Array | null): Promise<ChainPoint | HeadState> {
  try {
    // Without the key a head can be seen but not trusted; any key will do to see whether there is one.
    const head = await readHead(place.head, key ?? new Uint8Array(32));
    return head === null ? "missing" : key === null ? "unproven" : head;
  } catch (error) {
    if (!(error instanceof ToolError && error.code === "STORE_DAMAGED")) throw error;
    return key === null ? "unproven" : "forged";
  }
}

function walkSegments(
  segments: readonly SegmentPlace[],
  { key, head, kept, until }: {
    key: Uint8Array | null;
    head: ChainPoint | null;
    kept: boolean;
    until: number;
  },
): Walk {
  let begin = CHAIN_START;
  let end = begin;
  let atHead = head?.seq === 0 ? end.hash : null;
  let isOpen = false;
  const walked = (more: Pick<Walk, "firstBad"> & { readonly unread?: boolean }): Walk => ({
    begin,
    end,
    atHead,
    unread: false,
    ...more,
  });
  for (const [at, { path, firstSeq }] of segments.entries()) {
    const { db } = openStoreToRead(path, AUDIT_FORMAT);
    try {
      const state = segmentState(db);
      if (kept && at === 0) {
        begin = end = state.before;
        if (head?.seq === end.seq) atHead = end.hash;
      }
      const firstBad = badBeginning(state, { end, isOpen, firstSeq });
      if (firstBad !== null) return walked({ firstBad });
      isOpen = !state.closed;
      for (const row of rowsOf(db)) {
        const next = chained(end, row.body);
        if (next.seq % ROWS_A_LOOK === 0 && performance.now() > until) {
          return walked({ firstBad: null, unread: true });
        }
        const why = badRow(row, { next, key });
        if (why !== null) return walked({ firstBad: { seq: next.seq, why } });
        end = next;
        if (head?.seq === end.seq) atHead = end.hash;
      }
    } catch (error) {
      const known = storeError(path, error);
      if (!(known instanceof ToolError && known.code === "STORE_DAMAGED")) throw known;
      return walked({ firstBad: { seq: end.seq + 1, why: `${shownPath(path)} cannot be read here` } });
    } finally {
      db.close();
    }
  }
  return walked({ firstBad: null });
}

/** What is wrong with how a segment joins the rows before it. */
function badBeginning(
  { before }: SegmentState,
  { end, isOpen, firstSeq }: { end: ChainPoint; isOpen: boolean; firstSeq: number },
): AuditReport["firstBad"] {
  const seq = end.seq + 1;
  if (before.seq > end.seq) return { seq, why: `rows ${seq} to ${before.seq} are missing` };
  if (before.seq < end.seq) return { seq: before.seq + 1, why: "the row is there twice, in two segments" };
  if (firstSeq !== seq) return { seq, why: `the segment's name says that it begins with row ${firstSeq}` };
  if (!sameBytes(before.hash, end.hash)) return { seq, why: "the segment does not follow the one before" };
  if (isOpen) return { seq, why: "a segment follows one that was not closed" };
  return null;
}

/** Rows between two looks at the clock. */
const ROWS_A_LOOK = 256;

interface StoredRow {
  readonly seq: number;
  readonly body: Uint8Array;
  readonly hash: Uint8Array;
  readonly seal: Uint8Array;
}

/** The stored bytes as they are: a text would hide a byte that is no UTF-8. */
function* rowsOf(db: DatabaseSync): Generator<StoredRow> {
  const bytes = (value: unknown) => value instanceof Uint8Array ? value : new Uint8Array(0);
  const rows = db.prepare(
    "SELECT CAST(seq AS REAL) AS seq, CAST(body AS BLOB) AS body, hash, seal FROM audit ORDER BY audit.seq",
  ).iterate();
  for (const { seq, body, hash, seal } of rows) {
    yield { seq: Number(seq), body: bytes(body), hash: bytes(hash), seal: bytes(seal) };
  }
}

function badRow(row: StoredRow, { next, key }: { next: ChainPoint; key: Uint8Array | null }): string | null {
  if (row.seq > next.seq) return `the row is missing; the next one there is ${row.seq}`;
  if (row.seq < next.seq) return `row ${row.seq} stands where it does not belong`;
  if (!sameBytes(row.hash, next.hash)) return "its content, its hash or its place was changed";
  if (key !== null && !sameBytes(row.seal, sealOf(next, { key, purpose: "row" }))) {
    return "it was not sealed with the key: changed, or added by somebody else";
  }
  return null;
}

function compare(head: ChainPoint, { begin, end, firstBad, atHead, unread }: Walk): HeadState {
  if (atHead !== null) {
    return !sameBytes(atHead, head.hash) ? "differs" : head.seq === end.seq ? "ok" : "behind";
  }
  // A bad row stopped the walk before the head's row: it is that row which matters, not how far the head reaches.
  if (firstBad !== null || unread) return "unproven";
  // The oldest file that is kept begins after the sealed row: nothing that was sealed is there.
  return head.seq < begin.seq ? "differs" : "ahead";
}

function badByHead(
  state: HeadState,
  { head, end }: { head: ChainPoint | null; end: ChainPoint },
): AuditReport["firstBad"] {
  if (head === null) return null;
  if (state === "differs") return { seq: head.seq, why: "it is not the row that was sealed" };
  if (state === "ahead") return { seq: end.seq + 1, why: `rows ${end.seq + 1} to ${head.seq} were cut off` };
  return null;
}

function limits(
  state: HeadState,
  { head, begin, end, unread }: Pick<Walk, "begin" | "end" | "unread"> & { head: ChainPoint | null },
): readonly string[] {
  const always = [
    "Whoever has this account or the key can write the whole log anew",
    "An older copy of rows, seal and key put back together looks like a log that ends earlier",
    "Rows that waited when the program was killed, at most 50 ms of them, were never written",
  ];
  if (begin.seq > 0) always.push(`What rows 1 to ${begin.seq} said: the files with them are gone`);
  if (unread) always.push(`Whether rows after ${end.seq} are whole: the time ended before them`);
  if (state === "behind" && head !== null) {
    always.push(`Rows after ${head.seq} (there are ${end.seq - head.seq}) could be cut off without a trace`);
  }
  if (state === "missing" || state === "forged") always.push("Whether rows were cut off at the end");
  if (state === "unproven") {
    always.push("Whether rows were added or cut off at the end");
  }
  return always;
}
