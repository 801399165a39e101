/** What checks and verifications work with: the settings, the workspace, the editor, and who runs programs. */
import type { Ran } from "../../core/worker.ts";
import type { Freshness, Snapshot } from "../editor/freshness.ts";
import type { Place } from "../look/place.ts";
import type { CheckReport, CheckSettings, Reason, Step, ToolResult } from "../types.ts";

/** The part of an attached editor that gives evidence. */
export interface EditorEvidence {
  freshness(signal: AbortSignal): Promise<Freshness>;
  lint(path: string, signal: AbortSignal): Promise<ToolResult>;
  diagnostics(path: string, signal: AbortSignal): Promise<ToolResult>;
}

/** What checks work with. */
export interface Checking {
  readonly settings: {
    readonly workspace: string;
    readonly trusted: boolean;
    readonly checks: readonly CheckSettings[];
  };
  readonly workspace: Place & {
    /** Successful writes of this process. */
    readonly revision: number;
    /** The files that the run has written. */
    readonly changed: readonly string[];
  };
  /** Null when none is attached. */
  readonly editor: EditorEvidence | null;
  /**
   * Files that decide what passes and were changed since the run began, but not by its file tools; not there for checks
   * outside of a run.
   */
  touched?(signal: AbortSignal): Promise<readonly string[]>;
  /** Runs a check's command, by the check's name. */
  run(check: string, options: { readonly signal: AbortSignal }): Promise<Ran>;
  /** Takes what happens. */
  tell(step: Step): void;
}

/** Checks that have run, with what only the host's own judgement needs. */
export interface Checked {
  readonly report: CheckReport;
  /** Why what ran says nothing of what is there: unsaved text, an editor that cannot be asked, a change meanwhile. */
  readonly changes: readonly Reason[];
  /** What the editor held before the first check; null without an editor that was fresh. */
  readonly snapshot: Snapshot | null;
}
