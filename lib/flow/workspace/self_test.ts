/** The proof, at the start, that on this system a link is seen and refused before anything is read or written. */
import { DirectoryView } from "../../core/rooted_files.ts";
import { openAtOnce } from "../../core/rooted_files_open.ts";
import { FileProblem, markOf } from "../../core/rooted_files_walk.ts";
import { writeInside } from "../../core/rooted_files_write.ts";
import type { WorkerSetup } from "../types.ts";

/** Paths of the test that must be refused: links to a file, to a directory, to nothing, and both names of one file. */
const FORBIDDEN = ["link", "linked/file", "dangling", "one", "two", "directory"];

/**
 * Makes links of every kind in a directory of its own, and tries to read and to write through them. Whatever does not
 * end as it must, or cannot be tried, makes it `unavailable`, as Windows does.
 *
 * It needs the right to make links, which Deno gives only together with the right to read and write everything: it is for
 * the program that sets up a worker, not for the worker.
 *
 * @param scratch A directory in which it makes its own and removes it again; default: the system's for temporary files.
 *
 * @example
 * ```ts
 * import { fileIo } from "gatehouse/flow/workspace/self_test.ts";
 *
 * if (Deno.build.os !== "windows" && fileIo() !== "posix-checked") throw new Error("not proven");
 * if (fileIo("/nowhere/at/all") !== "unavailable") throw new Error("proven without a try");
 * ```
 */
export function fileIo(scratch?: string): WorkerSetup["fileIo"] {
  if (Deno.build.os === "windows") return "unavailable";
  let base: string | null = null;
  try {
    const dir = scratch === undefined ? {} : { dir: scratch };
    base = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "gatehouse-self-test-", ...dir }));
    return isRefusing(base) ? "posix-checked" : "unavailable";
  } catch {
    return "unavailable";
  } finally {
    if (base !== null) removed(base);
  }
}

function isRefusing(base: string): boolean {
  const root = markOf(Deno.lstatSync(base));
  const write = (path: string, before: Deno.FileInfo | null) =>
    writeInside(base, path, { bytes: new Uint8Array([7]), root, before, temporary: "new-" });
  write("file", null);
  Deno.writeFileSync(`${base}/one`, new Uint8Array([7]));
  Deno.mkdirSync(`${base}/directory`);
  Deno.linkSync(`${base}/one`, `${base}/two`);
  Deno.symlinkSync("file", `${base}/link`);
  Deno.symlinkSync(".", `${base}/linked`);
  Deno.symlinkSync("nothing", `${base}/dangling`);
  const read = (path: string) =>
    new DirectoryView(base, undefined, { open: openAtOnce }).read(path, { maxBytes: 8 });
  return read("file")[0] === 7 &&
    FORBIDDEN.every((path) =>
      isRefused(() => read(path)) && isRefused(() => write(path, Deno.lstatSync(`${base}/${path}`)))
    );
}

function isRefused(act: () => unknown): boolean {
  try {
    act();
  } catch (error) {
    return error instanceof FileProblem && error.code === "PATH_UNSAFE";
  }
  return false;
}

function removed(path: string): void {
  try {
    Deno.removeSync(path, { recursive: true });
  } catch {
    // It is empty or nearly so, and in the system's own place for such.
  }
}
