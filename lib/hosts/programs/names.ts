/** The programs that a call may name, and that a crontab's line of ours may start. */
import { PROGRAM_NAMES } from "./check.ts";

/**
 * Whether a program may be named at all; what it may be told is judged by `checkProgram`.
 *
 * @param name A bare name.
 * @param added Names that the target's own settings add.
 *
 * @example
 * ```ts
 * import { allowedExecutable } from "gatehouse/hosts/programs/names.ts";
 *
 * if (!allowedExecutable("tail") || allowedExecutable("sh")) throw new Error("another list");
 * if (!allowedExecutable("backup", ["backup"])) throw new Error("not added");
 * ```
 */
export function allowedExecutable(name: string, added: readonly string[] = []): boolean {
  return PROGRAM_NAMES.includes(name) || added.includes(name);
}
