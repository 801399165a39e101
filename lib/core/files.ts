/**
 * The only way to open a file that matters: configuration, tokens, keys, stores.
 *
 * `inspectPath` walks to the file without following a link; the file is then opened, and the device and inode of what
 * was opened must be those that were inspected. Deno follows links inside its path permissions and passes no
 * `O_NOFOLLOW` on unless it runs with `-A`, so the comparison is what keeps a swapped link out.
 *
 * What it does not stop: a swap of a directory above the file by the same account or by root. Others cannot swap one
 * above a private file, since no directory they may write to is accepted there. A second hard link is no reason to
 * refuse: in such directories only the account itself or root can have made the name.
 */
import { ToolError } from "./errors.ts";
import {
  checkFile,
  type FileDemands,
  inspectPath,
  pathPrefixes,
  shownPath,
  unsafeFile,
} from "./file_checks.ts";

/** How a file is read. */
export interface ReadOptions {
  /** Most bytes the file may have; a larger one is refused, never cut. */
  readonly maxBytes: number;
}

/** Times that a file may be replaced under us before we give up; a writer's atomic replace is the honest case. */
const ATTEMPTS = 16;

/**
 * Milliseconds until an open counts as stuck. Only a named pipe that takes a regular file's place between inspection
 * and open can block, and Deno has no non-blocking open: the call ends here, while a thread of the runtime's pool stays
 * in `open(2)` until somebody writes to the pipe.
 */
const OPEN_MS = 2_000;

/**
 * The bytes of a file that only this account may use: regular, no link in its path, own uid, no right for group or
 * others.
 *
 * @param path Absolute, or relative to the working directory.
 * @throws ToolError `FILE_MISSING`, `FILE_UNSAFE` (also when too large), `FILE_UNREADABLE`.
 *
 * @example
 * ```ts
 * import { readPrivate } from "gatehouse/core/files.ts";
 *
 * const path = await Deno.realPath(await Deno.makeTempFile());
 * await Deno.writeTextFile(path, "key");
 * if ((await readPrivate(path, { maxBytes: 64 })).byteLength !== 3) throw new Error("wrong bytes");
 * ```
 */
export function readPrivate(path: string, { maxBytes }: ReadOptions): Promise<Uint8Array<ArrayBuffer>> {
  return read(path, { maxBytes, private: true });
}

/**
 * The bytes of a file that others may read but not write: regular, no link in its path, of any owner.
 *
 * @param path Absolute, or relative to the working directory.
 * @throws ToolError `FILE_MISSING`, `FILE_UNSAFE` (also when too large), `FILE_UNREADABLE`.
 *
 * @example
 * ```ts
 * import { readTrusted } from "gatehouse/core/files.ts";
 *
 * const path = await Deno.realPath(await Deno.makeTempFile());
 * await Deno.writeTextFile(path, "a = 1");
 * if ((await readTrusted(path, { maxBytes: 64 })).byteLength !== 5) throw new Error("wrong bytes");
 * ```
 */
export function readTrusted(path: string, { maxBytes }: ReadOptions): Promise<Uint8Array<ArrayBuffer>> {
  return read(path, { maxBytes, private: false });
}

/**
 * Refuses a private file that is not safe to hand to a library that opens it by name, and says which file it is now:
 * the caller asks again afterwards and compares.
 *
 * @throws ToolError `FILE_MISSING`, `FILE_UNSAFE`, `FILE_UNREADABLE`.
 *
 * @example
 * ```ts
 * import { identifyPrivate } from "gatehouse/core/files.ts";
 *
 * const path = await Deno.realPath(await Deno.makeTempFile());
 * if (identifyPrivate(path) !== identifyPrivate(path)) throw new Error("not the same file");
 * ```
 */
export function identifyPrivate(path: string): string {
  const demands = { private: true };
  const info = readable(path, () => inspectPath(path, demands));
  checkFile(path, info, { demands });
  return identityOf(info);
}

async function read(
  path: string,
  { maxBytes, ...demands }: ReadOptions & FileDemands,
): Promise<Uint8Array<ArrayBuffer>> {
  using file = await open(path, demands);
  const tooLarge = (bytes: number | string) =>
    unsafeFile(path, {
      reason: `it has ${bytes} bytes, more than ${maxBytes}`,
      next: "Put a smaller file there",
    });
  const { size } = file.statSync();
  if (size > maxBytes) throw tooLarge(size);
  // One byte more than allowed: a file that grows while it is read is noticed, not cut.
  const buffer = new Uint8Array(Math.min(maxBytes, size + 4_096) + 1);
  let filled = 0;
  for (let count: number | null = 0; count !== null && filled < buffer.length; filled += count ?? 0) {
    count = readable(path, () => file.readSync(buffer.subarray(filled)));
  }
  if (filled === buffer.length) throw tooLarge(`at least ${filled}`);
  return buffer.slice(0, filled);
}

async function open(path: string, demands: FileDemands): Promise<Deno.FsFile> {
  // The very path that is walked: the system would look into `x` of `x/..`, which the walk leaves out.
  const inspected = pathPrefixes(path).at(-1) ?? path;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const seen = readable(path, () => inspectPath(path, demands));
    checkFile(path, seen, { demands });
    const file = await openInTime(inspected);
    if (file === null) continue;
    try {
      const opened = file.statSync();
      if (identityOf(opened) === identityOf(seen)) {
        checkFile(path, opened, { demands });
        return file;
      }
    } catch (error) {
      file.close();
      throw error;
    }
    file.close();
  }
  const reason = "it was replaced again and again while it was being opened";
  throw unsafeFile(path, { reason, next: "Find out what keeps writing it" });
}

/** The file, or null when what was inspected is already gone or has become a loop of links. */
async function openInTime(path: string): Promise<Deno.FsFile | null> {
  const opening = Deno.open(path, { read: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((resolve) => timer = setTimeout(() => resolve("late"), OPEN_MS));
  try {
    const first = await Promise.race([opening, late]);
    if (first !== "late") return first;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.FilesystemLoop) return null;
    throw unreadable(path, error);
  } finally {
    clearTimeout(timer);
  }
  opening.then((file) => file.close(), () => {});
  const reason = `it did not open within ${OPEN_MS} ms, as a named pipe would`;
  throw unsafeFile(path, { reason, next: "Put a regular file there" });
}

function identityOf(info: Deno.FileInfo): string {
  return `${info.dev}:${info.ino}`;
}

function readable<T>(path: string, look: () => T): T {
  try {
    return look();
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): ToolError {
  if (error instanceof Deno.errors.NotFound) {
    return new ToolError("FILE_MISSING", `There is no file ${shownPath(path)}`, { next: "Check the path" });
  }
  return new ToolError("FILE_UNREADABLE", `Could not read ${shownPath(path)}${reasonOf(error)}`, {
    next: "Check the rights of the file and of the directories above it",
    cause: error,
  });
}

/** The system's short name for what went wrong, such as `EACCES`, where it gave one. */
function reasonOf(error: unknown): string {
  return error instanceof Error && "code" in error ? ` (${error.code})` : "";
}
