/**
 * The program's one store: a SQLite file in the state directory, with a table for each thing that must not be done twice.
 *
 * Of all processes that share the directory one is inside a transaction at a time. This module loads SQLite; it is
 * imported on first use.
 */
import type { DatabaseSync } from "node:sqlite";
import { ToolError } from "../core/errors.ts";
import { shownPath } from "../core/file_checks.ts";
import { createPrivate, ensurePrivateDirectory } from "../core/file_writes.ts";
import { identifyPrivate } from "../core/files.ts";
import { APPROVALS_TABLES, REQUESTS_EFFECTS } from "./approvals_tables.ts";
import { inTransaction, newStore, openStore, storeError, type StoreFormat } from "./sqlite.ts";

/** What the store says of itself: `GHST`. */
const FORMAT: StoreFormat = {
  applicationId: 0x47485354,
  migrations: [
    `
    CREATE TABLE spent (
      nonce TEXT PRIMARY KEY CHECK (length(nonce) BETWEEN 1 AND 64),
      until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX spent_until ON spent (until);
  `,
    APPROVALS_TABLES,
    REQUESTS_EFFECTS,
  ],
};

/** The store of one state directory, open. */
export class HouseStore {
  readonly #path: string;
  readonly #db: DatabaseSync;
  /** Which file it is, by device and inode. */
  readonly identity: string;

  private constructor(path: string, { db, identity }: { db: DatabaseSync; identity: string }) {
    this.#path = path;
    this.#db = db;
    this.identity = identity;
  }

  /**
   * Opens the store, or makes it where none has been.
   *
   * @param directory The state directory, absolute.
   * @param options `known`: the identity under which this process had it open before, or null. A store that was known
   * and is gone is not made anew: what it remembered would be forgotten.
   * @throws ToolError `STORE_BUSY`, `STORE_DAMAGED`, `STORE_FOREIGN`, `STORE_NEWER`, `STORE_FULL`, `STORE_UNWRITABLE`,
   * `FILE_UNSAFE`, `FILE_UNREADABLE`.
   *
   * @example
   * ```ts
   * import { HouseStore } from "gatehouse/state/house_store.ts";
   *
   * const directory = `${await Deno.realPath(await Deno.makeTempDir())}/gatehouse`;
   * const store = HouseStore.open(directory, { known: null });
   * if (store.transact(() => 7) !== 7) throw new Error("lost the answer");
   * store.close();
   * ```
   */
  static open(directory: string, { known }: { known: string | null }): HouseStore {
    const path = `${directory}/gatehouse.sqlite`;
    try {
      if (known === null) {
        ensurePrivateDirectory(directory);
        if (identityOf(path) === null) create(path, directory);
      } else if (identityOf(path) !== known) {
        throw gone(path);
      }
      return new HouseStore(path, openStore(path, FORMAT));
    } catch (error) {
      throw storeError(path, error);
    }
  }

  /**
   * Runs the work under the store's one write lock; on the disk when it returns.
   *
   * @throws ToolError as `open`, and what the work throws: then nothing of it was done.
   */
  transact<T>(work: (db: DatabaseSync) => T): T {
    try {
      // SQLite would go on writing to a file that nobody can find any more.
      if (identityOf(this.#path) !== this.identity) throw gone(this.#path);
      return inTransaction(this.#db, () => work(this.#db));
    } catch (error) {
      throw storeError(this.#path, error);
    }
  }

  /** Lets go of the file. */
  close(): void {
    this.#db.close();
  }
}

function create(path: string, directory: string): void {
  try {
    createPrivate(path, newStore(directory, { format: FORMAT, fill() {} }));
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

function gone(path: string): ToolError {
  return new ToolError(
    "STORE_DAMAGED",
    `The store ${shownPath(path)} is gone or was replaced while it was in use`,
    { next: "Put it back, or start gatehouse anew: confirmations given before then will not count" },
  );
}
