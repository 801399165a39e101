/**
 * Writing and removing below a directory that others may write to as well: whole or not at all.
 *
 * A file is made under a temporary name beside its place and renamed over it. Before its first byte is written, and
 * again before the rename, the walk is repeated: root, directories, temporary file and what is replaced must be those
 * of the first look. So what a swapped link leads to gets an empty file or directory at most, unless somebody swaps it
 * back and forth within one walk: a program of the same account that does nothing else succeeds once in some hundred
 * writes. Whoever may write to the same directory can still put another file in a name's place right after us.
 *
 * Everything is synchronous, and nothing is opened for writing that was there before. Only the root and what is below
 * it is touched, so that a process with no other rights can write too.
 */
import fs from "node:fs";
import { unwritable } from "./file_writes.ts";
import {
  changed,
  checkRegular,
  FileProblem,
  markOf,
  type Walk,
  walkAgain,
  walkInside,
} from "./rooted_files_walk.ts";

/** What a change below a directory rests on. */
export interface GroundOptions {
  /** The mark that the directory must have; see `markOf`. */
  readonly root: string;
  /** What was seen to stand at the path, null for nothing: what stands there now must be the same. */
  readonly before: Deno.FileInfo | null;
}

/** How a file is written. */
export interface WriteOptions extends GroundOptions {
  readonly bytes: Uint8Array;
  /** What the temporary file's name begins with; something random follows. */
  readonly temporary: string;
  /** Permission bits, exactly; default: those of `before`, or 0644 as far as the umask lets it. */
  readonly mode?: number;
}

const PERMISSIONS = 0o777;

/**
 * Puts a file in its place, durable when the call returns. It belongs to this account then, whoever's it was before.
 *
 * @param base Absolute real path of a directory.
 * @param relative With `/`, without `.`, `..` and empty segments; the directories in it must exist.
 * @throws FileProblem `MISSING`, `PATH_UNSAFE`, `READ`; `FILE_CHANGED` when anything is not what it was.
 * @throws ToolError `FILE_UNWRITABLE`; the old bytes are in place then.
 *
 * @example
 * ```ts
 * import { writeInside } from "gatehouse/core/rooted_files_write.ts";
 * import { markOf } from "gatehouse/core/rooted_files_walk.ts";
 *
 * const base = await Deno.realPath(await Deno.makeTempDir());
 * const root = markOf(await Deno.lstat(base));
 * writeInside(base, "a.txt", { bytes: new Uint8Array(3), root, before: null, temporary: ".new-" });
 * if ((await Deno.stat(`${base}/a.txt`)).size !== 3) throw new Error("not written");
 * ```
 */
export function writeInside(
  base: string,
  relative: string,
  { bytes, root, before, temporary, mode }: WriteOptions,
): void {
  const parent = parentOf(relative);
  const stand = standing(base, parent, root);
  if (before !== null) checkRegular(relative, before);
  const name = `${temporary}${crypto.randomUUID()}`;
  const place = `${stand.path}/${name}`;
  const exact = mode ?? (before === null ? null : (before.mode ?? 0o644) & PERMISSIONS);
  const fd = system(relative, () => fs.openSync(place, "wx", exact === null ? 0o644 : 0o600));
  let own = "";
  try {
    own = markOf(fs.fstatSync(fd));
    const isOurs = () => {
      const again = walkAgain(base, parent === "" ? name : `${parent}/${name}`);
      const passed = again.marks.slice(0, -1);
      return passed.join() === stand.marks.join() && again.marks.at(-1) === own && again.leaf.nlink === 1;
    };
    if (!isOurs()) throw changed(relative);
    system(relative, () => {
      for (let at = 0; at < bytes.byteLength;) at += fs.writeSync(fd, bytes, at, bytes.byteLength - at, null);
      if (exact !== null) fs.fchmodSync(fd, exact);
      fs.fsyncSync(fd);
    });
    if (!isOurs()) throw changed(relative);
    checkSame(base, relative, before);
    system(relative, () => Deno.renameSync(place, `${base}/${relative}`));
    own = "";
  } finally {
    fs.closeSync(fd);
    if (own !== "") discard(place, own);
  }
  sync(stand);
  const { marks } = walkAgain(base, relative);
  if (marks.slice(0, -1).join() !== stand.marks.join()) throw changed(relative);
}

/**
 * The directories in a path that do not exist, from the top down.
 *
 * @param base Absolute real path of a directory.
 * @param relative Path of a file below it, with `/`.
 * @throws FileProblem `PATH_UNSAFE` where a link or a file is in the way, `READ`.
 *
 * @example
 * ```ts
 * import { missingDirectories } from "gatehouse/core/rooted_files_write.ts";
 *
 * const base = await Deno.realPath(await Deno.makeTempDir());
 * if (missingDirectories(base, "a/b/c.txt").join(" ") !== "a a/b") throw new Error("other directories");
 * ```
 */
export function missingDirectories(base: string, relative: string): readonly string[] {
  const segments = relative.split("/").slice(0, -1);
  const directories = segments.map((_, at) => segments.slice(0, at + 1).join("/"));
  for (const [at, directory] of directories.entries()) {
    const info = unlessMissing(() => walkInside(base, directory).leaf);
    if (info === null) return directories.slice(at);
    if (!info.isDirectory) throw new FileProblem("PATH_UNSAFE", directory, { reason: "is no directory" });
  }
  return [];
}

