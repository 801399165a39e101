/** Runs the configured checks, one after the other. */
import { oneLine } from "../../core/bounds.ts";
import { sameSnapshot, type Snapshot } from "../editor/freshness.ts";
import { changedBetween, fingerprints } from "../look/fingerprint.ts";
import type { CheckEntry, CheckReport, CheckSettings, Reason, Status } from "../types.ts";
import type { Checked, Checking } from "./checking.ts";
import { freshReasons } from "./editor_state.ts";
import { endOf, refusedEntry, unknownEntry } from "./entry.ts";

/** What is run, and what ends it. */
export interface CheckOptions {
  /** One check, also when it is optional; all of them when it is left out. */
  readonly name?: string;
  readonly signal: AbortSignal;
}

const EDITOR = "rose.editor_context";
const NEEDED = "Every required check must run and pass, and there must be at least one";
const NONE = "No required check is configured, so nothing is proved: add one under [checks]";
const NAMED_NEEDED = "The named check must run and pass";
const NOT_TRUSTED = "Checks run only in a trusted workspace: start with --trusted";

/**
 * The report on the checks, or on one of them. They are never skipped for their file types; with a workspace that is not
 * trusted, or whose root was replaced, none is started. With unsaved text in the editor nothing is even tried.
 *
 * @param checking What the checks work with.
 * @param options Which checks, and what ends them.
 *
 * @example
 * ```ts
 * import { runChecks } from "gatehouse/flow/verify/checks.ts";
 *
 * const checking = {
 *   settings: { workspace: "/w", trusted: false, checks: [] },
 *   workspace: { root: "/w", stale: () => null, bytes: () => null, revision: 0, changed: [] },
 *   editor: null,
 *   run: () => Promise.reject(new Error("nothing to run")),
 *   tell: () => {},
 * };
 * const { status } = await runChecks(checking, { signal: new AbortController().signal });
 * if (status !== "unverified") throw new Error("no check is no proof");
 * ```
 */
export async function runChecks(checking: Checking, options: CheckOptions): Promise<CheckReport> {
  return (await checked(checking, options)).report;
}

/**
 * The report, and why what ran might say nothing of what is there now.
 *
 * @example
 * ```ts
 * import { checked } from "gatehouse/flow/verify/checks.ts";
 *
 * const checking = {
 *   settings: { workspace: "/w", trusted: true, checks: [] },
 *   workspace: { root: "/w", stale: () => null, bytes: () => null, revision: 0, changed: [] },
 *   editor: null,
 *   run: () => Promise.reject(new Error("nothing to run")),
 *   tell: () => {},
 * };
 * const { report, changes } = await checked(checking, { name: "x", signal: new AbortController().signal });
 * if (report.checks[0]?.status !== "unavailable" || changes.length !== 0) throw new Error("wrong");
 * ```
 */
export async function checked(checking: Checking, { name, signal }: CheckOptions): Promise<Checked> {
  const { editor, settings } = checking;
  const wanted = settings.checks.filter((check) => name === undefined || check.name === name);
  if (name !== undefined && wanted.length === 0) {
    return { report: reportOn([unknownEntry(name)], { isNamed: true }), changes: [], snapshot: null };
  }
  let snapshot: Snapshot | null = null;
  if (editor !== null) {
    const fresh = await editor.freshness(signal);
    const changes = freshReasons(fresh);
    if (!fresh.ok || changes.length > 0) return withoutRunning(changes);
    snapshot = fresh.snapshot;
  }
  const entries: CheckEntry[] = [];
  for (const check of wanted) {
    entries.push(await runOne(check, checking, { signal, checks: wanted.length }));
  }
  const report = reportOn(entries, { isNamed: name !== undefined });
  if (editor === null || snapshot === null) return { report, changes: [], snapshot };
  const changes = freshReasons(await editor.freshness(signal), { before: snapshot, same: sameSnapshot });
  return { report: changes.length === 0 ? report : overruled(report, changes), changes, snapshot };
}

