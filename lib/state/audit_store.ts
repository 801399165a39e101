/**
 * The audit log on disk: segments of chained rows, each row sealed, and the chain's end sealed once more outside.
 *
 * A group of rows is one transaction. Its end is then sealed in the head file, under the write lock, so that the head
 * never goes back and never leads: a process that dies between the two leaves a head that is behind by its last group.
 * Before rows are added, what is there must hold what the head says and end in a row that the key's holder sealed:
 * rows that were cut off are not papered over by new ones.
 *
 * This module loads SQLite and hashing; it is imported when the first row is written.
 */
import { ToolError } from "../core/errors.ts";
import { shownPath } from "../core/file_checks.ts";
import { createPrivate, ensurePrivateDirectory } from "../core/file_writes.ts";
import { identifyPrivate } from "../core/files.ts";
import { createHead, createKey, readHead, readKey, writeHead } from "./audit_head.ts";
import { type AuditPlace, auditPlace, segmentPath, segmentsIn } from "./audit_place.ts";
import { CHAIN_START, chained, type ChainPoint, sameBytes, sealOf } from "./audit_row.ts";
import { AUDIT_FORMAT, hashAt, newSegment, segmentEnd, segmentState } from "./audit_segment.ts";
import { inTransaction, type OpenStore, openStore, prepared, storeError } from "./sqlite.ts";

/** How the store is kept. */
export interface AuditStoreOptions {
  /** Bytes after which the log goes on in a new segment. */
  readonly rotateBytes: number;
  /** Where this process sealed the chain before, when it opens the store again; a store that lost it is refused. */
  readonly sealed: ChainPoint | null;
}

interface Segment extends OpenStore {
  readonly path: string;
}

/** Times that a segment may be closed by others between finding and locking it. */
const TURNS = 8;

/** The store of one state directory; owned and called by one log at a time. */
export class AuditStore {
  readonly #place: AuditPlace;
  readonly #key: Uint8Array;
  readonly #rotateBytes: number;
  #segment: Segment | null = null;
  #sealed: ChainPoint | null;

  private constructor(place: AuditPlace, key: Uint8Array, { rotateBytes, sealed }: AuditStoreOptions) {
    this.#place = place;
    this.#key = key;
    this.#rotateBytes = rotateBytes;
    this.#sealed = sealed;
  }

  /**
   * Opens the store, or makes it where none has been.
   *
   * @throws ToolError `STORE_DAMAGED` when a part is missing, `FILE_UNSAFE`, `STORE_UNWRITABLE`, `STORE_FULL`.
   *
   * @example
   * ```ts
   * import { AuditStore } from "gatehouse/state/audit_store.ts";
   *
   * const directory = `${await Deno.realPath(await Deno.makeTempDir())}/gatehouse`;
   * const store = await AuditStore.open(directory, { rotateBytes: 1 << 26, sealed: null });
   * await store.write(["{}"]);
   * store.seal();
   * store.close();
   * ```
   */
  static async open(directory: string, options: AuditStoreOptions): Promise<AuditStore> {
    const place = auditPlace(directory);
    try {
      const isNew = segmentsIn(directory).length === 0;
      // A running program has seen rows here: what is gone is not made anew behind its back.
      if (isNew && options.sealed !== null) throw rowsGone(directory);
      ensurePrivateDirectory(directory);
      ensurePrivateDirectory(place.keyDirectory);
      if (isNew) await begin(place);
      const key = await readKey(place.key);
      if (key === null) throw damaged(`The key ${shownPath(place.key)} of the audit log is missing`);
      return new AuditStore(place, key, options);
    } catch (error) {
      throw storeError(directory, error);
    }
  }

  /** Where this store last sealed the chain, or null when it has not. */
  get sealed(): ChainPoint | null {
    return this.#sealed;
  }

