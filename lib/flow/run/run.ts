/** One task from its planner to a verdict of the host: plan once, then code, check, review and judge, a few times. */
import { firstMessages } from "../roles/messages.ts";
import { type Hands, offeredTools } from "../roles/offered.ts";
import type { Stage } from "../roles/stage.ts";
import { playRole } from "../roles/turns.ts";
import type {
  CallEvent,
  CheckEntry,
  FlowSettings,
  ModelClient,
  Role,
  RoleState,
  RunReport,
  Step,
  Verification,
} from "../types.ts";
import type { Checking } from "../verify/checking.ts";
import { type Facts, judge, type RoleEnd } from "../verify/judge.ts";
import { beginVerification, endVerification } from "../verify/verify.ts";
import { Budget } from "./budget.ts";
import { contextFor } from "./contexts.ts";
import { type ProbedModel, probeModel } from "./probe.ts";
import { boundedReport, distinctReasons } from "./report.ts";

/** The settings that a run goes by. */
export interface RunSettings extends Pick<FlowSettings, "models" | "checks"> {
  readonly endpoint: Pick<FlowSettings["endpoint"], "temperature" | "contextLength">;
  readonly agent: Pick<
    FlowSettings["agent"],
    "maxIterations" | "maxCycles" | "maxToolCalls" | "maxContextChars" | "maxSeconds"
  >;
}

/** What a run works with. */
export interface Tools extends Hands {
  readonly settings: RunSettings;
  readonly client: ModelClient;
  /** What the host's own verification works with. */
  readonly checking: Checking;
  /** Of these paths, the tests and what configures checks. */
  tests(paths: readonly string[]): readonly string[];
  /** What the run changed so far. */
  diff(maxChars: number, signal: AbortSignal): Promise<string>;
  tell(step: Step): void;
}

/** Codes of failures that no later turn can mend. */
const UNFIT: ReadonlySet<string> = new Set(["MODEL_MISSING", "MODEL_NO_TOOLS", "MODEL_REMOTE"]);

/** How a run stands, or ended. */
type Outcome = Pick<RunReport, "status" | "verified" | "reasons" | "error">;

/** Characters of the diff that a reviewer is given at most; what its context has no room for is cut once more. */
const MAX_DIFF = 32_000;

/**
 * Carries out a task. It does not throw for what models, tools or checks do.
 *
 * @param task Not blank, and not longer than the settings allow.
 * @param tools What the run works with.
 * @param options `signal`: the caller's.
 *
 * @example
 * ```ts
 * import { ToolError } from "gatehouse/core/errors.ts";
 * import { carryOutTask } from "gatehouse/flow/run/run.ts";
 *
 * const nobody = () => Promise.reject(new ToolError("MODEL_UNAVAILABLE", "Nobody answers"));
 * const ok = { status: "ok" } as const;
 * const later = () => Promise.resolve(ok);
 * const settings = {
 *   workspace: "/w",
 *   trusted: false,
 *   endpoint: { temperature: 0.2, contextLength: 16_384 },
 *   models: { planner: "a", coder: "b", reviewer: "c" },
 *   agent: { maxIterations: 6, maxCycles: 2, maxToolCalls: 64, maxContextChars: 100_000, maxSeconds: 60 },
 *   checks: [],
 * } as const;
 * const workspace = { root: "/w", stale: () => null, bytes: () => null, revision: 0, changed: [] };
 * const report = await carryOutTask("Do it", {
 *   settings,
 *   trusted: false,
 *   files: { read: later, list: later, search: later, write: later, edit: later },
 *   check: later,
 *   editorTools: () => Promise.resolve([]),
 *   client: { turn: nobody, preflight: nobody, list: nobody },
 *   checking: { settings, workspace, editor: null, run: nobody, tell() {} },
 *   tests: () => [],
 *   diff: () => Promise.resolve(""),
 *   tell() {},
 * }, { signal: new AbortController().signal });
 * if (report.status !== "error" || report.reasons[0]?.code !== "planner_failed") throw new Error("not told");
 * ```
 */
