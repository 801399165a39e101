/** What `flow_status` answers: what is known without asking a model or walking the workspace. */
import type { EditorStatus } from "../editor/status.ts";
import type { CheckSettings, FlowSettings, Role, RunReport, Status, WorkerSetup } from "../types.ts";

/** The last run of this process, as `flow_status` has it. */
export type LastReport = Pick<RunReport, "status" | "verified" | "changed_files" | "cycles">;

/** The report of `flow_status`. */
export interface StatusReport {
  readonly status: Extract<Status, "ok" | "stale" | "unavailable">;
  /** The real path of the workspace. */
  readonly workspace: string;
  readonly trusted: boolean;
  readonly backend: {
    /** The wire that the endpoint speaks. */
    readonly type: "ollama" | "openai";
    readonly base_url: string;
    readonly connectivity: "unverified";
    readonly note: string;
  };
  readonly models: Readonly<Record<Role, string>>;
  /** Without the commands. */
  readonly checks: readonly Pick<CheckSettings, "name" | "required" | "kind" | "filetypes">[];
  readonly editor: EditorStatus;
  readonly warnings: readonly string[];
  readonly capabilities: {
    readonly single_writer: true;
    readonly read_only_concurrency: 1;
    readonly arbitrary_commands: false;
    readonly plugins: false;
    readonly file_io: WorkerSetup["fileIo"];
  };
  readonly busy: boolean;
  readonly last_report: LastReport | null;
}

/** What the worker knows besides its settings. */
export interface Known {
  /** Why the workspace is not the one of the start; null while it is. */
  readonly stale: string | null;
  readonly fileIo: WorkerSetup["fileIo"];
  readonly editor: EditorStatus;
  readonly busy: boolean;
  readonly last: LastReport | null;
}

/** The editor of a program that was given none. */
export const NO_EDITOR: EditorStatus = { status: "unavailable", tools: [], error: null, attached: false };

/**
 * The report.
 *
 * @example
 * ```ts
 * import { NO_EDITOR, statusReport } from "gatehouse/flow/run/status.ts";
 *
 * const settings = {
 *   workspace: "/project",
 *   trusted: false,
 *   endpoint: {
 *     baseUrl: "http://127.0.0.1:11434",
 *     api: "ollama",
 *     temperature: 0.2,
 *     contextLength: 16_384,
 *     timeoutSeconds: 120,
 *     allowRemote: false,
 *   },
 *   models: { planner: "m", coder: "m", reviewer: "m" },
 *   agent: {
 *     maxIterations: 6,
 *     maxCycles: 2,
 *     maxToolCalls: 64,
 *     maxContextChars: 100_000,
 *     maxTaskChars: 16_000,
 *     maxSeconds: 1_800,
 *     protect: [],
 *     checkEnv: [],
 *   },
 *   checks: [],
 *   editor: null,
 *   ownFiles: [],
 *   undoDirectory: null,
 *   warnings: [],
 * } as const;
 * const known = { stale: null, fileIo: "posix-checked", editor: NO_EDITOR, busy: false, last: null } as const;
 * if (statusReport(settings, known).status !== "ok") throw new Error("not ok");
 * ```
 */
export function statusReport(settings: FlowSettings, known: Known): StatusReport {
  const { workspace, trusted, endpoint, models, checks, warnings } = settings;
  return {
    status: known.stale === null ? "ok" : "stale",
    workspace,
    trusted,
    backend: {
      type: endpoint.api,
      base_url: endpoint.baseUrl,
      connectivity: "unverified",
      note: "The model service is not asked for a status",
    },
    models: { planner: models.planner, coder: models.coder, reviewer: models.reviewer },
    checks: checks.map(({ name, required, kind, filetypes }) => ({ name, required, kind, filetypes })),
    editor: known.editor,
    warnings: known.stale === null ? warnings : [...warnings, known.stale],
    capabilities: {
      single_writer: true,
      read_only_concurrency: 1,
      arbitrary_commands: false,
      plugins: false,
      file_io: known.fileIo,
    },
    busy: known.busy,
    last_report: known.last,
  };
}
