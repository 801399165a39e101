/**
 * Looking at and reading what lies below a directory that others may write to as well.
 *
 * The walk follows no link. What was opened must have the device and inode of what was looked at, and the walk is
 * repeated afterwards, so that a directory that was a link for a moment is noticed. Everything is synchronous and only
 * reads. The directory itself must be given by its real path.
 */
import {
  attempt,
  changed,
  checkRegular,
  FileProblem,
  markOf,
  type Walk,
  walkAgain,
  walkInside,
} from "./rooted_files_walk.ts";

/** A file that was opened to be read. */
export interface OpenFile extends Disposable {
  /** What was opened. */
  statSync(): Pick<Deno.FileInfo, "dev" | "ino" | "size" | "mtime">;
  /** Reads on; null at the end. */
  readSync(into: Uint8Array): number | null;
}

/** Opens a file to read it. */
export type Open = (path: string) => OpenFile;

/** Names that a directory may hold where its reader says nothing else. */
const MAX_ENTRIES = 10_000;

/** One name in a directory, as the directory itself tells it. */
export interface Entry {
  readonly name: string;
  /** `other`: a named pipe, a socket, a device. */
  readonly kind: "file" | "directory" | "link" | "other";
}

/**
 * What stands at the path, after a walk from the directory down in which no component is a link.
 *
 * @param base Absolute real path of a directory.
 * @param relative With `/`, without `.`, `..` and empty segments; empty for the directory itself.
 * @throws FileProblem `MISSING`, `PATH_UNSAFE`, `READ`.
 *
 * @example
 * ```ts
 * import { inspectInside } from "gatehouse/core/rooted_files.ts";
 *
 * const base = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.writeTextFile(`${base}/a.txt`, "abc");
 * if (inspectInside(base, "a.txt").size !== 3) throw new Error("wrong size");
 * ```
 */
export function inspectInside(base: string, relative: string): Deno.FileInfo {
  return new DirectoryView(base).inspect(relative);
}

/**
 * The bytes of a regular file with one name only.
 *
 * @param base Absolute real path of a directory.
 * @param relative With `/`, without `.`, `..` and empty segments.
 * @param options `maxBytes`: a larger file is refused, or with `cut` only read that far.
 * @throws FileProblem of every code.
 *
 * @example
 * ```ts
 * import { readInside } from "gatehouse/core/rooted_files.ts";
 *
 * const base = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.writeTextFile(`${base}/a.txt`, "abc");
 * if (readInside(base, "a.txt", { maxBytes: 64 }).byteLength !== 3) throw new Error("wrong bytes");
 * ```
 */
export function readInside(
  base: string,
  relative: string,
  { maxBytes, cut = false }: { readonly maxBytes: number; readonly cut?: boolean },
): Uint8Array<ArrayBuffer> {
  return new DirectoryView(base).read(relative, { maxBytes, cut });
}

/** What somebody else saw below a directory a moment before, by path relative to it. */
export interface Seen {
  readonly infos: ReadonlyMap<string, Deno.FileInfo>;
  /** Each ordered by code unit. */
  readonly listings: ReadonlyMap<string, readonly Entry[]>;
  /** SHA-256 of files of which nothing else tells whether they are still the same. */
  readonly digests: ReadonlyMap<string, string>;
}

/**
 * A directory whose parts are looked at once, for those who read many of its files one after the other.
 *
 * What was seen first is what everything later must still be: each read and each first listing walks down anew
 * afterwards and compares.
 */
export class DirectoryView {
  readonly #base: string;
  readonly #seen = new Map<string, Deno.FileInfo>();
  readonly #listed = new Map<string, readonly Entry[]>();
  /** Somebody else walks down anew afterwards and compares. */
  readonly #isCompared: boolean;
  readonly #open: Open;

  /**
   * @param base Absolute real path of a directory.
   * @param seen Taken for the first look. Whoever gives it must look at all of it again afterwards, compare, and throw
   * away what was read where anything differs.
   * @param options `open`: how files are opened. Deno's own way blocks where a named pipe takes a file's place between
   * look and open, until a deadline ends the process; `openAtOnce` does not, and costs the loading of `node:fs`.
   */
  constructor(
    base: string,
    seen?: Seen,
    { open = (path) => Deno.openSync(path, { read: true }) }: { readonly open?: Open } = {},
  ) {
    this.#base = base;
    this.#open = open;
    this.#isCompared = seen !== undefined;
    for (const [relative, info] of seen?.infos ?? []) {
      if (!info.isSymlink) this.#seen.set(relative === "" ? base : `${base}/${relative}`, info);
    }
    for (const [relative, entries] of seen?.listings ?? []) this.#listed.set(relative, entries);
  }

  /**
   * What stood at the path when it was first looked at.
   *
   * @throws FileProblem `MISSING`, `PATH_UNSAFE`, `READ`.
   */
  inspect(relative: string): Deno.FileInfo {
    return this.#walk(relative).leaf;
  }

