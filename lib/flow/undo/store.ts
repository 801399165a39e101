/** The directory of a workspace's journal: private, one run in it, `log` with the records and a file per old content. */
import { ToolError } from "../../core/errors.ts";
import { shownPath } from "../../core/file_checks.ts";
import { DirectoryView } from "../../core/rooted_files.ts";
import { holdInside } from "../../core/rooted_files_lock.ts";
import { openAtOnce } from "../../core/rooted_files_open.ts";
import { FileProblem, markOf, walkInside } from "../../core/rooted_files_walk.ts";
import { removeInside, writeInside } from "../../core/rooted_files_write.ts";
import { type RecordedRun, runOf } from "./records.ts";

/** Bytes of a log that is read. */
const MAX_LOG_BYTES = 64 * 1_048_576;

/** Bytes of a file that can be kept. */
export const MAX_IMAGE_BYTES = 4 * 1_048_576;

const LOG = "log";
const LOCK = "lock";
/** What this directory holds of ours besides log and lock. */
const OURS = /^([0-9a-f]{8}-\d{1,6}|new-[0-9a-f-]{36})$/;

/** The files of one workspace's journal, while the lock is held. */
export class JournalStore implements Disposable {
  readonly #directory: string;
  readonly #root: string;
  readonly #held: Disposable;

  private constructor(directory: string, root: string, held: Disposable) {
    this.#directory = directory;
    this.#root = root;
    this.#held = held;
  }

  /**
   * Takes the lock.
   *
   * @param directory Absolute real path; made with mode 0700 when only itself is missing.
   * @throws ToolError `FLOW_BUSY` when a run or an undo holds it, `UNDO_UNAVAILABLE`.
   */
  static open(directory: string): JournalStore {
    let held: Disposable | null;
    let info: Deno.FileInfo;
    try {
      info = ensured(directory);
      held = holdInside(directory, LOCK);
    } catch (error) {
      throw unavailable(directory, error);
    }
    if (held === null) {
      throw new ToolError("FLOW_BUSY", "Another run or undo is at work on this workspace", {
        next: "Wait for its end, or stop it",
        retryable: true,
      });
    }
    return new JournalStore(directory, markOf(info), held);
  }

  /** The path of the log, for appending. */
  get log(): string {
    return `${this.#directory}/${LOG}`;
  }

  /**
   * The run that is kept; null for none.
   *
   * @throws ToolError `UNDO_UNAVAILABLE` when the log cannot be read or is damaged.
   */
  run(): RecordedRun | null {
    let bytes: Uint8Array;
    try {
      bytes = this.#view().read(LOG, { maxBytes: MAX_LOG_BYTES });
    } catch (error) {
      if (error instanceof FileProblem && error.code === "MISSING") return null;
      throw unavailable(this.#directory, error);
    }
    const run = runOf(bytes);
    if (run !== null) return run;
    throw unavailable(this.#directory, new Error("Its log is damaged"));
  }

  /** An old content. @throws ToolError `UNDO_UNAVAILABLE`. */
  image(name: string): Uint8Array {
    try {
      return this.#view().read(name, { maxBytes: MAX_IMAGE_BYTES });
    } catch (error) {
      throw unavailable(this.#directory, error);
    }
  }

  /** Keeps an old content, durable when the call returns. @throws ToolError `UNDO_UNAVAILABLE`. */
  keep(name: string, bytes: Uint8Array): void {
    this.#write(name, bytes);
  }

  /** Puts a new log in the old one's place, durable when the call returns. @throws ToolError `UNDO_UNAVAILABLE`. */
  start(bytes: Uint8Array): void {
    this.#write(LOG, bytes);
  }

  /** Takes the log away. @throws ToolError `UNDO_UNAVAILABLE`. */
  forget(): void {
    try {
      const before = infoOf(this.#directory, LOG);
      if (before !== null) removeInside(this.#directory, LOG, { root: this.#root, before });
    } catch (error) {
      throw unavailable(this.#directory, error);
    }
  }

  /** Removes what belongs to no run, or to another one; what cannot be removed stays for the next time. */
  tidy(run: string | null): void {
    try {
      for (const { name, kind } of this.#view().list("")) {
        if (kind === "file" && OURS.test(name) && (run === null || !name.startsWith(`${run}-`))) {
          Deno.removeSync(`${this.#directory}/${name}`);
        }
      }
    } catch {
      // It only takes room.
    }
  }

  /** Lets the lock go. */
  [Symbol.dispose](): void {
    this.#held[Symbol.dispose]();
  }

  #view(): DirectoryView {
    return new DirectoryView(this.#directory, undefined, { open: openAtOnce });
  }

  #write(name: string, bytes: Uint8Array): void {
    try {
      const before = infoOf(this.#directory, name);
      writeInside(this.#directory, name, { bytes, root: this.#root, before, temporary: "new-", mode: 0o600 });
    } catch (error) {
      throw unavailable(this.#directory, error);
    }
  }
}

/**
 * Why files cannot be kept, or not be put back: `UNDO_UNAVAILABLE`.
 *
 * @example
 * ```ts
 * import { unavailable } from "gatehouse/flow/undo/store.ts";
 *
 * const { message } = unavailable("/state/undo", new Error("Its log is damaged"));
 * if (message !== "Could not use the undo directory /state/undo: Its log is damaged") throw new Error(message);
 * ```
 */
export function unavailable(directory: string, error: unknown): ToolError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ToolError(
    "UNDO_UNAVAILABLE",
    `Could not use the undo directory ${shownPath(directory)}: ${shownPath(reason)}`,
    { next: "Check its rights and the room on its file system", cause: error },
  );
}

function ensured(directory: string): Deno.FileInfo {
  if (Deno.build.os === "windows") throw new Error("There is no private directory on this system");
  try {
    Deno.mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
  const { leaf } = walkInside(directory, "");
  if (!leaf.isDirectory) throw new Error("It is no directory");
  if (((leaf.mode ?? 0o777) & 0o077) !== 0) {
    throw new Error("It is open to group or others: run chmod go= on it");
  }
  return leaf;
}

function infoOf(directory: string, name: string): Deno.FileInfo | null {
  try {
    return walkInside(directory, name).leaf;
  } catch (error) {
    if (error instanceof FileProblem && error.code === "MISSING") return null;
    throw error;
  }
}
