/** Rows about tasks that models carry out: what is promised of them by tests, what faults leave, and how long we take. */
import { largeTimes, SMALL_FILE, type Times, turnTimes } from "../../bench/flow_served_times.ts";
import { deadRun, DEATHS, hasWritten } from "../../flow/faults/parts/dead_endpoint.ts";
import { BEFORE, endedInCheck, killedWhileWriting, WRITTEN } from "../../flow/faults/parts/ended.ts";
import { canMount, fullRun, NEW, OLD } from "../../flow/faults/parts/full_disk.ts";
import { FLOW_PROMISES } from "./flow_promise_tests.ts";
import { FLOW_REPORTS } from "./flow_report_tests.ts";
import { FLOW_BEHAVIOURS } from "./flow_tests.ts";
import { type Groups, provedBy, testsOf } from "./groups.ts";
import { type Outcome, runNamed } from "./named_tests.ts";
import type { Measured, Row } from "./row.ts";

let outcome: Promise<Outcome> | undefined;

/** Every file runs once, however many rows its tests are in. */
function whole(): Promise<Outcome> {
  return outcome ??= runNamed(testsOf([FLOW_BEHAVIOURS, FLOW_REPORTS, FLOW_PROMISES]));
}

async function proved(groups: Groups): Promise<Measured> {
  return provedBy(await whole(), groups);
}

const TURN_MS = 5;

function shown({ p50, p95 }: Times): string {
  return `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms`;
}

/** Turns whose tool only looks, and turns that wait for the disk, apart. */
async function hostTime(): Promise<Measured> {
  const { all, looking, writing, service, disk } = await turnTimes();
  return {
    measured: `${shown(all)} of ${all.count} turns; that only look: ${shown(looking)}; that write: ${
      shown(writing)
    }, of which the disk alone ${disk.p50.toFixed(1)}; the service's own p50 ${
      service.p50.toFixed(1)
    } ms apart`,
    met: all.p50 <= TURN_MS && looking.p95 <= TURN_MS,
    details: ["the machine must be idle", "met: the median of all turns, and p95 of those that only look"],
  };
}

const GONE_MS = 2_000;

async function signals(): Promise<Measured> {
  const found: string[] = [];
  const wrong: string[] = [];
  for (const how of ["run", "serve"] as const) {
    for (const [signal, code] of [["SIGTERM", 130], ["SIGKILL", 137]] as const) {
      const ended = await endedInCheck(how, signal);
      found.push(`${how} ${signal} ${ended.goneMs.toFixed(0)} ms`);
      const isRight = ended.code === code && ended.goneMs <= GONE_MS && ended.edited === WRITTEN &&
        ended.undone === BEFORE;
      if (!isRight) wrong.push(`${how} ${signal}: ${JSON.stringify({ ...ended, out: "" })}`);
    }
  }
  for (const writes of [1, 4, 8]) {
    const cut = await killedWhileWriting(writes);
    if (!cut.whole || !cut.undone || cut.strays.length > 0) {
      wrong.push(`SIGKILL in write ${writes}: ${JSON.stringify(cut)}`);
    }
  }
  return {
    measured: `gone after: ${found.join(", ")}; killed 3 times while it wrote: ${
      wrong.length === 0 ? "files whole, undone" : "see below"
    }`,
    met: wrong.length === 0,
    details: wrong,
  };
}

async function deadServices(): Promise<Measured> {
  const found: string[] = [];
  const wrong: string[] = [];
  for (const death of DEATHS) {
    const { code, report, edited, undone, ms } = await deadRun(death);
    found.push(`${death} ${ms.toFixed(0)} ms`);
    const isRight = code === 1 && report["status"] === "error" && undone === BEFORE &&
      edited === (hasWritten(death) ? WRITTEN : BEFORE);
    if (!isRight) wrong.push(`${death}: exit ${code}, ${JSON.stringify(report).slice(0, 400)}`);
  }
  return {
    measured: `${DEATHS.length - wrong.length} of ${DEATHS.length} a report: ${found.join(", ")}`,
    met: wrong.length === 0,
    details: wrong,
  };
}

