import fc from "fast-check";
import { assertEquals, assertFails, assertTrue } from "../assert.ts";
import { checkAnswerSize, oneLine } from "gatehouse/core/bounds.ts";

/** 1 MiB. */
const MAX_ANSWER_BYTES = 1_048_576;

Deno.test("no control, bidi or zero-width character survives, and nothing else changes", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const shown = oneLine(text, 10_000);
    // deno-lint-ignore no-control-regex
    assertTrue(!/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/.test(shown));
  }));
  assertEquals(oneLine("plain – ünïcode 漢字", 100), "plain – ünïcode 漢字");
});

Deno.test("no half of a character is left or made, wherever the cut falls", () => {
  const unit = fc.constantFrom("a", "\u{1f600}", "\ud83d", "\ude00");
  fc.assert(fc.property(fc.array(unit), fc.nat(12), (units, max) => {
    const text = units.join("");
    const shown = oneLine(text, max);
    assertTrue(shown.isWellFormed(), JSON.stringify([text, max, shown]));
    if (text.isWellFormed() && text.length <= max) assertEquals(shown, text);
  }));
  assertEquals(oneLine("a\u{1f600}b", 2), "a…");
  assertEquals(oneLine("a\ud83d", 9), "a\\u{d83d}");
});

Deno.test("the limit counts bytes of UTF-8, exactly", async () => {
  const quoted = 2;
  checkAnswerSize("x".repeat(MAX_ANSWER_BYTES - quoted));
  await assertFails(() => checkAnswerSize("x".repeat(MAX_ANSWER_BYTES - quoted + 1)), "ANSWER_TOO_LARGE");
  checkAnswerSize("é".repeat((MAX_ANSWER_BYTES - quoted) / 2));
  await assertFails(
    () => checkAnswerSize("é".repeat((MAX_ANSWER_BYTES - quoted) / 2 + 1)),
    "ANSWER_TOO_LARGE",
  );
});
