import fc from "fast-check";
import { LIMITS } from "../../../lib/skills/contract/limits.ts";
import { validatePackage } from "../../../lib/skills/validator/package.ts";
import { assertTrue } from "../../assert.ts";
import { scratch } from "../../core/files_parts.ts";
import { bodyOf, frontmatterOf, manifestOf, writePackage } from "../parts/package.ts";
import { TODAY, told } from "./check.ts";

const OPTIONS = { today: TODAY, limits: LIMITS };

/** Text near a sound one: parts of it, shuffled and torn. */
function near(sound: string): fc.Arbitrary<string> {
  const part = fc.constantFrom(...sound.split(/(?<=[\n ,:{}[\]"#-])/));
  return fc.array(fc.oneof(part, fc.string({ unit: "grapheme" })), { maxLength: 60 }).map((parts) =>
    parts.join("")
  );
}

const SOUND = { manifest: manifestOf("fuzz"), frontmatter: frontmatterOf(manifestOf("fuzz")) };
const skill = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  near(`---\n${SOUND.frontmatter}\n---\n${bodyOf()}`),
);
const manifest = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  near(JSON.stringify(SOUND.manifest)),
  fc.json({ maxDepth: 3 }),
  // A sound manifest with one field replaced by whatever JSON has.
  fc.tuple(fc.constantFrom(...Object.keys(SOUND.manifest)), fc.jsonValue({ maxDepth: 2 })).map((
    [key, value],
  ) => JSON.stringify({ ...SOUND.manifest, [key]: value })),
);

Deno.test("whatever bytes stand in SKILL.md and phases.json, there is a verdict with issues, never a throw", async () => {
  await using dir = await scratch();
  const directory = await writePackage(`${dir.path}/fuzz`);
  const place = { directory, name: "fuzz", rootId: "demo" };
  const write = (path: string, content: string | Uint8Array) =>
    Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
  await fc.assert(
    fc.asyncProperty(skill, manifest, async (text, json) => {
      await write(`${directory}/SKILL.md`, text);
      await write(`${directory}/phases.json`, json);
      const result = validatePackage(place, OPTIONS);
      assertTrue(result.ok || told(result).length > 0);
    }),
    { numRuns: 400 },
  );
});

Deno.test("whatever JSON stands in a rule, a package of the law has a verdict, never a throw", async () => {
  await using dir = await scratch();
  const directory = await writePackage(`${dir.path}/fuzz`, { manifest: { domain: "legal" } });
  const place = { directory, name: "fuzz", rootId: "demo" };
  const field = fc.constantFrom(
    "rule_id",
    "jurisdiction",
    "authority",
    "source_url",
    "verified_on",
    "status",
    "__proto__",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.jsonValue(), fc.dictionary(field, fc.jsonValue({ maxDepth: 1 }))),
      async (rule) => {
        await Deno.writeTextFile(`${directory}/rules/a.json`, JSON.stringify(rule));
        const result = validatePackage(place, OPTIONS);
        assertTrue(!result.ok && told(result).length > 0);
      },
    ),
    { numRuns: 200 },
  );
});
