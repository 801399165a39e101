/**
 * A store of records in a file that the operator names: one JSON array, replaced as a whole under a lock that the older
 * server takes as well, so that both may use the file.
 */
import { ToolError } from "../../core/errors.ts";
import { shownPath, unsafeFile } from "../../core/file_checks.ts";
import { withLock } from "../../core/file_lock.ts";
import { replacePrivate } from "../../core/file_writes.ts";
import { readPrivate } from "../../core/files.ts";

/** Milliseconds to wait for other processes. */
const BUSY_MS = 5_000;

/** What a store holds. */
export interface RecordFileOptions<T> {
  /** Absolute. */
  readonly path: string;
  readonly maxRecords: number;
  /** Of the whole file. */
  readonly maxBytes: number;
  /** The record in a value of the file; null when it is none. */
  readonly parse: (value: unknown) => T | null;
}

/** What a change of the records comes to; `keep` null leaves the file as it is. */
export interface Decided<T, V> {
  readonly keep: readonly T[] | null;
  readonly value: V;
}

/**
 * The file. Nothing is kept in memory: another process may change it at any time.
 *
 * @example
 * ```ts
 * import { RecordFile } from "gatehouse/hosts/stores/record_file.ts";
 *
 * const path = `${await Deno.realPath(await Deno.makeTempDir())}/numbers.json`;
 * const parse = (value: unknown) => typeof value === "number" ? value : null;
 * const file = new RecordFile({ path, maxRecords: 2, maxBytes: 100, parse });
 * const count = await file.update((all) => ({ keep: [...all, 7], value: all.length }));
 * if (count !== 0 || (await file.read()).join() !== "7") throw new Error("not kept");
 * ```
 */
export class RecordFile<T> {
  readonly #options: RecordFileOptions<T>;

  constructor(options: RecordFileOptions<T>) {
    this.#options = options;
  }

  /**
   * The records; none when there is no file.
   *
   * @throws ToolError `UNAVAILABLE` when the file is not safe, cannot be read, or holds something else.
   */
  read(): Promise<readonly T[]> {
    return told(() => this.#read());
  }

  /**
   * Decides, under the lock, what the records are from now on.
   *
   * @throws ToolError as `read`; `UNAVAILABLE` when others do not let go of it or it cannot be written, and `CONFLICT`
   * when there are too many; what `decide` throws.
   */
  update<V>(decide: (records: readonly T[]) => Decided<T, V>): Promise<V> {
    const { path } = this.#options;
    return told(() =>
      withLock(path, {
        busyMs: BUSY_MS,
        lock: lockOf(path),
        work: async () => {
          const { keep, value } = decide(await this.#read());
          if (keep !== null) this.#write(keep);
          return value;
        },
      })
    );
  }

  async #read(): Promise<readonly T[]> {
    const { path, maxBytes, maxRecords, parse } = this.#options;
    let bytes: Uint8Array;
    try {
      bytes = await readPrivate(path, { maxBytes });
    } catch (error) {
      if (error instanceof ToolError && error.code === "FILE_MISSING") return [];
      throw error;
    }
    const value = parsed(bytes);
    if (!Array.isArray(value) || value.length > maxRecords) throw damaged(path);
    return value.map((entry) =>
      parse(entry) ?? (() => {
        throw damaged(path);
      })()
    );
  }

  #write(records: readonly T[]): void {
    const { path, maxBytes, maxRecords } = this.#options;
    const bytes = new TextEncoder().encode(JSON.stringify(records));
    if (records.length > maxRecords || bytes.byteLength > maxBytes) {
      throw new ToolError("CONFLICT", `The store ${shownPath(path)} is full (STORE_FULL)`, {
        next: "Wait until records have expired",
      });
    }
    replacePrivate(path, bytes);
  }
}

function lockOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return `${path.slice(0, slash)}/.${path.slice(slash + 1)}.lock`;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

function damaged(path: string): ToolError {
  return unsafeFile(path, {
    reason: "it is no list of this store's records",
    next: "Look at the file; move it away to begin with an empty one",
  });
}

/** Whoever calls a tool sees that the store cannot be used, and why. */
async function told<V>(work: () => Promise<V>): Promise<V> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolError) || !/^(FILE|STORE)_/.test(error.code)) throw error;
    const { message, next, retryable } = error;
    throw new ToolError("UNAVAILABLE", message, {
      ...(next === undefined ? {} : { next }),
      retryable,
      cause: error,
    });
  }
}
