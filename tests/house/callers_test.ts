import { join } from "node:path";
import { assertEquals } from "../assert.ts";
import { exists, ROOT, sources } from "../tasks/parts/tree.ts";
import { toleratedIn, uncalled } from "./callers.ts";
import { scan } from "./scan.ts";
import { edgesOf, type Module, modulesAt, shippedModules } from "./tree.ts";

function tree(files: Readonly<Record<string, string>>): Module[] {
  return Object.entries(files).map(([path, source]) => ({ path, ...scan(path, source) }));
}

Deno.test("a name that only its own module uses has no caller, a type in its signature needs none", () => {
  const modules = tree({
    "lib/a.ts":
      `export interface Shape {} export function used(x: Shape) {} export function idle() { used({}); }
                 export interface Idle {}`,
    "lib/b.ts": `import { used } from "./a.ts"; used({});`,
  });
  assertEquals(uncalled(modules, { edges: edgesOf(modules), face: "mod.ts" }), [
    "lib/a.ts: Idle",
    "lib/a.ts: idle",
  ]);
});

Deno.test("a re-export is no caller, whoever imports from it is", () => {
  const modules = tree({
    "lib/a.ts": `export const one = 1, two = 2, three = 3;`,
    "lib/mod.ts": `export { one, two } from "./a.ts";`,
    "lib/b.ts": `import { one } from "./mod.ts"; one;`,
    "mod.ts": `export { three } from "./lib/a.ts";`,
  });
  assertEquals(uncalled(modules, { edges: edgesOf(modules), face: "mod.ts" }), [
    "lib/a.ts: two",
    "lib/mod.ts: two",
  ]);
});

Deno.test("a module that is loaded whole, or by name, is used so far", () => {
  const modules = tree({
    "lib/a.ts": `export const one = 1, two = 2;`,
    "lib/b.ts": `export const three = 3;`,
    "lib/c.ts": `const { one } = await import("./a.ts"); const load = () => import("./b.ts"); load(one);`,
  });
  assertEquals(uncalled(modules, { edges: edgesOf(modules), face: "mod.ts" }), ["lib/a.ts: two"]);
});

Deno.test("the tolerated names are read from their section only", () => {
  const text = "# A\n- `lib/a.ts` `no`\n\n## Exported for tests only\n\nWhy.\n\n" +
    "- `lib/b.ts` `x`, `y`: the fixture needs them\n- `lib/c.ts` `z`\n\n## B\n\n- `lib/d.ts` `no`\n";
  assertEquals(toleratedIn(text), ["lib/b.ts: x", "lib/b.ts: y", "lib/c.ts: z"]);
});

Deno.test("every exported symbol has a caller outside tests, but for CONTRIBUTING's list, which holds no more", () => {
  const modules = shippedModules();
  const tools = sources("tests/tasks").filter((path) => !path.endsWith("_test.ts"));
  const tolerated = exists("CONTRIBUTING.md")
    ? toleratedIn(Deno.readTextFileSync(join(ROOT, "CONTRIBUTING.md")))
    : [];
  assertEquals(
    uncalled(modules, { edges: edgesOf([...modules, ...modulesAt(tools)]), face: "mod.ts" }),
    tolerated,
  );
});