  /**
   * The bytes of a regular file with one name only.
   *
   * @param options `into`: where the bytes are put when they fit there, with one byte to spare; they are then good until
   * the next such read.
   * @throws FileProblem of every code.
   */
  read(
    relative: string,
    { maxBytes, cut = false, into }: {
      readonly maxBytes: number;
      readonly cut?: boolean;
      readonly into?: Uint8Array<ArrayBuffer>;
    },
  ): Uint8Array<ArrayBuffer> {
    const seen = this.#walk(relative);
    checkRegular(relative, seen.leaf);
    const { size, mtime } = seen.leaf;
    if (size > maxBytes && !cut) throw tooLarge(relative, { bytes: size, maxBytes });
    using file = openSeen(relative, { path: seen.path, open: this.#open });
    const opened = attempt(relative, () => file.statSync());
    const bytes = readAll(file, { relative, maxBytes, cut, size: opened.size, into });
    const isSeen = markOf(opened) === markOf(seen.leaf) && opened.size === size &&
      opened.mtime?.getTime() === mtime?.getTime() &&
      bytes.byteLength === (cut ? Math.min(size, maxBytes) : size);
    if (!isSeen) throw changed(relative);
    if (!this.#isCompared) this.#compare(relative, seen);
    return bytes;
  }

  /**
   * What a directory held when it was first listed, ordered by code unit.
   *
   * @throws FileProblem of every code; `TOO_LARGE` for too many entries, `PATH_UNSAFE` for what is no directory.
   */
  list(
    relative: string,
    { maxEntries = MAX_ENTRIES }: { readonly maxEntries?: number } = {},
  ): readonly Entry[] {
    const known = this.#listed.get(relative);
    if (known !== undefined && known.length <= maxEntries) return known;
    const seen = this.#walk(relative);
    if (!seen.leaf.isDirectory) throw new FileProblem("PATH_UNSAFE", relative, { reason: "is no directory" });
    const entries = readEntries(relative, { path: seen.path, maxEntries });
    if (!this.#isCompared) this.#compare(relative, seen);
    this.#listed.set(relative, entries);
    return entries;
  }

  /** Walks down anew: everything passed is what it was, and a file has not been written to meanwhile. */
  #compare(relative: string, seen: Walk): void {
    const again = walkAgain(this.#base, relative);
    const { isFile, size, mtime, nlink } = again.leaf;
    const isStill = !isFile || size === seen.leaf.size && mtime?.getTime() === seen.leaf.mtime?.getTime() &&
        (nlink ?? 1) === 1;
    if (!isStill || again.marks.join() !== seen.marks.join()) throw changed(relative);
  }

  #walk(relative: string): Walk {
    const path = relative === "" ? this.#base : `${this.#base}/${relative}`;
    // What has been seen was reached by plain names and no link; where somebody else compares, marks are not needed.
    const leaf = this.#isCompared ? this.#seen.get(path) : undefined;
    return leaf === undefined
      ? walkInside(this.#base, relative, { seen: this.#seen })
      : { path, leaf, marks: [] };
  }
}

function readEntries(
  relative: string,
  { path, maxEntries }: { readonly path: string; readonly maxEntries: number },
): Entry[] {
  const entries: Entry[] = [];
  attempt(relative, () => {
    for (const { name, ...entry } of Deno.readDirSync(path)) {
      if (entries.length === maxEntries) {
        throw new FileProblem("TOO_LARGE", relative, { reason: `holds more than ${maxEntries} entries` });
      }
      entries.push({ name, kind: kindOf(entry) });
    }
  });
  return entries.sort((a, b) => a.name < b.name ? -1 : 1);
}

function openSeen(
  relative: string,
  { path, open }: { readonly path: string; readonly open: Open },
): OpenFile {
  try {
    return open(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    const isGone = error instanceof Deno.errors.NotFound || error instanceof Deno.errors.FilesystemLoop ||
      code === "ENOENT" || code === "ELOOP";
    if (isGone) throw changed(relative);
    return attempt(relative, () => {
      throw error;
    });
  }
}

function readAll(
  file: OpenFile,
  { relative, maxBytes, cut, size, into }: {
    readonly relative: string;
    readonly maxBytes: number;
    readonly cut: boolean;
    readonly size: number;
    readonly into: Uint8Array<ArrayBuffer> | undefined;
  },
): Uint8Array<ArrayBuffer> {
  // One byte more than was announced: a file that grows while it is read is noticed, not cut.
  const length = Math.min(size, maxBytes) + 1;
  const buffer = into !== undefined && length <= into.length
    ? into.subarray(0, length)
    : new Uint8Array(length);
  let filled = 0;
  for (let count: number | null = 0; count !== null && filled < buffer.length; filled += count ?? 0) {
    count = attempt(relative, () => file.readSync(buffer.subarray(filled)));
  }
  if (filled > maxBytes && !cut) throw tooLarge(relative, { bytes: filled, maxBytes });
  return buffer.subarray(0, Math.min(filled, maxBytes));
}

function kindOf(entry: { isFile: boolean; isDirectory: boolean; isSymlink: boolean }): Entry["kind"] {
  if (entry.isSymlink) return "link";
  if (entry.isDirectory) return "directory";
  return entry.isFile ? "file" : "other";
}

function tooLarge(relative: string, { bytes, maxBytes }: { bytes: number; maxBytes: number }): FileProblem {
  return new FileProblem("TOO_LARGE", relative, { reason: `has ${bytes} bytes, more than ${maxBytes}` });
}
