import { assertEquals, assertTrue } from "../../assert.ts";
import { profileOf } from "gatehouse/skills/detector/profile.ts";
import { checkProfile } from "gatehouse/skills/planner/profile_check.ts";
import { profileWith, Project, rowsOf } from "./parts/tree.ts";

/** What a file by this name makes of a project: types, languages, facts. */
const names: Readonly<Record<string, string>> = {
  "app-release.apk": "apk//has_apk",
  "phases.json": "skill_package//has_skill_packages",
  "SKILL.md": "skill_package//has_skill_packages",
  "SKILLS_CONTRACT.md": "skill_package//has_skill_packages",
  "app.py": "python/python/has_python,has_source_code",
  "APP.PY": "python/python/has_python,has_source_code",
  "pyproject.toml": "python/python/has_python,has_source_code",
  "requirements.txt": "python/python/has_python,has_source_code",
  "setup.py": "python/python/has_python,has_source_code",
  "setup.cfg": "python/python/has_python,has_source_code",
  "Pipfile": "python/python/has_python,has_source_code",
  "index.html": "web//has_source_code,has_web",
  "index.htm": "web//has_source_code,has_web",
  "App.vue": "web//has_source_code,has_web",
  "App.svelte": "web//has_source_code,has_web",
  "package.json": "web//has_source_code,has_web",
  "a.js": "web/javascript/has_javascript,has_source_code,has_web",
  "a.mjs": "web/javascript/has_javascript,has_source_code,has_web",
  "a.cjs": "web/javascript/has_javascript,has_source_code,has_web",
  "a.jsx": "web/javascript/has_javascript,has_source_code,has_web",
  "a.ts": "web/typescript/has_source_code,has_typescript,has_web",
  "a.d.TSX": "web/typescript/has_source_code,has_typescript,has_web",
  "main.rs": "inconnu/rust/has_rust,has_source_code",
  "Cargo.toml": "inconnu/rust/has_rust,has_source_code",
  "main.go": "inconnu//",
  "index.php": "inconnu//",
  "README.md": "inconnu//",
  ".py": "inconnu//",
  "..py": "inconnu//",
  "py": "inconnu//",
  "a.py.": "inconnu//",
  "a.pyc": "inconnu//",
  "requirements-dev.txt": "inconnu//",
  "my phases.json": "inconnu//",
};

for (const [name, expected] of Object.entries(names)) {
  Deno.test(`a project with ${name} alone is ${expected}`, () => {
    for (const path of [name, `deep/er/${name}`]) {
      const { types, languages, facts, markers, blocked, exists, issues } = profileWith({ [path]: "" });
      assertEquals([types, languages, facts].map((list) => list.join()).join("/"), expected);
      assertEquals(markers, types[0] === "inconnu" ? {} : { [types[0] ?? ""]: [name] });
      assertEquals({ blocked, exists, issues }, { blocked: false, exists: true, issues: [] });
    }
  });
}

Deno.test("an empty project is of unknown type", () => {
  assertEquals(profileWith({}).types, ["inconnu"]);
});

Deno.test("several types stand side by side, sorted, with the names that show them", () => {
  const { types, languages, facts, markers } = profileWith({
    "front/package.json": "{}",
    "front/b.ts": "",
    "front/a.js": "",
    "chain/src/lib.rs": "use solana_program::pubkey::Pubkey;",
    "chain/Cargo.toml": '[dependencies]\nanchor-lang = "1"',
    "tool/a.py": "",
    "tool/x/a.py": "",
    "out/app.apk": "",
    "skills/one/SKILL.md": "",
  });
  assertEquals(types, ["apk", "python", "skill_package", "solana", "web"]);
  assertEquals(languages, ["javascript", "python", "rust", "typescript"]);
  assertEquals(
    facts.join(),
    "has_apk,has_javascript,has_python,has_rust,has_skill_packages,has_solana,has_source_code,has_typescript,has_web",
  );
  assertEquals(markers, {
    apk: ["app.apk"],
    python: ["a.py"],
    skill_package: ["SKILL.md"],
    solana: ["Cargo.toml", "lib.rs"],
    web: ["a.js", "b.ts", "package.json"],
  });
});

Deno.test("each finding names the files that show it, the line where there is one, and why", () => {
  const profile = profileWith({ "on/lib.rs": "\nuse anchor_lang::a;", "a.py": "" });
  assertEquals(rowsOf(profile, "solana"), ["CONFIRMED on/lib.rs:2 Imports the crate anchor_lang"]);
  assertEquals(rowsOf(profile, "has_solana"), rowsOf(profile, "solana"));
  assertEquals(rowsOf(profile, "has_rust"), ["CONFIRMED on/lib.rs A Rust source file"]);
  assertEquals(rowsOf(profile, "has_source_code"), [
    "CONFIRMED a.py A Python source file",
    "CONFIRMED on/lib.rs A Rust source file",
    "CONFIRMED on/lib.rs:2 Imports the crate anchor_lang",
  ]);
  const findings = new Set(profile.evidence.map(({ finding }) => finding));
  for (const finding of [...profile.types, ...profile.facts]) assertTrue(findings.has(finding), finding);
});

