/**
 * What a target holds, looked at without following a link.
 *
 * Folders are listed one by one and every name is looked at once, so that the effort is bounded by the number of names
 * whatever the tree's shape. What is found is used later; `recheckFile` just before that, and `recheckFolders` when all
 * is done, make sure that each file and each folder on the way to it still is the one that was found.
 *
 * A folder that is swapped for a link and back between two of these looks is not noticed: Deno has no `openat`.
 */
import { SKIPPED_FOLDERS } from "../contract/vocabularies.ts";
import { DirectoryView, inspectInside } from "../../core/rooted_files.ts";
import { attempt } from "./attempt.ts";
import { Blocked } from "./blocked.ts";
import type { DetectorLimits } from "./limits.ts";

/** A regular file of the target. */
export interface FoundFile {
  readonly name: string;
  /** Relative to the target, with `/`; the name itself where the target is this file. */
  readonly path: string;
  /** The folder that it was found in; null where the target is this file, and no folder may be looked at. */
  readonly folder: FoundFolder | null;
  readonly place: string;
  /** Which file it is. */
  readonly mark: string;
}

/** A target that was looked at whole. */
export interface Tree {
  /** The target: a folder, or a file. */
  readonly target: string;
  /** In the order of the walk: by code unit, a folder's files before what its folders hold. */
  readonly files: readonly FoundFile[];
  /** The target and each folder in it that was listed. */
  readonly folders: readonly FoundFolder[];
}

/** A folder of the target. */
export interface FoundFolder {
  /** Relative to the target, with `/`; empty for the target itself. */
  readonly path: string;
  readonly place: string;
  /** Which folder it is. */
  readonly mark: string;
  /** What was seen of it, which its files must still be when they are read. */
  readonly view: DirectoryView;
}

const SKIPPED: ReadonlySet<string> = new Set(SKIPPED_FOLDERS);

/**
 * Everything that the target holds.
 *
 * @param target Its real path; a folder or a file.
 * @returns Null where there is no target.
 * @throws Blocked at the first thing that must not be there.
 *
 * @example
 * ```ts
 * import { lowerLimits } from "gatehouse/skills/detector/limits.ts";
 * import { walkTarget } from "gatehouse/skills/detector/walk.ts";
 *
 * const target = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.writeTextFile(`${target}/a.py`, "");
 * if (walkTarget(target, lowerLimits({}))?.files[0]?.path !== "a.py") throw new Error("not found");
 * ```
 */
export function walkTarget(target: string, limits: DetectorLimits): Tree | null {
  let info: Deno.FileInfo;
  try {
    info = Deno.lstatSync(target);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return null;
    throw new Blocked("READ_ERROR");
  }
  if (info.isSymlink || realPath(target) !== target) throw new Blocked("REPARSE_POINT");
  const mark = markOf(info);
  if (info.isDirectory) return new Walk(target, { limits, mark });
  checkRegular(info);
  const name = target.slice(Math.max(target.lastIndexOf("/"), target.lastIndexOf("\\")) + 1);
  return { target, files: [{ name, path: name, folder: null, place: target, mark }], folders: [] };
}

class Walk implements Tree {
  readonly files: FoundFile[] = [];
  readonly folders: FoundFolder[] = [];
  readonly #limits: DetectorLimits;
  #entries = 0;

  constructor(readonly target: string, { limits, mark }: { limits: DetectorLimits; mark: string }) {
    this.#limits = limits;
    const pending = [folderAt(target, { path: "", mark })];
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      this.folders.push(folder);
      pending.push(...this.#folder(folder).reverse());
    }
  }

