import { assertEquals } from "../assert.ts";
import { examine, verdictOf } from "./engine_policy.ts";

const parts: readonly (readonly [string, string])[] = [
  ["ls && rm -rf /", "/"],
  ["ls é 日本 😀; rm -rf /", "/"],
  ["bash -c 'ls; frobnicate -x'", "frobnicate"],
  ['bash -c "ls; \\"frobnicate\\" -x"', '"ls; \\"frobnicate\\" -x"'],
  ["echo `ls; frobnicate`", "frobnicate"],
  ["sh <<'E'\nls\nfrobnicate\nE", "frobnicate"],
  ["A=1 LD_PRELOAD=x ls", "LD_PRELOAD=x"],
  ["ls > out.txt", "out.txt"],
  // The parser points at the first half of the pair.
  ["(())😀", "😀"],
];

for (const [command, part] of parts) {
  Deno.test(`the part to blame in ${JSON.stringify(command)} is ${part}`, () => {
    assertEquals(verdictOf(command).part?.text, part);
  });
}

Deno.test("the bytes of a part are the part's text", () => {
  for (const [command] of parts) {
    const bytes = new TextEncoder().encode(command);
    const { verdict, calls } = examine(command);
    for (
      const part of [
        ...verdict.findings.map((finding) => finding.part),
        ...calls.map((call) => call.part),
      ]
    ) {
      if (part !== null) assertEquals(new TextDecoder().decode(bytes.slice(part.start, part.end)), part.text);
    }
  }
});
