import fc from "fast-check";
import { mixedScripts, skeleton } from "gatehouse/skills/text/confusables.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

Deno.test("names that look the same have one skeleton", () => {
  for (
    const [a, b] of [
      ["paypal", "p\u0430yp\u0430l"],
      ["scope", "\u0455\u0441\u043e\u0440\u0435"],
      ["omicron", "\u03bfmicron"],
      ["l", "1"],
      ["modern", "modem"],
      ["\u00e5", "a\u030a"],
      ["\u0261it", "git"],
      ["\u13ac", "E"],
    ] as const
  ) assertEquals(skeleton(a), skeleton(b), `${escape(a)} and ${escape(b)}`);
});

Deno.test("names that look different have different skeletons", () => {
  const names = [
    "audit",
    "audits",
    "python",
    "web",
    "solana",
    "apk",
    "аудит",
    "έλεγχος",
    "監査",
    "a-b",
    "a_b",
    "ab",
  ];
  assertEquals(new Set(names.map(skeleton)).size, names.length);
});

Deno.test("ASCII letters but the ones that look like others keep apart", () => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  assertEquals(new Set(letters.map(skeleton)).size, letters.length);
});

Deno.test("property: a skeleton is its own skeleton", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), (name) => {
      assertEquals(skeleton(skeleton(name)), skeleton(name));
    }),
    { numRuns: 500 },
  );
});

Deno.test("every character of the table has a skeleton that is its own", () => {
  const wrong: string[] = [];
  for (let point = 0; point < 0x30000; point++) {
    const char = String.fromCodePoint(point);
    if (/\p{Cs}/u.test(char)) continue;
    const look = skeleton(char);
    if (look !== skeleton(look)) wrong.push(point.toString(16));
  }
  assertEquals(wrong, []);
});

Deno.test("scripts that nobody writes together are named, others pass", () => {
  assertEquals(mixedScripts("\u0430udit"), ["Cyrillic", "Latin"]);
  assertEquals(mixedScripts("\u03bfbject"), ["Greek", "Latin"]);
  assertEquals(mixedScripts("\u13aaudit"), ["Latin", "another script"]);
  for (
    const name of [
      "audit-1",
      "été",
      "аудит_2",
      "日本語カタカナひらがなabc",
      "中文abc",
      "한글漢字abc",
      "2026",
      "-",
      "",
    ]
  ) {
    assertEquals(mixedScripts(name), null, name);
  }
  assertTrue(mixedScripts("ひらがな한글") !== null);
});

function escape(text: string): string {
  return text.replace(/[^ -~]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}
