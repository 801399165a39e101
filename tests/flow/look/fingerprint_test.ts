import { changedBetween, fingerprints } from "../../../lib/flow/look/fingerprint.ts";
import { assertEquals } from "../../assert.ts";
import { directory } from "./parts/directory.ts";

Deno.test("a file's fingerprint tells every byte apart, and a file that cannot be read has none", () => {
  using place = directory({ "a": "x", "b": new Uint8Array([0xff]), "c": new Uint8Array([0xfe]), "d": "x" });
  const { a, b, c, d, e } = fingerprints(place, ["a", "b", "c", "d", "e"]);
  assertEquals([a === d, b === c, e, a?.length], [true, false, null, 64]);
});

Deno.test("what changed, came, went or could not be read is not the same", () => {
  assertEquals(changedBetween({ a: "1", b: "1", c: "1", d: null }, { a: "1", b: "2", e: "1", d: null }), [
    "b",
    "c",
    "d",
    "e",
  ]);
});
