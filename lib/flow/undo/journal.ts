/** What the files of a run were before it, kept from the first write on, so that it can be undone. */
import { sha256 } from "../../core/digest.ts";
import { ToolError } from "../../core/errors.ts";
import { type JournalRecord, linesOf, type State } from "./records.ts";
import { JournalStore, unavailable } from "./store.ts";
import { markOfRun, sweep } from "./sweep.ts";

/** What a file is: its bytes and permission bits; null when there is none. */
export type Present = { readonly bytes: Uint8Array; readonly mode: number } | null;

/** What is known before a write. */
export interface Coming {
  readonly present: Present;
  /** Directories that will be made for it, from the top down. */
  readonly directories: readonly string[];
  /** What will be written; null when that is not known. */
  readonly bytes: Uint8Array | null;
}

/**
 * The journal of one run. It holds the workspace's lock until it is disposed of. Everything it notes is on disk when the
 * call returns; the run before stays undoable until this one's first write.
 */
export class Journal implements Disposable {
  readonly #directory: string;
  readonly #store: JournalStore;
  readonly #root: { readonly path: string; readonly ino: number };
  readonly #run = crypto.randomUUID().slice(0, 8);
  /** The name of the old content of each file, null when there was none. */
  readonly #images = new Map<string, string | null>();
  /** What each file was left as, as far as that is known. */
  readonly #left = new Map<string, State>();
  #log: Deno.FsFile | null = null;
  #length = 0;

  private constructor(directory: string, store: JournalStore, root: { path: string; ino: number }) {
    this.#directory = directory;
    this.#store = store;
    this.#root = root;
  }

  /**
   * Begins a run.
   *
   * @param directory Of this workspace's journal: absolute, private, and not in the workspace.
   * @param root The workspace's real path.
   * @throws ToolError `FLOW_BUSY` when another run or an undo is at work, `UNDO_UNAVAILABLE`.
   */
  static begin(directory: string, root: string): Journal {
    const store = JournalStore.open(directory);
    try {
      const { ino } = Deno.lstatSync(root);
      sweepAfter(store, root);
      return new Journal(directory, store, { path: root, ino: ino ?? 0 });
    } catch (error) {
      store[Symbol.dispose]();
      throw unavailable(directory, error);
    }
  }

  /**
   * Notes what a file is, when it is its first write of this run, and what is about to be made of it.
   *
   * @param path Relative to the workspace, in its shortest spelling.
   * @throws ToolError `UNDO_UNAVAILABLE`; the file must not be written then.
   */
  before(path: string, { present, directories, bytes }: Coming): void {
    const records: JournalRecord[] = [];
    const isFirst = !this.#images.has(path);
    let image: string | null = null;
    if (isFirst) {
      if (present !== null) {
        image = `${this.#run}-${this.#images.size + 1}`;
        this.#store.keep(image, present.bytes);
      }
      const mode = present === null ? null : present.mode & 0o777;
      records.push({ kind: "before", path, image, state: stateOf(present?.bytes ?? null), mode });
    }
    if (directories.length > 0) records.push({ kind: "directories", paths: directories });
    records.push({ kind: "intent", path, state: bytes === null ? "unknown" : stateOf(bytes) });
    this.#append(records);
    if (isFirst) this.#images.set(path, image);
  }

  /**
   * Notes what has been made of a file.
   *
   * @param bytes What it holds now; null when there is no file, undefined when that could not be seen.
   * @throws ToolError `UNDO_UNAVAILABLE`; what `before` noted still stands.
   */
  after(path: string, bytes: Uint8Array | null | undefined): void {
    // Of what it was before, nothing is known: there is nothing to put back.
    if (!this.#images.has(path)) return;
    const state = bytes === undefined ? "unknown" : stateOf(bytes);
    this.#append([{ kind: "left", path, state }]);
    this.#left.set(path, state);
  }

  /**
   * Whether a file is as the run left it.
   *
   * @param bytes What it holds now; null when there is no file that can be read.
   */
  isAsLeft(path: string, bytes: Uint8Array | null): boolean {
    return this.#left.get(path) === stateOf(bytes);
  }

  /** What a file was before the run; null when there was none, or the run has not touched it. */
  preImage(path: string): Uint8Array | null {
    const image = this.#images.get(path) ?? null;
    return image === null ? null : this.#store.image(image);
  }

  /** Ends the run: what was noted stays, and others may begin. */
  [Symbol.dispose](): void {
    this.#log?.close();
    this.#log = null;
    this.#store[Symbol.dispose]();
  }

  #append(records: readonly JournalRecord[]): void {
    if (this.#log === null) return this.#start(records);
    const bytes = linesOf(records);
    try {
      this.#cut();
      for (let at = 0; at < bytes.byteLength;) at += this.#log.writeSync(bytes.subarray(at));
      this.#log.syncDataSync();
    } catch (error) {
      throw unavailable(this.#directory, error);
    }
    this.#length += bytes.byteLength;
  }

  /** Whatever an append that failed has left is taken away, so that a broken line never has others after it. */
  #cut(): void {
    if (this.#log !== null && this.#log.statSync().size > this.#length) this.#log.truncateSync(this.#length);
  }

  /** The first write of the run: its log takes the place of the one before, whose old contents are of no use then. */
  #start(records: readonly JournalRecord[]): void {
    const { path, ino } = this.#root;
    const bytes = linesOf([{ kind: "run", version: 1, run: this.#run, root: path, ino }, ...records]);
    this.#store.start(bytes);
    try {
      this.#log = Deno.openSync(this.#store.log, { append: true });
    } catch (error) {
      throw unavailable(this.#directory, error);
    }
    this.#length = bytes.byteLength;
    this.#store.tidy(this.#run);
  }
}

/** What the run before left lying about when it was cut off. A journal that cannot be read is for undo to tell of. */
function sweepAfter(store: JournalStore, root: string): void {
  try {
    const run = store.run();
    const mark = run === null ? null : markOfRun(root, run);
    if (run !== null && mark !== null) sweep(root, run, { root: mark });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
  }
}

function stateOf(bytes: Uint8Array | null): State {
  return bytes === null ? "absent" : sha256(bytes);
}
