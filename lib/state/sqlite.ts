/** Opening a SQLite file that is ours, and saying in one line what is wrong with one that is not. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { shownPath } from "../core/file_checks.ts";
import { identifyPrivate } from "../core/files.ts";
import { ToolError } from "../core/errors.ts";

/** What a file must say of itself, by SQLite's own header fields. */
export interface StoreFormat {
  /** `PRAGMA application_id`: whose file it is. */
  readonly applicationId: number;
  /** One script per version: script `n` brings a file of version `n` (`PRAGMA user_version`) to `n + 1`. */
  readonly migrations: readonly string[];
}

/** An open file, and which file it is: `identifyPrivate` says something else once the path was given to another. */
export interface OpenStore {
  /** The connection; its owner closes it. */
  readonly db: DatabaseSync;
  /** Device and inode. */
  readonly identity: string;
}

/**
 * Milliseconds that one statement waits for another process's lock. SQLite sleeps in the calling thread, so this is
 * short; who finds the store busy comes back later.
 */
const LOCK_WAIT_MS = 20;

const NEXT = {
  damaged: "Keep a copy to look into, and move the files of this store away to start a new one",
  busy: "Try again; if it stays so, look for a stopped gatehouse process",
  full: "Free some space on its file system",
  unwritable: "Check the rights of the directory and that its file system can be written",
};

/** SQLite's own texts; not every failure that reaches us through `node:sqlite` carries its number. */
const CAUSES: readonly (readonly [RegExp, code: string, what: string, next: string])[] = [
  [/is locked/, "STORE_BUSY", "is in use by another process", NEXT.busy],
  [/or disk is full/, "STORE_FULL", "could not grow: the disk is full", NEXT.full],
  [/malformed|is not a database|no such/, "STORE_DAMAGED", "is damaged", NEXT.damaged],
  [/readonly|unable to open|I\/O error/, "STORE_UNWRITABLE", "could not be read or written", NEXT.unwritable],
];

/**
 * A failure of SQLite or of a file as a store's error: `STORE_BUSY`, `STORE_FULL`, `STORE_DAMAGED`,
 * `STORE_UNWRITABLE`. A store's error and a refusal of a file stay what they are; so does a defect.
 *
 * @example
 * ```ts
 * import { storeError } from "gatehouse/state/sqlite.ts";
 *
 * const error = storeError("/s/audit.sqlite", new Error("database disk image is malformed"));
 * if (!(error instanceof Error) || !("code" in error) || error.code !== "STORE_DAMAGED") throw error;
 * ```
 */
export function storeError(path: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof ToolError) {
    if (error.code !== "FILE_UNWRITABLE") return error;
    const code = error.message.includes("ENOSPC") ? "STORE_FULL" : "STORE_UNWRITABLE";
    return new ToolError(code, error.message, { next: error.next ?? NEXT.unwritable, cause: error });
  }
  const found = CAUSES.find(([text]) => text.test(error.message));
  if (found === undefined) return error;
  const [, code, what, next] = found;
  return new ToolError(code, `The store ${shownPath(path)} ${what}`, {
    next,
    retryable: code === "STORE_BUSY",
    cause: error,
  });
}

/**
 * Opens a store to read it. Nothing in the file is changed, not even to finish what a killed writer left in its
 * write-ahead log.
 *
 * @throws ToolError `FILE_MISSING`, `FILE_UNSAFE`, `STORE_FOREIGN`, `STORE_NEWER`, `STORE_DAMAGED`, `STORE_UNWRITABLE`.
 *
 * @example
 * ```ts
 * import { createPrivate } from "gatehouse/core/file_writes.ts";
 * import { newStore, openStoreToRead } from "gatehouse/state/sqlite.ts";
 *
 * const format = { applicationId: 7, migrations: ["CREATE TABLE t (a INTEGER) STRICT"] };
 * const directory = await Deno.realPath(await Deno.makeTempDir());
 * const path = `${directory}/t.sqlite`;
 * createPrivate(path, newStore(directory, { format, fill: () => {} }));
 * openStoreToRead(path, format).db.close();
 * ```
 */
