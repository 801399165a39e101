import { assertEquals } from "../assert.ts";
import plugin from "./plugin.ts";

/** The rules that fire, by name, in order of place. */
function fired(filename: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, filename, source)
    .toSorted((a, b) => a.range[0] - b.range[0])
    .map((diagnostic) => diagnostic.id.replace("gatehouse/", ""));
}

const DOC = "/** What it is. */\n";
const EXAMPLE = "/**\n * What it does.\n *\n * ```ts\n * f();\n * ```\n */\n";

Deno.test("console is refused in shipped code and left alone in the command line, the logger and tests", () => {
  assertEquals(fired("/x/lib/gate/a.ts", `console.log(1);`), ["no-console"]);
  assertEquals(fired("/x/main.ts", `console.log(1);`), ["no-console"]);
  assertEquals(fired("/x/lib/core/a.ts", `const { log } = console; globalThis.console;`), [
    "no-console",
    "no-console",
  ]);
  assertEquals(fired("/x/lib/core/a.ts", `a.console; const b = { console: 1 };`), []);
  assertEquals(fired("/x/lib/cli/a.ts", `console.log(1);`), []);
  assertEquals(fired("lib/cli/a.ts", `console.log(1);`), []);
  assertEquals(fired("/x/lib/core/log.ts", `console.error(1);`), []);
  assertEquals(fired("/x/lib/gate/log.ts", `console.error(1);`), ["no-console"]);
  assertEquals(fired("/x/tests/tasks/a.ts", `console.log(1);`), []);
  assertEquals(fired("/x/tests/conformance/main.ts", `console.log(1);`), []);
});

Deno.test("an exported function takes two arguments and then one options object", () => {
  const check = (signature: string) => fired("/x/lib/a.ts", `${EXAMPLE}export function f(${signature}) {}`);
  assertEquals(check("a: A, b: B"), []);
  assertEquals(check("a: A, b: B, c: { d?: number } = {}"), []);
  assertEquals(check("a: A, b: B, { d }: FOptions"), []);
  assertEquals(check("a: A, b: B, c: number"), ["two-arguments"]);
  assertEquals(check("a: A, b: B, c: COptions, d: DOptions"), ["two-arguments"]);
  assertEquals(fired("/x/lib/a.ts", `${EXAMPLE}export const f = (a: A, b: B, c: C) => 1;`), [
    "two-arguments",
  ]);
  assertEquals(fired("/x/lib/a.ts", `function f(a: A, b: B, c: C) {}`), []);
  assertEquals(fired("/x/tests/a.ts", `export function f(a: A, b: B, c: C) {}`), []);
});

Deno.test("error text is sentence case without a full stop, behind an upper snake case code", () => {
  const check = (args: string, name = "ToolError") => fired("/x/lib/a.ts", `throw new ${name}(${args});`);
  assertEquals(check(`"FILE_UNSAFE", "Refused to open a: it is a link"`), []);
  assertEquals(check("`${code}`, `Could not read ${path}`"), []);
  assertEquals(check("code, `${path} is no file`"), []);
  assertEquals(check(`"fileUnsafe", "Refused"`), ["error-text"]);
  assertEquals(check(`"FILE__X", "Refused"`), ["error-text"]);
  assertEquals(check(`"X", "refused"`), ["error-text"]);
  assertEquals(check(`"X", ""`), ["error-text"]);
  assertEquals(check(`"X", "Refused."`), ["error-text"]);
  assertEquals(check("`X`, `Refused ${path}.`"), ["error-text"]);
  assertEquals(check(`"x is wrong"`, "RangeError"), ["error-text"]);
  assertEquals(check(`"Out of range"`, "RangeError"), []);
  assertEquals(check(`"x is wrong."`, "LimitError"), []);
});

Deno.test("a sleep in a test is refused, a time limit is not", () => {
  const check = (source: string) => fired("/x/tests/a_test.ts", source);
  assertEquals(check(`await new Promise((r) => setTimeout(r, 10));`), ["no-sleep-in-tests"]);
  assertEquals(check(`await new Promise<void>((r) => { setTimeout(() => r(), 10); });`), [
    "no-sleep-in-tests",
  ]);
  assertEquals(check(`await new Promise((r) => globalThis.setTimeout(r, 10));`), ["no-sleep-in-tests"]);
  assertEquals(check(`import { setTimeout } from "node:timers/promises";`), ["no-sleep-in-tests"]);
  assertEquals(check(`await new Promise((_, fail) => setTimeout(() => fail(new Error("Late")), 10));`), []);
  assertEquals(check(`await new Promise((r) => child.once("exit", r));`), []);
  assertEquals(fired("/x/lib/a.ts", `await new Promise((r) => setTimeout(r, 10));`), []);
});

Deno.test("an export without a comment, or a function without an example, is refused", () => {
  const check = (source: string) => fired("/x/lib/a.ts", source);
  assertEquals(check(`export const a = 1;`), ["documented"]);
  assertEquals(check(`// A line.\nexport const a = 1;`), ["documented"]);
  assertEquals(check(`${DOC}const b = 1;\nexport const a = 1;`), ["documented"]);
  assertEquals(check(`${DOC}export const a = 1;`), []);
  assertEquals(check(`${DOC}// Why.\nexport const a = 1;`), []);
  assertEquals(check(`${DOC}a();\n// Why.\nexport const b = 1;`), ["documented"]);
  assertEquals(check(`${DOC}export interface A {}\n${DOC}export type B = 1;\n${DOC}export class C {}`), []);
  assertEquals(check(`export default 1;`), ["documented"]);
  assertEquals(check(`${DOC}export function f() {}`), ["documented"]);
  assertEquals(check(`${DOC}export const f = () => 1;`), ["documented"]);
  assertEquals(check(`${EXAMPLE}export function f() {}`), []);
  assertEquals(
    check(`${EXAMPLE}export function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport function f() {}`),
    [],
  );
  assertEquals(check(`export { a } from "./a.ts";`), []);
  assertEquals(fired("/x/tests/a.ts", `export const a = 1;`), []);
});
