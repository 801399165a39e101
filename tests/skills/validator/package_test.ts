import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { makeFifo } from "../../core/files_parts.ts";
import { inOtherOrder } from "../parts/listing.ts";
import { bodyOf, frontmatterOf, manifestOf, type PackageOverrides } from "../parts/package.ts";
import { check, type CheckOptions, problems, told } from "./check.ts";

const SECRET = `ghp_${"aB3dE5gH7j".repeat(4)}`;

Deno.test("a sound package passes, with its manifest in canonical order and the digests of what was read", async () => {
  const result = await check({ manifest: { platforms: ["Windows", "linux", "macOS"] } });
  assertTrue(result.ok);
  const { skill } = result;
  assertEquals([skill.id, skill.key, skill.rootId, skill.format], ["my-skill", "my-skill", "demo", "phases"]);
  assertEquals(skill.manifest.platforms, ["linux", "macOS", "Windows"]);
  assertEquals(skill.files.map(({ path }) => path), [
    "SKILL.md",
    "phases.json",
    "references/guide.md",
    "rules/rules.md",
    "scripts/README.md",
    "tests/README.md",
  ]);
  assertTrue(skill.files.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256)));
  assertTrue(skill.content.startsWith("---\nname: my-skill\n"));
});

Deno.test("order of properties, order of creation and line ends change neither verdict nor manifest", async () => {
  const manifest = manifestOf("my-skill");
  const turned = JSON.stringify(Object.fromEntries(Object.entries(manifest).reverse()));
  const first = await check({});
  const files = {
    "tests/README.md": "No tests.\n",
    "references/guide.md": "# Guide\n\nWhat to read first.\n",
  };
  const second = await check({ manifestText: turned, files });
  const third = await check({
    skill: `---\r\n${frontmatterOf(manifest)}\r\n---\r\n${bodyOf()}`.replaceAll(/\r?\n/g, "\r\n"),
  });
  assertTrue(first.ok && second.ok && third.ok);
  assertEquals([second.skill.manifest, third.skill.manifest], [first.skill.manifest, first.skill.manifest]);
  const again = await check({});
  assertTrue(
    again.ok && again.skill.digest === first.skill.digest && second.skill.digest !== first.skill.digest,
  );
});

Deno.test("the front matter may be empty, and is needed", async () => {
  assertEquals(await problems({ frontmatter: "" }), []);
  assertEquals(await problems({ frontmatter: null }), ["FRONTMATTER SKILL.md:1"]);
});