  /** Takes in the folder's files; gives the folders in it. */
  #folder(folder: FoundFolder): FoundFolder[] {
    const { view } = folder;
    const mark = markOf(attempt("DIRECTORY_UNREADABLE", () => view.inspect("")));
    if (mark !== folder.mark) throw new Blocked("FILE_CHANGED");
    const maxEntries = this.#limits.entries - this.#entries;
    const entries = attempt("DIRECTORY_UNREADABLE", () => view.list("", { maxEntries }));
    this.#entries += entries.length;
    const folders: FoundFolder[] = [];
    for (const { name, kind } of entries) {
      // A link by such a name is no such folder, and blocks.
      if (kind === "directory" && SKIPPED.has(name)) continue;
      const path = folder.path === "" ? name : `${folder.path}/${name}`;
      if (kind === "link") throw new Blocked("REPARSE_POINT", path);
      if (kind === "other") throw new Blocked("SPECIAL_FILE", path);
      const info = inspectEntry(view, name);
      const place = `${folder.place}/${name}`;
      if (info.isDirectory) {
        folders.push(folderAt(place, { path, mark: markOf(info) }));
        continue;
      }
      checkRegular(info, path);
      this.files.push({ name, path, folder, place, mark: markOf(info) });
      if (this.files.length > this.#limits.files) throw new Blocked("SCAN_LIMIT");
    }
    return folders;
  }
}

function folderAt(place: string, { path, mark }: { path: string; mark: string }): FoundFolder {
  return { path, place, mark, view: new DirectoryView(place) };
}

/**
 * Makes sure that the file is the one that was found.
 *
 * @throws Blocked where it is not.
 *
 * @example
 * ```ts
 * import { lowerLimits } from "gatehouse/skills/detector/limits.ts";
 * import { recheckFile, walkTarget } from "gatehouse/skills/detector/walk.ts";
 *
 * const tree = walkTarget(await Deno.realPath(await Deno.makeTempFile()), lowerLimits({}));
 * for (const file of tree?.files ?? []) recheckFile(file);
 * ```
 */
export function recheckFile({ place, mark, folder }: FoundFile): void {
  const info = attempt("READ_ERROR", () => inspectInside(place, ""));
  checkRegular(info);
  if (markOf(info) === mark) return;
  if (folder !== null) recheckFolder(folder);
  throw new Blocked("FILE_CHANGED");
}

/**
 * Makes sure that every folder is the one that was listed, and the target still where it was.
 *
 * @throws Blocked where one is not.
 *
 * @example
 * ```ts
 * import { lowerLimits } from "gatehouse/skills/detector/limits.ts";
 * import { recheckFolders, walkTarget } from "gatehouse/skills/detector/walk.ts";
 *
 * const tree = walkTarget(await Deno.realPath(await Deno.makeTempDir()), lowerLimits({}));
 * if (tree !== null) recheckFolders(tree);
 * ```
 */
export function recheckFolders(tree: Tree): void {
  for (const folder of tree.folders) recheckFolder(folder);
  if (realPath(tree.target) !== tree.target) throw new Blocked("PATH_ESCAPE");
}

function recheckFolder({ place, mark }: FoundFolder): void {
  const info = attempt("DIRECTORY_UNREADABLE", () => inspectInside(place, ""));
  if (markOf(info) !== mark) throw new Blocked("FILE_CHANGED");
}

function realPath(path: string): string | null {
  try {
    return Deno.realPathSync(path);
  } catch {
    return null;
  }
}

function inspectEntry(view: DirectoryView, name: string): Deno.FileInfo {
  try {
    return attempt("READ_ERROR", () => view.inspect(name));
  } catch (error) {
    // A name that is no UTF-8 was listed with this character in it, by which it is not found again.
    if (error instanceof Blocked && name.includes("\ufffd")) throw new Blocked("READ_ERROR");
    throw error;
  }
}

/** One name only, and bytes behind it: another name may lie outside. */
function checkRegular(info: Deno.FileInfo, path?: string): void {
  if (!info.isFile) throw new Blocked("SPECIAL_FILE", path);
  // Windows tells no count. A file without any name was replaced a moment ago.
  const names = info.nlink ?? 1;
  if (names !== 1) throw new Blocked(names === 0 ? "FILE_CHANGED" : "UNSAFE_FILE", path);
}

function markOf(info: Deno.FileInfo): string {
  return `${info.dev}:${info.ino}`;
}
