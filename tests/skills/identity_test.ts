import fc from "fast-check";
import { lookalikes, rootKey, skillIdProblem, skillKey } from "gatehouse/skills/identity.ts";
import { assertEquals, assertTrue } from "../assert.ts";

/** Characters are named, never shown: a look-alike in a test's source would be one in review too. */
const CYRILLIC_A = "\u0430";

Deno.test("spellings that differ only in case have one key", () => {
  for (
    const [a, b] of [["Audit", "audit"], ["SÉCURITÉ", "sécurité"], ["straße", "STRASSE"], [
      "ΣΑΣ",
      "σας",
    ]] as const
  ) {
    assertEquals(skillKey(a), skillKey(b), `${a} and ${b}`);
    assertTrue(skillKey(a) !== null);
  }
});

Deno.test("an id is 1 to 64 letters and digits of any script, with - and _ only inside", () => {
  for (
    const id of [
      "a",
      "a".repeat(64),
      "hello-python",
      "a_b",
      "0",
      "аудит",
      "監査",
      "x--y",
      "\u{1d7d8}".normalize("NFKC"),
    ]
  ) {
    assertTrue(skillKey(id) !== null, id);
  }
  for (
    const id of [
      "",
      "a".repeat(65),
      "-a",
      "a-",
      "_a",
      "a b",
      "a.b",
      "a/b",
      "a\\b",
      "..",
      "C:\\",
      "a\n",
      " a",
      "a\u0301b",
    ]
  ) {
    assertEquals(skillKey(id), null, JSON.stringify(id));
  }
  for (const value of [5, null, undefined, ["a"], { id: "a" }]) assertEquals(skillKey(value), null);
});

Deno.test("64 characters outside the basic plane are as many as 64 within it", () => {
  const letter = "\u{10400}";
  assertTrue(skillKey(letter.repeat(64)) !== null);
  assertEquals(skillKey(letter.repeat(65)), null);
});

Deno.test("no id is a device name of Windows, in any case", () => {
  for (const id of ["con", "NUL", "Com1", "lpt9", "aux", "prn"]) assertEquals(skillKey(id), null, id);
  for (const id of ["com0", "com10", "console"]) assertTrue(skillKey(id) !== null, id);
});

Deno.test("an id that holds a bidi, tag, zero-width or filler character is refused and told why", () => {
  for (
    const char of [
      "\u202e",
      "\u2066",
      "\u{e0061}",
      "\u200b",
      "\u200d",
      "\ufeff",
      "\u1160",
      "\u3164",
      "\u00ad",
    ]
  ) {
    const problem = skillIdProblem(`au${char}dit`);
    assertEquals(problem?.code, "SKILL_ID");
    assertEquals(problem?.why, "holds a control or invisible character", char.codePointAt(0)?.toString(16));
  }
});

Deno.test("an id in a compatibility form is refused, a root's id is folded", () => {
  assertEquals(skillKey("ｍａｉｎ"), null);
  assertEquals(rootKey("ｍａｉｎ"), "main");
  assertEquals(rootKey("MAIN"), "main");
});

Deno.test("a root's id that looks like a secret is none", () => {
  assertEquals(rootKey("AKIA" + "Z7Q2M5XK9W3B8R1T"), null);
  assertEquals(rootKey("ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"), null);
  assertEquals(rootKey("team-skills-2026"), "team-skills-2026");
});

Deno.test("an id of letters of two scripts is a look-alike, an id of one script or of scripts written together is none", () => {
  assertEquals(skillIdProblem(`${CYRILLIC_A}udit`)?.code, "SKILL_ID_CONFUSABLE");
  assertEquals(skillIdProblem("audit-\u03bf")?.code, "SKILL_ID_CONFUSABLE");
  for (const id of ["аудит", "аудит-2", "sécurité", "έλεγχος", "監査-audit", "日本語の監査", "한글-skill"]) {
    assertEquals(skillIdProblem(id), null, id);
  }
});

Deno.test("ids that look the same are paired, whatever hides the difference", () => {
  const pairOf = (...ids: string[]) => lookalikes(ids).map(({ first, second }) => [first, second]);
  // Two whole words, one of each script: neither mixes.
  assertEquals(pairOf("coco", "\u0441\u043e\u0441\u043e"), [["coco", "\u0441\u043e\u0441\u043e"]]);
  assertEquals(pairOf("audit1", "auditl").length, 1);
  assertEquals(pairOf("AI-audit", "Al-audit").length, 1);
  assertEquals(pairOf("audit", "Audit", "audits", "аудит"), []);
  assertEquals(pairOf("", "..", "audit"), []);
});

Deno.test("one thousand ids that look the same make one pair each, with the first of them", () => {
  const ids = Array.from({ length: 1000 }, (_, index) => {
    const bits = index.toString(2).padStart(10, "0");
    return [...bits].map((bit) => bit === "0" ? "a" : CYRILLIC_A).join("");
  });
  const pairs = lookalikes(ids);
  assertEquals(pairs.length, 999);
  assertEquals(new Set(pairs.map(({ first }) => first)).size, 1);
});

Deno.test("property: a key is the key of itself, or of nothing", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 70 }), (id) => {
    const key = skillKey(id);
    if (key !== null) assertTrue([key, null].includes(skillKey(key)));
  }));
});

Deno.test("property: upper and lower case of an id meet under one key", () => {
  const id = fc.stringMatching(/^[a-zäéñß0-9]{1,20}$/).filter((text) => skillKey(text) !== null);
  fc.assert(fc.property(id, (text) => assertEquals(skillKey(text.toUpperCase()), skillKey(text))));
});