/** One package for each way to be wrong, and what is said of it. */
const FAULTS:
  readonly (readonly [overrides: PackageOverrides, expected: readonly string[], options?: CheckOptions])[] = [
    // Files that are missing, too large, or no text.
    [{ files: { "SKILL.md": null } }, ["SKILL_MISSING SKILL.md"]],
    [{ files: { "phases.json": null } }, ["MANIFEST_MISSING phases.json"]],
    [{ files: { "phases.json": null, "Phases.json": "{}" } }, ["MANIFEST_MISSING phases.json"]],
    [{ body: bodyOf() + "x".repeat(262_144) }, ["TOO_LARGE SKILL.md"]],
    [{}, ["TOO_LARGE SKILL.md"], { limits: { skillBytes: 100 } }],
    [{ skill: "\ufeff---\n---\n" + bodyOf() }, ["BOM SKILL.md:1"]],
    [{ files: { "SKILL.md": new Uint8Array([0x2d, 0xff]) } }, ["ENCODING SKILL.md"]],
    // The date and the directory.
    [{}, ["TODAY_REQUIRED "], { today: "" }],
    [{}, ["TODAY_INVALID "], { today: "2026-02-30" }],
    [{}, ["TODAY_INVALID "], { today: "2026-7-1" }],
    [{ manifest: { id: "git" } }, ["PATH_UNSAFE "], { name: ".git" }],
    // JSON.
    [{ manifestText: "{" }, ["JSON phases.json:1"]],
    [{ manifestText: '{\n"a": NaN}' }, ["JSON phases.json:2"]],
    [{ manifestText: "[]" }, ["TYPE phases.json:1"]],
    [{ manifestText: '{"id": 1,\n"ID": 2}' }, ["DUPLICATE_KEY phases.json:2"]],
    [{ manifestText: "[".repeat(201) }, ["TOO_DEEP phases.json:1"]],
    [{ manifestText: "\ufeff{}" }, ["BOM phases.json:1"]],
    // Shape.
    [{ manifest: { title: undefined } }, ["REQUIRED phases.json:1"]],
    [{ manifest: { extra: 1 } }, ["UNKNOWN_PROPERTY phases.json:46"]],
    [{ manifest: { exclusions: "none" } }, ["TYPE phases.json:20"]],
    [{ manifest: { execution_mode: "read_write" } }, ["ENUM phases.json:33"]],
    [{ manifest: { requires_capabilities: ["telepathy"] } }, ["ENUM phases.json:22"]],
    [{ manifest: { title: " " } }, ["EMPTY_STRING phases.json:5"]],
    // Identity.
    [{ manifest: { id: "other" }, frontmatter: "" }, ["SKILL_ID_MISMATCH phases.json:3"]],
    [{ manifest: { id: "a b" }, frontmatter: "" }, ["SKILL_ID phases.json:3"]],
    [{ manifest: { id: "con" }, frontmatter: "" }, ["SKILL_ID phases.json:3"]],
    [{ manifest: { id: "my-sk\u0456ll" }, frontmatter: "" }, [
      "SKILL_ID_CONFUSABLE phases.json:3",
      "SKILL_ID_MISMATCH phases.json:3",
    ]],
    [{ frontmatter: "name: other" }, ["MANIFEST_MISMATCH SKILL.md:2"]],
    [{ frontmatter: "description: a\nversion: 1.0.1" }, ["MANIFEST_MISMATCH SKILL.md:3"]],
    [{ frontmatter: "owner: Ada." }, ["MANIFEST_MISMATCH SKILL.md:2"]],
    [{ frontmatter: "license: GPL-3.0-only" }, ["MANIFEST_MISMATCH SKILL.md:2"]],
    // Texts and versions.
    [{ manifest: { schema_version: "1.0" } }, ["MANIFEST_SCHEMA_VERSION phases.json:30"]],
    [{ manifest: { provides_capabilities: undefined } }, ["MANIFEST_SCHEMA_VERSION phases.json:2"]],
    [{ manifest: { version: "1.0" }, frontmatter: "" }, ["VERSION_FORMAT phases.json:4"]],
    [{ manifest: { version: "1.0.0-rc1" }, frontmatter: "" }, ["VERSION_FORMAT phases.json:4"]],
    [{ manifest: { version: "１.0.0" }, frontmatter: "" }, [
      "SKILL_METADATA phases.json:4",
      "VERSION_FORMAT phases.json:4",
    ]],
    [{ manifest: { title: "a\nb" } }, ["SKILL_METADATA phases.json:5"]],
    [{ manifest: { title: "a".repeat(257) } }, ["SKILL_METADATA phases.json:5"]],
    [{ manifest: { description: "x ".repeat(1024) }, frontmatter: "" }, ["SKILL_METADATA phases.json:6"]],
    [{ manifest: { domain: "a/b\\c" } }, ["DOMAIN_INVALID phases.json:7"]],
    [{ manifest: { domain: "le\u200bgal" } }, [
      "DOMAIN_INVALID phases.json:7",
      "SKILL_METADATA phases.json:7",
      "LEGAL_NO_RULES rules",
    ]],
    // Lists.
    [{ manifest: { project_types: [] } }, ["EMPTY_FIELD phases.json:8"]],
    [{ manifest: { platforms: [] } }, ["EMPTY_FIELD phases.json:11"]],
    [{ manifest: { files: [] } }, ["EMPTY_FIELD phases.json:40"]],
    [{ manifest: { platforms: ["linux", "Linux"] } }, ["SKILL_METADATA phases.json:13"]],
    [{ manifest: { exclusions: [" a"] } }, ["SKILL_METADATA phases.json:21"]],
    [{ manifest: { exclusions: [""] } }, ["SKILL_METADATA phases.json:21"]],
    [{ manifest: { exclusions: Array.from({ length: 1001 }, (_, at) => `${at}`) } }, [
      "SKILL_METADATA phases.json:20",
    ]],
    [{ manifest: { project_types: ["spaceship"] } }, ["PROJECT_TYPE_UNKNOWN phases.json:8"]],
    [{ manifest: { project_types: ["inconnu"] } }, ["PROJECT_TYPE_UNKNOWN phases.json:8"]],
    [{ manifest: { activation: { any: [] } } }, ["EMPTY_ACTIVATION phases.json:16"]],
    [{ manifest: { activation: { any: ["has_wings"] } } }, ["UNKNOWN_FACT phases.json:17"]],
    [{ manifest: { activation: { any: ["has_web"], all: [] } } }, ["UNKNOWN_PROPERTY phases.json:19"]],
    // Capabilities.
    [{ manifest: { forbidden_capabilities: 5 } }, ["TYPE phases.json:27"]],
    [{ manifest: { forbidden_capabilities: [null] } }, ["TYPE phases.json:28"]],
    [{ manifest: { forbidden_capabilities: [{}] } }, ["TYPE phases.json:28"]],
    [{ manifest: { forbidden_capabilities: ["web", "web"] } }, ["SKILL_CAPABILITY_DUPLICATE phases.json:29"]],
    [{ manifest: { forbidden_capabilities: ["filesystem_read"] } }, [
      "SKILL_CAPABILITY_CONFLICT phases.json:28",
    ]],
    [{ manifest: { provides_capabilities: ["Audit"] } }, ["MANIFEST_CAPABILITY_FORM phases.json:31"]],
    [{ manifest: { provides_capabilities: ["a", "a"] } }, ["SKILL_CAPABILITY_DUPLICATE phases.json:32"]],
    // The output schema.
    [{ manifest: { output_schema: "../FINDING_SCHEMA.json" } }, ["OUTPUT_SCHEMA_PATH phases.json:35"]],
    [{ manifest: { output_schema: "/core/FINDING_SCHEMA.json" } }, ["OUTPUT_SCHEMA_PATH phases.json:35"]],
    [{ manifest: { output_schema: "C:\\x.json" } }, ["OUTPUT_SCHEMA_PATH phases.json:35"]],
    [{ manifest: { output_schema: "FINDING_SCHEMA" } }, ["OUTPUT_SCHEMA_REF phases.json:35"]],
    [{ manifest: { output_schema: "core:NOTHING.json" } }, ["OUTPUT_SCHEMA_UNKNOWN phases.json:35"]],
    [{ manifest: { output_schema: "core:SEVERITY_MODEL.json" } }, ["SCHEMA_ID phases.json:35"]],
    // Folders.
    [{ manifest: { scripts_path: "./scripts" } }, ["PATH_UNSAFE phases.json:38"]],
    [{ manifest: { scripts_path: "/etc" } }, ["PATH_UNSAFE phases.json:38"]],
    [{ manifest: { scripts_path: "a/../../b" } }, ["PATH_UNSAFE phases.json:38"]],
    [{ manifest: { scripts_path: "tests" } }, ["DUPLICATE_ROUTE phases.json:39"]],
    [{ manifest: { scripts_path: "tools" } }, ["GHOST_PATH phases.json:38"]],
    [{ manifest: { scripts_path: "SKILL.md" } }, ["GHOST_PATH phases.json:38"]],
    [{ manifest: { scripts_path: "tools" }, files: { "tools/.keep": "" } }, ["EMPTY_PATH phases.json:38"]],
    [{ files: { "scripts/lib/a.py": "" } }, ["PATH_UNSAFE scripts/lib"]],
    // Files.
    [{ manifest: { files: ["a//b"] } }, ["PATH_UNSAFE phases.json:41"]],
    [{ manifest: { files: ["a\u2024b"] } }, ["PATH_UNSAFE phases.json:41"]],
    [{ manifest: { files: ["tests/README.md", "Tests\\readme.md"] } }, ["DUPLICATE_FILE phases.json:42"]],
    [{ manifest: { files: ["tests/none.md"] } }, ["GHOST_FILE phases.json:41"]],
    [{ manifest: { files: ["tests"] } }, ["PATH_UNSAFE tests"]],
    // References.
    [{ files: { "references/guide.md": "a".repeat(262_145) } }, ["REFERENCE_LIMIT references/guide.md"]],
    [{}, ["REFERENCE_LIMIT references/guide.md"], { limits: { referencesBytes: 10 } }],
    [{ files: { "references/guide.md": "\ufeffa" } }, ["BOM references/guide.md:1"]],
    [{ files: { "references/guide.md": new Uint8Array([255]) } }, ["ENCODING references/guide.md"]],
    [{ files: { "references/guide.md": "a\nb /home/ada/x\n" } }, [
      "REFERENCE_ABSOLUTE_PATH references/guide.md:2",
    ]],
    [{ files: { "references/guide.md": "C:\\Users\\ada\n" } }, [
      "REFERENCE_ABSOLUTE_PATH references/guide.md:1",
    ]],
    [{ files: { "references/guide.md": "file:///x/y\n" } }, [
      "REFERENCE_ABSOLUTE_PATH references/guide.md:1",
    ]],
    // Secrets and hidden text.
    [{ files: { "references/guide.md": `a\n${SECRET}\n` } }, ["SECRET_UNMASKED references/guide.md:2"]],
    [{ body: `a\n\n${SECRET}\n\n${bodyOf()}` }, ["SECRET_UNMASKED SKILL.md:11"]],
    [{ frontmatter: `owner: ${SECRET}` }, ["SECRET_UNMASKED SKILL.md:2"]],
    [{ manifest: { title: SECRET } }, ["SECRET_UNMASKED phases.json:5"]],
    [{ files: { "rules/a.json": `{\n"x": "${SECRET}"}` } }, ["SECRET_UNMASKED rules/a.json:2"]],
    [{ body: `a\u202eb\n\n${bodyOf()}` }, ["SKILL_HIDDEN_TEXT SKILL.md:9"]],
    [{ body: `a\n\u200bb\n\n${bodyOf()}` }, ["SKILL_HIDDEN_TEXT SKILL.md:10"]],
    [{ body: `a\u{e0041}b\n\n${bodyOf()}` }, ["SKILL_HIDDEN_TEXT SKILL.md:9"]],
    [{ body: `a\u001b[31mb\n\n${bodyOf()}` }, ["SKILL_HIDDEN_TEXT SKILL.md:9"]],
    [{ files: { "references/guide.md": "a\u2066b" } }, ["SKILL_HIDDEN_TEXT references/guide.md:1"]],
    // Rules.
    [{ files: { "rules/a.json": "{" } }, ["JSON rules/a.json:1"]],
    [{ files: { "rules/a.json": '{"rule_id": "R-1"}', "rules/b.json": '{\n"rule_id": "r-1"}' } }, [
      "DUPLICATE_RULE rules/b.json:2",
    ]],
  ];

