/** The clock: approvals, the record and certificates go by it. */
import { shownPath } from "../../core/file_checks.ts";
import { type Check, found, type Group, type World } from "./check.ts";

/** Before this program was written, or so late that the clock is more likely wrong. */
const YEARS = { first: 2026, last: 2099 } as const;

/** Milliseconds that a file may be ahead: clocks of file servers differ. */
const AHEAD_MS = 24 * 3_600_000;

/** Milliseconds that the two clocks may drift apart while the program runs. */
const DRIFT_MS = 2_000;

const SET = "Set the clock, for example with timedatectl set-ntp true";

/** Two readings of the system's clock, with the steady one's time between them; tests give their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What it should be by the steady clock since the program began. */
  readonly expected: number;
}

/**
 * The clock as it is.
 *
 * @example
 * ```ts
 * import { systemClock } from "gatehouse/cli/doctor/clock.ts";
 *
 * if (systemClock().now < 1e12) throw new Error("no clock");
 * ```
 */
export function systemClock(): Clock {
  return { now: Date.now(), expected: performance.timeOrigin + performance.now() };
}

/**
 * The group.
 *
 * @param options `clock`: gives the readings.
 *
 * @example
 * ```ts
 * import { clock } from "gatehouse/cli/doctor/clock.ts";
 *
 * const world = { io: { environment: {}, cwd: "/", uid: 0 }, loaded: null, house: null };
 * const group = clock(world, { clock: () => ({ now: 0, expected: 0 }) });
 * const [line] = await group.look(new AbortController().signal);
 * if (line?.status !== "fail") throw new Error("1970 is let pass");
 * ```
 */
export function clock(
  { loaded }: World,
  { clock: read }: { readonly clock: () => Clock },
): Group {
  return {
    name: "clock",
    limitMs: 1_000,
    late: "Run it again",
    look: () => {
      const state = loaded?.settings.stateDirectory ?? null;
      const files = [
        state,
        state === null ? null : `${state}/audit.head`,
        loaded?.file ?? null,
        Deno.execPath(),
      ];
      return [lineOf(read(), newest(files.filter((path) => path !== null)))];
    },
  };
}

function lineOf({ now, expected }: Clock, file: Newest | null): Check {
  const time = Number.isFinite(now) ? new Date(now).toISOString() : "no time";
  const year = new Date(now).getUTCFullYear();
  if (!(year >= YEARS.first && year <= YEARS.last)) return found("fail", ["clock", `It says ${time}`, SET]);
  if (file !== null && file.at > now + AHEAD_MS) {
    const detail = `It says ${time}, but ${shownPath(file.path)} was written at ${
      new Date(file.at).toISOString()
    }`;
    return found("warn", ["clock", detail, `${SET}; approvals wait until it has passed that time`]);
  }
  const drift = Math.round(now - expected);
  if (Math.abs(drift) > DRIFT_MS) {
    const detail = `It was moved by ${drift} ms while this ran, against the steady clock`;
    return found("warn", ["clock", detail, "Find out what sets it; approvals that were open may have ended"]);
  }
  return found("ok", [
    "clock",
    `It says ${time}, which agrees with the steady clock and the files`,
    "Nothing to do",
  ]);
}

interface Newest {
  readonly path: string;
  readonly at: number;
}

/** The one that was written last. */
function newest(paths: readonly string[]): Newest | null {
  const seen = paths.flatMap((path): Newest[] => {
    try {
      const { mtime } = Deno.statSync(path);
      return mtime === null ? [] : [{ path, at: mtime.getTime() }];
    } catch {
      return [];
    }
  });
  return seen.toSorted((a, b) => b.at - a.at)[0] ?? null;
}
