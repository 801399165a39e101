import fc from "fast-check";
import { byCodeUnit, canonicalJson } from "gatehouse/skills/text/canonical_json.ts";
import { sha256 } from "gatehouse/core/digest.ts";
import { digestOf } from "gatehouse/skills/text/digest.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

Deno.test("keys are sorted by code units at every level, lists keep their order", () => {
  assertEquals(
    canonicalJson({ b: 1, B: [{ z: 1, é: 2, "10": 3, "9": 4 }, "b", "a"], "\ufb33": 0, "\u{1f600}": 0 }),
    '{"B":[{"10":3,"9":4,"z":1,"é":2},"b","a"],"b":1,"\u{1f600}":0,"\ufb33":0}',
  );
});

Deno.test("undefined members are left out, what JSON cannot say is refused", () => {
  assertEquals(canonicalJson({ a: undefined, b: null }), '{"b":null}');
  for (const value of [NaN, Infinity, undefined, [undefined], () => 0, 1n, Symbol("x"), { a: NaN }]) {
    let refused = false;
    try {
      canonicalJson(value);
    } catch (error) {
      refused = error instanceof TypeError;
    }
    assertTrue(refused, String(typeof value));
  }
});

Deno.test("a digest is SHA-256 over UTF-8", () => {
  assertEquals(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assertEquals(sha256("é"), sha256(new Uint8Array([0xc3, 0xa9])));
});

Deno.test("property: canonical JSON reads back to the value, and to itself", () => {
  fc.assert(fc.property(fc.jsonValue({ stringUnit: "grapheme" }), (data) => {
    const text = canonicalJson(data);
    assertEquals(canonicalJson(JSON.parse(text)), text);
    assertEquals(JSON.parse(text), JSON.parse(JSON.stringify(data)));
  }));
});

Deno.test("property: no order of members changes the digest", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.infiniteStream(fc.nat()), (data, noise) => {
      const shuffled = Object.entries(data).map((entry) => ({ entry, at: noise.next().value ?? 0 }))
        .sort((a, b) => a.at - b.at).map(({ entry }) => entry);
      assertEquals(digestOf(Object.fromEntries(shuffled)), digestOf(data));
    }),
  );
});

Deno.test("property: the order of code units is total and needs no locale", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
    assertEquals(byCodeUnit(a, b) + byCodeUnit(b, a), 0);
    assertEquals(byCodeUnit(a, b) === 0, a === b);
  }));
});

Deno.test("property: whatever the keys are, the text is what sorting each object by hand gives", () => {
  const byHand = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(byHand).join(",")}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const keys = Object.keys(value).sort((a, b) => a < b ? -1 : 1);
    return `{${keys.map((key) => `${JSON.stringify(key)}:${byHand(Reflect.get(value, key))}`).join(",")}}`;
  };
  const key = fc.oneof(
    fc.constantFrom("__proto__", "toJSON", "10", "9", "01", "b", "a", "A", "é"),
    fc.string(),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 4 }, fc.constantFrom(null, true, 1, -0, "x"), tie("list"), tie("record")),
    list: fc.array(tie("tree"), { maxLength: 4 }),
    record: fc.uniqueArray(fc.tuple(key, tie("tree")), { selector: ([name]) => name, maxLength: 5 })
      .map((entries) => Object.fromEntries(entries)),
  }));
  fc.assert(fc.property(tree, (value) => assertEquals(canonicalJson(value), byHand(value))));
});
