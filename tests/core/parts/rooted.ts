/** What the tests of files below a root share: acting at the worst moment, looking around, and a process that swaps. */
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { markOf } from "../../../lib/core/rooted_files_walk.ts";

/** Runs `act` once, just before the next call of that function of Node's file system. */
export function before(
  step: "openSync" | "writeSync" | "fchmodSync" | "fsyncSync",
  act: () => void,
): Disposable {
  const real = fs[step];
  const put = (call: unknown) => Object.assign(fs, { [step]: call });
  put((...args: unknown[]) => {
    put(real);
    act();
    return Reflect.apply(fs[step], fs, args);
  });
  return { [Symbol.dispose]: () => put(real) };
}

/** The names in a directory, sorted. */
export function namesBelow(path: string): string[] {
  return [...Deno.readDirSync(path)].map(({ name }) => name).sort();
}

/** The text of a file. */
export function textAt(path: string): string {
  return Deno.readTextFileSync(path);
}

/** What stands there; null for nothing. */
export function infoAt(path: string): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(path);
  } catch {
    return null;
  }
}

/** Which file stands there. */
export function markAt(path: string): string {
  return markOf(Deno.lstatSync(path));
}

/** Runs `rooted_swapper.ts` until disposed: `file` and `sub` below the base are links to the outside now and then. */
export async function rootSwapping(base: string, outside: string): Promise<AsyncDisposable> {
  const script = fileURLToPath(import.meta.resolve("./rooted_swapper.ts"));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-check", "--no-lock", "--allow-read", "--allow-write", script]
      .concat([base, outside]),
    stdin: "null",
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await reader.cancel();
      await child.status;
    },
  };
}
