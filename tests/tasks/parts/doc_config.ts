/** The configuration under which doc examples are checked. */
import { join } from "node:path";
import { CACHE, ROOT } from "./tree.ts";

/**
 * Writes it. Deno imports every export of a module into its examples, so an example that needs one of two must not
 * fail for the other: all flags are those of `deno.json`, but for the two about unused names.
 *
 * @returns Its path.
 */
export async function docConfig(): Promise<string> {
  const config = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.json")));
  const { name, version, exports, nodeModulesDir, unstable, compilerOptions, imports } = config;
  const fromHere = (path: string) => path.startsWith("./") ? `./../../${path.slice(2)}` : path;
  const { noUnusedLocals: _locals, noUnusedParameters: _parameters, ...strict } = compilerOptions;
  const directory = join(CACHE, "doc");
  await Deno.mkdir(directory, { recursive: true });
  // A copy: this configuration is another package to the lock file, which must not learn of it.
  await Deno.copyFile(join(ROOT, "deno.lock"), join(directory, "deno.lock"));
  const path = join(directory, "deno.json");
  await Deno.writeTextFile(
    path,
    JSON.stringify({
      ...{ name, version, exports: fromHere(exports), nodeModulesDir, unstable, compilerOptions: strict },
      imports: Object.fromEntries(
        Object.entries<string>(imports).map(([key, path]) => [key, fromHere(path)]),
      ),
    }),
  );
  return path;
}
