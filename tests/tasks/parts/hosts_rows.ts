/** Rows about servers: what is promised of them by tests, and how long a warm read takes. */
import { warmTimes } from "../../hosts/parts/warm.ts";
import { type Groups, provedBy, testsOf } from "./groups.ts";
import { ATTACKS, FAULTS, HOST_BEHAVIOURS, INJECTION, KILLED } from "./host_tests.ts";
import { type Outcome, runNamed } from "./named_tests.ts";
import type { Measured, Row } from "./row.ts";

const BEHAVIOUR_GROUPS: Groups = Object.fromEntries(
  HOST_BEHAVIOURS.map(({ number, what, tests }) => [`${number} ${what}`, tests]),
);

let outcome: Promise<Outcome> | undefined;

/** Every file runs once, however many rows its tests are in. */
function whole(): Promise<Outcome> {
  return outcome ??= runNamed([...testsOf([BEHAVIOUR_GROUPS, ATTACKS, FAULTS, KILLED]), ...INJECTION]);
}

async function proved(groups: Groups): Promise<Measured> {
  return provedBy(await whole(), groups);
}

/** How much longer ours may take than OpenSSH's own client. */
const FACTOR = 1.5;

async function warm(): Promise<Measured> {
  const { ssh, worker, served } = await warmTimes();
  return {
    measured: `${served.toFixed(1)} ms (its worker ${worker.toFixed(1)}) beside ${ssh.toFixed(1)} ms, ${
      (served / ssh).toFixed(2)
    } ×`,
    met: served <= FACTOR * ssh,
    details: ["the machine must be idle"],
  };
}

/** In the table's order. */
export const hostsRows: readonly Row[] = [
  {
    what: "behaviours",
    how: "deno test, real sshd",
    target: "1–5, 7, 10–16, 26, 27, 29, 30 as tests",
    measure: () => proved(BEHAVIOUR_GROUPS),
  },
  {
    what: "approvals",
    how: Object.keys(ATTACKS).join(", "),
    target: "nothing runs, each typed",
    measure: () => proved(ATTACKS),
  },
  {
    what: "injection",
    how: "1,000 strings in every place of a call, real sshd",
    target: "no process, no file outside",
    measure: () => proved({ "every string argument": INJECTION }),
  },
  {
    what: "faults",
    how: Object.keys(FAULTS).join(", "),
    target: "bounded, typed, nothing left running",
    measure: () => proved(FAULTS),
  },
  {
    what: "changes killed between spend and run, in the run, between run and record",
    how: "real processes, SIGKILL",
    target: "AMBIGUOUS_OUTCOME, never rerun",
    measure: () => proved(KILLED),
  },
  {
    what: "warm get_memory_info",
    how: "200 rounds over stdio, beside ssh with a control master running free, p50",
    target: `≤ ${FACTOR} ×`,
    measure: warm,
  },
];
