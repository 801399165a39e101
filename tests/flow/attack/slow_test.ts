/** What a model can ask for that would take long. No times are measured: what does not end in time ends the test's run. */
import { occurrences } from "gatehouse/flow/workspace/occurrences.ts";
import { replaced } from "gatehouse/flow/workspace/replace.ts";
import fc from "fast-check";
import { assertEquals, assertTrue } from "../../assert.ts";

Deno.test("a passage is found where the engine finds it, and as often", () => {
  const texts = (maxLength: number) => fc.string({ unit: fc.constantFrom("a", "b"), maxLength });
  fc.assert(
    fc.property(texts(40), texts(5), (text, sought) => {
      fc.pre(sought !== "");
      const ends = occurrences(sought, text).map((at) => at + sought.length);
      const parts = [0, ...ends].map((from, index) =>
        text.slice(from, index === ends.length ? undefined : (ends[index] ?? 0) - sought.length)
      );
      assertEquals(parts, text.split(sought));
    }),
  );
});

Deno.test("a passage that is almost everywhere in a large file is looked for in no time", () => {
  const text = "a\n".repeat(131_072);
  const half = "a\n".repeat(30_000);
  // Each of these took from three to thirty seconds with the engine's own search, or line by line.
  for (const old of [`${half}${half}b`, `${half}b\n${half}`, ` ${half}b`]) {
    for (let times = 0; times < 20; times++) {
      assertTrue("problem" in replaced(text, { old, new: "", expected: 1 }));
    }
  }
});

Deno.test("a passage that is put in many places is not made when it would be more than a file may have", () => {
  const text = "a".repeat(40_000);
  // Half a gigabyte, and more than the engine's longest text.
  for (const size of [12_000, 14_000]) {
    const result = replaced(text, { old: "a", new: "x".repeat(size), expected: 40_000 });
    assertTrue("problem" in result && result.problem.includes("far more than"));
  }
});
