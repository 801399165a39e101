import fc from "fast-check";
import { cutToEncoded, resultText } from "gatehouse/flow/roles/results.ts";
import type { ToolResult } from "gatehouse/flow/types.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

Deno.test("a result is cut by its size after encoding, so that a file full of quotation marks stays in bounds", () => {
  for (const char of ["a", '"', "\\", "\n", "\u0001", "ä", "😀"]) {
    const text = resultText({ status: "ok", path: "a.ts", content: char.repeat(100_000) });
    assertTrue(text.length <= 40_000 && text.length > 39_900, `${JSON.stringify(char)}: ${text.length}`);
    const read = JSON.parse(text);
    assertEquals([read.status, read.path, read.truncated], ["ok", "a.ts", true]);
    assertTrue(read.content.length > 0 && char.repeat(100_000).startsWith(read.content));
  }
});

Deno.test("a result whose list is large loses the end of the list and says so", () => {
  const files = Array.from({ length: 5_000 }, (_, index) => `src/part/file_${index}.ts`);
  const text = resultText({ status: "ok", files, truncated: false });
  assertTrue(text.length <= 40_000 && text.length > 39_900);
  const read = JSON.parse(text);
  assertEquals([read.status, read.truncated], ["ok", true]);
  assertEquals(read.files, files.slice(0, read.files.length));
});

Deno.test("a result that is large in many places becomes a preview that says so", () => {
  const fields = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}`, "x".repeat(1_000)]));
  const text = resultText({ ...fields, status: "ok" });
  assertTrue(text.length <= 40_000);
  const read = JSON.parse(text);
  assertEquals([read.status, read.truncated, typeof read.preview], ["unverified", true, "string"]);
});

Deno.test("a small result is left as it is", () => {
  const result: ToolResult = { status: "ok", content: "x".repeat(39_000) };
  assertEquals(resultText(result), JSON.stringify(result));
});

Deno.test("a text is cut to the longest beginning that fits, never within a character", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.nat(50), (text, room) => {
    const cut = cutToEncoded(text, room);
    assertTrue(text.startsWith(cut) && JSON.stringify(cut).length - 2 <= room && cut.isWellFormed());
    const next = text.slice(0, cut.length + 2);
    assertTrue(cut === text || JSON.stringify(next).length - 2 > room || next === text.slice(0, cut.length));
  }));
});
