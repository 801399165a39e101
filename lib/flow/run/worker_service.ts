/** What the family's worker does: one run, check or undo at a time, and a status at any time. */
import { ToolError } from "../../core/errors.ts";
import type { Ran } from "../../core/worker.ts";
import { Editor } from "../editor/editor.ts";
import { diffOf } from "../look/diff.ts";
import { isTestOrCheckFile, protectedBy, watchedBesides } from "../look/protect.ts";
import { namedByChecks } from "../look/protect_commands.ts";
import { Stamps } from "../look/stamps.ts";
import { modelClient } from "../model/client.ts";
import { DiskFiles } from "../roles/disk_files.ts";
import { EditorFiles } from "../roles/editor_files.ts";
import { type Files, type Hands, offeredTools } from "../roles/offered.ts";
import { Journal } from "../undo/journal.ts";
import { undo, type UndoReport } from "../undo/put_back.ts";
import type { CheckReport, FlowSettings, OfferedTool, RunReport, Step, WorkerSetup } from "../types.ts";
import type { Checking } from "../verify/checking.ts";
import { runChecks } from "../verify/checks.ts";
import { Workspace } from "../workspace/workspace.ts";
import { forModels } from "./contexts.ts";
import { probe, type ProbeReport } from "./probe.ts";
import { refusedRun } from "./report.ts";
import { carryOutTask } from "./run.ts";
import { type LastReport, NO_EDITOR, type StatusReport, statusReport } from "./status.ts";

/** What a call brings with it. */
export interface CallContext {
  readonly signal: AbortSignal;
  /** Takes what happens. */
  tell(step: Step): void;
  /** Runs a check's command, by the check's name. */
  run(check: string, options: { readonly signal: AbortSignal }): Promise<Ran>;
}

type Signalled = Pick<CallContext, "signal">;

const NO_FILES =
  "Files cannot be accessed safely on this system, so that nothing is read, written or checked";

const BUSY = "A run, a check or an undo is under way in this workspace; only one goes at a time";

/** The worker's state: the workspace as it was at the start, the editor, and the last report. */
export class WorkerService {
  readonly #settings: FlowSettings;
  readonly #fileIo: WorkerSetup["fileIo"];
  readonly #workspace: Workspace;
  readonly #editor: Editor | null;
  readonly #files: Files;
  /** Globs of what the checks' commands name. */
  readonly #named: readonly string[];
  /** What is under way. */
  #current: { readonly signal: AbortSignal; readonly ended: Promise<void> } | null = null;
  #last: LastReport | null = null;

