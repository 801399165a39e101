import fc from "fast-check";
import { visible } from "gatehouse/core/visible.ts";
import { assertEquals, assertTrue } from "../assert.ts";

Deno.test("plain text, blanks, tabs, line ends and letters of any script stay as they are", () => {
  for (const text of ["ls -la | wc", "a\n\tb", "żółw 猫 🦭 ĳ e\u0301", "\\u{202e}"]) {
    assertEquals(visible(text), text);
  }
});

Deno.test("what hides, reorders or overwrites text is written out", () => {
  const hidden = [
    "\0",
    "\x07",
    "\b",
    "\r",
    "\x1b",
    "\x7f",
    "\x85",
    "\u009b",
    "\u00a0",
    "\u00ad",
    "\u034f",
    "\u061c",
    "\u115f",
    "\u180e",
    "\u2000",
    "\u200b",
    "\u200d",
    "\u200e",
    "\u202a",
    "\u202e",
    "\u2028",
    "\u2029",
    "\u2060",
    "\u2066",
    "\u2069",
    "\u2800",
    "\u3000",
    "\u3164",
    "\ufe0f",
    "\ufeff",
    "\uffa0",
    "\ufff9",
    "\ue000",
    "\ud800",
    "\u{e0041}",
    "\u{e0100}",
    "\u{1d173}",
  ];
  for (const char of hidden) {
    assertEquals(visible(`a${char}b`), `a\\u{${char.codePointAt(0)?.toString(16)}}b`);
  }
});

Deno.test("what is left can be seen, whatever came in", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const left = visible(text).replace(/[\n\t ]/g, "");
    assertTrue(!/[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u.test(left), JSON.stringify(left));
  }));
});
