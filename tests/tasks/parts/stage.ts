/**
 * A copy of what an executable is made from: no tests, no test packages, and fixed file times, because each embedded
 * file carries its own.
 */
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import { mustRun } from "./child.ts";
import { isImported } from "./config.ts";
import { embeddedPages } from "./help_pages.ts";
import { javaScript, slimPackages, slimPages, toJavaScript } from "./slim.ts";
import { type Said, stampTree } from "./stamp.ts";
import { CACHE, ROOT, sources } from "./tree.ts";

/** The time that every staged file gets. */
const FIXED_TIME = new Date("2026-01-01T00:00:00Z");

/** A staged tree, ready for `deno compile`. */
export interface Stage {
  readonly directory: string;
  /** For the same Deno only. */
  readonly env: Readonly<Record<string, string>>;
}

interface Lock {
  readonly npm?: Readonly<Record<string, { readonly integrity?: string }>>;
}

/**
 * Stages a program for one Deno.
 *
 * @param source What is compiled.
 * @param options `deno`: the executable that will compile. `env`: what that Deno needs, with a `DENO_DIR` that nothing
 * else uses: its file times are overwritten. `stamp`: what is said of the build; null leaves it without a stamp.
 * @throws Error when a package is not the one in the committed lock file.
 */
export async function stage(
  { main, late, files }: { main: string; late: readonly string[]; files: readonly string[] },
  { deno, env, stamp = null }: {
    deno: string;
    env: Readonly<Record<string, string>>;
    stamp?: Said | null;
  },
): Promise<Stage> {
  await Deno.mkdir(CACHE, { recursive: true });
  // The directory's own name stays out of the executable; a fresh one keeps two runs apart.
  const directory = await Deno.makeTempDir({ dir: CACHE, prefix: "stage-" });
  for (const path of ["deno.lock", ...sources("lib", ""), ...embeddedPages(), ...files]) {
    const copy = join(directory, path);
    await Deno.mkdir(dirname(copy), { recursive: true });
    await Deno.copyFile(join(ROOT, path), copy);
  }
  await Deno.writeTextFile(join(directory, "deno.json"), await reducedConfig(files));
  await slimPages(directory, embeddedPages());
  await toJavaScript(directory, [...sources("lib"), ...files.filter((path) => path.endsWith(".ts"))]);
  const entries = [main, ...late].map(javaScript);
  await mustRun([deno, "cache", "--quiet", "--no-check", ...entries], { cwd: directory, env });
  await refuseUnknownPackages(directory);
  if (stamp !== null) await stampTree(directory, stamp);
  const cached = env["DENO_DIR"];
  if (cached !== undefined) await slimPackages(join(cached, "npm"));
  for (const root of [directory, env["DENO_DIR"]]) if (root !== undefined) await fixTimes(root);
  return { directory, env };
}

/** `deno.json` without what only developers need, so that no test package is embedded. */
async function reducedConfig(files: readonly string[]): Promise<string> {
  const config = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.json")));
  // A worker's own imports do not count: the rules are made against what it might import.
  const code = (await Promise.all(
    [...sources("lib"), ...files.filter((path) => path.endsWith(".ts") && !path.endsWith("_worker.ts"))]
      .map((path) => Deno.readTextFile(join(ROOT, path))),
  )).join("\n");
  const imports = Object.fromEntries(
    Object.entries(config.imports).filter(([name]) =>
      name.endsWith("/") ? name === "gatehouse/" : isImported(name, code)
    ),
  );
  const { name, version, license, exports, nodeModulesDir, unstable, compilerOptions } = config;
  return JSON.stringify(
    {
      name,
      version,
      license,
      exports,
      nodeModulesDir,
      // Said here, so that Deno neither warns nor notes in the package that it did.
      allowScripts: { allow: [], deny: ["npm:ssh2"] },
      unstable,
      compilerOptions,
      imports: { ...imports, ...onlyEmbedded(files, code) },
    },
    null,
    2,
  );
}

/**
 * In an executable, Deno's `import()` reads any file of the machine, as text if asked, whatever the permissions are
 * (seen in 2.7.14; from source it asks for them). So every file URL leads nowhere, but those of what is embedded. Code of
 * npm packages is resolved by other rules; so that nobody can give their text a package's name, Node's modules that
 * carry out text lead nowhere either, and with them all that our code does not use.
 */
function onlyEmbedded(files: readonly string[], code: string): Record<string, string> {
  const places = new Set([
    "deno.json",
    "lib/",
    "docs/",
    ...files.map((path) => path.match(/^[^/]+\//)?.[0] ?? javaScript(path)),
  ]);
  const unused = builtinModules.map((name) => `node:${name.replace(/^node:/, "")}`)
    .filter((name) => !code.includes(`"${name}"`));
  return {
    "file:///": NOWHERE,
    ...Object.fromEntries([...places].map((place) => [`./${place}`, `./${place}`])),
    ...Object.fromEntries(unused.map((name) => [name, `${NOWHERE}${name.replaceAll(/\W/g, "-")}`])),
  };
}

const NOWHERE = "./lib/not-embedded/";

/** The staged lock file may lack packages of the committed one, but none may be new or other. */
async function refuseUnknownPackages(directory: string): Promise<void> {
  const read = async (path: string): Promise<Lock> =>
    JSON.parse(await Deno.readTextFile(join(path, "deno.lock")));
  const [committed, staged] = await Promise.all([read(ROOT), read(directory)]);
  for (const [name, { integrity }] of Object.entries(staged.npm ?? {})) {
    if (committed.npm?.[name]?.integrity !== integrity) {
      throw new Error(`The package ${name} is not as deno.lock has it. Bring deno.lock up to date first`);
    }
  }
}

async function fixTimes(path: string): Promise<void> {
  for await (const entry of Deno.readDir(path)) {
    const inner = join(path, entry.name);
    if (entry.isDirectory) await fixTimes(inner);
    else if (entry.isFile) await Deno.utime(inner, FIXED_TIME, FIXED_TIME);
  }
}