for (const [overrides, expected, options] of FAULTS) {
  const name = `${expected.join(", ")} for ${JSON.stringify({ ...overrides, ...options })}`.replaceAll(
    /[^ -~]/g,
    "?",
  );
  Deno.test(`a fault is told with code, file and line: ${name.slice(0, 160)}`, async () => {
    assertEquals(await problems(overrides, options), expected);
  });
}

Deno.test("all faults of a package are told at once, in the order of file, line and code", async () => {
  const result = await problems({
    manifest: { version: "1", extra: 1, activation: { any: ["x"] } },
    frontmatter: "name: other\nfoo: bar",
    body: bodyOf().replace("## Interdictions", "## No"),
    files: { "references/guide.md": "/home/ada/x" },
  });
  assertEquals(result, [
    "MANIFEST_MISMATCH SKILL.md:2",
    "FRONTMATTER_UNKNOWN_KEY SKILL.md:3",
    "SKILL_SECTION SKILL.md:60",
    "VERSION_FORMAT phases.json:4",
    "UNKNOWN_FACT phases.json:17",
    "UNKNOWN_PROPERTY phases.json:46",
    "REFERENCE_ABSOLUTE_PATH references/guide.md:1",
  ]);
});

Deno.test("ordinary technical prose, tables, routes and comments are neither secrets nor paths of a machine", async () => {
  const prose = [
    "| --- | ----------------------------------------- |",
    "ThreadPoolExecutor getServerSideProps NotImplementedError is_authenticated",
    "references/API_SECURITY_GUIDE.md P0_CRITICAL P1_HIGH P2_MEDIUM P3_LOW",
    "OWASP A01:2021 A02:2021, SOC2 ISO27001 PCI-DSS",
    "GET /api/v1/users returns a list // note\n /api/users\n/review",
    "- A1\n- B2\n- C3\n- D4\n- E5\n- F6\n- G7\n- H8",
  ].join("\n\n");
  assertEquals(
    await problems({ body: `${prose}\n\n${bodyOf()}`, files: { "references/guide.md": prose } }),
    [],
  );
});

