import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { assertEquals, assertTrue } from "../assert.ts";
import { mustRun } from "../tasks/parts/child.ts";
import { ROOT } from "../tasks/parts/tree.ts";
import { arrowProblem } from "./arrows.ts";
import { localTarget } from "./scan.ts";
import { WORKER_PACKAGES } from "./worker_packages.ts";
import { workerEntries } from "../tasks/parts/late.ts";
import { edgesOf, entries, families, modulesAt, shippedModules } from "./tree.ts";

Deno.test("the arrows that the design forbids are refused, the others are not", () => {
  const check = (from: string, to: string) => arrowProblem(from, to, ["gate", "hosts"]) === null;
  assertTrue(check("lib/core/a.ts", "lib/core/b.ts"));
  assertTrue(check("lib/gate/a.ts", "lib/core/b.ts"));
  assertTrue(check("lib/gate/rules/a.ts", "lib/gate/b.ts"));
  assertTrue(check("lib/dispatch/a.ts", "lib/core/b.ts"));
  assertTrue(check("lib/cli/a.ts", "lib/dispatch/b.ts"));
  assertTrue(check("lib/cli/a.ts", "lib/catalogue.ts"));
  assertTrue(check("lib/cli/a.ts", "docs/a.md"));
  assertTrue(check("lib/catalogue.ts", "lib/gate/mod.ts"));
  assertTrue(check("main.ts", "lib/cli/a.ts"));
  const refused: readonly [string, string][] = [
    ["lib/core/a.ts", "lib/gate/b.ts"],
    ["lib/core/a.ts", "lib/dispatch/b.ts"],
    ["lib/core/a.ts", "lib/catalogue.ts"],
    ["lib/gate/a.ts", "lib/hosts/b.ts"],
    ["lib/gate/a.ts", "lib/dispatch/b.ts"],
    ["lib/gate/a.ts", "lib/cli/b.ts"],
    ["lib/gate/a.ts", "lib/config/b.ts"],
    ["lib/gate/a.ts", "lib/state/b.ts"],
    ["lib/dispatch/a.ts", "lib/gate/mod.ts"],
    ["lib/dispatch/a.ts", "lib/catalogue.ts"],
    ["lib/dispatch/a.ts", "lib/cli/b.ts"],
    ["lib/state/a.ts", "lib/config/b.ts"],
    ["lib/core/a.ts", "lib/telemetry/b.ts"],
    ["lib/gate/a.ts", "lib/telemetry/b.ts"],
    ["lib/telemetry/a.ts", "lib/config/b.ts"],
    ["lib/cli/a.ts", "lib/gate/mod.ts"],
    ["lib/cli/a.ts", "lib/gate/judge.ts"],
    ["lib/catalogue.ts", "lib/gate/judge.ts"],
    ["lib/house.ts", "lib/gate/mod.ts"],
    ["main.ts", "lib/dispatch/a.ts"],
    ["lib/core/a.ts", "tests/a.ts"],
    ["lib/core/a.ts", "docs/a.md"],
    ["lib/odd.ts", "lib/core/a.ts"],
  ];
  for (const [from, to] of refused) assertTrue(!check(from, to), `${from} → ${to} is let through`);
});

Deno.test("every import between our modules follows the design's arrows", () => {
  const modules = shippedModules();
  const names = families(modules.map(({ path }) => path));
  assertEquals(
    edgesOf(modules).map(({ from, to }) => arrowProblem(from, to, names)).filter((problem) =>
      problem !== null
    ),
    [],
  );
});

Deno.test("no import hides its target, and no worker is started that nobody listed", () => {
  const modules = shippedModules();
  assertEquals(
    modules.filter(({ imports }) => imports.some(({ specifier }) => specifier === null)).map(({ path }) =>
      path
    ),
    [],
  );
  assertEquals(modules.filter(({ workers }) => workers > 0).map(({ path }) => path), [
    "lib/isolate/child.ts",
  ]);
});

