/** Putting the files of the last run back as they were: all of them, or none. */
import { sha256 } from "../../core/digest.ts";
import { ToolError } from "../../core/errors.ts";
import { DirectoryView } from "../../core/rooted_files.ts";
import { openAtOnce } from "../../core/rooted_files_open.ts";
import { FileProblem, walkInside } from "../../core/rooted_files_walk.ts";
import { removeDirectoryInside, removeInside, writeInside } from "../../core/rooted_files_write.ts";
import type { FlowSettings, Reason, Status } from "../types.ts";
import type { RecordedFile, RecordedRun, State } from "./records.ts";
import { JournalStore, MAX_IMAGE_BYTES } from "./store.ts";
import { markOfRun, sweep } from "./sweep.ts";

/** A file that was not put back. */
export interface Refused {
  readonly path: string;
  readonly reason: string;
}

/** What an undo answers. Paths are relative to the workspace and sorted. */
export interface UndoReport {
  /** `ok`; `stale` when a file or the root is not what the run left; `unavailable` when there is nothing to undo. */
  readonly status: Status;
  /** Files that hold again what they held before the run. */
  readonly restored: readonly string[];
  /** Files that the run had created. */
  readonly removed: readonly string[];
  /** Directories that the run had created and that were empty. */
  readonly removed_directories: readonly string[];
  /** Files that were as before the run already. */
  readonly unchanged: readonly string[];
  /** Why nothing, or not everything, was put back. */
  readonly refused: readonly Refused[];
  readonly reasons: readonly Reason[];
  readonly error?: string;
}

/** What a file is now, and what is to be done with it. */
interface Plan {
  readonly path: string;
  readonly file: RecordedFile;
  readonly info: Deno.FileInfo | null;
  readonly act: "restore" | "remove" | "nothing";
}

/** What an undo needs of the settings. */
export type UndoSettings = Pick<FlowSettings, "workspace" | "trusted" | "undoDirectory">;

const NOTHING = { restored: [], removed: [], removed_directories: [], unchanged: [], refused: [] };
const TEMPORARY = ".flow-write-";

/**
 * Puts every file of the last run back, bytes and permission bits, and takes away what it had created. Where a file is
 * not what the run left, nothing at all is changed. Cut off in the middle, it can be done again.
 *
 * @param settings `workspace`, `trusted` and `undoDirectory`.
 * @param signal Ends it before the first file is changed.
 *
 * @example
 * ```ts
 * import { undo } from "gatehouse/flow/undo/put_back.ts";
 *
 * const workspace = await Deno.realPath(await Deno.makeTempDir());
 * const undoDirectory = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.chmod(undoDirectory, 0o700);
 * const { status, error } = undo({ workspace, trusted: true, undoDirectory });
 * if (status !== "unavailable" || error !== "There is nothing to undo") throw new Error(error);
 * ```
 */
export function undo(settings: UndoSettings, signal?: AbortSignal): UndoReport {
  const { workspace, trusted, undoDirectory } = settings;
  if (!trusted) {
    return refusal(
      "unverified",
      "not_trusted",
      "Undo changes files, and the workspace is not trusted: give --trusted",
    );
  }
  if (undoDirectory === null) {
    return refusal(
      "unavailable",
      "undo_unavailable",
      "No place is known where the files before a run are kept",
    );
  }
  try {
    using store = JournalStore.open(undoDirectory);
    const run = store.run();
    if (run === null) return refusal("unavailable", "nothing_to_undo", "There is nothing to undo");
    const root = markOfRun(workspace, run);
    if (root === null) {
      return refusal(
        "stale",
        "root_replaced",
        "The workspace is not the directory that the last run worked in",
      );
    }
    const plans = [...run.files].map(([path, file]) =>
      isWhole(store, file)
        ? planFor(workspace, path, { file })
        : { path, reason: "was kept, but is damaged by now" }
    ).sort(byPath);
    const refused = plans.filter((plan) => "reason" in plan);
    if (refused.length > 0) return changedSince(refused);
    if (signal?.aborted === true) {
      return refusal("error", "cancelled", "Undo was cancelled; nothing was changed");
    }
    return carriedOut(plans.filter((plan): plan is Plan => !("reason" in plan)), {
      workspace,
      root,
      run,
      store,
    });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return error.code === "FLOW_BUSY"
      ? refusal("error", "busy", error.line)
      : refusal("error", "undo_unavailable", error.line);
  }
}