/**
 * Makes one directory, 0755 as far as the umask lets it. One that is there by now is as good.
 *
 * @param base Absolute real path of a directory.
 * @param relative With `/`; the directories above must exist.
 * @param options `root`: the mark that the base must have.
 * @throws FileProblem `MISSING`, `PATH_UNSAFE`, `READ`, `FILE_CHANGED`.
 * @throws ToolError `FILE_UNWRITABLE`.
 *
 * @example
 * ```ts
 * import { makeDirectoryInside } from "gatehouse/core/rooted_files_write.ts";
 * import { markOf } from "gatehouse/core/rooted_files_walk.ts";
 *
 * const base = await Deno.realPath(await Deno.makeTempDir());
 * makeDirectoryInside(base, "a", { root: markOf(await Deno.lstat(base)) });
 * if (!(await Deno.lstat(`${base}/a`)).isDirectory) throw new Error("not made");
 * ```
 */
export function makeDirectoryInside(
  base: string,
  relative: string,
  { root }: { readonly root: string },
): void {
  const stand = standing(base, parentOf(relative), root);
  try {
    Deno.mkdirSync(`${base}/${relative}`, { mode: 0o755 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw unwritable(relative, error);
  }
  const { leaf, marks } = walkAgain(base, relative);
  if (!leaf.isDirectory || marks.slice(0, -1).join() !== stand.marks.join()) throw changed(relative);
  sync(stand);
}

/**
 * Removes a file.
 *
 * @param base Absolute real path of a directory.
 * @param relative With `/`, without `.`, `..` and empty segments.
 * @throws FileProblem as `writeInside`.
 * @throws ToolError `FILE_UNWRITABLE`.
 *
 * @example
 * ```ts
 * import { removeInside } from "gatehouse/core/rooted_files_write.ts";
 * import { markOf } from "gatehouse/core/rooted_files_walk.ts";
 *
 * const base = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.writeTextFile(`${base}/a.txt`, "abc");
 * const before = await Deno.lstat(`${base}/a.txt`);
 * removeInside(base, "a.txt", { root: markOf(await Deno.lstat(base)), before });
 * ```
 */
export function removeInside(base: string, relative: string, { root, before }: GroundOptions): void {
  const stand = standing(base, parentOf(relative), root);
  if (before !== null) checkRegular(relative, before);
  checkSame(base, relative, before);
  if (before === null) return;
  system(relative, () => Deno.removeSync(`${base}/${relative}`));
  sync(stand);
}

/**
 * Removes a directory that is empty, and tells whether it is gone.
 *
 * @param base Absolute real path of a directory.
 * @param relative With `/`, without `.`, `..` and empty segments.
 * @param options `root`: the mark that the base must have.
 * @throws FileProblem `PATH_UNSAFE`, `READ`, `FILE_CHANGED`.
 *
 * @example
 * ```ts
 * import { removeDirectoryInside } from "gatehouse/core/rooted_files_write.ts";
 * import { markOf } from "gatehouse/core/rooted_files_walk.ts";
 *
 * const base = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.mkdir(`${base}/a`);
 * if (!removeDirectoryInside(base, "a", { root: markOf(await Deno.lstat(base)) })) throw new Error("still there");
 * ```
 */
export function removeDirectoryInside(
  base: string,
  relative: string,
  { root }: { readonly root: string },
): boolean {
  const seen = unlessMissing(() => standing(base, relative, root));
  if (seen === null) return true;
  try {
    // Without `recursive` it is rmdir(2), which refuses what is not empty.
    Deno.removeSync(seen.path);
  } catch {
    return false;
  }
  return true;
}

/** The directory that a change is made in, after a walk from the root that it rests on. */
function standing(base: string, relative: string, root: string): Walk {
  const stand = walkInside(base, relative);
  if (stand.marks[0] !== root) throw changed("");
  if (!stand.leaf.isDirectory) throw new FileProblem("PATH_UNSAFE", relative, { reason: "is no directory" });
  return stand;
}

function checkSame(base: string, relative: string, before: Deno.FileInfo | null): void {
  const now = unlessMissing(() => walkInside(base, relative).leaf);
  if (now === null && before === null) return;
  const isSame = now !== null && before !== null && markOf(now) === markOf(before) &&
    now.size === before.size && now.mtime?.getTime() === before.mtime?.getTime() &&
    now.mode === before.mode && now.nlink === before.nlink;
  if (!isSame) throw changed(relative);
}

function parentOf(relative: string): string {
  return relative.slice(0, Math.max(0, relative.lastIndexOf("/")));
}

/**
 * Makes what was done to a directory durable, opened so that nothing in its place can hold us up. Some file systems
 * cannot do it; there it becomes durable when they see fit.
 */
function sync({ path, leaf }: Walk): void {
  try {
    const fd = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    try {
      if (markOf(fs.fstatSync(fd)) === markOf(leaf)) fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    // The file itself is synced already.
  }
}

/** Takes the temporary file away, unless its name is another file's by now. */
function discard(place: string, own: string): void {
  try {
    if (markOf(Deno.lstatSync(place)) === own) Deno.removeSync(place);
  } catch {
    // It is gone, or its directory is; what led here is told.
  }
}

function unlessMissing<T>(act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (error instanceof FileProblem && error.code === "MISSING") return null;
    throw error;
  }
}

function system<T>(relative: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw unwritable(relative, error);
  }
}
