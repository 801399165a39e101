/**
 * Makes a staged tree smaller: what an executable embeds of packages and of our own code is only what it runs.
 *
 * Deno embeds packages whole and keeps a TypeScript file twice, as it is written and as it runs. Both together were a
 * fifth of the executable.
 */
import { basename, dirname, join, relative } from "node:path";
import { transform } from "esbuild";
import { isRecord } from "gatehouse/core/record.ts";

/** Directories of a package that its users never load: its tests, and what is made for browsers or for `require`. */
const IDLE_DIRECTORIES = /^(tests?|__tests__|examples|browser|umd|dist\.umd|libcjs|\.github)$/;

/** What runs, or is read by what runs. */
const RUNS = /\.(?:[cm]?js|json|wasm)$/;

/** Of that, what only checks, builds or repeats the code. */
const IDLE_FILES = /\.min\.[cm]?js$|^eslint\.config\./;

/**
 * Of single packages, what nothing of ours comes to: older and slower forms of the code, a command line, and what only
 * that needs. The tests of the executable load the rest.
 */
const UNLOADED =
  /\/(?:zod\/[^/]+\/v3|ignore\/[^/]+\/legacy\.js|tweetnacl\/[^/]+\/nacl\.js|js-yaml\/[^/]+\/bin|argparse\/[^/]+\/lib)$/;

/** What says under which terms a package is used; nothing else that does not run is kept. */
const TERMS = /^(?:licen[cs]e|copying|notice)(?![a-z])/i;

/**
 * Removes what does not run from the cached packages below a directory, which must belong to this stage alone.
 *
 * @param path Where Deno keeps packages, or a part of that.
 */
export async function slimPackages(path: string): Promise<void> {
  const exports = await exportsOf(path);
  for await (const entry of Deno.readDir(path)) {
    const inner = join(path, entry.name);
    const isIdle = IDLE_DIRECTORIES.test(entry.name) || UNLOADED.test(inner) ||
      entry.name === "dist" && isUnnamed("/dist/", exports);
    if (entry.isDirectory && isIdle) await Deno.remove(inner, { recursive: true });
    else if (entry.isDirectory) await slimPackages(inner);
    else if (TERMS.test(entry.name) && !RUNS.test(entry.name)) await asJson(inner);
    else if (isIdle || IDLE_FILES.test(entry.name) || !RUNS.test(entry.name)) await Deno.remove(inner);
  }
  if (isImported(exports)) await dropRequired(path);
}

/**
 * Deno takes for code what has no ending that it knows, and embeds what it has to complain of: with it the path that the
 * file had on the machine that built, so that no two directories would make the same executable. JSON it lets stand.
 */
async function asJson(path: string): Promise<void> {
  await Deno.writeTextFile(`${path}.json`, JSON.stringify({ text: await Deno.readTextFile(path) }));
  await Deno.remove(path);
}

/** What a package says that can be loaded from it; undefined for what is no package, or does not say. */
async function exportsOf(path: string): Promise<unknown> {
  try {
    return JSON.parse(await Deno.readTextFile(join(path, "package.json"))).exports;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Nothing in there can be loaded: it is made for browsers. */
function isUnnamed(directory: string, exports: unknown): boolean {
  return exports !== undefined && !JSON.stringify(exports).includes(directory);
}

/** Whether the package has its code twice, to be imported and to be required: our code imports. */
function isImported(exports: unknown): boolean {
  const main = isRecord(exports) ? exports["."] ?? exports : exports;
  return isRecord(main) && "import" in main && "require" in main;
}

async function dropRequired(path: string): Promise<void> {
  for await (const entry of Deno.readDir(path)) {
    const inner = join(path, entry.name);
    if (entry.isDirectory) await dropRequired(inner);
    else if (/\.cjs(\.js)?$/.test(entry.name)) await Deno.remove(inner);
  }
}

/**
 * Turns each TypeScript file into the JavaScript that runs, under a name that says so; what names such a file by its
 * path is changed with it. Names and lines are kept readable, for a defect's trace.
 *
 * @param directory The staged tree.
 * @param paths Its TypeScript files, relative to it.
 */
export async function toJavaScript(directory: string, paths: readonly string[]): Promise<void> {
  const known = new Set(paths);
  for (const path of paths) {
    const source = await Deno.readTextFile(join(directory, path));
    const { code } = await transform(source, {
      loader: "ts",
      format: "esm",
      target: "esnext",
      charset: "utf8",
      legalComments: "inline",
      sourcefile: basename(path),
    });
    const renamed = code.replace(/"((?:\.{1,2}|gatehouse)\/[^"\n]+)\.ts"/g, (text, name: string) => {
      const named = name.startsWith("gatehouse/")
        ? name.replace(/^gatehouse\//, "lib/")
        : relative(directory, join(directory, dirname(path), name));
      return known.has(`${named}.ts`) ? `"${name}.js"` : text;
    });
    await Deno.writeTextFile(join(directory, javaScript(path)), renamed);
    await Deno.remove(join(directory, path));
  }
}

/**
 * Takes the blanks out of Markdown tables that only line up their columns: two fifths of the pages.
 *
 * @param directory The staged tree.
 * @param paths Its Markdown files, relative to it.
 */
export async function slimPages(directory: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const text = await Deno.readTextFile(join(directory, path));
    const slim = text.replace(/^\|.*\|$/gm, (row) => row.replace(/ {2,}/g, " ").replace(/-{3,}/g, "---"));
    await Deno.writeTextFile(join(directory, path), slim);
  }
}

/** The name that a TypeScript file's JavaScript gets. */
export function javaScript(path: string): string {
  return path.replace(/\.ts$/, ".js");
}
