import { assertEquals, assertTrue } from "../../assert.ts";
import { profileOf } from "gatehouse/skills/detector/profile.ts";
import { PROFILE_FACTS } from "gatehouse/skills/contract/vocabularies.ts";
import { issueOf, profileWith, Project, rowsOf } from "./parts/tree.ts";

const NAME = ".phases-profile.json";
const of = (...facts: string[]) => JSON.stringify({ schema_version: "1.0", facts });

Deno.test("declared facts are taken without proof, with the line that declares them", () => {
  const profile = profileWith({
    [NAME]: '{\n "schema_version": "1.0",\n "facts": [\n  "uses_ai",\n  "has_python"\n ]\n}',
  });
  assertEquals(profile.facts, ["has_python", "uses_ai"]);
  assertEquals(profile.types, ["inconnu"]);
  assertEquals(profile.markers, { project_facts: [NAME] });
  assertEquals(rowsOf(profile, "uses_ai"), [`DECLARED ${NAME}:4 The project declares it of itself`]);
});

Deno.test("every fact may be declared, and so may none", () => {
  assertEquals(profileWith({ [NAME]: of(...PROFILE_FACTS) }).facts, [...PROFILE_FACTS]);
  assertEquals(profileWith({ [NAME]: of() }).facts, []);
});

Deno.test("what is found and declared keeps both reasons, and a sign is no likely fact any more", () => {
  const profile = profileWith({ [NAME]: of("has_python", "has_database"), "a.py": "", "schema.sql": "" });
  assertEquals(rowsOf(profile, "has_python").map((row) => row.split(" ")[0]), ["CONFIRMED", "DECLARED"]);
  assertEquals(rowsOf(profile, "has_database").map((row) => row.split(" ")[0]), ["DECLARED", "LIKELY"]);
  assertEquals(profile.likely, []);
});

Deno.test("the name counts in any case, at the project's top only", () => {
  assertEquals(profileWith({ ".Phases-Profile.JSON": of("uses_ai") }).facts, ["uses_ai"]);
  assertEquals(profileWith({ [`sub/${NAME}`]: of("uses_ai") }).facts, []);
  assertEquals(profileWith({ [`sub/${NAME}`]: "broken" }).blocked, false);
});

Deno.test("a target that is the declaration itself is read", () => {
  using project = new Project({ [NAME]: of("uses_ai"), "a.py": "" });
  assertEquals(profileOf(`${project.path}/${NAME}`).facts, ["uses_ai"]);
});

const faults: Readonly<Record<string, string | Uint8Array>> = {
  "is empty": "",
  "is no JSON": "{",
  "is no object": "[]",
  "is null": "null",
  "has no version": '{"facts":[]}',
  "has another version": '{"schema_version":"1.1","facts":[]}',
  "has a number for a version": '{"schema_version":1.0,"facts":[]}',
  "has no facts": '{"schema_version":"1.0"}',
  "has facts that are no list": '{"schema_version":"1.0","facts":{}}',
  "has another member": '{"schema_version":"1.0","facts":[],"more":1}',
  "has another member instead": '{"schema_version":"1.0","more":[]}',
  "has a member that objects have by birth": '{"schema_version":"1.0","__proto__":[]}',
  "names an unknown fact": of("has_wings"),
  "names a fact in capitals": of("USES_AI"),
  "names a fact twice": of("uses_ai", "has_web", "uses_ai"),
  "names something that is no text": '{"schema_version":"1.0","facts":[null]}',
  "repeats a member": '{"schema_version":"1.0","facts":[],"facts":["uses_ai"]}',
  "holds NaN": '{"schema_version":"1.0","facts":[NaN]}',
  "has something behind it": `${of()} x`,
  "begins with a byte order mark": `\ufeff${of()}`,
  "has more than 32 KiB": of() + " ".repeat(32 * 1024),
  "holds a NUL": `${of()}\0`,
  "is no UTF-8": new Uint8Array([0xff, 0xfe]),
  "nests too deep": `{"schema_version":"1.0","facts":${"[".repeat(300)}${"]".repeat(300)}}`,
};

for (const [name, content] of Object.entries(faults)) {
  Deno.test(`a declaration that ${name} blocks the profile`, () => {
    using project = new Project({ [NAME]: content, "a.py": "" });
    const profile = project.profile();
    assertEquals(issueOf(profile), "PROJECT_FACTS_INVALID");
    assertTrue(profile.exists);
  });
}

Deno.test("a declaration of 32 KiB is read", () => {
  const text = of("uses_ai");
  assertEquals(profileWith({ [NAME]: text + " ".repeat(32 * 1024 - text.length) }).facts, ["uses_ai"]);
});
