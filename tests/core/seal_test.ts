import fc from "fast-check";
import { assertEquals, assertTrue } from "../assert.ts";
import { createSeal } from "gatehouse/core/seal.ts";

Deno.test("every state opens again under its own binding and key, and under no other", async () => {
  const [ours, theirs] = [createSeal(), createSeal()];
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.string(), fc.string(), async (state, binding, other) => {
      const token = await ours.close(state, binding);
      assertEquals(JSON.stringify((await ours.open(token, binding))?.state), JSON.stringify(state));
      assertEquals(await theirs.open(token, binding), null);
      if (other !== binding) assertEquals(await ours.open(token, other), null);
    }),
    { numRuns: 100 },
  );
});

Deno.test("a token with any one character changed does not hold", async () => {
  const seal = createSeal();
  const token = await seal.close({ command: "ls", round: 1 }, "who");
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === "A" ? "B" : "A";
    const forged = token.slice(0, at) + other + token.slice(at + 1);
    assertEquals(await seal.open(forged, "who"), null, `changed at ${at}`);
  }
});

Deno.test("arbitrary text is no token", async () => {
  const seal = createSeal();
  await fc.assert(fc.asyncProperty(fc.string({ maxLength: 200 }), async (text) => {
    assertEquals(await seal.open(text, "who"), null);
  }));
  assertEquals(await seal.open("a".repeat(40_000) + ".b", "who"), null);
});

Deno.test("a key shorter than 32 bytes is refused, and the same key opens across seals", async () => {
  let refused = false;
  try {
    createSeal({ key: new Uint8Array(31) });
  } catch (error) {
    refused = error instanceof RangeError;
  }
  assertTrue(refused);
  const key = crypto.getRandomValues(new Uint8Array(32));
  const token = await createSeal({ key }).close(1, "who");
  assertEquals((await createSeal({ key }).open(token, "who"))?.state, 1);
});

Deno.test("every token has a nonce of its own, and tells until when it holds", async () => {
  const seal = createSeal({ now: () => 5_000 });
  const [one, two] = [await seal.close(1, "who"), await seal.close(1, "who")];
  const [first, second] = [await seal.open(one, "who"), await seal.open(two, "who")];
  assertTrue(first !== null && second !== null && first.nonce !== second.nonce && first.nonce.length <= 64);
  assertEquals(first.until, 605_000);
});

Deno.test("a state ends after ten minutes whatever the clock is set to meanwhile", async () => {
  for (const setBack of [-600_000, -3_600_000, -200_000_000, 60_000]) {
    const clock = { now: 1_800_000_000_000, elapsed: 7 };
    const seal = createSeal({ now: () => clock.now, elapsed: () => clock.elapsed });
    const token = await seal.close(1, "who");
    clock.now += setBack;
    assertTrue((await seal.open(token, "who")) !== null);
    clock.now += 539_000;
    clock.elapsed += 539_000;
    assertTrue((await seal.open(token, "who")) !== null);
    clock.now += 61_000;
    clock.elapsed += 61_000;
    assertEquals(await seal.open(token, "who"), null, `set by ${setBack} ms`);
  }
});

Deno.test("a state that has ended for a clock that was ahead does not come to life again", async () => {
  const clock = { now: 1_800_000_000_000, elapsed: 0 };
  const seal = createSeal({ now: () => clock.now, elapsed: () => clock.elapsed });
  const token = await seal.close(1, "who");
  clock.now += 200_000_000;
  assertEquals(await seal.open(token, "who"), null);
  clock.now -= 200_000_000;
  assertEquals(await seal.open(token, "who"), null);
  // What is sealed from now on lives as long as ever.
  const later = await seal.close(1, "who");
  clock.elapsed += 599_000;
  assertTrue((await seal.open(later, "who")) !== null);
  clock.elapsed += 1_000;
  assertEquals(await seal.open(later, "who"), null);
});
