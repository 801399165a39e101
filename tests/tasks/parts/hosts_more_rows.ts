/** Rows about programs, jobs, patches, crontabs and compose services, and about all of the family's tools. */
import { type Groups, provedBy, testsOf } from "./groups.ts";
import { CUT, EVERY_TOOL, PEER_REPORTS, WORK_BEHAVIOURS, WORK_PROMISES, WRITERS } from "./host_work_tests.ts";
import { type Outcome, runNamed } from "./named_tests.ts";
import type { Measured, Row } from "./row.ts";

let outcome: Promise<Outcome> | undefined;

/** Every file runs once, however many rows its tests are in. */
function whole(): Promise<Outcome> {
  return outcome ??= runNamed(
    testsOf([WORK_BEHAVIOURS, PEER_REPORTS, WORK_PROMISES, CUT, WRITERS, EVERY_TOOL]),
  );
}

async function proved(groups: Groups): Promise<Measured> {
  return provedBy(await whole(), groups);
}

/** In the table's order. */
export const hostsMoreRows: readonly Row[] = [
  {
    what: "behaviours",
    how: "deno test, real sshd, crontab, dockerd",
    target: "5–11, 17–25, 28 as tests",
    measure: () => proved(WORK_BEHAVIOURS),
  },
  {
    what: "reports of other servers' users",
    how: "each brought about",
    target: "30 as tests",
    measure: () => proved(PEER_REPORTS),
  },
  {
    what: "promises",
    how: Object.keys(WORK_PROMISES).join(", "),
    target: "all as tests",
    measure: () => proved(WORK_PROMISES),
  },
  {
    what: "ambiguity",
    how: `connection cut at every piece of ${Object.keys(CUT).join(", ")}`,
    target: "one outcome, told truly; no double run",
    measure: () => proved(CUT),
  },
  {
    what: "concurrency",
    how: `8 writers on ${Object.keys(WRITERS).join(", ")}`,
    target: "serialised or CONFLICT; nothing lost",
    measure: () => proved(WRITERS),
  },
  {
    what: "all 53 tools",
    how: "one target of each kind, changes and stores on",
    target: "53 active, each called",
    measure: () => proved(EVERY_TOOL),
  },
];
