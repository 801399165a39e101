import { validateAgentSkill } from "../../../lib/skills/agent_skills/package.ts";
import { LIMITS } from "../../../lib/skills/contract/limits.ts";
import { PROFILE_FACTS, PROFILE_TYPES } from "../../../lib/skills/contract/vocabularies.ts";
import type { PackageResult } from "../../../lib/skills/validator/result.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { makeFifo, scratch } from "../../core/files_parts.ts";
import { inOtherOrder } from "../parts/listing.ts";
import { writeAgentSkill } from "../parts/package.ts";
import { TODAY, told } from "../validator/check.ts";

interface Given {
  readonly name?: string;
  readonly frontmatter?: string;
  readonly body?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly then?: (directory: string) => Promise<unknown>;
  readonly skillBytes?: number;
}

async function check(
  { name = "read-project", then, skillBytes = LIMITS.skillBytes, ...rest }: Given,
): Promise<PackageResult> {
  await using dir = await scratch();
  const directory = await writeAgentSkill(`${dir.path}/${name}`, rest);
  await then?.(directory);
  return validateAgentSkill({ directory, name, rootId: "demo" }, {
    today: TODAY,
    limits: { ...LIMITS, skillBytes },
  });
}

/** The issues with these lines behind a sound name and description, as `code file:line`. */
async function problems(...lines: readonly string[]): Promise<string[]> {
  return told(
    await check({ frontmatter: ["name: read-project", "description: Reads", ...lines].join("\n") }),
  );
}

Deno.test("a name and a description make a package, which fits every project that something is known of", async () => {
  const result = await check({});
  assertTrue(result.ok);
  const { skill } = result;
  assertEquals([skill.id, skill.key, skill.format], ["read-project", "read-project", "agent-skills"]);
  assertEquals(skill.manifest.project_types, [...PROFILE_TYPES]);
  assertEquals(skill.manifest.activation.any, [...PROFILE_FACTS]);
  assertEquals(skill.manifest.requires_capabilities, []);
  assertEquals([skill.manifest.version, skill.manifest.title], ["0.0.0", "read-project"]);
  assertEquals(skill.files.map(({ path }) => path), ["SKILL.md"]);
});

Deno.test("all fields of the specification may stand, and clients' own beside them", async () => {
  assertEquals(
    await problems(
      "license: Proprietary. LICENSE.txt has the terms",
      "compatibility: Needs git and the internet",
      "metadata:",
      "  author: Ada",
      "  version: 1.0",
      "  platforms: Claude Code",
      "  activation: manual",
      "allowed-tools: Bash(git:*) Read",
      "argument-hint: '[issue]'",
      "disable-model-invocation: true",
      "hooks:",
      "  PreToolUse: [{matcher: Bash}]",
    ),
    [],
  );
  assertEquals(await problems("allowed-tools: [Read, Grep]"), []);
});

Deno.test("a description over several lines becomes one", async () => {
  const result = await check({
    frontmatter: "name: read-project\ndescription: |\n  Reads a project.\n  Use it: always.\n",
  });
  assertTrue(result.ok);
  assertEquals(result.skill.manifest.description, "Reads a project. Use it: always.");
});

Deno.test("metadata or a phases.json says where a skill fits; the latter wins", async () => {
  const frontmatter = [
    "name: read-project",
    "description: Reads",
    "metadata:",
    "  version: v1.2",
    "  project_types: python, web",
    "  activation: has_python has_web",
    "  requires_capabilities: shell",
    "  provides_capabilities: project_audit",
    "  domain: engineering",
  ].join("\n");
  const said = await check({ frontmatter });
  assertTrue(said.ok);
  const { manifest } = said.skill;
  assertEquals(
    [
      manifest.version,
      manifest.project_types,
      manifest.activation.any,
      manifest.requires_capabilities,
      manifest.domain,
    ],
    ["1.2.0", ["python", "web"], ["has_python", "has_web"], ["shell"], "engineering"],
  );
  const overlay = { project_types: ["solana"], version: "3.0.0" };
  const laid = await check({ frontmatter, files: { "phases.json": JSON.stringify(overlay) } });
  assertTrue(laid.ok);
  assertEquals([laid.skill.manifest.project_types, laid.skill.manifest.version], [["solana"], "3.0.0"]);
  assertEquals(laid.skill.manifest.provides_capabilities, ["project_audit"]);
});

