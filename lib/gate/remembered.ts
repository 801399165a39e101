/**
 * Answers that were given before. An agent asks about the same few hundred commands again and again, a list of
 * commands repeats itself, and judging is pure: the same command in the same place under the same rules has the same
 * verdict.
 */
import { frozen } from "../core/frozen.ts";
import { type Answer, answer } from "./answer.ts";
import { type JudgeOptions, judgeWith, type Policy } from "./judge.ts";
import type { Verdict } from "./verdict.ts";

/** Answers that are kept for one set of rules. */
const MOST = 4_096;

/** Characters of a command and its directory from which its answer is not kept: it may be large as well. */
const LONG = 512;

/** A set of rules goes with its answers. */
const kept = new WeakMap<Policy, Map<string, Answer & Verdict>>();

/**
 * The answer of the rules alone, judged or remembered; not to be changed, and frozen so that it cannot be.
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
export function remembered(policy: Policy, command: string, options: JudgeOptions = {}): Answer & Verdict {
  const cwd = options.cwd ?? "";
  const reached = () => answer(judgeWith(policy, command, options).verdict, { command, ...options });
  if (command.length + cwd.length > LONG) return reached();
  let answers = kept.get(policy);
  if (answers === undefined) kept.set(policy, answers = new Map());
  // No directory's name holds a NUL.
  const key = `${cwd}\0${command}`;
  const known = answers.get(key);
  if (known !== undefined) {
    // The order in which they were last asked for: the first is the one to forget.
    answers.delete(key);
    answers.set(key, known);
    return known;
  }
  const now = frozen(reached());
  answers.set(key, now);
  const [oldest] = answers.size > MOST ? answers.keys() : [];
  if (oldest !== undefined) answers.delete(oldest);
  return now;
}
