import { assertEquals, assertTrue } from "../assert.ts";
import { runConformance, RUNS } from "./run.ts";

/** What the pinned suite comes to: another count means that it ran something else. */
const COUNTS = {
  "2026-07-28": { passed: 147, failed: 0, expectedFailed: 0, skipped: 5, scenarios: 40 },
  "2025-11-25": { passed: 63, failed: 0, expectedFailed: 4, skipped: 0, scenarios: 33 },
  "2025-06-18": { passed: 50, failed: 0, expectedFailed: 2, skipped: 0, scenarios: 27 },
} as const;

for (const version of RUNS) {
  Deno.test(`the official conformance suite passes for ${version}, but for what its baseline names`, async () => {
    const { ok, output, ...counts } = await runConformance(version);
    assertTrue(ok, output);
    assertEquals(counts, COUNTS[version], output);
  });
}

async function withBaseline(entries: readonly string[]): Promise<boolean> {
  const baseline = await Deno.makeTempFile({ suffix: ".yml" });
  try {
    await Deno.writeTextFile(baseline, ["server:", ...entries.map((entry) => `  - ${entry}`)].join("\n"));
    return (await runConformance("2025-06-18", { baseline })).ok;
  } finally {
    await Deno.remove(baseline);
  }
}

Deno.test("a failure that the baseline does not name fails the run", async () => {
  assertEquals(await withBaseline(["tools-call-sampling"]), false);
});

Deno.test("a baseline entry that passes fails the run", async () => {
  assertEquals(await withBaseline(["tools-call-sampling", "tools-call-elicitation", "ping"]), false);
});
