/**
 * Verdicts that were reached before. An agent asks about the same few hundred commands again and again, a list of
 * commands repeats itself, and judging is pure: the same command in the same place under the same rules has the same
 * verdict.
 */
import { type JudgeOptions, judgeWith, type Policy } from "./judge.ts";
import type { Verdict } from "./verdict.ts";

/** Verdicts that are kept for one set of rules. */
const MOST = 4_096;

/** Characters of a command and its directory from which its verdict is not kept: it may be large as well. */
const LONG = 512;

/** A set of rules goes with its verdicts. */
const kept = new WeakMap<Policy, Map<string, Verdict>>();

/**
 * The verdict, judged or remembered; not to be changed, and frozen so that it cannot be.
 *
 * @example
 * ```ts
 * import { remembered } from "gatehouse/gate/remembered.ts";
 *
 * const rules = { rules: [], textRules: [] };
 * const [first, again] = [remembered(rules, "ls"), remembered(rules, "ls")];
 * if (first !== again || remembered(rules, "ls", { cwd: "/a" }) === first) throw new Error("not remembered");
 * ```
 */
export function remembered(policy: Policy, command: string, options: JudgeOptions = {}): Verdict {
  const cwd = options.cwd ?? "";
  if (command.length + cwd.length > LONG) return judgeWith(policy, command, options).verdict;
  const verdicts = kept.get(policy) ?? new Map<string, Verdict>();
  kept.set(policy, verdicts);
  // No directory's name holds a NUL.
  const key = `${cwd}\0${command}`;
  const known = verdicts.get(key);
  if (known !== undefined) {
    // The order in which they were last asked for: the first is the one to forget.
    verdicts.delete(key);
    verdicts.set(key, known);
    return known;
  }
  const verdict = frozen(judgeWith(policy, command, options).verdict);
  verdicts.set(key, verdict);
  const [oldest] = verdicts.size > MOST ? verdicts.keys() : [];
  if (oldest !== undefined) verdicts.delete(oldest);
  return verdict;
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) frozen(inner);
    Object.freeze(value);
  }
  return value;
}
