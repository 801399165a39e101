/** Effects that have no file: changes to the running machine. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";

/**
 * The effect of a program that changes the running system: its clock, network, mounts, services, accounts.
 *
 * ```ts
 * import { judge } from "gatehouse/gate/judge.ts";
 *
 * if (judge("date -s 12:00").decision !== "ask") throw new Error("the clock is the system's");
 * ```
 */
export function administers(call: Call): readonly Effect[] {
  return [{ kind: "privilege", program: call.name, word: call.program }];
}

/**
 * True when the call only asks a program for its help text or version.
 *
 * ```ts
 * import { judge } from "gatehouse/gate/judge.ts";
 *
 * if (judge("shutdown --help").decision !== "allow") throw new Error("a help text harms nobody");
 * ```
 */
export function asksHelp(call: Call): boolean {
  const only = call.args[0]?.value;
  return call.args.length === 1 && (only === "--help" || only === "--version");
}
