import fc from "fast-check";
import { hiddenIn } from "gatehouse/skills/text/hidden.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

Deno.test("every kind of hidden character is found with its line and its name", () => {
  for (
    const [char, kind, codePoint] of [
      ["\u202e", "bidi", "U+202E"],
      ["\u2066", "bidi", "U+2066"],
      ["\u200f", "bidi", "U+200F"],
      ["\u{e0041}", "tag", "U+E0041"],
      ["\u{e0100}", "tag", "U+E0100"],
      ["\u200b", "zero_width", "U+200B"],
      ["\u200d", "zero_width", "U+200D"],
      ["\ufeff", "zero_width", "U+FEFF"],
      ["\u00ad", "zero_width", "U+00AD"],
      ["\u2062", "zero_width", "U+2062"],
      ["\u3164", "filler", "U+3164"],
      ["\ufe0f", "filler", "U+FE0F"],
      ["\u0000", "control", "U+0000"],
      ["\u001b", "control", "U+001B"],
      ["\u009b", "control", "U+009B"],
      ["\ud800", "surrogate", "U+D800"],
    ] as const
  ) {
    assertEquals(hiddenIn(`one\ntwo ${char} x`, 10), [{ kind, codePoint, offset: 8, line: 2 }]);
  }
});

Deno.test("line ends, tabs, emoji and joined scripts are not hidden", () => {
  for (
    const text of [
      "a\tb\r\nc\n",
      "\u{1f469}\u200d\u{1f4bb} \u2764\ufe0f 1\ufe0f\u20e3 \u{1f44d}\u{1f3fd} \u2764\ufe0f\u200d\u{1f525}",
      "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u0915\u094d\u200d\u0937",
      "é à 日本語 <b>x</b>",
    ]
  ) assertEquals(hiddenIn(text, 10), []);
});

Deno.test("a joiner behind a letter or a digit that does not need one is found", () => {
  for (const text of ["a\u200db", "1\u200d2", "a\ufe0f", "\u200d"]) {
    assertEquals(hiddenIn(text, 10).length, 1);
  }
});

Deno.test("no more are reported than asked for, however many there are", () => {
  assertEquals(hiddenIn("\u200b".repeat(1_000_000), 100).length, 100);
});

Deno.test("property: each found character stands at its offset, on its line", () => {
  const unit = fc.constantFrom("a", "\n", "\u202e", "\u{e0061}", "\u200b", "\u{1f600}", " ");
  fc.assert(fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
    for (const { codePoint, offset, line } of hiddenIn(text, 100)) {
      assertEquals(text.codePointAt(offset), parseInt(codePoint.slice(2), 16));
      assertEquals(text.slice(0, offset).split("\n").length, line);
    }
    assertTrue(
      hiddenIn(text, 100).length ===
        [...text].filter((char) => "\u202e\u{e0061}\u200b".includes(char)).length,
    );
  }));
});
