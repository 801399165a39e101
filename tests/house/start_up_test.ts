import { assertEquals, assertTrue } from "../assert.ts";
import { exists } from "../tasks/parts/tree.ts";
import { localTarget } from "./scan.ts";
import { modulesAt, shippedModules } from "./tree.ts";

/** Loaded, one after the other, before a server over stdio answers `tools/list`. */
const ON_THE_WAY = ["main.ts", "lib/cli/main.ts", "lib/cli/serve.run.ts", "lib/dispatch/stdio.ts"];

/** Each costs more to load than the rest of the way. */
const TOO_SLOW = /^(@modelcontextprotocol\/|zod|ajv|@logtape\/|node:(crypto|sqlite|child_process|http))/;

/** What a module needs before its first line runs, as `module: package`. */
function packagesBehind(entries: readonly string[]): string[] {
  const modules = new Map(shippedModules().map((module) => [module.path, module]));
  const found: string[] = [];
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { kind, specifier } of modules.get(path)?.imports ?? []) {
      if (specifier === null || kind === "dynamic" || kind === "type") continue;
      const target = localTarget(path, specifier);
      if (target === null) found.push(`${path}: ${specifier}`);
      else visit(target);
    }
  };
  entries.forEach(visit);
  return found.sort();
}

Deno.test("nothing slow is loaded on the way to the first answer", () => {
  for (const entry of ON_THE_WAY) assertTrue(exists(entry), `${entry} has moved: name the new way here`);
  const packages = packagesBehind(ON_THE_WAY);
  assertEquals(packages.filter((found) => TOO_SLOW.test(found.split(": ")[1] ?? "")), []);
});

Deno.test("a slow package on the way is seen", () => {
  const [publish] = modulesAt(["lib/core/publish.ts"]);
  assertTrue(
    publish?.imports.some(({ specifier, kind }) => kind === "static" && TOO_SLOW.test(specifier ?? "")),
  );
  assertTrue(packagesBehind(["lib/core/publish.ts"]).includes("lib/core/publish.ts: zod"));
});