function carriedOut(
  plans: readonly Plan[],
  { workspace, root, run, store }: {
    readonly workspace: string;
    readonly root: string;
    readonly run: RecordedRun;
    readonly store: JournalStore;
  },
): UndoReport {
  const done = { restored: [] as string[], removed: [] as string[], unchanged: [] as string[] };
  const refused: Refused[] = [];
  // What the run created goes first: on a disk that the run has filled, nothing else makes room for what was there.
  const first = (plan: Plan) => plan.act === "remove" ? 0 : 1;
  for (const { path, file, info, act } of plans.toSorted((a, b) => first(a) - first(b))) {
    try {
      if (act === "restore") {
        const bytes = store.image(file.image ?? "");
        const mode = file.mode ?? 0o600;
        writeInside(workspace, path, { bytes, mode, root, before: info, temporary: TEMPORARY });
        done.restored.push(path);
      } else if (act === "remove") {
        removeInside(workspace, path, { root, before: info });
        done.removed.push(path);
      } else done.unchanged.push(path);
    } catch (error) {
      refused.push({ path, reason: reasonOf(error) });
    }
  }
  if (refused.length > 0) {
    const error = "Not every file could be put back; what can be is, and undo can be tried again";
    const reasons = refused.map(({ path, reason }) => ({ code: "write_failed", message: reason, path }));
    return { status: "error", ...done, removed_directories: [], refused, reasons, error };
  }
  sweep(workspace, run, { root });
  const directories = run.directories.toReversed().filter((path) => isRemoved(workspace, path, { root }));
  store.forget();
  store.tidy(null);
  return { status: "ok", ...done, removed_directories: directories.sort(), refused: [], reasons: [] };
}

/** Whether what was kept is what was to be kept. */
function isWhole(store: JournalStore, { image, before }: RecordedFile): boolean {
  try {
    return image === null || sha256(store.image(image)) === before;
  } catch {
    return false;
  }
}

/** Whether the directory was there and is gone. */
function isRemoved(workspace: string, path: string, { root }: { readonly root: string }): boolean {
  try {
    return walkInside(workspace, path).leaf.isDirectory && removeDirectoryInside(workspace, path, { root });
  } catch {
    // A file or a link by that name is not ours to remove.
    return false;
  }
}

function planFor(workspace: string, path: string, { file }: { readonly file: RecordedFile }): Plan | Refused {
  const view = new DirectoryView(workspace, undefined, { open: openAtOnce });
  let info: Deno.FileInfo | null = null;
  let state: State = "absent";
  try {
    info = view.inspect(path);
    state = sha256(view.read(path, { maxBytes: MAX_IMAGE_BYTES }));
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    if (error.code === "TOO_LARGE") return { path, reason: "was changed after the run" };
    if (error.code !== "MISSING") return { path, reason: reasonOf(error) };
    info = null;
  }
  if (state === file.before) {
    const isSame = info === null || ((info.mode ?? 0) & 0o777) === file.mode;
    return { path, file, info, act: isSame ? "nothing" : "restore" };
  }
  if (!file.left.includes(state)) {
    const gone = "was removed after the run";
    return { path, reason: state === "absent" ? gone : "was changed after the run" };
  }
  return { path, file, info, act: file.image === null ? "remove" : "restore" };
}

function changedSince(refused: readonly Refused[]): UndoReport {
  const reasons = refused.map(({ path, reason }) => ({
    code: "changed_since",
    message: `${path} ${reason}`,
    path,
  }));
  const error = "Nothing was put back, since some files are not what the run left";
  return { status: "stale", ...NOTHING, refused, reasons, error };
}

function refusal(status: Status, code: string, message: string): UndoReport {
  return { status, ...NOTHING, reasons: [{ code, message }], error: message };
}

function reasonOf(error: unknown): string {
  if (error instanceof ToolError) return error.line;
  return error instanceof Error ? error.message : String(error);
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : 1;
}
