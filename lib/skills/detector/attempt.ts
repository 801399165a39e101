/** Looks and reads that end the profile where they fail. */
import { FileProblem } from "../../core/rooted_files_walk.ts";
import { Blocked, type DetectorIssue } from "./blocked.ts";

/**
 * What the act gives.
 *
 * @param unreadable The issue where the system refuses.
 * @throws Blocked where the act ends with a FileProblem.
 *
 * @example
 * ```ts
 * import { inspectInside } from "gatehouse/core/rooted_files.ts";
 * import { attempt } from "gatehouse/skills/detector/attempt.ts";
 *
 * let issue = "";
 * try {
 *   attempt("READ_ERROR", () => inspectInside("/", "no/such/file"));
 * } catch (error) {
 *   issue = error instanceof Error ? error.message : "";
 * }
 * if (!issue.endsWith("FILE_CHANGED")) throw new Error("not noticed");
 * ```
 */
export function attempt<T>(unreadable: DetectorIssue, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    throw new Blocked(issueOf(error, unreadable));
  }
}

function issueOf({ code }: FileProblem, unreadable: DetectorIssue): DetectorIssue {
  switch (code) {
    case "READ":
      return unreadable;
    case "PATH_UNSAFE":
      return "REPARSE_POINT";
    case "TOO_LARGE":
      return "SCAN_LIMIT";
    case "MISSING":
    case "FILE_CHANGED":
      // What is looked at was there a moment ago.
      return "FILE_CHANGED";
  }
}
