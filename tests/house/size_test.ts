import { join } from "node:path";
import { assertEquals, assertTrue } from "../assert.ts";
import { present, ROOT, sources } from "../tasks/parts/tree.ts";

function lines(path: string): number {
  return Deno.readTextFileSync(join(ROOT, path)).split("\n").length - 1;
}

Deno.test("no source file is longer than 400 lines", () => {
  const files = [...present("main.ts", "mod.ts"), ...sources("lib"), ...sources("tests")];
  assertTrue(files.length > 0);
  assertEquals(files.filter((file) => lines(file) > 400).map((file) => `${file}: ${lines(file)}`), []);
});

Deno.test("the median file of lib is shorter than 120 lines", () => {
  const sizes = sources("lib").map(lines).sort((a, b) => a - b);
  const median = sizes[Math.floor(sizes.length / 2)] ?? Infinity;
  assertTrue(median < 120, `The median file has ${median} lines`);
});
