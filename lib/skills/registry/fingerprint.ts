/**
 * What is known of every node below the roots without reading it, so that a later look can tell whether anything
 * changed.
 *
 * The runtime tells the time of the last status change (ctime) in whole seconds. Whatever changed in the second of the
 * first look, or later, may change again and look the same: such nodes are compared by content as well, until a
 * comparison has passed in a later second.
 */
import { sha256 } from "../../core/digest.ts";
import { type Entry, readInside, type Seen } from "../../core/rooted_files.ts";
import { byCodeUnit } from "../text/canonical_json.ts";

/**
 * What is compared of a node. `whole`: everything, for what was read or listed. `place`: only that it is still the same
 * node, for what never is.
 */
export type Watched = "whole" | "place";

/** Where a node stands. */
export interface Place {
  /** Absolute path of the directory from which it is reached without a link. */
  readonly base: string;
  /** Relative to it, with `/`; empty for the directory itself. */
  readonly relative: string;
}

/** mode, size, mtime, ctime, dev, ino, nlink. */
const COLUMNS = 7;
/** Milliseconds by which a file system's clock may be behind ours. */
const CLOCK_MARGIN_MS = 50;
/** Bytes of the largest file that a package is ever read from: what is larger is refused by its size, or passed over. */
const MAX_FILE_BYTES = 1_048_576;
/** Bytes that one look compares by content. */
const MAX_ALL_BYTES = 256 * 1_048_576;
/** Nodes that are compared in one go: about two milliseconds. */
const SLICE = 512;

/** What a look may still read. */
interface Budget {
  bytes: number;
}

/** The nodes in the order in which they were found. */
export class Fingerprint {
  readonly #places: Place[] = [];
  readonly #watched: Watched[] = [];
  /** By index; null where there was too much to be compared. */
  readonly #contents = new Map<number, string | null>();
  readonly #startedAt: number;
  readonly #first: Budget = { bytes: MAX_ALL_BYTES };
  #marks = new Float64Array(1024 * COLUMNS);

  /** @param startedAt Milliseconds since the epoch, taken before the first node is looked at. */
  constructor(startedAt: number) {
    this.#startedAt = startedAt;
  }

  /** How many nodes there are. */
  get size(): number {
    return this.#places.length;
  }