Deno.test("a finding keeps the first five files that show it", () => {
  const files = Array.from({ length: 9 }, (_, at) => [`${at}.py`, ""] as const);
  const rows = rowsOf(profileWith(Object.fromEntries(files)), "python");
  assertEquals(rows, [0, 1, 2, 3, 4].map((at) => `CONFIRMED ${at}.py A Python source file`));
});

Deno.test("a file as target is looked at alone, never its neighbours", () => {
  using project = new Project({
    "src/a.py": "",
    "src/index.html": "",
    "build/app.apk": "",
    "lib.rs": "use spl_token::a;",
  });
  assertEquals(profileOf(`${project.path}/src/a.py`).types, ["python"]);
  const apk = profileOf(`${project.path}/build/app.apk`);
  assertEquals([apk.types, apk.markers, apk.evidence[0]?.file], [["apk"], { apk: ["app.apk"] }, "app.apk"]);
  assertEquals(profileOf(`${project.path}/lib.rs`).types, ["solana"]);
});

Deno.test("an Android package is nothing else besides", () => {
  const { types, likely } = profileWith({ "prisma/login.apk": "" });
  assertEquals([types, likely], [["apk"], []]);
});

Deno.test("names in any case, in a decomposed form, and more than a thousand of them make a profile that can be planned with", () => {
  using project = new Project({ "a.py": "", "A.py": "", "a.PY": "", "e\u0301.py": "", "\u00e9.py": "" });
  for (let at = 0; at < 1_500; at++) project.write(`m${at}.ts`);
  project.write("new\nline.py");
  project.write("\u202ebidi.py");
  const profile = project.profile();
  assertEquals(profile.types, ["python", "web"]);
  const python = profile.markers["python"] ?? [];
  assertEquals(
    python.length,
    new Set(Array.from(Deno.readDirSync(project.path), ({ name }) => name)).size - 1_500,
  );
  assertEquals([...python].sort(), python);
  assertEquals(profile.markers["web"]?.length, 1_500);
  assertEquals(checkProfile(JSON.parse(JSON.stringify(profile))), []);
});

Deno.test("Rust source is read for its first 200,000 bytes", () => {
  const text = (before: number) => `${" ".repeat(before)}use spl_token::a;`;
  assertEquals(profileWith({ "a.rs": text(199_983) }).types, ["solana"]);
  assertEquals(profileWith({ "a.rs": text(199_983) + " ".repeat(200_000) }).types, ["solana"]);
  assertEquals(profileWith({ "a.rs": text(199_990) }).types, ["inconnu"]);
  assertEquals(profileWith({ "a.rs": text(300_000) }).types, ["inconnu"]);
});

Deno.test("Rust source with a NUL is no text, and bytes that are no UTF-8 join nothing", () => {
  assertEquals(profileWith({ "a.rs": "use spl_token::a;\0" }).types, ["inconnu"]);
  const bytes = new TextEncoder().encode("use anchor_?lang::a; use spl_token2::b; fn f() {}");
  assertEquals(profileWith({ "a.rs": bytes.map((byte) => byte === 0x3f ? 0xff : byte) }).types, ["inconnu"]);
});

/** Deterministic shuffle: each seed gives one order. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const rest = [...items];
  const out: T[] = [];
  for (let state = seed; rest.length > 0;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    out.push(...rest.splice(state % rest.length, 1));
  }
  return out;
}

Deno.test("the order in which files were made changes no byte of the profile", () => {
  const files = [
    ["package.json", '{"dependencies":{"stripe":"1","pg":"1"}}'],
    [".phases-profile.json", '{"schema_version":"1.0","facts":["uses_ai"]}'],
    ["Cargo.toml", '[dependencies]\nspl-token = "1"'],
    ["src/lib.rs", "use anchor_lang::a;"],
    ["src/Lib.rs", "use spl_token::a;"],
    ["b/schema.sql", ""],
    ["B/schema.sql", ""],
    ...Array.from({ length: 30 }, (_, at) => [`f${at % 7}/${at}.py`, ""] as const),
  ] as const;
  const texts = new Set<string>();
  for (let seed = 1; seed <= 20; seed++) {
    texts.add(JSON.stringify(profileWith(Object.fromEntries(shuffled(files, seed)))));
  }
  assertEquals(texts.size, 1);
});