export function openStoreToRead(path: string, format: StoreFormat): OpenStore {
  const opened = connect(path, { readOnly: true });
  try {
    checkFormat(path, { db: opened.db, format });
    return opened;
  } catch (error) {
    opened.db.close();
    throw storeError(path, error);
  }
}

/**
 * Opens a store to write to it: looked at read-only first, so that a file which is foreign, newer or damaged is left
 * as it is; then brought to this version. Every commit is on the disk when it returns.
 *
 * @throws ToolError as `openStoreToRead`, and `STORE_BUSY`, `STORE_FULL`.
 *
 * @example
 * ```ts
 * import { createPrivate } from "gatehouse/core/file_writes.ts";
 * import { newStore, openStore } from "gatehouse/state/sqlite.ts";
 *
 * const format = { applicationId: 7, migrations: ["CREATE TABLE t (a INTEGER) STRICT"] };
 * const directory = await Deno.realPath(await Deno.makeTempDir());
 * const path = `${directory}/t.sqlite`;
 * createPrivate(path, newStore(directory, { format, fill: () => {} }));
 * const { db } = openStore(path, format);
 * db.exec("INSERT INTO t VALUES (1)");
 * db.close();
 * ```
 */
export function openStore(path: string, format: StoreFormat): OpenStore {
  openStoreToRead(path, format).db.close();
  const opened = connect(path, { readOnly: false });
  try {
    opened.db.exec("PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
    if (pragma(opened.db, "user_version") < format.migrations.length) {
      inTransaction(opened.db, () => migrate(opened.db, format));
    }
    return opened;
  } catch (error) {
    opened.db.close();
    throw storeError(path, error);
  }
}

/**
 * The bytes of a new, empty store in write-ahead mode, made in a scratch file beside its place: who publishes them
 * with `createPrivate` never shows anyone a half-made store.
 *
 * @param options `fill` writes the first rows.
 *
 * @example
 * ```ts
 * import { newStore } from "gatehouse/state/sqlite.ts";
 *
 * const format = { applicationId: 7, migrations: ["CREATE TABLE t (a INTEGER) STRICT"] };
 * const bytes = newStore(await Deno.makeTempDir(), { format, fill: (db) => db.exec("INSERT INTO t VALUES (1)") });
 * if (new TextDecoder().decode(bytes.subarray(0, 15)) !== "SQLite format 3") throw new Error("no store");
 * ```
 */
export function newStore(
  directory: string,
  { format, fill }: { format: StoreFormat; fill: (db: DatabaseSync) => void },
): Uint8Array {
  // Deno makes it exclusively and with mode 0600.
  const scratch = Deno.makeTempFileSync({ dir: directory, prefix: ".store-" });
  try {
    const db = new DatabaseSync(scratch);
    try {
      // The mark is set once: a file that is empty or of another program must never become ours by being opened.
      db.exec(`PRAGMA application_id = ${format.applicationId}`);
      migrate(db, format);
      fill(db);
      db.exec("PRAGMA journal_mode = WAL");
    } finally {
      db.close();
    }
    return Deno.readFileSync(scratch);
  } finally {
    Deno.removeSync(scratch);
  }
}

/**
 * Runs the work under the store's one write lock; what it throws undoes it.
 *
 * @throws What the work throws, and SQLite's own errors.
 *
 * @example
 * ```ts
 * import { DatabaseSync, type StatementSync } from "node:sqlite";
 * import { inTransaction } from "gatehouse/state/sqlite.ts";
 *
 * const db = new DatabaseSync(":memory:");
 * if (inTransaction(db, () => 7) !== 7) throw new Error("lost the answer");
 * ```
 */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const answer = work();
    db.exec("COMMIT");
    return answer;
  } catch (error) {
    try {
      db.exec("ROLLBACK");
    } catch {
      // SQLite has rolled back itself, as it does on a full disk.
    }
    throw error;
  }
}

