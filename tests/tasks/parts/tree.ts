/** Where the repository and its cache stand, and what source files it has. */
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's directory, absolute, without a trailing slash. */
export const ROOT = fileURLToPath(new URL("../../../", import.meta.url)).replace(/\/$/, "");

/** What tasks fetch and stage; never committed. */
export const CACHE = join(ROOT, ".cache");

/** Whether a skip must count as a failure. */
export const IN_CI = Deno.env.get("CI") === "true";

const NOT_OURS = new Set([".git", ".cache", "dist", "node_modules"]);

/** The files below a directory of the repository whose name ends so, relative to its top, sorted; none when it is absent. */
export function sources(directory: string, ending = ".ts"): string[] {
  const found: string[] = [];
  const visit = (path: string) => {
    for (const entry of Deno.readDirSync(path)) {
      const inner = join(path, entry.name);
      if (entry.isDirectory && !NOT_OURS.has(entry.name)) visit(inner);
      else if (entry.isFile && entry.name.endsWith(ending)) found.push(relative(ROOT, inner));
    }
  };
  if (exists(directory)) visit(join(ROOT, directory));
  return found.sort();
}

/** Whether the repository has that file or directory. */
export function exists(path: string): boolean {
  try {
    Deno.statSync(join(ROOT, path));
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Of the named files and directories, those that the repository has. */
export function present(...paths: string[]): string[] {
  return paths.filter(exists);
}
