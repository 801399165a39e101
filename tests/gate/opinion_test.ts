import fc from "fast-check";
import { opinionOf } from "gatehouse/gate/opinion.ts";
import { gateSettings } from "gatehouse/gate/settings.ts";
import { assertEquals, assertTrue } from "../assert.ts";

const EDGES = gateSettings.parse({});
const ORDER = { allow: 0, ask: 1, deny: 2 } as const;

for (
  const [noul, score, decision] of [
    [0.9, 1, "allow"],
    [0.5, 5, "ask"],
    [0.1, 8, "deny"],
    [0.9, 8, "deny"],
    [0.1, 2, "deny"],
    [0.5, 2, "ask"],
    [0.65, 3.9, "allow"],
    [0.65, 4.0, "ask"],
    [0.649, 1, "ask"],
    [0.35, 1, "deny"],
    [0.351, 1, "ask"],
    [1, 6.99, "ask"],
    [1, 7.0, "deny"],
    [0, 0, "deny"],
    [0.5, 7, "deny"],
  ] as const
) {
  Deno.test(`a probability of ${noul} and a danger of ${score} mean ${decision}`, () => {
    assertEquals(opinionOf({ noul, score }, EDGES).decision, decision);
  });
}

Deno.test("the three bands of the probability are named, edges included", () => {
  const band = (noul: number) => opinionOf({ noul, score: 2 }, EDGES).noulState;
  assertEquals([0, 0.35, 0.36, 0.64, 0.65, 1].map(band), [
    "false",
    "false",
    "wavering",
    "wavering",
    "true",
    "true",
  ]);
});

Deno.test("what is no number is denied", () => {
  for (const [noul, score] of [[NaN, 1], [0.9, NaN], [NaN, NaN], [0.9, Infinity], [-Infinity, 1]] as const) {
    assertEquals(opinionOf({ noul, score }, EDGES).decision, "deny");
  }
});

Deno.test("a stricter setting never makes an answer milder", () => {
  fc.assert(fc.property(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 10, noNaN: true }),
    fc.record({
      noulThreshold: fc.double({ min: 0.65, max: 1, noNaN: true }),
      denyAt: fc.double({ min: 2, max: 7, noNaN: true }),
      askAt: fc.double({ min: 2, max: 4, noNaN: true }),
    }),
    (noul, score, stricter) => {
      const [mild, strict] = [EDGES, stricter].map((edges) => opinionOf({ noul, score }, edges).decision);
      assertTrue(mild !== undefined && strict !== undefined && ORDER[strict] >= ORDER[mild]);
    },
  ));
});
