/** The numbers of signals. */
import { constants } from "node:os";

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
  const numbers: Readonly<Record<string, number>> = constants.signals;
  return Object.hasOwn(numbers, name) ? numbers[name] ?? 0 : 0;
}
