/** What a package hides behind escapes, or in its names. */
import { LIMITS } from "../../../lib/skills/contract/limits.ts";
import { validateAgentSkill } from "../../../lib/skills/agent_skills/package.ts";
import { discover } from "../../../lib/skills/registry/discovery.ts";
import { validateCandidate } from "../../../lib/skills/registry/packages.ts";
import { scanRoots } from "../../../lib/skills/registry/scan.ts";
import { validatePackage } from "../../../lib/skills/validator/package.ts";
import type { PackageResult } from "../../../lib/skills/validator/result.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { scratch } from "../../core/files_parts.ts";
import { manifestOf, type PackageOverrides, writeAgentSkill, writePackage } from "../parts/package.ts";
import { TODAY, told } from "../validator/check.ts";

const OPTIONS = { today: TODAY, limits: LIMITS };
const NAME = "read-project";
const SECRET = "ghp_aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xYz";

async function agent(given: Parameters<typeof writeAgentSkill>[1]): Promise<PackageResult> {
  await using dir = await scratch();
  const directory = await writeAgentSkill(`${dir.path}/${NAME}`, given);
  return validateAgentSkill({ directory, name: NAME, rootId: "demo" }, OPTIONS);
}

async function phases(overrides: PackageOverrides): Promise<PackageResult> {
  await using dir = await scratch();
  const directory = await writePackage(`${dir.path}/${NAME}`, overrides);
  return validatePackage({ directory, name: NAME, rootId: "demo" }, OPTIONS);
}

/** Each unit of the text as JSON may write it. */
function escaped(text: string): string {
  return text.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}

const HIDDEN = {
  "a bidirectional control": "\\u202e",
  "a tag character": "\\U000E0041",
  "an escape": "\\x1b[31m",
  "a bell": "\\a",
  "a zero": "\\0",
  "half of a character": "\\ud800",
  "a filler": "\\u115f",
  "a selector that carries bytes": "\\U000E0101",
};

for (const [what, written] of Object.entries(HIDDEN)) {
  Deno.test(`${what} written as an escape of YAML is hidden text wherever it stands`, async () => {
    const head = `name: ${NAME}\ndescription: `;
    assertEquals(told(await agent({ frontmatter: `${head}"See ${written} this"` })), [
      "SKILL_HIDDEN_TEXT SKILL.md:3",
    ]);
    const metadata = `${head}Reads\nmetadata:\n  owner: me\n  note: "a${written}b"`;
    assertEquals(told(await agent({ frontmatter: metadata })), ["SKILL_HIDDEN_TEXT SKILL.md:6"]);
    const unknown = `${head}Reads\nother: [1, {"k${written}": 2}]`;
    assertEquals(told(await agent({ frontmatter: unknown })), ["SKILL_HIDDEN_TEXT SKILL.md:4"]);
  });
}

Deno.test("an emoji and a letter that are written as escapes of YAML are what they are", async () => {
  const result = await agent({ frontmatter: `name: ${NAME}\ndescription: "\\u2764\\uFE0F \\u00e9"` });
  assertTrue(result.ok);
});

Deno.test("a secret behind escapes makes a package invalid, on its line and untold", async () => {
  const yaml = `name: ${NAME}\ndescription: Reads\nlicense: "${escaped(SECRET)}"`;
  const overlay = `{\n"title": "${escaped(SECRET)}"\n}`;
  const rule = `{"rule_id": "R-1",\n"note": {"deep": ["${escaped(SECRET)}"]}}`;
  const key = `{"rule_id": "R-1",\n"${escaped(SECRET)}": 1}`;
  const manifest = JSON.stringify({ ...manifestOf(NAME), description: "HERE" }, null, 1);
  const results = [
    await agent({ frontmatter: yaml }),
    await agent({ files: { "phases.json": overlay } }),
    await agent({ files: { "phases.json": `{\n"title": "${SECRET}"\n}` } }),
    await phases({ files: { "rules/a.json": rule } }),
    await phases({ files: { "rules/a.json": key } }),
    await phases({ files: { "rules/a.json": `{"rule_id": "R-1",\n"note": "${SECRET}"}` } }),
    await phases({ manifestText: manifest.replace("HERE", escaped(SECRET)) }),
  ];
  assertEquals(results.map(told), [
    ["SECRET_UNMASKED SKILL.md:4"],
    ["SECRET_UNMASKED phases.json:2"],
    ["SECRET_UNMASKED phases.json:2"],
    ["SECRET_UNMASKED rules/a.json:2"],
    ["SECRET_UNMASKED rules/a.json:2"],
    ["SECRET_UNMASKED rules/a.json:2"],
    ["SECRET_UNMASKED phases.json:6"],
  ]);
  assertTrue(!JSON.stringify(results).includes(SECRET.slice(4)));
});

Deno.test("what shows nothing, or ends a line, stands in no text of a manifest", async () => {
  for (const hidden of ["\u115f", "\u034f", "\ufe01", "\u{e0101}", "\u2028", "\u2029"]) {
    for (const field of ["title", "description"]) {
      const result = await phases({
        manifest: { [field]: `See${hidden}this` },
        frontmatter: `name: ${NAME}`,
      });
      assertEquals(told(result).map((one) => one.split(" ")[0]), ["SKILL_METADATA"]);
    }
  }
  const emoji = await phases({ manifest: { title: "Check \u2764\ufe0f" }, frontmatter: `name: ${NAME}` });
  assertTrue(emoji.ok);
});

Deno.test("a file whose name holds what nobody sees makes its package unsafe", async () => {
  const names = ["a\nb.md", "a\u001b[31mb.md", "a\u202eb.md", "a\u{e0041}.md", "a\u200b.md", "a\u2028b.md"];
  for (const name of names) {
    const result = await agent({ files: { [`docs/${name}`]: "x" } });
    assertEquals(result.ok ? [] : result.issues.map(({ code }) => code), ["PATH_UNSAFE"]);
  }
});

Deno.test("no issue of a discovery holds a character that acts or hides, whatever a file is called", async () => {
  await using dir = await scratch();
  await writePackage(`${dir.path}/audit`, { files: { "docs/a\n\u001b[31m\u202e\u{e0041}.md": "x" } });
  await Deno.link(`${dir.path}/audit/SKILL.md`, `${dir.path}/audit/docs/b\n\u001b[31m\u202e\u{e0041}.md`);
  const root = { id: "demo", key: "demo", path: dir.path, format: "phases" } as const;
  const scan = scanRoots([root], { limits: LIMITS, allowed: [dir.path], now: Date.now() });
  const { issues } = discover(scan, {
    limits: LIMITS,
    quarantine: false,
    validate: validateCandidate({ today: TODAY, limits: LIMITS }),
  });
  assertTrue(issues.some(({ file }) => file.includes("docs/b\\u{a}")));
  const text = issues.map(({ file, message, mend }) => file + message + mend).join("");
  assertTrue(!/[\p{Cc}\p{Cf}\u{e0000}-\u{e007f}]/u.test(text));
});