/**
 * The report with a status that says that its checks prove nothing of what is there now.
 *
 * @param changes Why, at least one.
 *
 * @example
 * ```ts
 * import type { CheckReport } from "gatehouse/flow/types.ts";
 * import { overruled } from "gatehouse/flow/verify/checks.ts";
 *
 * const report: CheckReport = { status: "ok", verified: true, checks: [], reason: "" };
 * const change = { code: "changed_during_verification", message: "a.py changed" };
 * const { status, verified } = overruled(report, [change]);
 * if (status !== "stale" || verified) throw new Error("still good");
 * ```
 */
export function overruled<R extends CheckReport>(report: R, changes: readonly Reason[]): R {
  const isUnknown = changes.every(({ code }) => code === "editor_unavailable");
  return {
    ...report,
    status: isUnknown ? "unverified" : "stale",
    verified: false,
    reason: sentence(changes),
    ...(changes.every(({ code }) => code.startsWith("editor_")) ? { source: EDITOR } : {}),
  };
}

function withoutRunning(changes: readonly Reason[]): Checked {
  const nothing = { status: "unverified", verified: false, checks: [] } as const;
  return { report: overruled<CheckReport>(nothing, changes), changes, snapshot: null };
}

function sentence(changes: readonly Reason[]): string {
  return changes.slice(0, 3).map(({ message }) => message).join("; ");
}

function reportOn(entries: readonly CheckEntry[], { isNamed }: { readonly isNamed: boolean }): CheckReport {
  const deciding = entries.filter(({ required }) => isNamed || required === true);
  const verified = deciding.length > 0 && deciding.every(({ status }) => status === "ok");
  const isFailed = deciding.some(({ status }) => status === "failed");
  const status: Status = verified ? "ok" : isFailed ? "failed" : "unverified";
  const missing = isNamed ? NAMED_NEEDED : deciding.length === 0 ? NONE : NEEDED;
  return { status, verified, checks: entries, reason: verified ? "" : missing };
}

async function runOne(
  check: CheckSettings,
  checking: Checking,
  { signal, checks }: { readonly signal: AbortSignal; readonly checks: number },
): Promise<CheckEntry> {
  const { settings, workspace } = checking;
  const { revision } = workspace;
  const refused = (status: Status, error: string) =>
    refusedEntry(check, { settings, revision, why: { status, error } });
  if (!settings.trusted) return refused("unverified", NOT_TRUSTED);
  const staleBefore = workspace.stale();
  if (staleBefore !== null) return refused("stale", staleBefore);
  if (signal.aborted) return refused("error", "The check was not started: the call was cancelled");

  const paths = workspace.changed;
  const before = fingerprints(workspace, paths);
  checking.tell({ kind: "check", name: check.name });
  const entry = await started(check, checking, { signal, checks, entry: refused("error", "") });
  const stale = workspace.stale();
  const rewrote = changedBetween(before, fingerprints(workspace, paths)).filter((path) =>
    before[path] !== null
  );
  const whole: CheckEntry = {
    ...entry,
    ...(stale === null ? {} : { status: "stale", error: oneLine(stale, 500) }),
    ...(stale !== null || rewrote.length === 0 ? {} : { rewrote }),
  };
  checking.tell({ kind: "check_end", name: check.name, status: whole.status, ms: whole.duration_ms ?? 0 });
  return whole;
}

async function started(
  check: CheckSettings,
  checking: Checking,
  { signal, checks, entry }: {
    readonly signal: AbortSignal;
    readonly checks: number;
    readonly entry: CheckEntry;
  },
): Promise<CheckEntry> {
  const { error: _error, ...known } = entry;
  try {
    return { ...known, ...endOf(check, await checking.run(check.name, { signal }), { checks }) };
  } catch (error) {
    const message = error instanceof Error ? error.message : "unknown";
    return { ...entry, error: oneLine(`Could not run the check: ${message}`, 500) };
  }
}
