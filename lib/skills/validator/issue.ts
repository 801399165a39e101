/** How the validator words what is wrong. */
import { oneLine } from "../../core/bounds.ts";
import { byCodeUnit } from "../text/canonical_json.ts";
import type { Issue } from "../types.ts";

/** What an issue says besides its code and file. */
export interface IssueOptions {
  /** What is wrong, with the value. */
  readonly message: string;
  /** How to mend it: an imperative sentence. */
  readonly mend: string;
  /** From 1, where one can be named. */
  readonly line?: number | undefined;
}

/**
 * One issue, its line left out where none is known.
 *
 * @example
 * ```ts
 * import { issueOf } from "gatehouse/skills/validator/issue.ts";
 *
 * const issue = issueOf("READ", "SKILL.md", { message: "Could not be read", mend: "Check its rights" });
 * if ("line" in issue) throw new Error("a line that nobody knows");
 * ```
 */
export function issueOf(code: string, file: string, { message, mend, line }: IssueOptions): Issue {
  return line === undefined ? { code, message, file, mend } : { code, message, file, line, mend };
}

/**
 * A value of somebody else's, fit to stand in a message: quoted, one line, at most 80 characters.
 *
 * @example
 * ```ts
 * import { shown } from "gatehouse/skills/validator/issue.ts";
 *
 * if (shown("a\nb") !== '"a\\u{a}b"') throw new Error("not escaped");
 * ```
 */
export function shown(value: string): string {
  return `"${oneLine(value, 80)}"`;
}

/**
 * The issues in the order of file, line and code; those without a line first.
 *
 * @example
 * ```ts
 * import { issueOf, sortedIssues } from "gatehouse/skills/validator/issue.ts";
 *
 * const at = (line: number) => issueOf("JSON", "a", { message: "Wrong", mend: "Mend it", line });
 * if (sortedIssues([at(10), at(9)])[0]?.line !== 9) throw new Error("not sorted");
 * ```
 */
export function sortedIssues(issues: readonly Issue[]): Issue[] {
  return issues.toSorted((a, b) =>
    byCodeUnit(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || byCodeUnit(a.code, b.code) ||
    byCodeUnit(a.message, b.message)
  );
}
