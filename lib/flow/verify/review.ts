/** What the issues of a review are worth beside its approval. */
import { isRecord } from "../../core/record.ts";

const BLOCKING: ReadonlySet<string> = new Set([
  "blocking",
  "blocker",
  "critical",
  "fatal",
  "high",
  "major",
  "error",
]);

/**
 * How many of a review's issues stand in the way of what it approves: those that say `blocking: true`, whose `severity`
 * (or `level`, `priority`) is one of `blocking blocker critical fatal high major error`, or whose text begins with
 * `blocking`, `blocker` or `critical`. A review that approves and lists one contradicts itself, and does not approve. Other
 * issues are remarks.
 *
 * @param issues As the reviewer gave them.
 *
 * @example
 * ```ts
 * import { blockingIssues } from "gatehouse/flow/verify/review.ts";
 *
 * const issues = [{ severity: "Critical", text: "loses data" }, "could be shorter", "BLOCKING: no test"];
 * if (blockingIssues(issues) !== 2) throw new Error("wrong");
 * ```
 */
export function blockingIssues(issues: readonly unknown[]): number {
  return issues.filter(isBlocking).length;
}

function isBlocking(issue: unknown): boolean {
  if (typeof issue === "string") return /^[\s[(*_#-]*(?:blocking|blocker|critical)\b/i.test(issue);
  if (!isRecord(issue)) return false;
  if (issue["blocking"] === true) return true;
  return [issue["severity"], issue["level"], issue["priority"]].some((value) =>
    typeof value === "string" && BLOCKING.has(value.trim().toLowerCase())
  );
}
