/**
 * The nonces of used confirmations on disk, in the program's one store.
 *
 * A nonce is spent by the insert that finds it free, in a transaction that holds the store's one write lock: of all
 * processes that share the state directory, one gets it. This module loads SQLite; it is imported on the first spend.
 */
import type { DatabaseSync } from "node:sqlite";
import { ToolError } from "../core/errors.ts";
import { shownPath } from "../core/file_checks.ts";
import { createPrivate, ensurePrivateDirectory } from "../core/file_writes.ts";
import { identifyPrivate } from "../core/files.ts";
import { inTransaction, newStore, openStore, storeError, type StoreFormat } from "./sqlite.ts";

/** What the store says of itself: `GHST`. */
const FORMAT: StoreFormat = {
  applicationId: 0x47485354,
  migrations: [`
    CREATE TABLE spent (
      nonce TEXT PRIMARY KEY CHECK (length(nonce) BETWEEN 1 AND 64),
      until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX spent_until ON spent (until);
  `],
};

/**
 * Milliseconds that a nonce is remembered beyond its end: a day, so that a clock that was set back does not bring a
 * forgotten confirmation to life again.
 */
const KEPT_MS = 86_400_000;

/** The store of one state directory, open. */
export class SpentStore {
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
   * import { SpentStore } from "gatehouse/state/spent_store.ts";
   *
   * const directory = `${await Deno.realPath(await Deno.makeTempDir())}/gatehouse`;
   * const store = SpentStore.open(directory, { known: null });
   * const first = store.spend("n1", { until: Date.now() + 1_000, now: Date.now() });
   * const second = store.spend("n1", { until: Date.now() + 1_000, now: Date.now() });
   * store.close();
   * if (!first || second) throw new Error("spent twice");
   * ```
   */
  static open(directory: string, { known }: { known: string | null }): SpentStore {
    const path = `${directory}/gatehouse.sqlite`;
    try {
      if (known === null) {
        ensurePrivateDirectory(directory);
        if (identityOf(path) === null) create(path, directory);
      } else if (identityOf(path) !== known) {
        throw gone(path);
      }
      return new SpentStore(path, openStore(path, FORMAT));
    } catch (error) {
      throw storeError(path, error);
    }
  }

  /**
   * Spends a nonce; on the disk when it returns.
   *
   * @param nonce 1 to 64 characters.
   * @param times Milliseconds since 1970: `until` when the confirmation ends, `now`.
   * @returns False when it was spent before.
   * @throws ToolError as `open`.
   */
  spend(nonce: string, { until, now }: { until: number; now: number }): boolean {
    try {
      // SQLite would go on writing to a file that nobody can find any more.
      if (identityOf(this.#path) !== this.identity) throw gone(this.#path);
      return inTransaction(this.#db, () => {
        this.#db.prepare("DELETE FROM spent WHERE until < ?").run(now - KEPT_MS);
        const { changes } = this.#db.prepare("INSERT INTO spent VALUES (?, ?) ON CONFLICT DO NOTHING")
          .run(nonce, until);
        return Number(changes) === 1;
      });
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
