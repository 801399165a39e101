/** A lock between processes, held below a directory that may be all that the process can see. */
import { markOf, walkInside } from "./rooted_files_walk.ts";

/**
 * Takes a lock, or tells at once that it is taken (flock(2); the lock file stays). It is free again when what is
 * returned is disposed of, and when the process ends in whatever way.
 *
 * @param base Absolute real path of a directory that is private to this account.
 * @param name Of the lock file in it.
 * @returns null when somebody holds it.
 * @throws FileProblem `PATH_UNSAFE`, `READ`. Deno's own errors when it cannot be made.
 *
 * @example
 * ```ts
 * import { holdInside } from "gatehouse/core/rooted_files_lock.ts";
 *
 * const base = await Deno.realPath(await Deno.makeTempDir());
 * using held = holdInside(base, "lock");
 * if (held === null || holdInside(base, "lock") !== null) throw new Error("held twice");
 * ```
 */
export function holdInside(base: string, name: string): Disposable | null {
  const path = `${base}/${name}`;
  try {
    Deno.openSync(path, { write: true, createNew: true, mode: 0o600 }).close();
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
  const { leaf } = walkInside(base, name);
  const file = Deno.openSync(path, { read: true });
  // Whoever took the name away may hold another lock of that name.
  const isHeld = markOf(file.statSync()) === markOf(leaf) && file.tryLockSync(true) &&
    markOf(walkInside(base, name).leaf) === markOf(leaf);
  if (isHeld) return { [Symbol.dispose]: () => file.close() };
  file.close();
  return null;
}