/**
 * The statement, prepared once for each open store.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "node:sqlite";
 * import { prepared } from "gatehouse/state/sqlite.ts";
 *
 * using db = new DatabaseSync(":memory:");
 * if (prepared(db, "SELECT 1") !== prepared(db, "SELECT 1")) throw new Error("prepared again");
 * ```
 */
export function prepared(db: DatabaseSync, sql: string): StatementSync {
  const known = statements.get(db) ?? new Map<string, StatementSync>();
  statements.set(db, known);
  const statement = known.get(sql) ?? db.prepare(sql);
  known.set(sql, statement);
  return statement;
}

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

function connect(path: string, { readOnly }: { readOnly: boolean }): OpenStore {
  // SQLite opens by name and follows links, and a second descriptor of ours would drop its locks when closed (POSIX
  // advisory locks belong to the process): so the names are inspected before and after instead.
  const identity = identifyStore(path);
  let db: DatabaseSync;
  try {
    db = new DatabaseSync(path, { readOnly, timeout: LOCK_WAIT_MS, enableDoubleQuotedStringLiterals: false });
  } catch (error) {
    throw storeError(path, error);
  }
  try {
    if (identifyStore(path) === identity) return { db, identity };
    throw new ToolError(
      "FILE_UNSAFE",
      `The store ${shownPath(path)} was replaced while it was being opened`,
      {
        next: "Find out what keeps writing it",
      },
    );
  } catch (error) {
    db.close();
    throw error;
  }
}

function identifyStore(path: string): string {
  for (const side of ["-wal", "-shm"]) {
    try {
      identifyPrivate(path + side);
    } catch (error) {
      if (!(error instanceof ToolError && error.code === "FILE_MISSING")) throw error;
    }
  }
  return identifyPrivate(path);
}

function checkFormat(path: string, { db, format }: { db: DatabaseSync; format: StoreFormat }): void {
  if (pragma(db, "page_count") === 0) {
    throw new ToolError("STORE_DAMAGED", `The store ${shownPath(path)} is empty`, { next: NEXT.damaged });
  }
  if (pragma(db, "application_id") !== format.applicationId) {
    throw new ToolError("STORE_FOREIGN", `The store ${shownPath(path)} is not a file of this program`, {
      next: "Move it away, or choose another state directory",
    });
  }
  const version = pragma(db, "user_version");
  const known = format.migrations.length;
  if (version > known) {
    const message = `The store ${shownPath(path)} has version ${version}, this program knows ${known}`;
    throw new ToolError("STORE_NEWER", message, { next: "Use the newer gatehouse that wrote it" });
  }
  // Reading the schema finds a file that was cut short; comparing it, a trigger or a view that would swallow rows.
  if (schemaOf(db) === schemaAt(format, version)) return;
  const message = `The store ${shownPath(path)} has other tables or triggers than this program makes`;
  throw new ToolError("STORE_DAMAGED", message, { next: NEXT.damaged });
}

/** The schema that a store of this version has. */
function schemaAt({ migrations }: StoreFormat, version: number): string {
  using db = new DatabaseSync(":memory:");
  for (const script of migrations.slice(0, version)) db.exec(script);
  return schemaOf(db);
}

function schemaOf(db: DatabaseSync): string {
  return JSON.stringify(
    db.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").all(),
  );
}

function migrate(db: DatabaseSync, { migrations }: StoreFormat): void {
  const version = pragma(db, "user_version");
  for (const script of migrations.slice(version)) db.exec(script);
  db.exec(`PRAGMA user_version = ${migrations.length}`);
}

function pragma(db: DatabaseSync, name: "application_id" | "page_count" | "user_version"): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
}
