/** Which of several findings of one strictness is told first: the one whose harm is hardest to take back. */
import type { Fired } from "./decide.ts";

/** The first form that fits the rule's name gives its rank. */
const RANKS: readonly RegExp[] = [
  // Leaves the machine, or could.
  /^(?:network|secrets)\.|^(?:effect\.network|packages\.publish|git\.push|options\.fetches|cloud\.(?:api|forge)|containers\.forward)$/,
  // Lasts beyond the command.
  /^persistence\.|^(?:effect\.persist|git\.config_program)$/,
  // Takes something away.
  /\.delete|^(?:git\.discards_work|effect\.delete)|\.destroy$/,
  // Acts with other rights, on the machine itself.
  /^(?:privilege|system|devices)\.|^effect\.privilege$/,
  // Runs something.
  /^(?:shell|interpreters|packages|tools|containers|cloud|databases|env)\.|^(?:program\.(?!unknown)|effect\.execute|git\.(?!changes))/,
  /^(?:program|options)\./,
  /^(?:files|git)\.|^effect\.write$/,
];

/** Why a call without effects is allowed. */
export const NO_EFFECT = "Has no effect beyond its output";

/** What allows is told by the finding that says most. */
const ALLOWS: readonly RegExp[] = [/^tools\./, /^(?!read\.)/];

/**
 * The rank of a finding among those of its strictness; lower is told first. Denials keep the order of the command.
 *
 * ```ts
 * import { leads } from "gatehouse/gate/gravity.ts";
 *
 * const found = (rule: string) => leads({ rule, verdict: "ask" });
 * if (found("git.push") >= found("git.changes")) throw new Error("what leaves the machine comes first");
 * if (found("persistence.start_up") >= found("files.write")) throw new Error("what lasts comes before what writes");
 * ```
 */
export function leads(
  { rule, verdict, reason, operator }: Pick<Fired, "rule" | "verdict"> & Partial<Fired>,
): number {
  // Whoever wrote a rule for this machine wants to read it.
  if (operator === true) return -1;
  if (verdict === "deny") return 0;
  // Of two calls of which one reads a file, the one that reads.
  if (rule === "read.ordinary") return reason === NO_EFFECT ? ALLOWS.length + 1 : ALLOWS.length;
  const ranks = verdict === "allow" ? ALLOWS : RANKS;
  const rank = ranks.findIndex((form) => form.test(rule));
  return rank < 0 ? ranks.length : rank;
}
