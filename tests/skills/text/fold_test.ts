import fc from "fast-check";
import { caseFold, keyFold, withoutInvisible } from "gatehouse/skills/text/fold.ts";
import { lineAt, readUtf8 } from "gatehouse/skills/text/utf8.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

Deno.test("folding case is full, and the same for every spelling", () => {
  for (
    const [a, b] of [["straße", "STRASSE"], ["ΣΊΣΥΦΟΣ", "σίσυφος"], ["\ufb01", "FI"], ["É", "é"]] as const
  ) {
    assertEquals(caseFold(a), caseFold(b));
  }
});

Deno.test("property: folding twice is folding once", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      assertEquals(caseFold(caseFold(text)), caseFold(text));
      assertEquals(keyFold(keyFold(text)), keyFold(text));
    }),
    { numRuns: 500 },
  );
});

Deno.test("every character folds to what folds to itself", () => {
  const wrong: string[] = [];
  for (let point = 0; point <= 0x1ffff; point++) {
    const char = String.fromCodePoint(point);
    if (/\p{Cs}/u.test(char)) continue;
    if (caseFold(caseFold(char)) !== caseFold(char) || caseFold(char.toUpperCase()) !== caseFold(char)) {
      wrong.push(point.toString(16));
    }
  }
  assertEquals(wrong, []);
});

Deno.test("characters that show nothing are dropped, others stay", () => {
  assertEquals(withoutInvisible("c\u200bom\u202ep\u{e0061}l\u3164y\u00ad \u00a0é"), "comply \u00a0é");
});

Deno.test("a line is counted for LF, CR LF and CR", () => {
  assertEquals(
    [0, 1, 2, 3, 4, 6, 99].map((offset) => lineAt("a\nb\r\nc\rd", offset)),
    [1, 1, 2, 2, 2, 3, 4].map((n, i) => i === 3 ? 2 : n),
  );
});

Deno.test("bytes are decoded strictly and within their limit", () => {
  const read = (bytes: number[], maxBytes = 10) =>
    readUtf8(new Uint8Array(bytes), { file: "SKILL.md", maxBytes });
  assertEquals(read([0xc3, 0xa9]), { ok: true, text: "é" });
  for (
    const [bytes, code] of [[[0xef, 0xbb, 0xbf], "BOM"], [[0xc3], "ENCODING"], [
      [0xc0, 0x80],
      "ENCODING",
    ]] as const
  ) {
    const refused = read([...bytes]);
    assertTrue(!refused.ok);
    assertEquals(refused.issue.code, code);
  }
  const large = read(Array(11).fill(0x61));
  assertEquals(large.ok ? "" : large.issue.code, "TOO_LARGE");
});