Deno.test("behaviour 32: hard links, links and pipes block a package", async () => {
  const acts: readonly ((directory: string) => Promise<unknown>)[] = [
    (directory) => Deno.link(`${directory}/SKILL.md`, `${directory}/second`),
    (directory) => Deno.link(`${directory}/phases.json`, `${directory}/second`),
    (directory) => Deno.link(`${directory}/references/guide.md`, `${directory}/second`),
    (directory) => Deno.symlink("README.md", `${directory}/scripts/link`),
    (directory) => makeFifo(`${directory}/scripts/pipe`),
    async (directory) => {
      await Deno.rename(`${directory}/SKILL.md`, `${directory}/other`);
      await Deno.symlink("other", `${directory}/SKILL.md`);
    },
    async (directory) => {
      await Deno.remove(`${directory}/phases.json`);
      await makeFifo(`${directory}/phases.json`);
    },
    async (directory) => {
      await Deno.rename(`${directory}/rules`, `${directory}/real`);
      await Deno.symlink("real", `${directory}/rules`);
    },
    async (directory) => {
      await Deno.rename(directory, `${directory}-real`);
      await Deno.symlink(`${directory}-real`, directory);
    },
  ];
  for (const then of acts) {
    const result = await check({}, { then });
    assertTrue(!result.ok);
    assertEquals([result.state, told(result).length > 0], ["BLOCKED", true]);
    const isExpected = result.codes.every((code) => ["PATH_UNSAFE", "SKILL_DIR"].includes(code));
    assertTrue(isExpected, result.codes.join());
  }
});

