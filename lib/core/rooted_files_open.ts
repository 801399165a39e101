/**
 * Opening a file so that nothing can hold us up: a named pipe that takes the file's place is opened at once, too
 * (`O_NONBLOCK`, open(2)), and is then seen to be another file. Deno passes this flag on whatever its permissions are;
 * `O_NOFOLLOW` it passes on only without any limits, so that links are left to the comparison.
 */
import fs from "node:fs";
import type { OpenFile } from "./rooted_files.ts";

/**
 * Opens to read; never waits.
 *
 * @throws Node's error, with the system's code.
 *
 * @example
 * ```ts
 * import { openAtOnce } from "gatehouse/core/rooted_files_open.ts";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(path, "abc");
 * using file = openAtOnce(path);
 * if (file.statSync().size !== 3 || file.readSync(new Uint8Array(8)) !== 3) throw new Error("other bytes");
 * ```
 */
export function openAtOnce(path: string): OpenFile {
  // Windows has neither the flag nor such pipes among its files.
  const fd = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  return {
    statSync: () => fs.fstatSync(fd),
    readSync(into) {
      const count = fs.readSync(fd, into, 0, into.byteLength, null);
      return count === 0 ? null : count;
    },
    [Symbol.dispose]: () => fs.closeSync(fd),
  };
}