  /**
   * @param settings Of the whole family.
   * @param options `fileIo`: how files are accessed.
   * @throws ToolError `WORKSPACE_UNUSABLE`, `CONFIG_INVALID`.
   */
  constructor(settings: FlowSettings, { fileIo }: Pick<WorkerSetup, "fileIo">) {
    const { workspace: root, trusted, ownFiles, agent, editor } = settings;
    this.#settings = settings;
    this.#fileIo = fileIo;
    this.#workspace = new Workspace({ root, trusted, ownFiles, isProtected: protectedBy(agent.protect) });
    this.#named = namedByChecks(settings.checks, { workspace: root });
    this.#editor = editor === null ? null : new Editor({ ...editor, root });
    this.#files = this.#editor === null
      ? new DiskFiles(this.#workspace)
      : new EditorFiles(this.#workspace, this.#editor);
  }

  /** How it stands, also while something is under way. The model service is not asked, and no directory is walked. */
  async status({ signal }: Signalled): Promise<StatusReport> {
    return statusReport(this.#settings, {
      stale: this.#workspace.stale(),
      fileIo: this.#fileIo,
      editor: this.#editor === null ? NO_EDITOR : await this.#editor.status(signal),
      busy: this.#current !== null,
      last: this.#last,
    });
  }

  /** Carries out a task. */
  async run(task: string, context: CallContext): Promise<RunReport> {
    const { maxTaskChars } = this.#settings.agent;
    if (task.trim() === "") return refusedRun("task_invalid", "The task is blank: say what to do");
    if (task.length > maxTaskChars) {
      return refusedRun("task_invalid", `The task has ${task.length} characters, more than ${maxTaskChars}`);
    }
    return await this.#alone(context.signal, async () => {
      const stale = this.#workspace.stale();
      if (stale !== null) return refusedRun("root_replaced", stale);
      const report = await this.#carryOut(task, context);
      const { status, verified, changed_files = [], cycles = 0 } = report;
      this.#last = { status, verified, changed_files, cycles };
      return report;
    });
  }

  /** Runs the checks, or the named one. */
  async check(name: string | undefined, context: CallContext): Promise<CheckReport | RunReport> {
    const { signal } = context;
    return await this.#alone(
      signal,
      () => runChecks(this.#checking(context), name === undefined ? { signal } : { name, signal }),
    );
  }

  /** Puts the files of the last run back. */
  async undo({ signal }: Signalled): Promise<UndoReport | RunReport> {
    return await this.#alone(signal, () => Promise.resolve(undo(this.#settings, signal)));
  }

  /**
   * The installed models' names.
   *
   * @throws ToolError as the model client does.
   */
  async models(
    { signal }: Signalled,
  ): Promise<{ readonly status: "ok"; readonly models: readonly string[] }> {
    return { status: "ok", models: await modelClient(this.#settings.endpoint).list(signal) };
  }

  /** The tools of a coder, as a model is told of them. */
  async tools(
    context: CallContext,
  ): Promise<{ readonly status: "ok"; readonly tools: readonly OfferedTool[] }> {
    const offered = await offeredTools("coder", this.#hands(context), context);
    const tools = offered.map(({ name, description, parameters }) => ({ name, description, parameters }));
    return { status: "ok", tools };
  }

  /** Whether each role's model is there and fit. */
  async probe({ signal }: Signalled): Promise<ProbeReport> {
    return await probe(this.#settings, modelClient(this.#settings.endpoint), { signal });
  }

  async #carryOut(task: string, context: CallContext): Promise<RunReport> {
    const { workspace: root, trusted, undoDirectory, endpoint } = this.#settings;
    using journal = trusted && undoDirectory !== null ? begun(undoDirectory, root) : null;
    if (journal instanceof Refused) return journal.report;
    this.#workspace.begin(journal);
    try {
      const { isWatched, isWatchedNew } = watchedBesides(this.#named);
      const stamps = trusted ? await Stamps.take(this.#workspace, context.signal) : null;
      return await carryOutTask(task, {
        ...this.#hands(context),
        settings: this.#settings,
        client: modelClient(endpoint),
        checking: {
          ...this.#checking(context),
          touched: async (signal) => {
            const { changed } = this.#workspace;
            // Whoever may write what is hidden could hide what it makes.
            const hides = !changed.some((path) => path.endsWith(".gitignore"));
            const touched = await stamps?.touched({ isWatched, isWatchedNew, hides, signal }) ?? [];
            return touched.filter((path) => !changed.includes(path));
          },
        },
        tests: (paths) => paths.filter((path) => isTestOrCheckFile(path) || isWatched(path)),
        diff: async (maxChars, signal) => {
          const paths = this.#workspace.changed;
          try {
            return journal === null
              ? ""
              : await diffOf(journal, this.#workspace, { paths, maxChars, signal });
          } catch (error) {
            if (!(error instanceof ToolError)) throw error;
            // A check may have taken away what the files were; the run still ends with a report.
            return `(there is no diff: ${error.line})`;
          }
        },
        tell: (step) => context.tell(step),
      }, context);
    } finally {
      // What comes after the run is not its change, and the journal is closed.
      this.#workspace.begin(null);
    }
  }

  #hands(context: CallContext): Hands {
    const { trusted } = this.#settings;
    return {
      trusted,
      files: this.#files,
      check: async (name, signal) => {
        const checking = this.#checking(context);
        return {
          ...forModels(await runChecks(checking, name === undefined ? { signal } : { name, signal })),
        };
      },
      editorTools: async (role, signal) => {
        try {
          return await this.#editor?.tools(role, { trusted, signal }) ?? [];
        } catch (error) {
          // Who no longer waits needs no tools; the role that would have had them says why it ended.
          if (signal.aborted) return [];
          throw error;
        }
      },
    };
  }

  #checking({ run, tell }: CallContext): Checking {
    const workspace = this.#workspace;
    return {
      settings: this.#settings,
      workspace,
      editor: this.#editor,
      async run(check, options) {
        const ended = workspace.checkBegins();
        try {
          return await run(check, options);
        } finally {
          ended();
        }
      },
      tell,
    };
  }

  async #alone<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T | RunReport> {
    if (this.#fileIo === "unavailable") return refusedRun("files_unavailable", NO_FILES);
    // Whoever has cancelled it is not told of its end, and need not guess when that is.
    while (this.#current?.signal.aborted === true) await this.#current.ended;
    if (this.#current !== null) return refusedRun("busy", BUSY);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#current = { signal, ended };
    try {
      return await act();
    } finally {
      this.#current = null;
      resolve();
    }
  }
}

/** A run that could not begin. */
class Refused implements Disposable {
  readonly report: RunReport;

  constructor(report: RunReport) {
    this.report = report;
  }

  [Symbol.dispose](): void {}
}

/** The journal of a run; another process may be at work in the same workspace. */
function begun(directory: string, root: string): Journal | Refused {
  try {
    return Journal.begin(directory, root);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return new Refused(refusedRun(error.code === "FLOW_BUSY" ? "busy" : "undo_unavailable", error.line));
  }
}
