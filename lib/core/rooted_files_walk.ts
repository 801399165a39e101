/**
 * The walk to what lies below a directory that others may write to as well.
 *
 * Every component from that directory down is looked at with `lstat`; no link is followed and no second hard link is
 * accepted, since either may show a file from elsewhere. The directory itself must be given by its real path: what
 * stands above it is not looked at, so that a process that may see nothing else can walk too.
 */
import { oneLine } from "./bounds.ts";

/** Why something below a directory was not read. */
export type FileProblemCode = "READ" | "PATH_UNSAFE" | "TOO_LARGE" | "FILE_CHANGED" | "MISSING";

/** Something below a directory that could not be read, or must not be. */
export class FileProblem extends Error {
  /** What kind of problem it is; a program may compare it. */
  readonly code: FileProblemCode;
  /** Relative to the directory, with `/`; empty for the directory itself. */
  readonly path: string;

  /**
   * @param code What kind of problem it is.
   * @param path Relative to the directory.
   * @param options `reason`: follows the path in a sentence, such as `is a link`.
   */
  constructor(code: FileProblemCode, path: string, { reason }: { readonly reason: string }) {
    super(`${path === "" ? "The directory" : named(path)} ${reason}`);
    this.name = "FileProblem";
    this.code = code;
    this.path = path;
  }
}

/** A name that begins or ends with a blank is quoted: nobody would see that it does. */
function named(path: string): string {
  const line = oneLine(path, 300);
  return line === line.trim() ? line : `"${line}"`;
}

/** The walk: the path that was looked at, what stands there, and which directories and file were passed. */
export interface Walk {
  /** Absolute. */
  readonly path: string;
  readonly leaf: Deno.FileInfo;
  /** `dev:ino` of each, the directory's own first. */
  readonly marks: readonly string[];
}

/**
 * Walks down, and refuses a link in every place.
 *
 * @param base Absolute real path of a directory.
 * @param relative With `/`, without `.`, `..` and empty segments; empty for the directory itself.
 * @param options `seen`: what is already known, by absolute path, is not looked at again; what is looked at is added.
 * @throws FileProblem `MISSING`, `PATH_UNSAFE`, `READ`.
 *
 * @example
 * ```ts
 * import { walkInside } from "gatehouse/core/rooted_files_walk.ts";
 *
 * const base = await Deno.realPath(await Deno.makeTempDir());
 * await Deno.mkdir(`${base}/a`);
 * if (walkInside(base, "a").marks.length !== 2) throw new Error("passed something else");
 * ```
 */
export function walkInside(
  base: string,
  relative: string,
  { seen }: { readonly seen?: Map<string, Deno.FileInfo> } = {},
): Walk {
  const segments = segmentsOf(relative);
  const lookOnce = (path: string, passed: string) => {
    const info = seen?.get(path) ?? look(path, passed);
    seen?.set(path, info);
    return info;
  };
  let path = base;
  let leaf = lookOnce(path, "");
  const marks = [markOf(leaf)];
  for (const [at, segment] of segments.entries()) {
    if (!leaf.isDirectory) throw new FileProblem("MISSING", relative, { reason: "does not exist" });
    path += `/${segment}`;
    leaf = lookOnce(path, segments.slice(0, at + 1).join("/"));
    marks.push(markOf(leaf));
  }
  return { path, leaf, marks };
}

/**
 * The walk after something was done: whatever is in its way now came there meanwhile.
 *
 * @throws FileProblem `FILE_CHANGED`.
 *
 * @example
 * ```ts
 * import { walkAgain } from "gatehouse/core/rooted_files_walk.ts";
 *
 * const base = await Deno.realPath(await Deno.makeTempDir());
 * if (!walkAgain(base, "").leaf.isDirectory) throw new Error("no directory");
 * ```
 */
export function walkAgain(base: string, relative: string): Walk {
  try {
    return walkInside(base, relative);
  } catch (error) {
    throw error instanceof FileProblem ? changed(relative) : error;
  }
}

function segmentsOf(relative: string): readonly string[] {
  if (relative === "") return [];
  const segments = relative.split("/");
  const isBad = (segment: string) =>
    segment === "" || segment === "." || segment === ".." || segment.includes("\0") ||
    Deno.build.os === "windows" && /[\\:]/.test(segment);
  if (segments.some(isBad)) {
    throw new FileProblem("PATH_UNSAFE", relative, { reason: "is no plain relative path" });
  }
  return segments;
}

function look(path: string, relative: string): Deno.FileInfo {
  const info = attempt(relative, () => Deno.lstatSync(path));
  if (info.isSymlink) throw new FileProblem("PATH_UNSAFE", relative, { reason: "is a link" });
  return info;
}

/**
 * Refuses what is no regular file with one name only.
 *
 * @throws FileProblem `PATH_UNSAFE`.
 *
 * @example
 * ```ts
 * import { checkRegular } from "gatehouse/core/rooted_files_walk.ts";
 *
 * const path = await Deno.makeTempFile();
 * checkRegular("a", await Deno.lstat(path));
 * ```
 */
export function checkRegular(relative: string, info: Deno.FileInfo): void {
  if (!info.isFile) throw new FileProblem("PATH_UNSAFE", relative, { reason: "is no regular file" });
  // Windows tells no count.
  if ((info.nlink ?? 1) !== 1) {
    throw new FileProblem("PATH_UNSAFE", relative, {
      reason: `is a file with ${info.nlink} names (hard links)`,
    });
  }
}

/**
 * Does what may fail, and says so as a `FileProblem`.
 *
 * @param relative What it is done to.
 * @throws FileProblem `MISSING`, `READ`; what the act throws of its own kind.
 *
 * @example
 * ```ts
 * import { attempt } from "gatehouse/core/rooted_files_walk.ts";
 *
 * if (attempt("a", () => 7) !== 7) throw new Error("lost it");
 * ```
 */
export function attempt<T>(relative: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof FileProblem ? error : unreadable(relative, error);
  }
}

function unreadable(relative: string, error: unknown): FileProblem {
  if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
    return new FileProblem("MISSING", relative, { reason: "does not exist" });
  }
  const system = error instanceof Error && "code" in error ? ` (${error.code})` : "";
  return new FileProblem("READ", relative, { reason: `could not be read${system}` });
}

/**
 * What stands at the path is not what stood there a moment before.
 *
 * @example
 * ```ts
 * import { changed } from "gatehouse/core/rooted_files_walk.ts";
 *
 * if (changed("a").message !== "a was changed meanwhile") throw new Error("other words");
 * ```
 */
export function changed(relative: string): FileProblem {
  return new FileProblem("FILE_CHANGED", relative, { reason: "was changed meanwhile" });
}

/**
 * Which file it is, as long as it exists: `dev:ino`.
 *
 * @example
 * ```ts
 * import { markOf } from "gatehouse/core/rooted_files_walk.ts";
 *
 * const path = await Deno.makeTempFile();
 * if (markOf(await Deno.lstat(path)) !== markOf(await Deno.stat(path))) throw new Error("two files");
 * ```
 */
export function markOf(info: Pick<Deno.FileInfo, "dev" | "ino">): string {
  return `${info.dev}:${info.ino}`;
}
