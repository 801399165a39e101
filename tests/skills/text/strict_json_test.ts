import fc from "fast-check";
import { canonicalJson } from "gatehouse/skills/text/canonical_json.ts";
import { parseJson } from "gatehouse/skills/text/strict_json.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

function refusal(source: string | Uint8Array, maxBytes?: number) {
  const read = parseJson(source, { file: "phases.json", ...(maxBytes === undefined ? {} : { maxBytes }) });
  return read.ok ? null : { code: read.issue.code, line: read.issue.line };
}

function value(source: string): unknown {
  const read = parseJson(source, { file: "phases.json" });
  assertTrue(read.ok, read.ok ? "" : read.issue.message);
  return read.value;
}

Deno.test("a key that stands twice is refused on the line of the second", () => {
  assertEquals(refusal('{"a": 1,\n"b": 2,\n"a": 3}'), { code: "DUPLICATE_KEY", line: 3 });
});

Deno.test("keys that a lenient reader takes for one another are repeated keys", () => {
  for (
    const [a, b] of [["A", "a"], ["ａ", "a"], ["a\u200b", "a"], ["straße", "STRASSE"], [
      "\\u0061",
      "a",
    ]] as const
  ) {
    assertEquals(refusal(`{"${a}":1,"${b}":2}`)?.code, "DUPLICATE_KEY", `${a} and ${b}`);
  }
  assertEquals(refusal('[{"a":1},{"a":1}]'), null);
  assertEquals(refusal('{"a":{"a":{"a":1}}}'), null);
});

Deno.test("a byte order mark, other encodings and halves of characters are refused", () => {
  assertEquals(refusal("\ufeff{}"), { code: "BOM", line: 1 });
  assertEquals(refusal(new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d])), { code: "BOM", line: 1 });
  assertEquals(refusal(new Uint8Array([0x22, 0xe9, 0x22]))?.code, "ENCODING");
  assertEquals(refusal(new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]))?.code, "ENCODING");
  assertEquals(refusal('{"a":\n"\\ud800"}'), { code: "JSON", line: 2 });
  assertEquals(refusal('"\\udc00\\ud800"')?.code, "JSON");
  assertEquals(value('"\\ud83d\\ude00"'), "\u{1f600}");
});

Deno.test("numbers that are none, or cannot be kept, are refused", () => {
  for (
    const text of [
      "NaN",
      "Infinity",
      "-Infinity",
      "1e999",
      "01",
      "+1",
      ".5",
      "1.",
      "0x1",
      "9007199254740993",
      "-",
    ]
  ) {
    assertEquals(refusal(`[\n${text}]`), { code: "JSON", line: 2 }, text);
  }
  assertEquals(value("[0, -0, 1.5e3, 9007199254740991]"), [0, -0, 1500, 9007199254740991]);
});

Deno.test("what other readers tolerate is refused", () => {
  for (
    const text of [
      "",
      " ",
      "{,}",
      "[1,]",
      '{"a":1,}',
      "{'a':1}",
      "{a:1}",
      "// no\n{}",
      "/* no */{}",
      "{} {}",
      "[1 2]",
      '"\t"',
      '"\\x41"',
      '"\\u12"',
      '"open',
      "True",
      "nulll",
      '{"a"}',
      "[",
      "\u00a0{}",
    ]
  ) assertEquals(refusal(text)?.code, "JSON", JSON.stringify(text));
});

Deno.test("200 levels are read, 201 are refused", () => {
  assertEquals(refusal("[".repeat(200) + "]".repeat(200)), null);
  assertEquals(refusal("[".repeat(201) + "]".repeat(201))?.code, "TOO_DEEP");
  assertEquals(refusal('{"a":'.repeat(201) + "1" + "}".repeat(201))?.code, "TOO_DEEP");
});

Deno.test("the limit counts bytes, not characters", () => {
  assertEquals(refusal('"éé"', 6), null);
  assertEquals(refusal('"éé"', 5)?.code, "TOO_LARGE");
  assertEquals(refusal(new TextEncoder().encode('"éé"'), 5)?.code, "TOO_LARGE");
});

Deno.test("a key that is special to the language is an ordinary member", () => {
  const read = value('{"__proto__": {"polluted": true}, "constructor": 1}');
  assertTrue(typeof read === "object" && read !== null);
  assertEquals(Object.keys(read), ["__proto__", "constructor"]);
  assertEquals(Object.getPrototypeOf(read), Object.prototype);
});

Deno.test("every value is found by its pointer, with its line", () => {
  const read = parseJson('{\n "a/b": [\n  1,\n  {"~": 2}\n ]\n}', { file: "x.json" });
  assertTrue(read.ok);
  assertEquals(["", "/a~1b", "/a~1b/0", "/a~1b/1/~0", "/none"].map(read.lineOf), [1, 2, 3, 4, undefined]);
});

Deno.test("a hostile document is shown escaped and short", () => {
  const read = parseJson(`{"${"k\u202e".repeat(500)}":1,"${"k\u202e".repeat(500)}":2}`, { file: "x.json" });
  assertTrue(!read.ok);
  assertTrue(read.issue.message.length < 600);
  assertTrue(!read.issue.message.includes("\u202e"));
});

Deno.test("a large document of any shape is read in one pass", () => {
  const size = 500_000;
  assertEquals(refusal(`[${"0,".repeat(size / 2)}0]`, 4 * size), null);
  assertEquals(refusal(`"${"\\n".repeat(size / 2)}"`, 4 * size), null);
  assertEquals(refusal(`{${Array.from({ length: 40_000 }, (_, i) => `"k${i}":0`).join(",")}}`), null);
  assertEquals(refusal(" ".repeat(size) + "x", 4 * size)?.code, "JSON");
});

Deno.test("the line of a value is found without a pointer for every other value", () => {
  // One key of half a megabyte above a hundred thousand values: their pointers together have fifty gigabytes.
  const key = "k".repeat(500_000);
  const read = parseJson(`{\n"${key}": [${"0,".repeat(100_000)}\n1]}`, { file: "x.json" });
  assertTrue(read.ok);
  assertEquals(read.lineOf(`/${key}/100000`), 3);
});

Deno.test("property: what JSON.stringify writes is read as it was", () => {
  const json = fc.jsonValue({ stringUnit: "grapheme" }).filter((data) => {
    const text = JSON.stringify(data);
    return JSON.stringify(JSON.parse(text)) === text && parseJson(text, { file: "x" }).ok;
  });
  fc.assert(fc.property(json, (data) => {
    assertEquals(canonicalJson(value(JSON.stringify(data))), canonicalJson(JSON.parse(JSON.stringify(data))));
  }));
});

Deno.test("property: what is accepted, JSON.parse reads to the same value", () => {
  const noise = fc.string({
    unit: fc.constantFrom(...'{}[]",:0123456789.eE+-\\untrfalse \n\t'),
    maxLength: 40,
  });
  fc.assert(
    fc.property(noise, (text) => {
      const read = parseJson(text, { file: "x" });
      if (read.ok) assertEquals(canonicalJson(read.value), canonicalJson(JSON.parse(text)));
      else if (read.issue.code === "JSON" && !/[0-9]{16}|e/i.test(text)) {
        let refused = false;
        try {
          JSON.parse(text);
        } catch {
          refused = true;
        }
        assertTrue(refused || /\\u[dD]/.test(text), text);
      }
    }),
    { numRuns: 2000 },
  );
});