async function fullDisks(): Promise<Measured> {
  if (!await canMount()) {
    return { measured: "no mount namespace here", met: false, details: ["unshare -rm was refused"] };
  }
  const wrong: string[] = [];
  for (const small of ["workspace", "state"] as const) {
    const full = await fullRun(small);
    const isWhole = Object.values(full.files).every((size) => size === OLD || size === NEW) &&
      full.mixed.length === 0;
    const isBack = JSON.stringify(full.undone) === JSON.stringify({ "a.txt": OLD });
    const isReported = typeof full.report["status"] === "string";
    if (!full.wasFull || !isWhole || !isBack || !isReported) {
      wrong.push(`${small}: ${JSON.stringify({ ...full, report: full.report["status"] })}`);
    }
  }
  return { measured: `${2 - wrong.length} of 2`, met: wrong.length === 0, details: wrong };
}

const STATUS_MS = 100;
const MOST_LISTED = 500;

let large: ReturnType<typeof largeTimes> | undefined;

async function largeStatus(): Promise<Measured> {
  const { firstStatus, emptyFirst, warmStatus } = await (large ??= largeTimes());
  return {
    measured: `a program's first call ${firstStatus.toFixed(0)} ms, median of 5 (with an empty workspace ${
      emptyFirst.toFixed(0)
    }); later ones ${shown(warmStatus)}`,
    met: firstStatus <= STATUS_MS && warmStatus.p95 <= STATUS_MS,
    details: ["the machine must be idle"],
  };
}

async function largeList(): Promise<Measured> {
  const { listed, truncated, list, files } = await (large ??= largeTimes());
  const isFair = listed.includes(SMALL_FILE);
  return {
    measured: `${listed.length} of ${files}, ${truncated ? "says so" : "does not say so"}, ${
      isFair ? "with" : "without"
    } the last small directory; the turn ${list.toFixed(0)} ms`,
    met: listed.length <= MOST_LISTED && truncated && isFair,
  };
}

/** In the table's order. */
export const flowRows: readonly Row[] = [
  {
    what: "behaviours",
    how: "deno test, scripted model service, real checks, real Neovim",
    target: "40 as tests",
    measure: () => proved(FLOW_BEHAVIOURS),
  },
  {
    what: "reports of other agents' users",
    how: "each brought about",
    target: "23 as tests",
    measure: () => proved(FLOW_REPORTS),
  },
  {
    what: "promises",
    how: "deno test",
    target: "all as tests",
    measure: () => proved(FLOW_PROMISES),
  },
  {
    what: "host time of a model's turn",
    how: "flow serve, both walls, a service that answers at once",
    target: `≤ ${TURN_MS} ms`,
    measure: hostTime,
  },
  {
    what: "SIGTERM, SIGKILL of us",
    how: "flow run and flow serve, in a check with a child and one that left its group; in writes",
    target: `check gone ≤ ${GONE_MS / 1_000} s, 130, no half-written file, undone`,
    measure: signals,
  },
  {
    what: "dead endpoint",
    how: DEATHS.join(", "),
    target: "a report, exit 1, files whole",
    measure: deadServices,
  },
  {
    what: "full disk",
    how: "tmpfs under the workspace, and under the copies for undo",
    target: "a report, files whole, undone",
    measure: fullDisks,
  },
  {
    what: "flow_status, 50,000 files",
    how: "flow serve over stdio",
    target: `≤ ${STATUS_MS} ms`,
    measure: largeStatus,
  },
  {
    what: "file_list, 50,000 files",
    how: "49,999 in one directory, one beside it",
    target: `≤ ${MOST_LISTED}, fair`,
    measure: largeList,
  },
];
