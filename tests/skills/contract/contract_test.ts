import fc from "fast-check";
import { LIMITS, lowered } from "gatehouse/skills/contract/limits.ts";
import { ruleRegistry } from "gatehouse/skills/contract/rules_registry.ts";
import { OFFICIAL } from "gatehouse/skills/contract/schemas/mod.ts";
import { SEVERITIES, SEVERITY_IDS } from "gatehouse/skills/contract/severities.ts";
import * as words from "gatehouse/skills/contract/vocabularies.ts";
import { assertEquals, assertFails, assertTrue } from "../../assert.ts";

Deno.test("the closed lists hold what the contract says, sorted and without repeats", () => {
  const counts = {
    CLIENT_CAPABILITIES: 9,
    PROFILE_FACTS: 18,
    PROFILE_TYPES: 6,
    DETECTED_TYPES: 5,
    PROFILE_LANGUAGES: 4,
    LICENCES: 4,
    SKIPPED_FOLDERS: 11,
    HUMAN_APPROVALS: 2,
    MANIFEST_VERSIONS: 2,
  } as const;
  for (const [name, count] of Object.entries(counts)) {
    const list: readonly string[] = words[name as keyof typeof counts];
    assertEquals(list.length, count, name);
    assertEquals([...new Set(list)].sort(), [...list], name);
  }
  assertEquals(words.WINDOWS_DEVICES.length, 22);
  assertEquals(new Set(words.REQUIRED_SECTIONS).size, 14);
});

Deno.test("the detector tells apart every type but the unknown one", () => {
  assertEquals([...words.DETECTED_TYPES, words.UNKNOWN_TYPE].sort(), [...words.PROFILE_TYPES].sort());
});

Deno.test("names of capabilities and gaps have their form", () => {
  for (const name of ["web", "a", "a1_b", "a".repeat(64)]) assertTrue(words.CAPABILITY_NAME.test(name), name);
  for (const name of ["", "A", "1a", "a-b", "a".repeat(65), "a\n", "é"]) {
    assertTrue(!words.CAPABILITY_NAME.test(name));
  }
  for (const id of ["GAP-EXAMPLE", "A", "A1-"]) assertTrue(words.GAP_ID.test(id), id);
  for (const id of ["", "gap", "1A", "A_B", "A".repeat(65), "A\n"]) assertTrue(!words.GAP_ID.test(id), id);
});

Deno.test("only a word of the list is one", () => {
  for (const value of ["has_web ", "HAS_WEB", 5, null, ["has_web"], "toString"]) {
    assertTrue(!words.isOneOf(words.PROFILE_FACTS, value));
  }
});

Deno.test("the limits are those that the contract states", () => {
  assertEquals({ ...LIMITS }, {
    roots: 16,
    packages: 1000,
    entriesPerRoot: 10_000,
    skillBytes: 262_144,
    referenceBytes: 262_144,
    referencesBytes: 1_048_576,
    snapshotBytes: 16_777_216,
    resultBytes: 1_048_576,
    issuesPerPackage: 100,
    fingerprintNodes: 100_000,
  });
  assertTrue(Object.isFrozen(LIMITS));
});

Deno.test("a limit is lowered, never raised, and never again raised after that", async () => {
  const low = lowered(LIMITS, { packages: 10, roots: 16 });
  assertEquals({ ...low }, { ...LIMITS, packages: 10 });
  assertTrue(Object.isFrozen(low));
  await assertFails(() => lowered(low, { packages: 11 }), "SKILL_LIMITS");
  for (
    const asked of [{ packages: 1001 }, { packages: 0 }, { packages: -1 }, { packages: 1.5 }, {
      packages: "5",
    }]
  ) {
    await assertFails(() => lowered(LIMITS, asked), "SKILL_LIMITS");
  }
  for (const name of ["depth", "toString", "__proto__", "Packages"]) {
    await assertFails(() => lowered(LIMITS, JSON.parse(`{"${name}": 1}`)), "SKILL_LIMITS");
  }
});

Deno.test("property: no request makes any limit higher", () => {
  const asked = fc.dictionary(
    fc.constantFrom(...Object.keys(LIMITS), "x"),
    fc.oneof(fc.integer(), fc.double(), fc.jsonValue()),
  );
  fc.assert(fc.property(asked, (wanted) => {
    let low;
    try {
      low = lowered(LIMITS, wanted);
    } catch {
      return;
    }
    const before: Readonly<Record<string, number>> = { ...LIMITS };
    for (const [name, value] of Object.entries(low)) assertTrue(value >= 1 && value <= (before[name] ?? 0));
  }));
});

Deno.test("the severities are those that a finding may have", () => {
  const severity = OFFICIAL["FINDING_SCHEMA"]?.properties?.["severity"];
  assertEquals(severity?.enum, SEVERITIES.map(({ id }) => id));
  assertEquals([...SEVERITY_IDS], SEVERITIES.map(({ id }) => id));
  assertEquals(SEVERITIES.map((level) => [level.requires_evidence, level.blocks_production]), [
    [true, true],
    [true, true],
    [true, false],
    [true, false],
    [false, false],
  ]);
});

Deno.test("the registry of rules knows its own and those of packages", () => {
  assertEquals([...ruleRegistry().keys()], ["EXAMPLE-001", "EXAMPLE-002"]);
  const more = ruleRegistry([{ rule_id: "EXAMPLE-001", status: "abroge" }, {
    rule_id: "X",
    status: "modifie",
  }]);
  assertEquals([more.get("EXAMPLE-001"), more.get("X"), more.size], ["abroge", "modifie", 3]);
});
