import { assertEquals } from "../../assert.ts";
import { cratesOf } from "gatehouse/skills/detector/cargo.ts";
import { readToml } from "gatehouse/skills/detector/toml.ts";
import { profileWith, rowsOf } from "./parts/tree.ts";

const manifests: Readonly<Record<string, readonly [text: string, crates: string]>> = {
  "a version is a dependency": ['[dependencies]\nspl-token = "4"', "spl-token"],
  "a table is a dependency": ['[dependencies.spl-token]\nversion = "4"', "spl-token"],
  "a dotted key is a dependency": ['dependencies.spl-token.version = "4"', "spl-token"],
  "dependencies for development and building count": [
    '[dev-dependencies]\na = "1"\n[build-dependencies]\nb = "1"',
    "a,b",
  ],
  "dependencies of a single target count": [
    '[target.\'cfg(unix)\'.dependencies]\na = "1"\n[target.wasm32.dev-dependencies]\nb = "1"',
    "a,b",
  ],
  "dependencies of the workspace count": ['[workspace.dependencies]\na = "1"', "a"],
  "a comment is none": ['[dependencies]\nserde = "1"\n# anchor-lang = "0.30"', "serde"],
  "a text is none": ['[package]\ndescription = "on anchor-lang"', ""],
  "another table is none": ['[features]\na = []\n[patch.crates-io]\nb = "1"\n[profile.dev]\nc = 1', ""],
  "the published name counts, not the alias": ['[dependencies]\nx = { package = "spl-token" }', "spl-token"],
  "an alias that looks like another crate is none": [
    '[dependencies]\nspl-token = { package = "serde" }',
    "serde",
  ],
  "a published name that is no text tells nothing": ["[dependencies]\nspl-token = { package = false }", ""],
  "a value that describes nothing is none": ["[dependencies]\na = false\nb = 1\nc = []\nd = 2020-01-01", ""],
  "what the workspace of this file describes is resolved": [
    '[workspace.dependencies]\na = { package = "b" }\n[dependencies]\na = { workspace = true }',
    "b",
  ],
  "what a workspace elsewhere describes stays unknown": ["[dependencies]\na = { workspace = true }", ""],
  "a workspace that points to itself stays unknown": [
    "[workspace.dependencies]\na = { workspace = true }\n[dependencies]\na = { workspace = true }",
    "",
  ],
  "only true points to the workspace": [
    '[workspace.dependencies]\na = "1"\n[dependencies]\nb = { workspace = "true" }\nc = { workspace = false }',
    "a",
  ],
  "names that objects have by birth are names like others": [
    '[dependencies]\n__proto__ = "1"\nconstructor = { workspace = true }\ntoString = "1"',
    "__proto__,toString",
  ],
  "underscores count where no edition is named": [
    '[dev_dependencies]\na = "1"\n[build_dependencies]\nb = "1"',
    "a,b",
  ],
  "underscores count in edition 2021": ['[package]\nedition = "2021"\n[dev_dependencies]\na = "1"', "a"],
  "underscores do not count in edition 2024": [
    '[package]\nedition = "2024"\n[dev_dependencies]\na = "1"',
    "",
  ],
  "underscores do not count in an edition that is not known": [
    '[package]\nedition = "2042"\n[dev_dependencies]\na = "1"',
    "",
  ],
  "underscores do not count where the edition stands elsewhere": [
    '[package]\nedition.workspace = true\n[dev_dependencies]\na = "1"',
    "",
  ],
  "underscores count where this file's workspace names the edition": [
    '[workspace.package]\nedition = "2018"\n[package]\nedition.workspace = true\n[dev_dependencies]\na = "1"',
    "a",
  ],
  "underscores do not count where this file's workspace names edition 2024": [
    '[workspace.package]\nedition = "2024"\n[package]\nedition.workspace = true\n[dev_dependencies]\na = "1"',
    "",
  ],
  "there are no underscores for normal dependencies to be missed": ['[Dependencies]\na = "1"', ""],
  "tables that are none are passed over": [
    "dependencies = 1\ntarget = []\nworkspace = false\npackage = 3",
    "",
  ],
};

for (const [name, [text, crates]] of Object.entries(manifests)) {
  Deno.test(`cargo: ${name}`, () => assertEquals(cratesOf(readToml(text) ?? {}).join(), crates));
}

Deno.test("cargo: what is no TOML, repeats a key or nests too deep has no dependencies", () => {
  const deep = `x = ${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  for (const text of ["this is = = no toml [[[", deep, '[dependencies]\na = "1"\na = "2"', "[dependencies"]) {
    assertEquals(readToml(text), null);
  }
});

const solana: Readonly<Record<string, readonly [text: string, line: number | null]>> = {
  "the crate": ['[dependencies]\nanchor-lang = "0.30"', 2],
  "an alias of the crate": ['[dependencies]\n\nchain = { package = "solana-program", version = "1" }', 3],
  "the crate with underscores": ['[dependencies]\nsolana_program = "1"', null],
  "the crate in capitals": ['[dependencies]\nfake = { package = "Solana-Program", path = "fake" }', null],
  "a crate of one's own with underscores": [
    '[dependencies]\na = { package = "solana_program", path = "a" }',
    null,
  ],
  "a cut off manifest": ['[dependencies]\nanchor-lang = "0.30', null],
  "a manifest of more than 200,000 bytes": [
    `[dependencies]\nanchor-lang = "0.30"\n${"# \n".repeat(70_000)}`,
    null,
  ],
  "a manifest with a NUL": ['[dependencies]\nanchor-lang = "0.30"\n# \0', null],
  "a manifest behind a byte order mark": ['\ufeff[dependencies]\nspl-token = "4"', 2],
};

for (const [name, [text, line]] of Object.entries(solana)) {
  Deno.test(`cargo: ${name} ${line === null ? "makes no" : "makes a"} project for Solana`, () => {
    const profile = profileWith({ "Cargo.toml": text });
    assertEquals(profile.types, [line === null ? "inconnu" : "solana"]);
    assertEquals(profile.languages, ["rust"]);
    assertEquals(profile.evidence.find(({ finding }) => finding === "solana")?.line, line ?? undefined);
  });
}

Deno.test("cargo: a member whose workspace stands in another file makes no project for Solana", () => {
  const { types } = profileWith({
    "Cargo.toml": '[workspace.dependencies]\nsolana-sdk = { package = "serde", version = "1" }',
    "member/Cargo.toml": "[dependencies]\nsolana-sdk = { workspace = true }",
  });
  assertEquals(types, ["inconnu"]);
});

Deno.test("cargo: the evidence names the crate and its line", () => {
  const profile = profileWith({ "on/chain/Cargo.toml": '# spl-token\n[dependencies]\nspl-token = "4"' });
  assertEquals(rowsOf(profile, "solana"), ["CONFIRMED on/chain/Cargo.toml:3 Depends on the crate spl-token"]);
});
