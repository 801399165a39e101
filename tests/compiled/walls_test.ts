/** The walls in an executable, made with the same flags and on the same base as the program's. */
import { join } from "node:path";
import { assertEquals, assertTrue } from "../assert.ts";
import { run } from "../tasks/parts/child.ts";
import { compileOnPinnedBase } from "../tasks/parts/compiler.ts";
import { sources } from "../tasks/parts/tree.ts";
import { scenarios } from "../isolate/parts/scenarios.ts";
import { workers } from "../isolate/parts/workers.ts";

const place = await Deno.makeTempDir({ prefix: "gatehouse-walls-compiled-" });
addEventListener("unload", () => Deno.removeSync(place, { recursive: true }));

const executable = join(place, "walls");
await compileOnPinnedBase(executable, {
  source: {
    main: "tests/isolate/compiled_main.ts",
    late: Object.keys(workers).map((name) => `tests/isolate/parts/${name}_worker.ts`),
    files: ["tests/assert.ts", "tests/isolate/compiled_main.ts", ...sources("tests/isolate/parts")],
  },
});

const { stdout, stderr } = await run([executable], { cwd: place });
const ends = new Map<string, string | null>(
  stdout.split("\n").filter((line) => line.startsWith("{")).map((line) => {
    const { name, failure } = JSON.parse(line) as { name: string; failure: string | null };
    return [name, failure];
  }),
);

for (const name of Object.keys(scenarios)) {
  Deno.test(`compiled: ${name}`, () => {
    assertTrue(ends.has(name), `it did not run: ${stderr.slice(-2_000)}`);
    assertEquals(ends.get(name), null);
  });
}
