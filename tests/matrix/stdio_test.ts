import { assertTrue } from "../assert.ts";
import { transcribe } from "./parts/checks.ts";
import { overStdio } from "./parts/started.ts";
import { stdioAudit } from "./stdio_audit.ts";
import { legacyChecks } from "./stdio_legacy.ts";
import { modernChecks } from "./stdio_modern.ts";

for (const [era, checks] of [["the old era", legacyChecks], ["the modern era", modernChecks]] as const) {
  Deno.test(`the whole flow over stdio in ${era}`, async (t) => {
    await overStdio([], async (session) => {
      for (const { name, prove } of [...checks, stdioAudit]) await t.step(name, () => prove(session));
    });
  });
}

Deno.test("a sentence that does not hold is marked, and stops no other", async () => {
  const lines = ["→ asked", `← ${"x".repeat(5_000)}`];
  const { text, failed } = await transcribe([
    { name: "holds", prove: () => Promise.resolve() },
    { name: "does not", prove: () => Promise.reject(new Error("because")) },
  ], { takeLines: () => lines });
  assertTrue(failed === 1 && text.startsWith("✓ holds\n  → asked\n  ← xxx"));
  assertTrue(text.includes("✗ does not\n  ! because\n  → asked") && text.includes("… (5002 characters)"));
});
