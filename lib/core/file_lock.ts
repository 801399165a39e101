/** A lock between processes that share a file: held on a file beside it, because the file itself is replaced. */
import { ToolError } from "./errors.ts";
import { shownPath, unsafeFile } from "./file_checks.ts";
import { createPrivate } from "./file_writes.ts";
import { identifyPrivate } from "./files.ts";
import { waiting } from "./waiting.ts";

/**
 * Does the work while no other process that asks for the same lock does (flock(2) on the lock file, which stays).
 *
 * @param options `busyMs`: milliseconds to wait for others. `lock`: path of the lock file; default `<path>.lock`.
 * @throws ToolError `STORE_BUSY`, `FILE_UNSAFE`, `FILE_UNREADABLE`, `FILE_UNWRITABLE`; what the work throws.
 *
 * @example
 * ```ts
 * import { withLock } from "gatehouse/core/file_lock.ts";
 *
 * const path = `${await Deno.realPath(await Deno.makeTempDir())}/a.json`;
 * if (await withLock(path, { busyMs: 1_000, work: () => Promise.resolve(7) }) !== 7) throw new Error("lost it");
 * ```
 */
export async function withLock<T>(
  path: string,
  { busyMs, work, lock = `${path}.lock` }: {
    readonly busyMs: number;
    readonly work: () => Promise<T>;
    readonly lock?: string;
  },
): Promise<T> {
  const identity = identify(lock);
  using file = await Deno.open(lock, { read: true });
  const { dev, ino } = file.statSync();
  await waiting(async () => {
    if (!await file.tryLock(true)) throw busy(path);
  }, { busyMs });
  // Whoever took the lock's name away may hold another lock of that name.
  if (`${dev}:${ino}` !== identity || identifyPrivate(lock) !== identity) {
    throw unsafeFile(lock, {
      reason: "it was replaced while it was waited for",
      next: "Leave it in its place",
    });
  }
  return await work();
}

function identify(lock: string): string {
  try {
    return identifyPrivate(lock);
  } catch (error) {
    if (!(error instanceof ToolError && error.code === "FILE_MISSING")) throw error;
  }
  try {
    createPrivate(lock, new Uint8Array());
  } catch (error) {
    if (!(error instanceof ToolError && error.code === "FILE_EXISTS")) throw error;
  }
  return identifyPrivate(lock);
}

function busy(path: string): ToolError {
  return new ToolError("STORE_BUSY", `The file ${shownPath(path)} is in use by another process`, {
    next: "Try again; if it stays so, look for a stopped gatehouse process",
    retryable: true,
  });
}