export async function carryOutTask(
  task: string,
  tools: Tools,
  { signal }: { readonly signal: AbortSignal },
): Promise<RunReport> {
  const { maxToolCalls, maxSeconds } = tools.settings.agent;
  using budget = new Budget({ maxToolCalls, maxSeconds, signal });
  return boundedReport(await new Run(task, tools, { budget }).toReport());
}

/** The moving parts of one run. */
class Run {
  readonly #task: string;
  readonly #tools: Tools;
  readonly #budget: Budget;
  readonly #stage: Stage;
  readonly #roles: RoleState[] = [];
  readonly #events: CallEvent[] = [];
  readonly #history: Verification[] = [];
  /** Tests and settings of checks that somebody else has changed meanwhile. */
  readonly #touched = new Set<string>();
  #cycle = 0;
  #plan = "";
  #implementation: RoleState | null = null;
  #review: RoleState | null = null;

  constructor(task: string, tools: Tools, { budget }: { readonly budget: Budget }) {
    const { client, settings: { agent, endpoint } } = tools;
    this.#task = task;
    this.#tools = tools;
    this.#budget = budget;
    this.#stage = {
      client,
      limits: agent,
      contextLength: endpoint.contextLength,
      temperature: endpoint.temperature,
      budget,
      events: this.#events,
      tell: (step) => tools.tell(step),
    };
  }

  async toReport(): Promise<RunReport> {
    const unfit = await this.#unfit();
    if (unfit !== null) return this.#report(unfit);
    const planner = await this.#play("planner");
    if (planner.state.status !== "ok") return this.#report(this.#withoutPlan(planner));
    this.#plan = planner.state.summary;
    let outcome: Outcome = { status: "unverified", verified: false, reasons: [] };
    while (this.#cycle < this.#tools.settings.agent.maxCycles) {
      outcome = await this.#nextCycle(planner);
      // A role that broke down is not mended by another cycle, and neither is a run that is over.
      if (outcome.verified || outcome.status === "error" || this.#budget.ended !== null) break;
    }
    return this.#report(outcome);
  }

  /**
   * A later role's model that is not there, or cannot call tools, is told before the planner has worked for nothing. The
   * planner's own is told by its first turn, which asks nobody when there is no room for the task.
   */
  async #unfit(): Promise<Outcome | null> {
    const { client, settings: { agent, models } } = this.#tools;
    const first = firstMessages("planner", { task: this.#task, context: {} });
    if (JSON.stringify(first).length > agent.maxContextChars) return null;
    for (const role of ["coder", "reviewer"] as const) {
      if (models[role] === models.planner || this.#budget.ended !== null) continue;
      const { code = "", error = "", next } = await this.#probed(models[role], client);
      if (!UNFIT.has(code)) continue;
      const message = next === undefined ? error : `${error}. ${next}`;
      return {
        status: "error",
        verified: false,
        error: message,
        reasons: [{ code: "model_error", message, role }],
      };
    }
    return null;
  }

  async #probed(model: string, client: ModelClient): Promise<Pick<ProbedModel, "code" | "error" | "next">> {
    try {
      return await probeModel(model, client, { signal: this.#budget.signal });
    } catch (error) {
      if (this.#budget.ended === null) throw error;
      return {};
    }
  }

  #withoutPlan(planner: RoleEnd): Outcome {
    const judgement = judge({ ...this.#facts({ planner, coder: null, reviewer: null }), changes: [] });
    return { ...judgement, error: planner.state.error ?? "The planner did not end well" };
  }

  /** Coder, checks, reviewer and judgement. The checks run however the coder ended. */
  async #nextCycle(planner: RoleEnd): Promise<Outcome> {
    const { checking } = this.#tools;
    const { signal } = this.#budget;
    this.#cycle++;
    const coder = await this.#play("coder");
    this.#implementation = coder.state;
    if (this.#budget.ended !== null) return this.#cutOff({ planner, coder, reviewer: null });
    try {
      const begun = await beginVerification(checking, signal);
      const at = this.#history.push(begun.verification) - 1;
      if (this.#budget.ended !== null) return this.#cutOff({ planner, coder, reviewer: null });
      const reviewer = await this.#play("reviewer");
      this.#review = reviewer.state;
      if (this.#budget.ended !== null) return this.#cutOff({ planner, coder, reviewer });
      const { verification, changes } = await endVerification(checking, begun, { signal });
      this.#history[at] = verification;
      // A look that was cut off has not seen everything.
      if (this.#budget.ended !== null) return this.#cutOff({ planner, coder, reviewer });
      for (const { code, path } of changes) {
        if (code === "deciding_changed" && path !== undefined) this.#touched.add(path);
      }
      const outcome = judge({ ...this.#facts({ planner, coder, reviewer }), changes });
      const { status, verified } = outcome;
      this.#tools.tell({ kind: "verified", cycle: this.#cycle, status, verified });
      return outcome;
    } catch (error) {
      // What a look at the editor throws when it is interrupted.
      if (this.#budget.ended === null) throw error;
      return this.#cutOff({ planner, coder, reviewer: null });
    }
  }

  /** The time is up, or nobody waits any more: what was not proved by now is not. */
  #cutOff(roles: Pick<Facts, "planner" | "coder" | "reviewer">): Outcome {
    const { ended, endedBecause } = this.#budget;
    const code = ended === "cancelled" ? "cancelled" : "time_budget";
    const { status, reasons } = judge({ ...this.#facts(roles), changes: [] });
    const first = { code, message: endedBecause ?? code };
    return {
      status: status === "ok" ? "unverified" : status,
      verified: false,
      // The role that was interrupted says the same of itself.
      reasons: [first, ...reasons.filter((reason) => reason.code !== code)],
    };
  }

  #facts(roles: Pick<Facts, "planner" | "coder" | "reviewer">): Omit<Facts, "changes"> {
    const { checks = [], coverage = [] } = this.#history[this.#cycle - 1] ?? {};
    const hasRequired = this.#tools.settings.checks.some(({ required }) => required);
    return { ...roles, hasRequired, checks, coverage };
  }

  async #play(role: Role): Promise<RoleEnd> {
    const { settings: { agent, models } } = this.#tools;
    const known = {
      plan: this.#plan,
      implementation: this.#implementation,
      review: this.#review,
      verification: this.#history.at(-1) ?? null,
      changedFiles: this.#tools.checking.workspace.changed,
      diff: role === "reviewer" ? await this.#tools.diff(MAX_DIFF, this.#budget.signal) : "",
    };
    const { maxContextChars } = agent;
    const played = await playRole({
      role,
      model: models[role],
      tools: await offeredTools(role, this.#tools, { signal: this.#budget.signal }),
      task: this.#task,
      context: contextFor(role, known, { task: this.#task, maxContextChars }),
      number: this.#roles.length + 1,
      cycle: Math.max(1, this.#cycle),
    }, this.#stage);
    this.#roles.push(played.state);
    return played;
  }

  #report({ status, verified, reasons, error }: Outcome): RunReport {
    const changed = this.#tools.checking.workspace.changed;
    const latest = this.#history.at(-1);
    const checks: readonly CheckEntry[] = latest?.checks ?? [];
    return {
      status,
      verified,
      reasons: distinctReasons(reasons),
      ...(error === undefined ? {} : { error }),
      task: this.#task,
      roles: this.#roles,
      events: this.#events,
      changed_files: changed,
      changed_tests: [...new Set([...this.#tools.tests(changed), ...this.#touched])].sort(),
      checks,
      verification: latest ?? {},
      verification_history: this.#history,
      model_calls: this.#budget.modelCalls,
      tool_calls: this.#budget.toolCalls,
      cycles: this.#cycle,
      summary: this.#implementation?.summary ?? "",
    };
  }
}
