import { assertEquals } from "../assert.ts";
import { localTarget, scan } from "./scan.ts";

Deno.test("every form of import is seen, with the names it takes", () => {
  const { imports } = scan(
    "a.ts",
    `
    import a, { b as c } from "./1.ts";
    import * as all from "./2.ts";
    import type { D } from "./3.ts";
    import { type E } from "./4.ts";
    import "./5.ts";
    export { f as g } from "./6.ts";
    export * from "./7.ts";
    const { h } = await import("./8.ts");
    const i = (await import("./9.ts")).i;
    const load = () => import("./10.ts");
    const hidden = import(where);
    type J = import("./11.ts").J;`,
  );
  assertEquals(imports.map(({ kind, specifier, names }) => [kind, specifier, names?.join() ?? "*"]), [
    ["static", "./1.ts", "default,b"],
    ["static", "./2.ts", "*"],
    ["type", "./3.ts", "D"],
    ["type", "./4.ts", "E"],
    ["static", "./5.ts", ""],
    ["re-export", "./6.ts", "f"],
    ["re-export", "./7.ts", "*"],
    ["dynamic", "./8.ts", "h"],
    ["dynamic", "./9.ts", "i"],
    ["dynamic", "./10.ts", "*"],
    ["dynamic", null, "*"],
    ["type", "./11.ts", "*"],
  ]);
});

Deno.test("every exported name is seen, and whether its own module uses it", () => {
  const { exports, workers } = scan(
    "a.ts",
    `
    export interface A { x: 1 }
    export function b(a: A) {}
    export const c = 1, d = 2;
    export class E {}
    export type { F } from "./f.ts";
    export default c;
    new Worker("w.ts");`,
  );
  assertEquals(exports.map(({ name, isType, usedInside }) => [name, isType, usedInside]), [
    ["A", true, true],
    ["b", false, false],
    ["c", false, true],
    ["d", false, false],
    ["E", false, false],
    ["F", true, true],
    ["default", false, false],
  ]);
  assertEquals(workers, 1);
});

Deno.test("a local specifier is resolved, a package is not", () => {
  assertEquals(localTarget("lib/gate/rules/a.ts", "../b.ts"), "lib/gate/b.ts");
  assertEquals(localTarget("lib/a.ts", "gatehouse/core/b.ts"), "lib/core/b.ts");
  assertEquals(localTarget("lib/a.ts", "zod"), null);
  assertEquals(localTarget("lib/a.ts", "node:path"), null);
});
