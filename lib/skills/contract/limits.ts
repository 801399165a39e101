/** How much the family reads and answers. A caller may lower each limit for its call, never raise one. */
import { ToolError } from "../../core/errors.ts";
import type { Limits } from "../types.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/** The limits that hold when nobody asks for lower ones. */
export const LIMITS: Limits = Object.freeze({
  roots: 16,
  packages: 1000,
  entriesPerRoot: 10_000,
  skillBytes: 256 * KIB,
  referenceBytes: 256 * KIB,
  referencesBytes: MIB,
  snapshotBytes: 16 * MIB,
  resultBytes: MIB,
  issuesPerPackage: 100,
  fingerprintNodes: 100_000,
});

/**
 * The limits with the asked ones in their place.
 *
 * @throws ToolError `SKILL_LIMITS` when a name is none of the limits, or a value is no whole number from 1 up to the
 * limit in force.
 *
 * @example
 * ```ts
 * import { LIMITS, lowered } from "gatehouse/skills/contract/limits.ts";
 *
 * if (lowered(LIMITS, { packages: 10 }).packages !== 10) throw new Error("not lowered");
 * ```
 */
export function lowered(limits: Limits, asked: Readonly<Record<string, unknown>>): Limits {
  const values: Record<string, number> = { ...limits };
  for (const [name, value] of Object.entries(asked)) {
    const most = Object.hasOwn(limits, name) ? values[name] : undefined;
    if (most === undefined) throw refused(name, "is not the name of a limit");
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 1) {
      throw refused(name, "must be a whole number from 1");
    }
    if (value > most) throw refused(name, `may only be lowered: ${value} is above ${most}`);
    values[name] = value;
  }
  // Only keys that the limits have were written, each with a number.
  return Object.freeze(values) as unknown as Limits;
}

function refused(name: string, problem: string): ToolError {
  const shown = JSON.stringify(name.slice(0, 64));
  return new ToolError("SKILL_LIMITS", `Refused the limit ${shown}: it ${problem}`, {
    next: `Leave it out, or lower one of: ${Object.keys(LIMITS).join(", ")}`,
    issues: [{ path: ["limits", name.slice(0, 64)], problem: `It ${problem}` }],
  });
}
