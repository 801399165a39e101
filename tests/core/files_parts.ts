/** What the tests of safe file access share: a directory, files in it, and a process that swaps one under us. */
import { fileURLToPath } from "node:url";
import { mustRun } from "../tasks/parts/child.ts";

/** The path of a new directory, free of links, that is removed at the end. */
export async function scratch(): Promise<{ path: string } & AsyncDisposable> {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-files-" }));
  return {
    path,
    async [Symbol.asyncDispose]() {
      await Deno.remove(path, { recursive: true });
    },
  };
}

/** Writes a text with this mode, whatever the umask is. */
export async function put(path: string, text: string, mode = 0o600): Promise<string> {
  await Deno.writeTextFile(path, text);
  await Deno.chmod(path, mode);
  return path;
}

/** Makes a named pipe. */
export async function makeFifo(path: string): Promise<string> {
  await mustRun(["mkfifo", "-m", "600", path]);
  return path;
}

/** Runs the script `swapper.ts`, which flips `path` between a hard link to `file` and a symbolic link to `target`. */
export async function swapping(
  path: string,
  { file, target }: { file: string; target: string },
): Promise<AsyncDisposable> {
  const script = fileURLToPath(import.meta.resolve("./swapper.ts"));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-check", "--no-lock", "--allow-read", "--allow-write", script]
      .concat([path, file, target]),
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

/** Runs `act` at the moment between inspection and open, where an attacker's swap would come; once. */
export function beforeOpen(act: () => void): Disposable {
  let isDone = false;
  return onOpen(() => {
    if (!isDone) act();
    isDone = true;
  });
}

/** Runs `act` before every open, with the path. */
export function onOpen(act: (path: string | URL) => void): Disposable {
  const open = Deno.open;
  Deno.open = (...args) => {
    act(args[0]);
    return open(...args);
  };
  return {
    [Symbol.dispose]() {
      Deno.open = open;
    },
  };
}
