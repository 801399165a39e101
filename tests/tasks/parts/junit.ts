/** Counts what a `deno test` run reports in its JUnit file. */

/** How many tests ended how; a step counts as a test. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Reads the report.
 *
 * @param report The file's text, or null when none was written (a file that cannot be loaded stops the whole run).
 * @param code The run's exit code. A run that failed without a failed test (an error outside any test, a leak) is one
 * failure; so is a run without tests.
 */
export function countTests(report: string | null, code: number): Counts {
  const cases = report?.match(/<testcase [^>]*>[\s\S]*?<\/testcase>/g) ?? [];
  const failures = cases.filter((text) => /<(failure|error)\b/.test(text)).length;
  const skipped = cases.filter((text) => /<skipped\b/.test(text)).length;
  const passed = cases.length - failures - skipped;
  const nothing = passed + failures === 0;
  return { passed, failed: failures === 0 && (code !== 0 || nothing) ? 1 : failures, skipped };
}

/** How a test ended. */
export type Ending = "passed" | "failed" | "skipped";

/**
 * How each test of the report ended, by file (relative to where the run stood) and name; a step's name follows that of
 * its test and ` > `. Of several by one name, one that did not pass is told.
 */
export function testsIn(report: string): Map<string, Map<string, Ending>> {
  const found = new Map<string, Map<string, Ending>>();
  for (const [text, tag = ""] of report.matchAll(/<testcase ([^>]*)>[\s\S]*?<\/testcase>/g)) {
    const file = attribute(tag, "classname").replace(/^\.\//, "");
    const name = attribute(tag, "name");
    const ending = /<(failure|error)\b/.test(text)
      ? "failed"
      : /<skipped\b/.test(text)
      ? "skipped"
      : "passed";
    const tests = found.get(file) ?? new Map<string, Ending>();
    if ((tests.get(name) ?? "passed") === "passed") tests.set(name, ending);
    found.set(file, tests);
  }
  return found;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function attribute(tag: string, name: string): string {
  const value = tag.match(new RegExp(`(?:^|\\s)${name}="([^"]*)"`))?.[1] ?? "";
  return value.replace(/&(\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole);
}

/** The sum of several runs. */
export function sum(all: readonly Counts[]): Counts {
  return all.reduce((a, b) => ({
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  }), { passed: 0, failed: 0, skipped: 0 });
}
