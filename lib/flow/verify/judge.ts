/**
 * When a run is verified: five conditions, each of which a model can break but none can meet by saying so.
 *
 * 1. Planner and coder ended within their budgets.
 * 2. At least one required check ran, and all of them passed.
 * 3. Static analysis covers every changed source file.
 * 4. An independent reviewer approved, and listed nothing that blocks.
 * 5. What was checked and reviewed is what is there now.
 */
import type { CheckEntry, Coverage, Reason, RoleState, Status } from "../types.ts";
import { blockingIssues } from "./review.ts";

/** How a role ended, and what it says is wrong with that. */
export interface RoleEnd {
  readonly state: RoleState;
  readonly reasons: readonly Reason[];
}

/** What is known of a run after a cycle. */
export interface Facts {
  readonly planner: RoleEnd;
  /** Null when it did not come to that. */
  readonly coder: RoleEnd | null;
  readonly reviewer: RoleEnd | null;
  /** At least one required check is configured. */
  readonly hasRequired: boolean;
  /** How the checks ended; empty when none was tried. */
  readonly checks: readonly CheckEntry[];
  readonly coverage: readonly Coverage[];
  /** What changed since the checks began, or cannot be known; empty when everything is as it was. */
  readonly changes: readonly Reason[];
  /** What else stood in the way, such as the end of the run's time. */
  readonly others?: readonly Reason[];
}

/** What a run is worth. */
export interface Judgement {
  readonly status: Extract<Status, "ok" | "failed" | "unverified" | "error">;
  readonly verified: boolean;
  /** Empty exactly when it is verified. */
  readonly reasons: readonly Reason[];
}

/**
 * What the facts of a run come to. Verified is what nothing stands against.
 *
 * `failed`: a required check failed on what is there now, or the reviewer did not approve. `error`: the coder or the
 * reviewer broke down. A planner that did not end well gives the run its own status.
 *
 * @example
 * ```ts
 * import { judge } from "gatehouse/flow/verify/judge.ts";
 *
 * const end = (role: "planner" | "coder" | "reviewer") => ({
 *   state: { role, model: "m", status: "ok", turns: 1, summary: "", tool_errors: 0, approved: true } as const,
 *   reasons: [],
 * });
 * const facts = {
 *   planner: end("planner"),
 *   coder: end("coder"),
 *   reviewer: end("reviewer"),
 *   hasRequired: true,
 *   checks: [{ name: "test", status: "ok", source: "flow.check", required: true } as const],
 *   coverage: [],
 *   changes: [],
 * };
 * if (!judge(facts).verified || judge({ ...facts, checks: [] }).verified) throw new Error("misjudged");
 * ```
 */
export function judge(facts: Facts): Judgement {
  const reasons = reasonsOf(facts);
  if (reasons.length === 0) return { status: "ok", verified: true, reasons };
  return { status: statusOf(facts), verified: false, reasons };
}

function statusOf({ planner, coder, reviewer, checks, changes }: Facts): Judgement["status"] {
  if (planner.state.status !== "ok") return planner.state.status;
  if (coder?.state.status === "error" || reviewer?.state.status === "error") return "error";
  const hasFailed = changes.length === 0 && required(checks).some(({ status }) => status === "failed");
  return hasFailed || isRejected(reviewer) ? "failed" : "unverified";
}

function reasonsOf(facts: Facts): readonly Reason[] {
  const { planner, coder, reviewer, checks, changes, others = [] } = facts;
  if (planner.state.status !== "ok") return [...plannerReasons(planner), ...others];
  // What kept the checks from being tried stood in the way first.
  const [first, last] = checks.length === 0 ? [changes, []] : [[], changes];
  return [
    ...planner.reasons,
    ...coderReasons(coder),
    ...first,
    ...checkReasons(facts),
    ...coverageReasons(facts),
    ...reviewReasons(reviewer),
    ...last,
    ...others,
  ];
}

function plannerReasons({ state, reasons }: RoleEnd): readonly Reason[] {
  const message = state.error ?? "The planner did not end well";
  return [{ code: "planner_failed", message, role: "planner" }, ...reasons];
}

function coderReasons(coder: RoleEnd | null): readonly Reason[] {
  if (coder === null) return [{ code: "model_error", message: "The coder did not begin", role: "coder" }];
  const { state, reasons } = coder;
  if (state.status === "ok" || reasons.length > 0) return reasons;
  return [{ code: "model_error", message: state.error ?? "The coder did not end well", role: "coder" }];
}

function reviewReasons(reviewer: RoleEnd | null): readonly Reason[] {
  const unfinished = { code: "review_unfinished", role: "reviewer" } as const;
  if (reviewer === null) return [{ ...unfinished, message: "There was no review" }];
  const { state: { status, approved, issues = [], error }, reasons } = reviewer;
  if (reasons.length > 0) return reasons;
  if (status !== "ok" || approved === undefined) {
    return [{ ...unfinished, message: error ?? "The reviewer gave no verdict" }];
  }
  const rejected = { code: "review_rejected", role: "reviewer" } as const;
  if (!approved) return [{ ...rejected, message: "The reviewer did not approve" }];
  const blocking = blockingIssues(issues);
  if (blocking === 0) return [];
  return [{ ...rejected, message: `The reviewer approved but listed ${blocking} blocking issues` }];
}

function isRejected(reviewer: RoleEnd | null): boolean {
  if (reviewer === null) return false;
  const { approved, issues = [] } = reviewer.state;
  return approved === false || approved === true && blockingIssues(issues) > 0;
}

function required(checks: readonly CheckEntry[]): readonly CheckEntry[] {
  return checks.filter((check) => check.required === true);
}

function checkReasons({ hasRequired, checks, changes }: Facts): readonly Reason[] {
  if (!hasRequired) {
    return [{ code: "no_required_check", message: "No required check is configured, so nothing is proved" }];
  }
  const deciding = required(checks);
  if (deciding.length > 0) return deciding.flatMap(checkReason);
  if (checks.length === 0 && changes.length > 0) return [];
  return [{ code: "check_unavailable", message: "The required checks did not run" }];
}

function checkReason({ name, status, error }: CheckEntry): readonly Reason[] {
  const reason = (code: string, message: string) => [{ code, message: error ?? message, check: name }];
  switch (status) {
    case "ok":
      return [];
    case "failed":
      return reason("check_failed", `The required check ${name} failed`);
    case "timeout":
      return reason("check_timeout", `The required check ${name} took too long`);
    case "unverified":
      return reason("not_trusted", `The required check ${name} was not run`);
    case "stale":
      return reason("root_replaced", "The workspace is not the one of the start");
    case "unavailable":
    case "error":
      return reason("check_unavailable", `The required check ${name} could not be run`);
  }
}

function coverageReasons({ coverage }: Facts): readonly Reason[] {
  return coverage.filter(({ status }) => status !== "ok").map(({ path, language }) => ({
    code: "coverage_missing",
    message: `No static analysis vouches for ${path}: it takes a required check of kind lint, typecheck or ` +
      `diagnostics for ${language}, or a linter of the editor`,
    path,
  }));
}
