import fc from "fast-check";
import { byCodeUnit, canonicalJson } from "gatehouse/skills/text/canonical_json.ts";
import { digestOf, sha256 } from "gatehouse/skills/text/digest.ts";
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
