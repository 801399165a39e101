/** The numbers of the signals that end processes (signal(7) of Linux, sigaction(2) of macOS). */

/** The same on both systems. */
const COMMON = {
  ...{
    SIGHUP: 1,
    SIGINT: 2,
    SIGQUIT: 3,
    SIGILL: 4,
    SIGTRAP: 5,
    SIGABRT: 6,
    SIGFPE: 8,
    SIGKILL: 9,
    SIGSEGV: 11,
  },
  ...{ SIGPIPE: 13, SIGALRM: 14, SIGTERM: 15, SIGXCPU: 24, SIGXFSZ: 25, SIGVTALRM: 26, SIGPROF: 27 },
};
const LINUX = { SIGBUS: 7, SIGUSR1: 10, SIGUSR2: 12, SIGSTKFLT: 16, SIGIO: 29, SIGPWR: 30, SIGSYS: 31 };
const MACOS = { SIGBUS: 10, SIGSYS: 12, SIGUSR1: 30, SIGUSR2: 31 };

const NUMBERS: ReadonlyMap<string, number> = new Map(
  Object.entries({ ...COMMON, ...(Deno.build.os === "darwin" ? MACOS : LINUX) }),
);

/**
 * The number of a signal on this system, by its name; 0 for one that is not known here.
 *
 * @example
 * ```ts
 * import { signalNumber } from "gatehouse/flow/verify/signals.ts";
 *
 * if (signalNumber("SIGKILL") !== 9 || signalNumber("SIGNONE") !== 0) throw new Error("wrong");
 * ```
 */
export function signalNumber(name: string): number {
  return NUMBERS.get(name) ?? 0;
}
