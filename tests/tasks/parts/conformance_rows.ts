/** Rows about the official conformance suite. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { NotBuilt, type Row } from "./row.ts";
import { exists, ROOT } from "./tree.ts";

/** What the conformance runner says of one revision, in checks. */
interface Conformed {
  /** Nothing failed but what the baseline names, and everything that it names did fail. */
  readonly ok: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly expectedFailed: number;
  readonly skipped: number;
  readonly output: string;
}

const RUNNER = "tests/conformance/run.ts";

/** One revision; `known` is how many checks are known to fail over a transport without sessions. */
export function conformanceRow(version: string, known: number): Row {
  return {
    what: `conformance, ${version}`,
    how: "official suite, our dispatcher",
    target: known === 0 ? "all pass" : `${known} known failures only`,
    measure: async () => {
      if (!exists(RUNNER)) throw new NotBuilt(`no ${RUNNER}`);
      const { runConformance } = await import(pathToFileURL(join(ROOT, RUNNER)).href) as {
        runConformance: (version: string) => Promise<Conformed>;
      };
      const { ok, passed, failed, expectedFailed, skipped, output } = await runConformance(version);
      return {
        measured: `${passed} passed, ${failed} failed, ${expectedFailed} failed as known, ${skipped} skipped`,
        met: ok && passed > 0 && failed === 0 && expectedFailed <= known,
        details: output.split("\n").slice(-40),
      };
    },
  };
}
