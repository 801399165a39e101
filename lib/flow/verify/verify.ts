/** The host's own verification of one cycle: begun before the review, ended after it. */
import { oneLine } from "../../core/bounds.ts";
import { sameObserved, type Snapshot } from "../editor/freshness.ts";
import { changedBetween, type Fingerprints, fingerprints } from "../look/fingerprint.ts";
import type { Coverage, Reason, Status, Verification } from "../types.ts";
import type { Checking } from "./checking.ts";
import { checked, overruled } from "./checks.ts";
import { coverageOf } from "./coverage.ts";
import { freshReasons } from "./editor_state.ts";

/** A verification that is under way, and what everything must still be at its end. */
export interface Begun {
  readonly verification: Verification;
  readonly changes: readonly Reason[];
  readonly before: {
    /** Of the changed files, taken before the first check. */
    readonly files: Fingerprints;
    /** What the editor held before the first check; null without an editor that could be asked. */
    readonly snapshot: Snapshot | null;
  };
}

/** A verification that is done. `changes` is what `judge` takes. */
export interface Ended {
  readonly verification: Verification;
  readonly changes: readonly Reason[];
}

/** A missing analysis does not hide that something worse is known. */
const WORSE: ReadonlySet<Status> = new Set(["failed", "stale", "error", "timeout"]);

/**
 * Runs the checks and looks for static analysis of the changed files. The fingerprints are taken first: a check that
 * rewrites a file has checked something else than what the coder left.
 *
 * @param checking What the checks work with.
 * @param signal Ends them.
 *
 * @example
 * ```ts
 * import { beginVerification, endVerification } from "gatehouse/flow/verify/verify.ts";
 *
 * const checking = {
 *   settings: { workspace: "/w", trusted: true, checks: [] },
 *   workspace: { root: "/w", stale: () => null, bytes: () => new Uint8Array(), revision: 1, changed: ["a.md"] },
 *   editor: null,
 *   run: () => Promise.reject(new Error("nothing to run")),
 *   tell: () => {},
 * };
 * const { signal } = new AbortController();
 * const begun = await beginVerification(checking, signal);
 * const { verification, changes } = await endVerification(checking, begun, { signal });
 * if (verification.status !== "unverified" || changes.length !== 0) throw new Error("wrong");
 * ```
 */
export async function beginVerification(checking: Checking, signal: AbortSignal): Promise<Begun> {
  const { workspace } = checking;
  const paths = workspace.changed;
  const files = fingerprints(workspace, paths);
  const { report, changes, snapshot } = await checked(checking, { signal });
  // An editor that was not fresh is not asked for evidence.
  const editor = snapshot === null ? null : checking.editor;
  const coverage = await coverageOf(paths, { checks: report.checks, editor, signal });
  // Looking at a file puts it on the editor's record: only what was on it before must be the same.
  const later = editor === null || snapshot === null || changes.length > 0
    ? []
    : freshReasons(await editor.freshness(signal), { before: snapshot, same: sameObserved });
  const covered = withCoverage({ ...report, revision: workspace.revision }, coverage);
  return {
    verification: later.length === 0 ? covered : overruled(covered, later),
    changes: [...changes, ...later],
    before: { files, snapshot },
  };
}

/**
 * Looks again after the review. What is no longer as it was before the first check makes the verification stale.
 *
 * @param checking As at the beginning.
 * @param begun What the beginning gave.
 * @param options `signal`: ends the look at the editor.
 *
 * @example
 * ```ts
 * import { endVerification } from "gatehouse/flow/verify/verify.ts";
 *
 * const workspace = { root: "/w", stale: () => "Replaced", bytes: () => null, revision: 1, changed: [] };
 * const settings = { workspace: "/w", trusted: true, checks: [] };
 * const run = () => Promise.reject(new Error("nothing to run"));
 * const checking = { settings, workspace, editor: null, run, tell: () => {} };
 * const verification = { status: "ok", verified: true, checks: [] } as const;
 * const begun = { verification, changes: [], before: { files: {}, snapshot: null } };
 * const { changes } = await endVerification(checking, begun, { signal: new AbortController().signal });
 * if (changes[0]?.code !== "root_replaced") throw new Error("not noticed");
 * ```
 */
export async function endVerification(
  checking: Checking,
  begun: Begun,
  { signal }: { readonly signal: AbortSignal },
): Promise<Ended> {
  const { before, verification } = begun;
  const found = [...diskReasons(checking, begun), ...await touchedReasons(checking, signal)];
  if (checking.editor !== null && before.snapshot !== null) {
    const fresh = await checking.editor.freshness(signal);
    found.push(...freshReasons(fresh, { before: before.snapshot, same: sameObserved }));
  }
  if (found.length === 0) return { verification, changes: begun.changes };
  return { verification: overruled(verification, found), changes: [...begun.changes, ...found] };
}

function diskReasons(
  { workspace }: Checking,
  { before, verification }: Begun,
): readonly Reason[] {
  const stale = workspace.stale();
  if (stale !== null) return [{ code: "root_replaced", message: oneLine(stale, 500) }];
  const paths = [...new Set([...Object.keys(before.files), ...workspace.changed])];
  const changed = changedBetween(before.files, fingerprints(workspace, paths));
  // Also what was put back: the checks in between have seen something else.
  const rewritten = verification.checks.flatMap(({ rewrote = [] }) => rewrote);
  return [...new Set([...changed, ...rewritten])].sort().map((path) => {
    const check = verification.checks.find(({ rewrote }) => rewrote?.includes(path) === true)?.name;
    const shown = oneLine(path, 300);
    return check === undefined
      ? {
        code: "changed_during_verification",
        message: `${shown} was changed, or could not be read, during the checks or the review`,
        path,
      }
      : { code: "rewritten_by_check", message: `The check ${check} rewrote ${shown}`, path, check };
  });
}

/** Code that a check runs can change the tests, which no file tool does. */
async function touchedReasons(checking: Checking, signal: AbortSignal): Promise<readonly Reason[]> {
  return (await checking.touched?.(signal) ?? []).map((path) => ({
    code: "deciding_changed",
    message:
      `${oneLine(path, 300)} decides what passes, and was changed during the run, but not by its file ` +
      "tools: see who did it; undo does not put it back",
    path,
  }));
}

function withCoverage(verification: Verification, coverage: readonly Coverage[]): Verification {
  const missing = coverage.filter(({ status }) => status !== "ok");
  if (missing.length === 0) return { ...verification, coverage };
  const { status } = verification;
  const names = missing.slice(0, 5).map(({ path }) => oneLine(path, 100)).join(", ");
  const more = missing.length > 5 ? ` and ${missing.length - 5} more` : "";
  const reason = `Static analysis is missing or does not pass for ${names}${more}`;
  return {
    ...verification,
    status: WORSE.has(status) ? status : "unverified",
    verified: false,
    reason: verification.verified ? reason : `${verification.reason ?? ""}; ${reason}`,
    coverage,
  };
}
