/** Whatever `skills new` writes validates, and what it cannot write so it refuses. */
import fc from "fast-check";
import { ToolError } from "../../../lib/core/errors.ts";
import create from "../../../lib/skills/commands/new.ts";
import validate from "../../../lib/skills/commands/validate.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { scratch } from "../../core/files_parts.ts";
import { TODAY } from "../validator/check.ts";

Deno.test("a name that looks like a secret is refused, and not repeated", async () => {
  await using dir = await scratch();
  const name = "ghp_aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xYz";
  const error = await create({ name, types: ["web"], directory: dir.path }).catch((error: unknown) => error);
  assertTrue(error instanceof ToolError && error.code === "SKILL_ID" && !error.line.includes("aB3d"));
  assertEquals(await Array.fromAsync(Deno.readDir(dir.path)), []);
});

Deno.test("property: a package is refused, or validates as written", async () => {
  await using dir = await scratch();
  const piece = fc.constantFrom(
    "a",
    "Z",
    "9",
    "-",
    "_",
    "é",
    "ß",
    "ﬁ",
    "日",
    "ア",
    "ж",
    "true",
    "null",
    "ſ",
    "İ",
    "con",
  );
  const long = fc.string({ unit: fc.constantFrom("a", "B", "7", "日", "𝒜", "𐐀"), maxLength: 70 });
  let at = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")), long),
      async (name) => {
        const directory = `${dir.path}/${at++}`;
        await Deno.mkdir(directory);
        const made = await create({ name, types: ["web"], directory }).catch((error: unknown) => error);
        if (made instanceof ToolError) {
          return assertEquals(await Array.fromAsync(Deno.readDir(directory)), []);
        }
        const path = `${directory}/${name}`;
        const found = await validate({ path, mode: "skill", format: "phases", today: TODAY });
        assertEquals(found.issues, []);
      },
    ),
    { numRuns: 150 },
  );
});

Deno.test("a package that cannot be written whole is not written at all, and what others put there stays", async () => {
  await using dir = await scratch();
  const mkdir = Deno.mkdir;
  let at = 0;
  Deno.mkdir = async (path, options) => {
    // The third folder finds the disk full, and somebody else's file in the first.
    if (++at === 4) {
      await Deno.writeTextFile(`${dir.path}/half/rules/mine.json`, "{}");
      throw new Deno.errors.WriteZero("No space left on device");
    }
    return await mkdir(path, options);
  };
  try {
    const made = await create({ name: "half", types: ["web"], directory: dir.path }).catch((error: unknown) =>
      error
    );
    assertTrue(made instanceof ToolError && made.code === "PACKAGE_UNWRITTEN");
    const left = await Array.fromAsync(Deno.readDir(`${dir.path}/half`));
    assertEquals(left.map(({ name }) => name), ["rules"]);
  } finally {
    Deno.mkdir = mkdir;
  }
});
