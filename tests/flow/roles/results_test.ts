import fc from "fast-check";
import { fittedRead } from "gatehouse/flow/roles/read_fit.ts";
import { cutToEncoded, resultText } from "gatehouse/flow/roles/results.ts";
import type { ToolResult } from "gatehouse/flow/types.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

Deno.test("a result is cut by its size after encoding, so that a file full of quotation marks stays in bounds", () => {
  for (const char of ["a", '"', "\\", "\n", "\u0001", "ä", "😀"]) {
    const text = resultText({ status: "ok", path: "a.ts", content: char.repeat(100_000) }, 40_000);
    assertTrue(text.length <= 40_000 && text.length > 39_900, `${JSON.stringify(char)}: ${text.length}`);
    const read = JSON.parse(text);
    assertEquals([read.status, read.path, read.truncated], ["ok", "a.ts", true]);
    assertTrue(read.content.length > 0 && char.repeat(100_000).startsWith(read.content));
  }
});

Deno.test("a result whose list is large loses the end of the list and says so", () => {
  const files = Array.from({ length: 5_000 }, (_, index) => `src/part/file_${index}.ts`);
  const text = resultText({ status: "ok", files, truncated: false }, 40_000);
  assertTrue(text.length <= 40_000 && text.length > 39_900);
  const read = JSON.parse(text);
  assertEquals([read.status, read.truncated], ["ok", true]);
  assertEquals(read.files, files.slice(0, read.files.length));
});

Deno.test("a result that is large in many places becomes a preview that says so", () => {
  const fields = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}`, "x".repeat(1_000)]));
  const text = resultText({ ...fields, status: "ok" }, 40_000);
  assertTrue(text.length <= 40_000);
  const read = JSON.parse(text);
  assertEquals([read.status, read.truncated, typeof read.preview], ["unverified", true, "string"]);
});

Deno.test("whatever the room, a result stays in it", () => {
  for (const room of [2_000, 3_001, 40_000]) {
    for (
      const result of [{ content: "x\n".repeat(50_000), total_lines: 50_000 }, { error: "y".repeat(99_999) }]
    ) {
      const text = resultText(fittedRead({ status: "ok", ...result }, room), room);
      assertTrue(text.length <= room && JSON.parse(text).truncated === true);
    }
  }
});

Deno.test("a read that is cut ends with a line, and says where to read on", () => {
  const content = Array.from({ length: 9_000 }, (_, at) => `line ${at + 7}\n`).join("");
  const read = fittedRead({ status: "ok", content, offset: 7, total_lines: 20_000 }, 10_000);
  const next = Number(read["next_offset"]);
  assertTrue(String(read["content"]).endsWith(`line ${next - 1}\n`));
  assertEquals(read["limit"], next - 7);
});

Deno.test("a small result is left as it is", () => {
  const result: ToolResult = { status: "ok", content: "x".repeat(39_000) };
  assertEquals(resultText(result, 40_000), JSON.stringify(result));
});

Deno.test("a text is cut to the longest beginning that fits, never within a character", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.nat(50), (text, room) => {
    const cut = cutToEncoded(text, room);
    assertTrue(text.startsWith(cut) && JSON.stringify(cut).length - 2 <= room && cut.isWellFormed());
    const next = text.slice(0, cut.length + 2);
    assertTrue(cut === text || JSON.stringify(next).length - 2 > room || next === text.slice(0, cut.length));
  }));
});