Deno.test("a placement that says something wrong is told where it stands", async () => {
  assertEquals(
    await problems(
      "metadata:",
      "  project_types: spaceship",
      "  activation: has_web has_wings",
      "  requires_capabilities: telepathy",
    ),
    ["PROJECT_TYPE_UNKNOWN SKILL.md:5", "UNKNOWN_FACT SKILL.md:6", "ENUM SKILL.md:7"],
  );
  const overlay = async (text: string) => told(await check({ files: { "phases.json": text } }));
  assertEquals(await overlay('{"project_types": ["x"],\n"y": 1}'), [
    "PROJECT_TYPE_UNKNOWN phases.json:1",
    "UNKNOWN_PROPERTY phases.json:2",
  ]);
  assertEquals(await overlay("{"), ["JSON phases.json:1"]);
  assertEquals(await overlay("[]"), ["TYPE phases.json:1"]);
});

Deno.test("a fact or a project type that looks like a known one misspelled is told, with the word that was meant", async () => {
  const issues = async (...lines: readonly string[]) => {
    const frontmatter = ["name: read-project", "description: Reads", "metadata:", ...lines].join("\n");
    const result = await check({ frontmatter });
    return result.ok ? [] : result.issues.map(({ code, line, mend }) => `${code}:${line} ${mend}`);
  };
  assertEquals(await issues("  activation: has_pyhton"), ["UNKNOWN_FACT:5 Write has_python"]);
  assertEquals(await issues("  activation: HAS_PYTHON"), ["UNKNOWN_FACT:5 Write has_python"]);
  assertEquals(await issues("  activation: has_web has_pyhton"), ["UNKNOWN_FACT:5 Write has_python"]);
  assertEquals(await issues("  project_types: pythn web"), [
    "PROJECT_TYPE_UNKNOWN:5 Write python, or remove it",
  ]);
  assertEquals(await issues("  project_types: Web, Solona, skill-package"), [
    "PROJECT_TYPE_UNKNOWN:5 Write solana, or remove it",
    "PROJECT_TYPE_UNKNOWN:5 Write skill_package, or remove it",
  ]);
  assertEquals(await issues("  project_types: PYTHON api app ios web"), []);
  assertEquals(await issues("  activation: manual"), []);
  const files = { "phases.json": '{"project_types": ["pythn",\n"web"]}' };
  assertEquals(told(await check({ files })), ["PROJECT_TYPE_UNKNOWN phases.json:1"]);
});

Deno.test("the name has the specification's form and is the folder's", async () => {
  const named = async (name: string, folder = name) =>
    told(await check({ name: folder, frontmatter: `name: ${name}\ndescription: Reads` }));
  for (const name of ["a", "a-b-c", "a1", "1-2", "a".repeat(64), "lire-été"]) {
    assertEquals(await named(name), []);
  }
  for (const name of ["A", "a--b", "-a", "a-", "a_b", "a.b", "a".repeat(65)]) {
    const issues = await named(name, "folder");
    assertEquals(issues, ["SKILL_ID SKILL.md:2", "SKILL_ID_MISMATCH SKILL.md:2"], name);
  }
  assertEquals(await named("other", "folder"), ["SKILL_ID_MISMATCH SKILL.md:2"]);
  assertEquals(await named("p\u0430yp\u0430l"), ["SKILL_ID_CONFUSABLE SKILL.md:2"]);
  assertEquals(await named("git", ".git"), ["PATH_UNSAFE "]);
});

