/**
 * Making and replacing private files: whole or not at all, mode 0600, durable when the call returns.
 *
 * These calls are synchronous on purpose: a store makes them while it holds a lock that other processes wait for, and
 * none of them can block, since nothing is ever opened for writing that was there before.
 */
import { ToolError } from "./errors.ts";
import {
  checkDirectory,
  checkFile,
  inspectPath,
  pathPrefixes,
  shownPath,
  unsafeFile,
} from "./file_checks.ts";

const PRIVATE = { private: true };

/**
 * Makes a private file that must not be there yet. Two processes that try at once: one wins, the other is told, and
 * nobody ever sees a half-written file.
 *
 * @param path In a directory that exists.
 * @throws ToolError `FILE_EXISTS`, `FILE_UNSAFE`, `FILE_UNWRITABLE`.
 *
 * @example
 * ```ts
 * import { createPrivate } from "gatehouse/core/file_writes.ts";
 *
 * const directory = await Deno.realPath(await Deno.makeTempDir());
 * createPrivate(`${directory}/key`, new Uint8Array(32));
 * if (((await Deno.stat(`${directory}/key`)).mode ?? 0) % 0o1000 !== 0o600) throw new Error("not private");
 * ```
 */
export function createPrivate(path: string, bytes: Uint8Array): void {
  const directory = directoryOf(path);
  writing(path, () => {
    checkDirectory(directory, inspectPath(directory, PRIVATE));
    const fresh = `${path}.${crypto.randomUUID().slice(0, 8)}.new`;
    writeNew(fresh, bytes);
    try {
      // A link, unlike a rename, fails when the name is taken.
      Deno.linkSync(fresh, path);
    } finally {
      Deno.removeSync(fresh);
    }
    syncDirectory(directory);
  });
}

/**
 * Puts new bytes in a private file's place, or makes it. Whoever reads meanwhile gets the old bytes or the new ones.
 *
 * Callers take turns, under a lock of their own: there is one temporary name per file (`<path>.new`), so that a crash
 * leaves one stray file at most and the next call removes it.
 *
 * @param path In a directory that exists.
 * @param options `unless`: called when only the rename is left; what it throws leaves the old bytes in place.
 * @throws ToolError `FILE_UNSAFE` when something else stands there, `FILE_UNWRITABLE`; what `unless` throws.
 *
 * @example
 * ```ts
 * import { replacePrivate } from "gatehouse/core/file_writes.ts";
 *
 * const directory = await Deno.realPath(await Deno.makeTempDir());
 * replacePrivate(`${directory}/head`, new TextEncoder().encode("1"));
 * replacePrivate(`${directory}/head`, new TextEncoder().encode("2"));
 * if (await Deno.readTextFile(`${directory}/head`) !== "2") throw new Error("not replaced");
 * ```
 */
export function replacePrivate(
  path: string,
  bytes: Uint8Array,
  { unless }: { readonly unless?: () => void } = {},
): void {
  const directory = directoryOf(path);
  writing(path, () => {
    checkDirectory(directory, inspectPath(directory, PRIVATE));
    const before = unlessMissing(() => inspectPath(path, PRIVATE));
    if (before !== null) checkFile(path, before, { demands: PRIVATE });
    const fresh = `${path}.new`;
    unlessMissing(() => Deno.removeSync(fresh));
    writeNew(fresh, bytes);
    try {
      unless?.();
    } catch (error) {
      unlessMissing(() => Deno.removeSync(fresh));
      throw error;
    }
    Deno.renameSync(fresh, path);
    syncDirectory(directory);
  });
}

/**
 * Makes a directory with mode 0700, and every missing one above it, or checks the one that is there: no link in its
 * path, own uid, not writable by group or others.
 *
 * @param path Absolute, or relative to the working directory.
 * @throws ToolError `FILE_UNSAFE`, `FILE_UNWRITABLE`.
 *
 * @example
 * ```ts
 * import { ensurePrivateDirectory } from "gatehouse/core/file_writes.ts";
 *
 * const directory = await Deno.realPath(await Deno.makeTempDir());
 * ensurePrivateDirectory(`${directory}/state/gatehouse`);
 * if (((await Deno.stat(`${directory}/state`)).mode ?? 0) % 0o1000 !== 0o700) throw new Error("not private");
 * ```
 */
export function ensurePrivateDirectory(path: string): void {
  writing(path, () => {
    for (const prefix of pathPrefixes(path)) {
      if (unlessMissing(() => inspectPath(prefix, PRIVATE)) !== null) continue;
      try {
        Deno.mkdirSync(prefix, { mode: 0o700 });
      } catch (error) {
        // Another process that starts at the same time made it; it is checked below like any other.
        if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
      }
    }
    checkDirectory(path, inspectPath(path, PRIVATE));
  });
}

/** `createNew` is `O_EXCL`, which follows no link and opens nothing that was there before. */
function writeNew(path: string, bytes: Uint8Array): void {
  using file = Deno.openSync(path, { write: true, createNew: true, mode: 0o600 });
  try {
    for (let at = 0; at < bytes.byteLength;) at += file.writeSync(bytes.subarray(at));
    file.syncSync();
  } catch (error) {
    unlessMissing(() => Deno.removeSync(path));
    throw error;
  }
}

/** Makes a new name durable. Some file systems cannot sync a directory; there the name follows when they see fit. */
function syncDirectory(path: string): void {
  try {
    using directory = Deno.openSync(path, { read: true });
    directory.syncSync();
  } catch {
    // The file itself is synced already.
  }
}

function directoryOf(path: string): string {
  return pathPrefixes(path).at(-2) ?? "/";
}

function unlessMissing<T>(act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function writing(path: string, act: () => void): void {
  // Only where the system has users and modes can a file be made private.
  if (Deno.build.os === "windows") {
    const reason = "owner and rights cannot be checked on this system";
    throw unsafeFile(path, { reason, next: "Run on a POSIX system to use private files" });
  }
  try {
    act();
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw unwritable(path, error);
  }
}

/**
 * What the system said when it was to write: `FILE_EXISTS` or `FILE_UNWRITABLE`, with its short name for the reason.
 *
 * @param path As it is to be shown.
 *
 * @example
 * ```ts
 * import { unwritable } from "gatehouse/core/file_writes.ts";
 *
 * const full = Object.assign(new Error("No space"), { code: "ENOSPC" });
 * if (unwritable("a.txt", full).message !== "Could not write a.txt (ENOSPC)") throw new Error("other words");
 * ```
 */
export function unwritable(path: string, error: unknown): ToolError {
  if (error instanceof Deno.errors.AlreadyExists) {
    // The path ends the sentence: a word after a name such as x-token would be masked as its secret.
    return new ToolError("FILE_EXISTS", `Nothing was written over ${shownPath(path)}`, {
      next: "It is there already: choose another name",
    });
  }
  const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
  return new ToolError("FILE_UNWRITABLE", `Could not write ${shownPath(path)}${code}`, {
    next: code === " (ENOSPC)"
      ? "Free some space on its file system"
      : code === " (ENOENT)"
      ? "Make its directory first, or choose another name"
      : "Check the rights of the directory and that its file system can be written",
    cause: error,
  });
}
