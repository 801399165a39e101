/**
 * The npm packages that workers may import.
 *
 * In an executable, the map that keeps `import()` from reading files does not hold for a package's code. So a package is
 * let in only when none of its code, nor of what it depends on, can load or carry out a text: then nothing that breaks
 * into a worker can pass its own `import()` off as a package's.
 */
import { join } from "node:path";
import { mustRun } from "../tasks/parts/child.ts";
import { ROOT } from "../tasks/parts/tree.ts";

/** By the name that they are imported by. */
export const WORKER_PACKAGES: readonly string[] = [
  "@msgpack/msgpack",
  "diff",
  "ignore",
  "js-yaml",
  "smol-toml",
  "ssh2",
];

/**
 * What was read and found harmless, by package, file and code, each as it stands in the pinned version. A worker may run
 * no program, so what asks for `child_process` gets a module whose every call is refused; and what is carried out is
 * a literal.
 */
const REVIEWED: ReadonlyMap<string, string> = new Map([
  // Agents of other systems, for which we have no use: PuTTY's and Cygwin's programs.
  ['ssh2@1.17.0: lib/agent.js: "child_process"', "literal names of programs that a worker may not run"],
  // Whether the engine has large numbers.
  ["ssh2@1.17.0: lib/protocol/node-fs-compat.js: Function", "the literal 'return 2n ** 32n'"],
  // Builds the native parts, which we do not have.
  ['ssh2@1.17.0: install.js: "child_process"', "runs programs, which a worker may not"],
  // The package's own tests: never loaded.
  ...["test.js", "test-integration-openssh.js", "test-userauth-agent-openssh.js"].map((file) =>
    [`ssh2@1.17.0: test/${file}: "child_process"`, "runs programs, which a worker may not"] as const
  ),
  ['ssh2@1.17.0: test/test-worker-imports.js: "worker_threads"', "starts itself, with the rights it has"],
]);

/** What loads or carries out text. A `require` of a literal name is settled before it runs. */
const CARRIES_OUT =
  /\bimport\s*\(|\beval\s*\(|(?<!instanceof )\bFunction\b(?=\s*[(;,])|\brequire\s*\(\s*(?!["'])|["'](?:node:)?(?:vm|module|worker_threads|child_process|inspector|repl)["']|getBuiltinModule/g;

/** What in a file's code loads or carries out text; null when nothing does. */
export function carriesOut(code: string): string | null {
  return allOf(code)[0] ?? null;
}

function allOf(code: string): string[] {
  const bare = code.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{}])\/\/.*$/gm, "");
  return [...bare.matchAll(CARRIES_OUT)].map(([found]) => found.replaceAll("'", '"'));
}

interface Info {
  readonly npmPackages?: Readonly<
    Record<
      string,
      { readonly name: string; readonly version: string; readonly dependencies: readonly string[] }
    >
  >;
}

/** Every file of the packages and what they depend on that holds such code, as `package: file: code`. */
export async function problemsOf(names: readonly string[], imports: Readonly<Record<string, string>>) {
  const { npmCache } = JSON.parse((await mustRun([Deno.execPath(), "info", "--json"], { cwd: ROOT })).stdout);
  const problems: string[] = [];
  for (const name of names) {
    const specifier = imports[name];
    if (specifier === undefined) continue;
    const { stdout } = await mustRun([Deno.execPath(), "info", "--json", specifier], { cwd: ROOT });
    const packages = (JSON.parse(stdout) as Info).npmPackages ?? {};
    const [first] = Object.keys(packages).filter((key) => specifier.startsWith(`npm:${key}`));
    if (first === undefined) throw new Error(`Deno knows no package ${specifier}`);
    const wanted = [first];
    for (const key of wanted) {
      const { dependencies = [] } = packages[key] ?? {};
      wanted.push(...dependencies.filter((dependency) => !wanted.includes(dependency)));
      problems.push(...await inPackage(npmCache, key));
    }
  }
  return problems;
}

async function inPackage(cache: string, key: string): Promise<string[]> {
  const [, name = "", version = ""] = key.match(/^(@?[^@]+)@([^_]+)/) ?? [];
  const problems: string[] = [];
  let files = 0;
  for await (const host of Deno.readDir(cache)) {
    const top = join(cache, host.name, name, version);
    const pending = host.isDirectory && isDirectory(top) ? [top] : [];
    for (const directory of pending) {
      for await (const entry of Deno.readDir(directory)) {
        const path = join(directory, entry.name);
        if (entry.isDirectory) pending.push(path);
        if (!entry.isFile || !/\.[cm]?js$/.test(entry.name)) continue;
        files++;
        const found = allOf(await Deno.readTextFile(path));
        problems.push(...found.map((code) => `${key}: ${path.slice(top.length + 1)}: ${code}`));
      }
    }
  }
  if (files === 0) return [`${key}: no code was found`];
  // Each reviewed piece counts once: a second of the same kind in its file is a problem.
  const reviewed = new Set(REVIEWED.keys());
  return problems.filter((problem) => !reviewed.delete(problem));
}

function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