Deno.test("the state says what kind of fault weighs most", async () => {
  const stateOf = async (overrides: PackageOverrides, options?: CheckOptions) => {
    const result = await check(overrides, options);
    return result.ok ? "VALID" : result.state;
  };
  assertEquals(await stateOf({}), "VALID");
  assertEquals(await stateOf({ manifest: { version: "1" } }), "INVALID");
  assertEquals(await stateOf({ manifest: { scripts_path: "../x" } }), "BLOCKED");
  assertEquals(
    await stateOf({ manifest: { scripts_path: "../x" } }, { limits: { skillBytes: 9 } }),
    "TOO_LARGE",
  );
  assertEquals(
    await stateOf({}, { then: (directory) => Deno.remove(directory, { recursive: true }) }),
    "BLOCKED",
  );
});

Deno.test("issues and codes are bounded; the last place then says so", async () => {
  const extra = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`x${at}`, at]));
  const result = await check({ manifest: extra });
  assertTrue(!result.ok);
  assertEquals([result.issues.length, result.codes], [100, ["UNKNOWN_PROPERTY"]]);
  assertEquals(result.issues.at(-1)?.code, "ISSUE_LIMIT");
  assertIncludes(result.issues.at(-1)?.message ?? "", "150 issues; 99 are shown");
  const few = await check({ manifest: { a: 1, version: "1", domain: "a/b\\c", title: " " } }, {
    limits: { issuesPerPackage: 2 },
  });
  assertTrue(!few.ok);
  assertEquals([few.issues.length, few.codes.length, few.codes.at(-1)], [2, 2, "ISSUE_LIMIT"]);
});

Deno.test("the id of a package that fails is told where it has one", async () => {
  const idOf = async (overrides: PackageOverrides) => {
    const result = await check(overrides);
    return result.ok ? "VALID" : result.id;
  };
  assertEquals(await idOf({ manifest: { version: "1" } }), "my-skill");
  assertEquals(await idOf({ manifest: { id: "../x" } }), null);
  assertEquals(await idOf({ manifestText: "{" }), null);
});

Deno.test("a declared file that is large passes without a digest", async () => {
  const files = { "scripts/big.bin": "x".repeat(262_145) };
  const result = await check({ manifest: { files: ["scripts/big.bin"] }, files });
  assertTrue(result.ok);
  assertEquals(result.skill.manifest.files, ["scripts/big.bin"]);
  assertTrue(!result.skill.files.some(({ path }) => path === "scripts/big.bin"));
});

Deno.test("directories listed in another order give the same skill and the same issues, byte for byte", async () => {
  const faulty: PackageOverrides = {
    files: {
      "rules/a.json": "{",
      "rules/B.json": "[",
      "scripts/x/y": "",
      "scripts/z/y": "",
      "references/guide.md": "\u202e",
    },
  };
  const sound: PackageOverrides = {
    files: { "rules/a.json": "{}", "rules/B.json": "{}", "tests/a": "", "tests/B": "" },
  };
  const textOf = async (overrides: PackageOverrides) => {
    const result = await check(overrides);
    return JSON.stringify(result.ok ? { ...result.skill, directory: "" } : result);
  };
  const [first, second] = [await textOf(sound), await textOf(faulty)];
  for (let turn = 1; turn <= 10; turn++) {
    using _ = inOtherOrder((entries) =>
      entries.toSorted((a, b) => a.name < b.name ? 1 : -1).map((_, at, all) =>
        all[(at + turn) % all.length] ?? all[0]
      ).filter(
        (entry) => entry !== undefined,
      )
    );
    assertEquals([await textOf(sound), await textOf(faulty)], [first, second]);
  }
});

Deno.test("a manifest that names thousands of files and rules without end are bounded", async () => {
  const files = Array.from({ length: 50_000 }, (_, at) => `f${at}`);
  const result = await check({ manifest: { files } });
  assertTrue(!result.ok);
  assertEquals(result.codes, ["GHOST_FILE", "SKILL_METADATA"]);
  const rule = `{"text": "${"word ".repeat(200_000)}"}`;
  const rules = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`rules/${at}.json`, rule]));
  assertEquals(await problems({ files: rules }), ["TOO_LARGE rules"]);
});