  /**
   * Adds the rows, all or none, durable when it returns.
   *
   * @param bodies JSON texts.
   * @throws ToolError `STORE_BUSY`, `STORE_DAMAGED`, `STORE_FOREIGN`, `STORE_NEWER`, `STORE_FULL`, `STORE_UNWRITABLE`,
   *   `FILE_UNSAFE`, `FILE_UNREADABLE`.
   */
  async write(bodies: readonly string[]): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) {
      const segment = this.#segment ??= this.#openNewest();
      // SQLite would go on writing to a file that nobody can find any more.
      if (identityOf(segment.path) !== segment.identity) {
        throw damaged(`The store ${shownPath(segment.path)} is gone or was replaced while it was in use`);
      }
      // Read before the lock is taken, after the segment was found: heads only move on, so what this one says must
      // still hold then.
      const head = await readHead(this.#place.head, this.#key);
      if (head === null) throw damaged(`The seal ${shownPath(this.#place.head)} of the audit log is missing`);
      if (guarded(segment.path, () => this.#append(segment, head, bodies))) return;
      this.close();
    }
    throw new ToolError(
      "STORE_BUSY",
      `The segments in ${shownPath(this.#place.directory)} keep being closed`,
      {
        next: "Try again",
        retryable: true,
      },
    );
  }

  /**
   * Seals the end of the chain in the head file, and closes a segment that has grown too large. Does nothing unless a
   * write came before: it is the write that looks at what is there.
   *
   * @throws ToolError `STORE_BUSY`, `STORE_FULL`, `STORE_UNWRITABLE`, `FILE_UNSAFE`.
   */
  seal(): void {
    const segment = this.#segment;
    if (segment === null) return;
    guarded(segment.path, () =>
      inTransaction(segment.db, () => {
        // Who closed it has sealed it, and the head may stand in the next one already.
        if (segmentState(segment.db).closed) return;
        const { seq, hash, seal } = segmentEnd(segment.db);
        writeHead(this.#place.head, { seq, hash }, { key: this.#key });
        this.#sealed = { seq, hash };
        if (seal !== null && sizeOf(segment) >= this.#rotateBytes) {
          segment.db.exec("UPDATE segment SET closed = 1");
        }
      }));
  }

  /** Lets go of the file; the next write opens it again. */
  close(): void {
    this.#segment?.db.close();
    this.#segment = null;
  }

  /** False when another process has closed the segment meanwhile. */
  #append({ path, db }: Segment, head: ChainPoint, bodies: readonly string[]): boolean {
    return inTransaction(db, () => {
      const { before, closed } = segmentState(db);
      if (closed) return false;
      const { seal, ...last } = segmentEnd(db);
      if (seal !== null && !sameBytes(seal, sealOf(last, { key: this.#key, purpose: "row" }))) {
        throw damaged(`Row ${last.seq} in ${shownPath(path)} was not written by this program`);
      }
      if (head.seq < before.seq) {
        throw damaged(`The seal of the audit log ends at row ${head.seq}, before ${shownPath(path)}`);
      }
      for (const point of [head, this.#sealed ?? head]) {
        if (point.seq >= before.seq && !sameBytes(hashAt(db, point.seq) ?? new Uint8Array(0), point.hash)) {
          throw damaged(
            `Row ${point.seq}, which the seal names, is gone from ${shownPath(path)} or was changed`,
          );
        }
      }
      const insert = prepared(db, "INSERT INTO audit VALUES (?, ?, ?, ?)");
      let end: ChainPoint = last;
      for (const body of bodies) {
        end = chained(end, body);
        insert.run(end.seq, body, end.hash, sealOf(end, { key: this.#key, purpose: "row" }));
      }
      return true;
    });
  }

  #openNewest(): Segment {
    const { directory } = this.#place;
    for (let turn = 0; turn < TURNS; turn++) {
      const newest = segmentsIn(directory).at(-1);
      if (newest === undefined) {
        throw damaged(`The rows of the audit log in ${shownPath(directory)} are gone`);
      }
      const { path, firstSeq } = newest;
      const opened = openStore(path, AUDIT_FORMAT);
      const following = guarded(path, () => {
        try {
          const { before, closed } = segmentState(opened.db);
          if (before.seq !== firstSeq - 1) throw damaged(`The store ${shownPath(path)} has another's name`);
          const end = segmentEnd(opened.db);
          if (closed && end.seal === null) throw damaged(`The store ${shownPath(path)} is closed and empty`);
          return closed ? end : null;
        } catch (error) {
          opened.db.close();
          throw error;
        }
      });
      if (following === null) return { ...opened, path };
      opened.db.close();
      guarded(path, () => createSegment(directory, following));
    }
    throw damaged(`Every store in ${shownPath(directory)} is closed`);
  }
}

/**
 * Makes key, head and first segment, in this order: whoever finds a later one finds the earlier ones too, so a missing
 * part is told from another process that is just making them.
 */
async function begin(place: AuditPlace): Promise<void> {
  const { directory } = place;
  if (identityOf(place.head) === null) createKey(place.key);
  const key = await readKey(place.key);
  if (key === null) throw damaged(`The key ${shownPath(place.key)} of the audit log is missing`);
  createHead(place.head, CHAIN_START, { key });
  const head = await readHead(place.head, key);
  if (head !== null && head.seq === 0) createSegment(directory, CHAIN_START);
  else if (segmentsIn(directory).length === 0) throw rowsGone(directory);
}

function createSegment(directory: string, after: ChainPoint): void {
  try {
    createPrivate(segmentPath(directory, after.seq + 1), newSegment(directory, after));
  } catch (error) {
    // Another process needed it at the same time.
    if (!(error instanceof ToolError && error.code === "FILE_EXISTS")) throw error;
  }
}

function identityOf(path: string): string | null {
  try {
    return identifyPrivate(path);
  } catch (error) {
    if (error instanceof ToolError && error.code === "FILE_MISSING") return null;
    throw error;
  }
}

function sizeOf({ db }: Segment): number {
  return Number(
    prepared(db, "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size").get()
      ?.["bytes"],
  );
}

function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeError(path, error);
  }
}

function rowsGone(directory: string): ToolError {
  return damaged(`The rows of the audit log in ${shownPath(directory)} are gone`);
}

function damaged(message: string): ToolError {
  return new ToolError("STORE_DAMAGED", message, {
    next:
      "Run gatehouse audit verify; to start anew, move audit.head, audit-*.sqlite* and keys/audit.key away",
  });
}