Deno.test("every fault of the front matter has its code and its line", async () => {
  const only = async (frontmatter: string) => told(await check({ frontmatter }));
  assertEquals(await only("description: Reads"), ["FRONTMATTER_REQUIRED SKILL.md:1"]);
  assertEquals(await only("name: read-project"), ["FRONTMATTER_REQUIRED SKILL.md:1"]);
  assertEquals(await only("name: read-project\ndescription:"), ["FRONTMATTER_VALUE SKILL.md:3"]);
  assertEquals(await only(`name: read-project\ndescription: ${"a".repeat(1025)}`), [
    "FRONTMATTER_VALUE SKILL.md:3",
  ]);
  assertEquals(await only(`name: read-project\ndescription: ${"a".repeat(1024)}`), []);
  assertEquals(await only("name: read-project\ndescription: [a]"), ["FRONTMATTER_VALUE SKILL.md:3"]);
  assertEquals(await only("name: read-project\ndescription: a: b"), ["FRONTMATTER_YAML SKILL.md:3"]);
  assertEquals(await only("name: read-project\ndescripton: a"), [
    "FRONTMATTER_REQUIRED SKILL.md:1",
    "FRONTMATTER_UNKNOWN_KEY SKILL.md:3",
  ]);
  assertEquals(await problems(`compatibility: ${"a".repeat(501)}`), ["FRONTMATTER_VALUE SKILL.md:4"]);
  assertEquals(await problems("license: ''"), ["FRONTMATTER_VALUE SKILL.md:4"]);
  assertEquals(await problems("metadata: text"), ["FRONTMATTER_VALUE SKILL.md:4"]);
  assertEquals(await problems("metadata:", "  a: b", "  c: [d]"), ["FRONTMATTER_VALUE SKILL.md:6"]);
  assertEquals(await problems("allowed-tools: {a: b}"), ["FRONTMATTER_VALUE SKILL.md:4"]);
  const without = (text: string) =>
    check({ then: (directory) => Deno.writeTextFile(`${directory}/SKILL.md`, text) }).then(told);
  assertEquals(await without("# No front matter"), ["FRONTMATTER SKILL.md:1"]);
  assertEquals(await without("---\nname: read-project\n"), ["FRONTMATTER SKILL.md:1"]);
  assertEquals(await without("\ufeff---\n"), ["BOM SKILL.md:1"]);
});

Deno.test("the instructions' name, size, secrets and hidden characters are held to the same rules", async () => {
  const renamed = await check({
    then: (directory) => Deno.rename(`${directory}/SKILL.md`, `${directory}/skill.md`),
  });
  assertEquals(told(renamed), ["SKILL_MISSING SKILL.md"]);
  assertTrue(!renamed.ok);
  assertIncludes(renamed.issues[0]?.mend ?? "", "Rename it to SKILL.md");
  assertEquals(told(await check({ skillBytes: 20 })), ["TOO_LARGE SKILL.md"]);
  assertEquals(told(await check({ body: "a\nb\u202ec\n" })), ["SKILL_HIDDEN_TEXT SKILL.md:6"]);
  assertEquals(told(await check({ body: `ghp_${"aB3dE5gH7j".repeat(4)}\n` })), [
    "SECRET_UNMASKED SKILL.md:5",
  ]);
});

Deno.test("folders may be nested and named as one likes; what tools leave behind is passed over", async () => {
  const result = await check({
    files: {
      "scripts/lib/a.py": "",
      "assets/b/c/d.txt": "d",
      ".git/HEAD": "x",
      "node_modules/e/f.js": "",
      "scripts/__pycache__/g.pyc": "",
      "big.bin": "x".repeat(262_145),
    },
  });
  assertTrue(result.ok);
  assertEquals(result.skill.manifest.files, ["assets/b/c/d.txt", "big.bin", "scripts/lib/a.py", "SKILL.md"]);
  assertEquals(result.skill.files.map(({ path }) => path), [
    "SKILL.md",
    "assets/b/c/d.txt",
    "scripts/lib/a.py",
  ]);
});

Deno.test("links, hard links, pipes, depth and number are bounded", async () => {
  const acts: readonly ((directory: string) => Promise<unknown>)[] = [
    (directory) => Deno.symlink("SKILL.md", `${directory}/link`),
    (directory) => Deno.symlink("..", `${directory}/loop`),
    (directory) => Deno.link(`${directory}/SKILL.md`, `${directory}/second`),
    (directory) => makeFifo(`${directory}/pipe`),
  ];
  for (const then of acts) {
    const result = await check({ then });
    assertTrue(!result.ok && result.state === "BLOCKED" && result.codes.join() === "PATH_UNSAFE");
  }
  const deep = await check({ files: { [`${"a/".repeat(9)}b`]: "" } });
  assertEquals(told(deep), [`TOO_LARGE ${"a/".repeat(8)}a`]);
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`f${at}`, ""]));
  assertEquals(told(await check({ files: many })), ["TOO_LARGE "]);
});

Deno.test("a folder in another order gives the same skill, byte for byte", async () => {
  const files = { "b.md": "b", "a/c.md": "c", "A.md": "A" };
  const first = await check({ files });
  using _ = inOtherOrder((entries) => entries.toSorted((a, b) => a.name < b.name ? 1 : -1));
  const second = await check({ files });
  assertTrue(first.ok && second.ok);
  assertEquals({ ...second.skill, directory: "" }, { ...first.skill, directory: "" });
});
