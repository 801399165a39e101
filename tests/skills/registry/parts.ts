/** Roots on a real file system, for the registry's tests. */
import { LIMITS } from "gatehouse/skills/contract/limits.ts";
import type { Root } from "gatehouse/skills/types.ts";

/** A directory that is gone with the test, by its real path. */
export class Place implements AsyncDisposable {
  private constructor(readonly path: string) {}

  static async make(): Promise<Place> {
    return new Place(await Deno.realPath(await Deno.makeTempDir({ prefix: "skills-" })));
  }

  /** The directory as a root. */
  root(id = "demo", more: Partial<Root> = {}): Root {
    return { id, key: id.toLowerCase(), path: this.path, format: "phases", ...more };
  }

  /** A directory below, which is made. */
  async directory(name: string): Promise<string> {
    await Deno.mkdir(`${this.path}/${name}`, { recursive: true });
    return `${this.path}/${name}`;
  }

  /** Writes a file below; its directories are made. */
  async write(name: string, content = "x"): Promise<string> {
    const path = `${this.path}/${name}`;
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(path, content);
    return path;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A test may have taken away the right to look into a directory.
    await new Deno.Command("chmod", { args: ["-R", "u+rwX", this.path] }).output();
    await Deno.remove(this.path, { recursive: true });
  }
}

/** Makes a named pipe. */
export async function mkfifo(path: string): Promise<void> {
  const { success } = await new Deno.Command("mkfifo", { args: [path] }).output();
  if (!success) throw new Error(`No pipe at ${path}`);
}

/** Makes empty files f0, f1, … or directories d0, d1, … in a directory. */
export function fill(
  path: string,
  { files = 0, directories = 0 }: { files?: number; directories?: number },
): void {
  for (let at = 0; at < files; at++) Deno.writeTextFileSync(`${path}/f${at}`, "");
  for (let at = 0; at < directories; at++) Deno.mkdirSync(`${path}/d${at}`);
}

/** Writes other content of the same length and puts the file's time of change back. */
export function rewriteInPlace(path: string, content: string): void {
  const { mtime, atime, size } = Deno.lstatSync(path);
  Deno.writeTextFileSync(path, content);
  if (Deno.lstatSync(path).size !== size) throw new Error("The content is not as long as before");
  if (mtime !== null && atime !== null) Deno.utimeSync(path, atime, mtime);
}

/** How a walk is done that allows links into the roots only. */
export function walkOptions(roots: readonly Root[], limits: Partial<typeof LIMITS> = {}) {
  return { limits: { ...LIMITS, ...limits }, allowed: roots.map(({ path }) => path), now: Date.now() };
}
