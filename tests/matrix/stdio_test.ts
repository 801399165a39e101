import { assertTrue } from "../assert.ts";
import { transcribe } from "./parts/checks.ts";
import { overStdio } from "./parts/started.ts";
import { stdioAudit } from "./stdio_audit.ts";
import { legacyChecks, legacyGone } from "./stdio_legacy.ts";
import { modernChecks, modernGone } from "./stdio_modern.ts";

const FLOWS = [
  ["in the old era", legacyChecks, { gone: false }],
  ["in the modern era", modernChecks, { gone: false }],
  ["in both eras without the decision service", [...legacyGone, ...modernGone], { gone: true }],
] as const;

for (const [name, checks, options] of FLOWS) {
  Deno.test(`the whole flow over stdio ${name}`, async (t) => {
    await overStdio(async (session) => {
      for (const { name, prove } of [...checks, stdioAudit]) await t.step(name, () => prove(session));
    }, options);
  });
}

Deno.test("a sentence that does not hold is marked, and stops no other", async () => {
  const lines = [
    "→ asked",
    `← {"id":1,"result":{"content":[],"structuredContent":{"a":"${"x".repeat(5_000)}"}}}`,
  ];
  const { text, failed } = await transcribe([
    { name: "holds", prove: () => Promise.resolve() },
    { name: "does not", prove: () => Promise.reject(new Error("because")) },
  ], { takeLines: () => lines });
  assertTrue(failed === 1 && text.startsWith("✓ holds\n  → asked\n  ← {"), text);
  assertTrue(
    text.includes("✗ does not\n  ! because\n  → asked") && text.includes("… (5000 characters)"),
    text,
  );
  assertTrue(text.includes('"content":"(the same as text)"'), text);
});
