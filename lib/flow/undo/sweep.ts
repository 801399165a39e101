/** Taking away what a run left lying about when it was cut off. */
import { DirectoryView } from "../../core/rooted_files.ts";
import { markOf, walkInside } from "../../core/rooted_files_walk.ts";
import { removeInside } from "../../core/rooted_files_write.ts";
import type { RecordedRun } from "./records.ts";

/** What the temporary files of writes are called. */
const LEFT_OVER = /^\.flow-write-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The mark of the directory that a run worked in; null when another one, or none, stands in its place.
 *
 * @param workspace Absolute real path.
 * @param run What its journal says.
 *
 * @example
 * ```ts
 * import { markOfRun } from "gatehouse/flow/undo/sweep.ts";
 *
 * const root = await Deno.realPath(await Deno.makeTempDir());
 * const ino = (await Deno.lstat(root)).ino ?? 0;
 * if (markOfRun(root, { root, ino }) === null || markOfRun(root, { root, ino: ino + 1 }) !== null) {
 *   throw new Error("not told apart");
 * }
 * ```
 */
export function markOfRun(
  workspace: string,
  { root, ino }: Pick<RecordedRun, "root" | "ino">,
): string | null {
  try {
    const { leaf } = walkInside(workspace, "");
    return workspace === root && leaf.isDirectory && leaf.ino === ino ? markOf(leaf) : null;
  } catch {
    return null;
  }
}

/**
 * Takes away the temporary files of writes that were cut off, in the directories of the run's files. Only while the
 * workspace's lock is held: then nobody else writes there like this.
 *
 * @param workspace Absolute real path.
 * @param run What its journal says.
 * @param options `root`: the mark that the workspace must have.
 *
 * @example
 * ```ts
 * import { sweep } from "gatehouse/flow/undo/sweep.ts";
 *
 * const root = await Deno.realPath(await Deno.makeTempDir());
 * sweep(root, { files: new Map() }, { root: "" });
 * ```
 */
export function sweep(
  workspace: string,
  { files }: Pick<RecordedRun, "files">,
  { root }: { readonly root: string },
): void {
  for (
    const parent of new Set(
      [...files.keys()].map((path) => path.slice(0, Math.max(0, path.lastIndexOf("/")))),
    )
  ) {
    try {
      for (const { name, kind } of new DirectoryView(workspace).list(parent)) {
        if (kind !== "file" || !LEFT_OVER.test(name)) continue;
        const path = parent === "" ? name : `${parent}/${name}`;
        removeInside(workspace, path, { root, before: walkInside(workspace, path).leaf });
      }
    } catch {
      // The directory is gone, or they stay: they are in nobody's way.
    }
  }
}
