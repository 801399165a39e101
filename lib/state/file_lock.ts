/** A lock between processes that share a file: held on a file beside it, because the file itself is replaced. */
import { ToolError } from "../core/errors.ts";
import { shownPath, unsafeFile } from "../core/file_checks.ts";
import { createPrivate } from "../core/file_writes.ts";
import { identifyPrivate } from "../core/files.ts";
import { waiting } from "./patient.ts";

/**
 * Does the work while no other process that asks for the same lock does (flock(2) on `<path>.lock`, which stays).
 *
 * @param options `busyMs`: milliseconds to wait for others.
 * @throws ToolError `STORE_BUSY`, `FILE_UNSAFE`, `FILE_UNREADABLE`, `FILE_UNWRITABLE`; what the work throws.
 *
 * @example
 * ```ts
 * import { withLock } from "gatehouse/state/file_lock.ts";
 *
 * const path = `${await Deno.realPath(await Deno.makeTempDir())}/a.json`;
 * if (await withLock(path, { busyMs: 1_000, work: () => Promise.resolve(7) }) !== 7) throw new Error("lost it");
 * ```
 */
export async function withLock<T>(
  path: string,
  { busyMs, work }: { readonly busyMs: number; readonly work: () => Promise<T> },
): Promise<T> {
  const lock = `${path}.lock`;
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