  /** Takes a node in, as it was just seen. */
  add(place: Place, info: Deno.FileInfo, watched: Watched = "whole"): void {
    const at = this.#places.length;
    if ((at + 1) * COLUMNS > this.#marks.length) {
      const larger = new Float64Array(this.#marks.length * 2);
      larger.set(this.#marks);
      this.#marks = larger;
    }
    this.#places.push(place);
    this.#watched.push(watched);
    this.#marks.set(marksOf(info), at * COLUMNS);
    if (watched === "whole" && secondOf(info) >= secondBefore(this.#startedAt)) {
      this.#contents.set(at, contentOf(place, { info, budget: this.#first }));
    }
  }

  /**
   * Looks at every node again.
   *
   * @param now Milliseconds since the epoch.
   */
  isCurrent(now: number): boolean {
    const comparison = this.compare(now);
    for (;;) {
      const { done, value } = comparison.next();
      if (done === true) return value;
    }
  }

  /** The same in slices; nothing else may be concluded from a comparison that was not finished. */
  *compare(now: number): Generator<undefined, boolean> {
    const settled: number[] = [];
    const budget = { bytes: MAX_ALL_BYTES };
    for (const [at, place] of this.#places.entries()) {
      if (at % SLICE === SLICE - 1) yield;
      const info = look(place);
      if (info === null || !this.#isSame(at, info)) return false;
      const content = this.#contents.get(at);
      if (content === undefined) continue;
      if (content === null || content !== contentOf(place, { info, budget })) return false;
      if (secondOf(info) < secondBefore(now)) settled.push(at);
    }
    for (const at of settled) this.#contents.delete(at);
    return true;
  }

  /**
   * What was seen of a directory and all that is below it.
   *
   * @param from The directory's own index.
   * @param to The index behind the last node below it.
   */
  seen(from: number, to: number): Seen {
    const infos = new Map<string, Deno.FileInfo>();
    const listings = new Map<string, Entry[]>();
    const digests = new Map<string, string>();
    const top = this.#places[from]?.relative ?? "";
    const skipped = top === "" ? 0 : top.length + 1;
    for (let at = from; at < to; at++) {
      const relative = at === from ? "" : this.#places[at]?.relative.slice(skipped) ?? "";
      const info = infoOf(this.#marks.subarray(at * COLUMNS, (at + 1) * COLUMNS));
      infos.set(relative, info);
      const content = this.#contents.get(at);
      if (info.isFile && content !== undefined && content !== null && content !== "") {
        digests.set(relative, content);
      }
      if (info.isDirectory) listings.set(relative, []);
      if (at === from) continue;
      const slash = relative.lastIndexOf("/");
      const kind = info.isDirectory ? "directory" : info.isFile ? "file" : info.isSymlink ? "link" : "other";
      listings.get(relative.slice(0, Math.max(slash, 0)))?.push({ name: relative.slice(slash + 1), kind });
    }
    return { infos, listings, digests };
  }

  #isSame(at: number, info: Deno.FileInfo): boolean {
    const marks = marksOf(info);
    if (this.#watched[at] === "place") {
      const format = (mode: number) => mode & 0o170000;
      return format(marks[0] ?? 0) === format(this.#marks[at * COLUMNS] ?? 0) &&
        marks[4] === this.#marks[at * COLUMNS + 4] && marks[5] === this.#marks[at * COLUMNS + 5];
    }
    return marks.every((mark, column) => mark === this.#marks[at * COLUMNS + column]);
  }
}

/**
 * The path of a place.
 *
 * @example
 * ```ts
 * import { pathOf } from "gatehouse/skills/registry/fingerprint.ts";
 *
 * if (pathOf({ base: "/srv/skills", relative: "a/b" }) !== "/srv/skills/a/b") throw new Error("another path");
 * ```
 */
export function pathOf({ base, relative }: Place): string {
  return relative === "" ? base : `${base}/${relative}`;
}

/** What can be compared of the content: a digest, the names in a directory, where a link leads. */
function contentOf(
  { base, relative }: Place,
  { info, budget }: { readonly info: Deno.FileInfo; readonly budget: Budget },
): string | null {
  const path = pathOf({ base, relative });
  try {
    if (info.isDirectory) {
      return [...Deno.readDirSync(path)].map(({ name }) => name).sort(byCodeUnit).join("/");
    }
    if (info.isSymlink) return Deno.readLinkSync(path);
    if (!info.isFile || (info.nlink ?? 1) !== 1 || info.size > MAX_FILE_BYTES) return "";
    if (info.size > budget.bytes) return null;
    budget.bytes -= info.size;
    return sha256(readInside(base, relative, { maxBytes: MAX_FILE_BYTES }));
  } catch {
    // What may not be read now has no content; once it may, it has one.
    return "";
  }
}

function look(place: Place): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(pathOf(place));
  } catch {
    return null;
  }
}

function marksOf(info: Deno.FileInfo): number[] {
  return [
    info.mode ?? (info.isDirectory ? 0o040000 : info.isSymlink ? 0o120000 : 0o100000),
    info.size,
    info.mtime?.getTime() ?? 0,
    info.ctime?.getTime() ?? 0,
    info.dev,
    info.ino ?? 0,
    info.nlink ?? 1,
  ];
}

/** What the marks tell, in the form in which the system told it. */
function infoOf(marks: Float64Array): Deno.FileInfo {
  const [mode = 0, size = 0, mtime = 0, ctime = 0, dev = 0, ino = 0, nlink = 1] = marks;
  const type = mode & 0o170000;
  return {
    isFile: type === 0o100000,
    isDirectory: type === 0o040000,
    isSymlink: type === 0o120000,
    isFifo: type === 0o010000,
    isSocket: type === 0o140000,
    isCharDevice: type === 0o020000,
    isBlockDevice: type === 0o060000,
    mode,
    size,
    mtime: new Date(mtime),
    ctime: new Date(ctime),
    dev,
    ino,
    nlink,
    atime: null,
    birthtime: null,
    uid: null,
    gid: null,
    rdev: null,
    blksize: null,
    blocks: null,
  };
}

function secondOf(info: Deno.FileInfo): number {
  return Math.floor((info.ctime ?? info.mtime ?? new Date(8.64e15)).getTime() / 1000);
}

/** The last second that was certainly over when this time came. */
function secondBefore(time: number): number {
  return Math.floor((time - CLOCK_MARGIN_MS) / 1000);
}
