/** One task from its planner to a verdict of the host: plan once, then code, check, review and judge, a few times. */
import { oneLine } from "../../core/bounds.ts";
import { type Hands, offeredTools } from "../roles/offered.ts";
import type { Stage } from "../roles/stage.ts";
import { playRole } from "../roles/turns.ts";
import type {
  CallEvent,
  CheckEntry,
  FlowSettings,
  ModelClient,
  Reason,
  Role,
  RoleState,
  RunReport,
  Status,
  Step,
  Verification,
} from "../types.ts";
import { Budget } from "./budget.ts";
import { contextFor } from "./contexts.ts";
import { boundedReport, distinctReasons } from "./report.ts";

/** How a role ended, with why that is not good enough. */
interface Ended {
  readonly state: RoleState;
  readonly reasons: readonly Reason[];
}

/** What the host makes of one cycle. */
export interface Judged {
  readonly status: Status;
  readonly verified: boolean;
  readonly reasons: readonly Reason[];
  /** As it stands after the review: a file that changed meanwhile makes it `stale`. */
  readonly verification: Verification;
}

/** The host's own proof of one cycle. */
export interface Proof {
  /** As the checks left it, for the reviewer. */
  readonly verification: Verification;
  /** Judges the cycle; called after the review. */
  judge(roles: { readonly planner: Ended; readonly coder: Ended; readonly reviewer: Ended }): Promise<Judged>;
}

/** What a run works with. */
export interface Tools extends Hands {
  readonly settings: FlowSettings;
  readonly client: ModelClient;
  /** Relative paths that the run has written so far, sorted. */
  changed(): readonly string[];
  /** Of these, the tests and what configures checks. */
  tests(paths: readonly string[]): readonly string[];
  /** What the run changed so far. */
  diff(maxChars: number): string;
  /** Has the checks run and looks at what covers the changes; it never throws for what they find. */
  prove(signal: AbortSignal): Promise<Proof>;
  tell(step: Step): void;
}

/** Characters of the diff that a reviewer is given at most; what its context has no room for is cut once more. */
const MAX_DIFF = 32_000;
/** Characters of an error in a report. */
const MAX_ERROR = 1_000;

/**
 * Carries out a task. It does not throw for what models, tools or checks do.
 *
 * @param task Not blank, and not longer than the settings allow.
 * @param tools What the run works with.
 * @param options `signal`: the caller's.
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
    const planner = await this.#play("planner");
    if (planner.state.status !== "ok") {
      const message = oneLine(planner.state.error ?? "The planner did not end its part", MAX_ERROR);
      const reasons = [...planner.reasons, { code: "planner_failed", message, role: "planner" as const }];
      return { ...this.#report({ status: planner.state.status, verified: false, reasons }), error: message };
    }
    this.#plan = planner.state.summary;
    let judged: Omit<Judged, "verification"> = { status: "unverified", verified: false, reasons: [] };
    while (this.#cycle < this.#tools.settings.agent.maxCycles) {
      const { ended, ...outcome } = await this.#nextCycle(planner);
      judged = outcome;
      if (ended) break;
    }
    return this.#report(judged);
  }

  /** Coder, checks, reviewer and judgement; `ended` when no further cycle can mend anything. */
  async #nextCycle(planner: Ended): Promise<Omit<Judged, "verification"> & { readonly ended: boolean }> {
    this.#cycle++;
    const coder = await this.#play("coder");
    this.#implementation = coder.state;
    if (this.#budget.ended !== null) return this.#cutOff(coder);
    const proof = await this.#tools.prove(this.#budget.signal);
    const at = this.#history.push(proof.verification) - 1;
    if (this.#budget.ended !== null) return this.#cutOff(coder);
    const reviewer = await this.#play("reviewer");
    this.#review = reviewer.state;
    if (this.#budget.ended !== null) return this.#cutOff(reviewer);
    const { verification, ...judged } = await proof.judge({ planner, coder, reviewer });
    this.#history[at] = verification;
    const { status, verified } = judged;
    this.#tools.tell({ kind: "verified", cycle: this.#cycle, status, verified });
    if (verified) return { ...judged, ended: true };
    const broken = coder.state.status === "error" || reviewer.state.status === "error";
    return { ...judged, status: broken ? "error" : status, ended: broken };
  }

  /** The time is up, or nobody waits any more: what was not proved by now is not. */
  #cutOff(role: Ended): Omit<Judged, "verification"> & { readonly ended: true } {
    const code = this.#budget.ended === "cancelled" ? "cancelled" : "time_budget";
    const message = this.#budget.endedBecause ?? code;
    // A role that was interrupted by it says so itself.
    const reasons = role.reasons.some((reason) => reason.code === code)
      ? role.reasons
      : [...role.reasons, { code, message }];
    return { status: "unverified", verified: false, reasons, ended: true };
  }

  async #play(role: Role): Promise<Ended> {
    const { settings: { agent, models } } = this.#tools;
    const known = {
      plan: this.#plan,
      implementation: this.#implementation,
      review: this.#review,
      verification: this.#history.at(-1) ?? null,
      changedFiles: this.#tools.changed(),
      diff: role === "reviewer" ? this.#tools.diff(MAX_DIFF) : "",
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

  #report({ status, verified, reasons }: Omit<Judged, "verification">): RunReport {
    const changed = this.#tools.changed();
    const latest = this.#history.at(-1);
    const checks: readonly CheckEntry[] = latest?.checks ?? [];
    return {
      status,
      verified,
      reasons: verified ? [] : distinctReasons(reasons),
      task: this.#task,
      roles: this.#roles,
      events: this.#events,
      changed_files: changed,
      changed_tests: this.#tools.tests(changed),
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
