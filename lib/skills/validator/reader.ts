/** A package's files, each read once and digested, so that what was checked is what is answered with later. */
import { sha256 } from "../../core/digest.ts";
import { DirectoryView, type Entry, type Seen } from "../../core/rooted_files.ts";
import { FileProblem } from "../../core/rooted_files_walk.ts";
import { byCodeUnit } from "../text/canonical_json.ts";
import type { FileDigest, Issue } from "../types.ts";
import { issueOf } from "./issue.ts";

/** Holds a file that is only digested: the buffers of thousands would outlive them until memory runs short. */
const SCRATCH = new Uint8Array(262_145);

/** Reads one package, below its directory. */
export class PackageReader {
  readonly #view: DirectoryView;
  readonly #files = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #digested = new Map<string, FileDigest>();
  readonly #seen: ReadonlyMap<string, string> | undefined;

  /**
   * @param directory Absolute real path of the package.
   * @param seen What a walk over it has just seen.
   */
  constructor(directory: string, seen?: Seen) {
    this.#view = new DirectoryView(directory, seen);
    this.#seen = seen?.digests;
  }

  /**
   * The file's bytes, of the first reading.
   *
   * @throws FileProblem
   */
  read(path: string, { maxBytes }: { readonly maxBytes: number }): Uint8Array<ArrayBuffer> {
    const known = this.#files.get(path);
    if (known !== undefined && known.byteLength <= maxBytes) return known;
    const bytes = this.#view.read(path, { maxBytes });
    const seen = this.#seen?.get(path);
    if (seen !== undefined && seen !== sha256(bytes)) throw changed(path);
    this.#files.set(path, bytes);
    return bytes;
  }

  /**
   * Digests a file of which nobody needs the bytes.
   *
   * @throws FileProblem
   */
  digest(path: string, { maxBytes }: { readonly maxBytes: number }): void {
    if (this.#files.has(path) || this.#digested.has(path)) return;
    const bytes = this.#view.read(path, { maxBytes, into: SCRATCH });
    const digest = sha256(bytes);
    const seen = this.#seen?.get(path);
    if (seen !== undefined && seen !== digest) throw changed(path);
    this.#digested.set(path, { path, size: bytes.byteLength, sha256: digest });
  }

  /**
   * What a directory of the package holds.
   *
   * @throws FileProblem
   */
  list(path: string): readonly Entry[] {
    return this.#view.list(path);
  }

  /**
   * What stands at the path, without opening it.
   *
   * @throws FileProblem
   */
  inspect(path: string): Deno.FileInfo {
    return this.#view.inspect(path);
  }

  /** What was read or digested so far, by path. */
  digests(): FileDigest[] {
    const read = [...this.#files].map(([path, bytes]) => ({
      path,
      size: bytes.byteLength,
      sha256: sha256(bytes),
    }));
    const others = [...this.#digested.values()].filter(({ path }) => !this.#files.has(path));
    return [...read, ...others].sort((a, b) => byCodeUnit(a.path, b.path));
  }
}

/** It may be put back before anybody compares again, and then only its content tells. */
function changed(path: string): FileProblem {
  return new FileProblem("FILE_CHANGED", path, { reason: "was changed while it was read" });
}

const MENDS: Readonly<Record<FileProblem["code"], string>> = {
  READ: "Give this account the right to read it",
  PATH_UNSAFE: "Put a regular file or directory of the package itself in its place: no link, one name only",
  TOO_LARGE: "Make it smaller, or split it",
  FILE_CHANGED: "Let nothing write to the package while it is read, and try again",
  MISSING: "Add it, or remove what names it",
};

/**
 * The issue that says why something of the package was not read.
 *
 * @param problem What was thrown; anything but a `FileProblem` is a defect and is thrown again.
 * @param options `line`, and `code` and `mend` where the contract has its own for this place.
 *
 * @example
 * ```ts
 * import { FileProblem } from "gatehouse/core/rooted_files_walk.ts";
 * import { fileIssue } from "gatehouse/skills/validator/reader.ts";
 *
 * const problem = new FileProblem("MISSING", "docs/a.md", { reason: "does not exist" });
 * if (fileIssue(problem, { missing: "GHOST_FILE" }).code !== "GHOST_FILE") throw new Error("another code");
 * ```
 */
export function fileIssue(
  problem: unknown,
  { missing, line, file }: {
    /** The code of what does not exist. */
    readonly missing?: string;
    readonly line?: number | undefined;
    /** Where to mend it, when that is another file. */
    readonly file?: string;
  } = {},
): Issue {
  if (!(problem instanceof FileProblem)) throw problem;
  const code = problem.code === "MISSING" ? missing ?? "READ" : problem.code;
  return issueOf(code, file ?? problem.path, { message: problem.message, mend: MENDS[problem.code], line });
}
