/** A package's text on a terminal. */
import { join } from "node:path";
import { assertEquals, assertMatch } from "../../assert.ts";
import { run } from "../../cli/parts/run.ts";
import { writePackage } from "../parts/package.ts";
import { Place, TODAY } from "../parts/served.ts";

/** What is printed of a document with that text, and what is said beside it. */
async function printed(content: string): Promise<{ out: string; err: string }> {
  await using place = await Place.make();
  await writePackage(join(place.path, "root/audit"), { files: { "scripts/README.md": content } });
  const flags = ["--skills-config", await place.roots({ demo: join(place.path, "root") }), "--today", TODAY];
  const { out, err } = await run(["skills", "get", "audit", "--document", "scripts/README.md", ...flags]);
  return { out, err };
}

Deno.test("lines of any end, tabs and the longest line are printed as they stand", async () => {
  const long = "w".repeat(200_000);
  assertEquals(await printed(`one\ttwo\r\nthree\r\n\r\n${long}`), {
    out: `one\ttwo\nthree\n\n${long}\n`,
    err: "",
  });
});

Deno.test("what a terminal would act on is escaped, and that is said", async () => {
  const { out, err } = await printed("a\x1b]0;x\x07b\rc\u202e\u{e0041}\n");
  assertEquals(out, "a\\u{1b}]0;x\\u{7}b\\u{d}c\\u{202e}\\u{e0041}\n");
  assertMatch(err, /escaped; --json has the text/);
});
