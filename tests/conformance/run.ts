/** Runs the official conformance suite against the fixture, through our own dispatcher, and counts. */
import { join } from "node:path";
import { z } from "zod";
import { serveHttp } from "../../lib/dispatch/http.ts";
import { createConformanceServing } from "./serving.ts";

/** The suite. It needs globs of newer Node versions, which Deno has. */
const SUITE = "npm:@modelcontextprotocol/conformance@0.2.0-alpha.12";

/** The protocol versions that are run, newest first. */
export const RUNS = ["2026-07-28", "2025-11-25", "2025-06-18"] as const;

/** What one run of the suite came to. Checks are counted, not scenarios. */
export interface Conformance {
  /** True when nothing failed but what the baseline names, and everything that it names did fail. */
  readonly ok: boolean;
  readonly passed: number;
  /** Failed checks of scenarios that the baseline does not name. */
  readonly failed: number;
  /** Failed checks of scenarios that the baseline names. */
  readonly expectedFailed: number;
  readonly skipped: number;
  readonly scenarios: number;
  /** What the suite printed. */
  readonly output: string;
}

const checks = z.array(z.object({ status: z.string() }));

/**
 * Runs every scenario of the suite that applies to the version.
 *
 * @param options `baseline`: the file that names the expected failures; the version's own by default.
 *
 * @example
 * ```ts
 * import { runConformance } from "./tests/conformance/run.ts";
 *
 * if (typeof runConformance !== "function") throw new Error("see the test");
 * ```
 */
export async function runConformance(
  version: typeof RUNS[number],
  { baseline = join(import.meta.dirname ?? ".", "baseline", `${version}.yml`) }: { baseline?: string } = {},
): Promise<Conformance> {
  const directory = await Deno.makeTempDir({ prefix: "conformance-" });
  const stop = new AbortController();
  const listening = Promise.withResolvers<number>();
  const served = serveHttp(createConformanceServing(), {
    hostname: "127.0.0.1",
    port: 0,
    signal: stop.signal,
    onListen: listening.resolve,
  });
  served.catch(listening.reject);
  try {
    const { success, output } = await runSuite([
      ...["--url", `http://127.0.0.1:${await listening.promise}/mcp`],
      ...["--suite", "all", "--spec-version", version],
      ...["--expected-failures", baseline, "--output-dir", directory],
    ]);
    return { ok: success, ...await count(directory, await expectedIn(baseline)), output };
  } finally {
    stop.abort();
    await served;
    await Deno.remove(directory, { recursive: true });
  }
}

/** Runs the suite as its users do. */
export async function runSuite(args: readonly string[]): Promise<{ success: boolean; output: string }> {
  // The suite is a foreign program: it runs with all rights, as its users run it, and outside our lock file.
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-lock", "--no-config", SUITE, "server", ...args],
    stdin: "null",
    env: { NO_COLOR: "1" },
  });
  const { success, stdout, stderr } = await command.output();
  const decoder = new TextDecoder();
  return { success, output: decoder.decode(stdout) + decoder.decode(stderr) };
}

/** The scenarios that a baseline names as a whole. */
async function expectedIn(baseline: string): Promise<readonly string[]> {
  const text = await Deno.readTextFile(baseline);
  return text.split("\n").flatMap((line) => /^ {2}- ([a-z0-9-]+)$/.exec(line)?.[1] ?? []);
}

async function count(
  directory: string,
  expected: readonly string[],
): Promise<Omit<Conformance, "ok" | "output">> {
  const counts = { passed: 0, failed: 0, expectedFailed: 0, skipped: 0, scenarios: 0 };
  for await (const { name } of Deno.readDir(directory)) {
    counts.scenarios++;
    const scenario = /^server-(.+)-\d{4}-\d{2}-\d{2}T/.exec(name)?.[1] ?? name;
    const found = checks.parse(JSON.parse(await Deno.readTextFile(join(directory, name, "checks.json"))));
    for (const { status } of found) {
      if (status === "SUCCESS") counts.passed++;
      else if (status === "SKIPPED") counts.skipped++;
      else if (status === "FAILURE") counts[expected.includes(scenario) ? "expectedFailed" : "failed"]++;
    }
  }
  return counts;
}
