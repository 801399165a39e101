/** What a validation says. */
import { byCodeUnit } from "../text/canonical_json.ts";
import type { DiscoveryRecord, Issue, Limits, Skill } from "../types.ts";
import { issueOf, sortedIssues } from "./issue.ts";

/** A package that passed, or all that is wrong with it. */
export type PackageResult =
  | { readonly ok: true; readonly skill: Skill }
  | {
    readonly ok: false;
    /** Its id as its author spells it, where it has one. */
    readonly id: string | null;
    readonly state: DiscoveryRecord["state"];
    /** Sorted by file, line and code; bounded. */
    readonly issues: readonly Issue[];
    /** Sorted, each once; bounded. */
    readonly codes: readonly string[];
  };

/**
 * The result of a package with issues. Above the limit the last place is taken by `ISSUE_LIMIT`.
 *
 * @param issues At least one.
 *
 * @example
 * ```ts
 * import { LIMITS } from "gatehouse/skills/contract/limits.ts";
 * import { issueOf } from "gatehouse/skills/validator/issue.ts";
 * import { failed } from "gatehouse/skills/validator/result.ts";
 *
 * const issue = issueOf("PATH_UNSAFE", "a", { message: "Is a link", mend: "Put a file there" });
 * const result = failed([issue], { id: null, limits: LIMITS });
 * if (result.ok || result.state !== "BLOCKED") throw new Error("another state");
 * ```
 */
export function failed(
  issues: readonly Issue[],
  { id, limits }: { readonly id: string | null; readonly limits: Limits },
): PackageResult {
  const most = limits.issuesPerPackage;
  const sorted = sortedIssues(issues);
  const codes = [...new Set(issues.map(({ code }) => code))].sort(byCodeUnit);
  return {
    ok: false,
    id,
    state: stateOf(codes),
    issues: sorted.length <= most ? sorted : [
      ...sorted.slice(0, most - 1),
      issueOf("ISSUE_LIMIT", "", {
        message: `The package has ${sorted.length} issues; ${most - 1} are shown`,
        mend: "Mend those that are shown, and validate again",
      }),
    ],
    codes: codes.length <= most ? codes : [...codes.slice(0, most - 1), "ISSUE_LIMIT"],
  };
}

function stateOf(codes: readonly string[]): DiscoveryRecord["state"] {
  if (codes.includes("TOO_LARGE")) return "TOO_LARGE";
  if (codes.includes("PATH_UNSAFE") || codes.includes("SKILL_DIR")) return "BLOCKED";
  return codes.includes("READ") ? "UNREADABLE" : "INVALID";
}
