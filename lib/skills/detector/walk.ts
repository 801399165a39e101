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
import { inspectInside, listInside } from "../files.ts";
import { attempt } from "./attempt.ts";
import { Blocked } from "./blocked.ts";
import type { DetectorLimits } from "./limits.ts";

/** A regular file of the target. */
export interface FoundFile {
  readonly name: string;
  /** Relative to the target, with `/`; the name itself where the target is this file. */
  readonly path: string;
  /** Relative to the target, with `/`; empty for the target itself. */
  readonly folder: string;
  /** Which file it is. */
  readonly mark: string;
}

/** A target that was looked at whole. */
export interface Tree {
  /** The target: a folder, or a file. */
  readonly target: string;
  readonly isFile: boolean;
  /** In the order of the walk: by code unit, a folder's files before what its folders hold. */
  readonly files: readonly FoundFile[];
  /** The target and each folder in it that was listed. */
  readonly folders: readonly FoundFolder[];
}

/** A folder of the target. */
export interface FoundFolder {
  /** Relative to the target, with `/`; empty for the target itself. */
  readonly path: string;
  /** Which folder it is. */
  readonly mark: string;
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
 * import { DETECTOR_LIMITS } from "gatehouse/skills/detector/limits.ts";
 * import { walkTarget } from "gatehouse/skills/detector/walk.ts";
 *
 * const target = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.writeTextFile(`${target}/a.py`, "");
 * if (walkTarget(target, DETECTOR_LIMITS)?.files[0]?.path !== "a.py") throw new Error("not found");
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
  return { target, isFile: true, files: [{ name, path: name, folder: "", mark }], folders: [] };
}

class Walk implements Tree {
  readonly isFile = false;
  readonly files: FoundFile[] = [];
  readonly folders: FoundFolder[] = [];
  readonly #limits: DetectorLimits;
  #entries = 0;

  constructor(readonly target: string, { limits, mark }: { limits: DetectorLimits; mark: string }) {
    this.#limits = limits;
    const pending: FoundFolder[] = [{ path: "", mark }];
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      this.folders.push(folder);
      pending.push(...this.#folder(folder).reverse());
    }
  }

  /** Takes in the folder's files; gives the folders in it. */
  #folder(folder: FoundFolder): FoundFolder[] {
    recheckFolder(this, folder);
    const place = placeOf(this, folder.path);
    const maxEntries = this.#limits.entries - this.#entries;
    const entries = attempt("DIRECTORY_UNREADABLE", () => listInside(place, "", { maxEntries }));
    this.#entries += entries.length;
    const folders: FoundFolder[] = [];
    for (const { name, kind } of entries) {
      // A link by such a name is no such folder, and blocks.
      if (kind === "directory" && SKIPPED.has(name)) continue;
      if (kind === "link") throw new Blocked("REPARSE_POINT");
      if (kind === "other") throw new Blocked("SPECIAL_FILE");
      const info = inspectEntry(place, name);
      const path = folder.path === "" ? name : `${folder.path}/${name}`;
      const mark = markOf(info);
      if (info.isDirectory) {
        folders.push({ path, mark });
        continue;
      }
      checkRegular(info);
      this.files.push({ name, path, folder: folder.path, mark });
      if (this.files.length > this.#limits.files) throw new Blocked("SCAN_LIMIT");
    }
    return folders;
  }
}

/**
 * The folder that a file was found in, and the file's name in it, for a look at it or for reading it.
 *
 * @example
 * ```ts
 * import { whereIs } from "gatehouse/skills/detector/walk.ts";
 *
 * const file = { name: "a.py", path: "src/a.py", folder: "src", mark: "1:2" };
 * const tree = { target: "/p", isFile: false, files: [file], folders: [] };
 * if (whereIs(tree, file).base !== "/p/src") throw new Error("elsewhere");
 * ```
 */
export function whereIs(tree: Tree, file: FoundFile): { readonly base: string; readonly name: string } {
  // Where the target is a file, nothing but that file may be looked at.
  return tree.isFile
    ? { base: tree.target, name: "" }
    : { base: placeOf(tree, file.folder), name: file.name };
}

/**
 * Makes sure that the file is the one that was found.
 *
 * @throws Blocked where it is not.
 *
 * @example
 * ```ts
 * import { DETECTOR_LIMITS } from "gatehouse/skills/detector/limits.ts";
 * import { recheckFile, walkTarget } from "gatehouse/skills/detector/walk.ts";
 *
 * const tree = walkTarget(await Deno.realPath(await Deno.makeTempFile()), DETECTOR_LIMITS);
 * const [file] = tree?.files ?? [];
 * if (!tree || !file) throw new Error("not found");
 * recheckFile(tree, file);
 * ```
 */
export function recheckFile(tree: Tree, file: FoundFile): void {
  const { base, name } = whereIs(tree, file);
  const info = attempt("READ_ERROR", () => inspectInside(base, name));
  checkRegular(info);
  if (markOf(info) !== file.mark) throw new Blocked("FILE_CHANGED");
}

/**
 * Makes sure that every folder is the one that was listed, and the target still where it was.
 *
 * @throws Blocked where one is not.
 *
 * @example
 * ```ts
 * import { DETECTOR_LIMITS } from "gatehouse/skills/detector/limits.ts";
 * import { recheckFolders, walkTarget } from "gatehouse/skills/detector/walk.ts";
 *
 * const tree = walkTarget(await Deno.realPath(await Deno.makeTempDir()), DETECTOR_LIMITS);
 * if (tree !== null) recheckFolders(tree);
 * ```
 */
export function recheckFolders(tree: Tree): void {
  for (const folder of tree.folders) recheckFolder(tree, folder);
  if (realPath(tree.target) !== tree.target) throw new Blocked("PATH_ESCAPE");
}

function recheckFolder(tree: { readonly target: string }, { path, mark }: FoundFolder): void {
  const info = attempt("DIRECTORY_UNREADABLE", () => inspectInside(placeOf(tree, path), ""));
  if (markOf(info) !== mark) throw new Blocked("FILE_CHANGED");
}

function realPath(path: string): string | null {
  try {
    return Deno.realPathSync(path);
  } catch {
    return null;
  }
}

function inspectEntry(folder: string, name: string): Deno.FileInfo {
  try {
    return attempt("READ_ERROR", () => inspectInside(folder, name));
  } catch (error) {
    // A name that is no UTF-8 was listed with this character in it, by which it is not found again.
    if (error instanceof Blocked && name.includes("\ufffd")) throw new Blocked("READ_ERROR");
    throw error;
  }
}

function placeOf({ target }: { readonly target: string }, folder: string): string {
  return folder === "" ? target : `${target}/${folder}`;
}

/** One name only, and bytes behind it: another name may lie outside. */
function checkRegular(info: Deno.FileInfo): void {
  if (!info.isFile) throw new Blocked("SPECIAL_FILE");
  // Windows tells no count. A file without any name was replaced a moment ago.
  const names = info.nlink ?? 1;
  if (names !== 1) throw new Blocked(names === 0 ? "FILE_CHANGED" : "UNSAFE_FILE");
}

function markOf(info: Deno.FileInfo): string {
  return `${info.dev}:${info.ino}`;
}
