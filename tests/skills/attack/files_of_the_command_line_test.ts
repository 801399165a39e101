/** Files that the command line names: stored plans and reports, as hostile as they come. */
import { join } from "node:path";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { run } from "../../cli/parts/run.ts";
import { makeFifo } from "../../core/files_parts.ts";
import { writePackage } from "../parts/package.ts";
import { Place, TODAY } from "../parts/served.ts";

interface Stored {
  readonly place: Place;
  readonly flags: readonly string[];
  readonly project: string;
  /** A stored plan, which comes out again. */
  readonly text: string;
}

async function withStored(work: (stored: Stored) => Promise<void>): Promise<void> {
  await using place = await Place.make();
  await place.file("project/app.py", "x = 1\n");
  await writePackage(join(place.path, "root/audit"));
  const flags = ["skills", "plan", "--skills-config", await place.roots({ demo: join(place.path, "root") })];
  const project = join(place.path, "project");
  const { out } = await run([...flags, "--digests", "--json", "--today", TODAY, project]);
  await work({ place, flags, project, text: out });
}

Deno.test("a stored plan that nests without end, repeats a key or is cut is refused in one line, with exit code 2", async () => {
  await withStored(async ({ place, flags, project, text }) => {
    const deep = `${"[".repeat(300_000)}${"]".repeat(300_000)}`;
    const texts = {
      "nests more than": text.replace('"plan": {', `"plan": {"a": ${deep},`),
      "stands twice": text.replace('"parameters": {', '"parameters": {"today": "2020-01-01",'),
      "half of a character": text.replace('"plan": {', '"plan": {"a": "\\ud800",'),
      "The document ends": text.slice(0, -20),
      "more than 2097152 bytes": `${text}${" ".repeat(2_097_152)}`,
      "no text in UTF-8": new Uint8Array([0x7b, 0xff, 0x7d]),
    };
    for (const [why, content] of Object.entries(texts)) {
      const path = join(place.path, "plan.json");
      await (typeof content === "string" ? Deno.writeTextFile(path, content) : Deno.writeFile(path, content));
      const { code, out, err } = await run([...flags, "--replay", path, project]);
      assertEquals([code, out, err.trim().split("\n").length], [2, "", 1], why);
      assertIncludes(err, why);
    }
  });
});

Deno.test("a plan or a report that is no file is told in one line, and a pipe is not waited for", async () => {
  await withStored(async ({ place, flags, project }) => {
    const pipe = join(place.path, "pipe");
    await makeFifo(pipe);
    const paths = [pipe, project, `${project}/app.py/plan.json`, "/nowhere.json", "/dev/zero"];
    for (const path of paths) {
      for (
        const call of [[...flags, "--replay", path, project], [
          "skills",
          "validate",
          "--mode",
          "report",
          "--today",
          TODAY,
          path,
        ]]
      ) {
        const { code, out, err } = await run(call);
        assertTrue(code === 1 || code === 2, path);
        assertEquals([out, err.trim().split("\n").length], ["", 1], err);
      }
    }
  });
});