Deno.test("a worker's entry imports the worker's side first, loads nothing later, and needs only packages that may be", () => {
  const modules = new Map(shippedModules().map((module) => [module.path, module]));
  const importsOf = (path: string) => modules.get(path)?.imports.filter(({ kind }) => kind !== "type") ?? [];
  assertTrue(workerEntries().length > 0);
  for (const entry of workerEntries()) {
    const [first] = importsOf(entry);
    assertEquals(
      first === undefined ? null : localTarget(entry, first.specifier ?? ""),
      "lib/core/worker.ts",
      entry,
    );
    const [guard] = importsOf("lib/core/worker.ts");
    assertEquals(guard?.specifier, "./worker_guard.ts");
    const problems: string[] = [];
    const seen = new Set<string>();
    const visit = (path: string) => {
      if (seen.has(path)) return;
      seen.add(path);
      for (const { kind, specifier } of importsOf(path)) {
        const target = specifier === null ? null : localTarget(path, specifier);
        // A worker has no permission to load a module later.
        const isLetIn = target !== null || specifier?.startsWith("node:") === true ||
          WORKER_PACKAGES.includes(specifier ?? "");
        if (kind === "dynamic" || !isLetIn) problems.push(`${path}: ${kind} ${specifier}`);
        if (target !== null) visit(target);
      }
    };
    visit(entry);
    assertEquals(problems, [], entry);
  }
});

Deno.test("every edge that Deno itself sees from the entries was scanned, and every module is reached", async () => {
  const known = new Set(edgesOf(shippedModules()).map(({ from, to }) => `${from} → ${to}`));
  const reached = new Set<string>();
  const missed: string[] = [];
  for (const entry of [...entries(), "tests/tasks/generate.ts"]) {
    const { stdout } = await mustRun([Deno.execPath(), "info", "--json", entry], { cwd: ROOT });
    for (const { specifier, dependencies } of (JSON.parse(stdout) as DenoInfo).modules) {
      const from = pathOf(specifier);
      if (from === null) continue;
      reached.add(from);
      for (const { code, type } of dependencies ?? []) {
        const to = pathOf(code?.specifier ?? type?.specifier);
        if (to !== null && !from.startsWith("tests/") && !known.has(`${from} → ${to}`)) {
          missed.push(`${from} → ${to}`);
        }
      }
    }
  }
  assertEquals(missed, []);
  assertEquals(shippedModules().map(({ path }) => path).filter((path) => !reached.has(path)), []);
});

Deno.test("core and dispatch name no family", () => {
  const modules = shippedModules();
  const names = families(modules.map(({ path }) => path));
  assertTrue(names.length > 0);
  const pattern = new RegExp(`\\b(${names.join("|")})\\b`, "i");
  const found = modules
    .filter(({ path }) => /^lib\/(core|dispatch)\//.test(path))
    .flatMap(({ path }) =>
      Deno.readTextFileSync(join(ROOT, path)).split("\n")
        .flatMap((line, index) => pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])
    );
  assertEquals(found, []);
});

Deno.test("the scanner sees every way to import", () => {
  const [facts] = modulesAt(["tests/house/tree.ts"]);
  assertEquals(facts?.imports.map(({ specifier }) => specifier), [
    "node:path",
    "../tasks/parts/late.ts",
    "../tasks/parts/tree.ts",
    "./scan.ts",
  ]);
});

interface DenoInfo {
  readonly modules: readonly {
    readonly specifier: string;
    readonly dependencies?: readonly {
      readonly code?: { readonly specifier?: string };
      readonly type?: { readonly specifier?: string };
    }[];
  }[];
}

/** The path from the top of a module of ours; null for packages. */
function pathOf(specifier: string | undefined): string | null {
  if (specifier?.startsWith("file:") !== true) return null;
  const path = relative(ROOT, fileURLToPath(specifier));
  return path.startsWith("..") ? null : path;
}
