/** One role from its two first messages to its end: ask the model, carry out its calls, and stop at every limit. */
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";
import type { Answer, Reason, RoleState, RoleTool, Turn } from "../types.ts";
import { type KeptCall, keptCalls } from "./calls.ts";
import { carryOut } from "./carry_out.ts";
import { Context, firstMessages, toolWords } from "./messages.ts";
import { FORMAT_NUDGE, NUDGE, VERDICT_NUDGE } from "./prompts.ts";
import { repeatNotice, Repeats } from "./repeats.ts";
import { fittedRead } from "./read_fit.ts";
import { resultText, roomFor } from "./results.ts";
import { retried } from "./retried.ts";
import type { Part, Played, Stage } from "./stage.ts";
import { Truncation } from "./truncation.ts";
import { readVerdict, VERDICT_SCHEMA } from "./verdict.ts";

/** Characters of a role's summary. */
const MAX_SUMMARY = 16_000;
/** Characters of an error in a report. */
const MAX_ERROR = 1_000;
/** Times that a model is asked again after an empty answer, and after a call that its service could not read. */
const MAX_ASKED_AGAIN = 2;
/** What is added to the temperature each time: the same question at the same temperature has the same answer. */
const WARMER = 0.3;
/** The code of a service that could not read its own model's tool call. */
const TOOL_FORMAT = "MODEL_TOOL_FORMAT";

/** How a role ended, before it is written down. */
type End =
  & Pick<RoleState, "status" | "summary" | "approved" | "issues">
  & { readonly code?: string; readonly error?: string };

/**
 * Plays a role to its end. It never throws: what goes wrong is in the state and the reasons.
 *
 * @param part The role, its model, its tools and what it is told.
 * @param stage What all roles of the run share.
 *
 * @example
 * ```ts
 * import { playRole } from "gatehouse/flow/roles/turns.ts";
 * import { Budget } from "gatehouse/flow/run/budget.ts";
 *
 * using budget = new Budget({ maxToolCalls: 4, maxSeconds: 60, signal: new AbortController().signal });
 * const stage = {
 *   client: {
 *     turn: () => Promise.resolve({ text: "Change a.ts", calls: [], cut: false, promptTokens: null }),
 *     preflight: () => Promise.reject(new Error("not asked")),
 *     list: () => Promise.resolve([]),
 *   },
 *   limits: { maxIterations: 6, maxContextChars: 100_000 },
 *   contextLength: 16_384,
 *   temperature: 0.2,
 *   budget,
 *   events: [],
 *   tell: () => {},
 * };
 * const part = { role: "planner", model: "m", tools: [], task: "Do it", context: {}, number: 1, cycle: 1 } as const;
 * const { state } = await playRole(part, stage);
 * if (state.summary !== "Change a.ts" || state.turns !== 1) throw new Error("not played");
 * ```
 */
export async function playRole(part: Part, stage: Stage): Promise<Played> {
  const { role, model } = part;
  stage.tell({ kind: "role", role, model, cycle: part.cycle });
  const play = new Play(part, stage);
  const { code, error, ...end } = await play.toEnd();
  const state: RoleState = {
    role,
    model,
    ...end,
    turns: play.turns,
    tool_errors: play.toolErrors,
    ...(error === undefined ? {} : { error: oneLine(error, MAX_ERROR) }),
  };
  stage.tell({ kind: "role_end", role, status: state.status, turns: state.turns });
  const reason = (of: string, message: string): Reason => ({
    code: of,
    message: oneLine(message, MAX_ERROR),
    role,
  });
  const reasons = [
    ...(code === undefined ? [] : [reason(code, error ?? code)]),
    ...(play.repeats.noticed && (code === "iteration_budget" || code === "tool_budget")
      ? [reason("repeated_calls", "The same call was made again and again with the same result")]
      : []),
  ];
  return { state, reasons };
}

/** The moving parts of one role. */
class Play {
  readonly repeats = new Repeats();
  turns = 0;
  toolErrors = 0;
  readonly #part: Part;
  readonly #stage: Stage;
  readonly #context: Context;
  readonly #truncation: Truncation;
  readonly #toolWords: number;
  /** Answers in a row that were empty, and calls that the service could not read. */
  #empty = 0;
  #unreadable = 0;

  constructor(part: Part, stage: Stage) {
    this.#part = part;
    this.#stage = stage;
    this.#context = new Context(firstMessages(part.role, part));
    this.#truncation = new Truncation(stage.contextLength);
    this.#toolWords = toolWords(part.tools);
  }

  async toEnd(): Promise<End> {
    const { maxIterations } = this.#stage.limits;
    while (this.turns < maxIterations) {
      const end = await this.#turn();
      if (end !== null) return end;
    }
    if (this.#empty > 0) return emptyResponse(this.#empty);
    return unverified("iteration_budget", `The ${this.#part.role} did not end within ${maxIterations} turns`);
  }

  /** One turn; null when another one follows. */
  async #turn(): Promise<End | null> {
    const answer = await this.#ask(this.#part.tools);
    if (answer === null) return null;
    if ("status" in answer) return answer;
    if (answer.calls.length > 0) return await this.#calls(answer);
    if (answer.text.trim() === "") {
      if (++this.#empty > MAX_ASKED_AGAIN) return emptyResponse(this.#empty);
      this.#context.add({ role: "user", content: NUDGE });
      return null;
    }
    this.#empty = 0;
    if (this.#part.role === "reviewer") return await this.#verdict(answer.text);
    return { status: "ok", summary: answer.text.slice(0, MAX_SUMMARY) };
  }

  /** Asks the model: its whole answer, the role's end, or null when it must be asked again. */
  async #ask(
    tools: readonly RoleTool[],
    format?: Readonly<Record<string, unknown>>,
  ): Promise<Answer | End | null> {
    const { budget, client, limits } = this.#stage;
    if (this.#context.chars > limits.maxContextChars) {
      const sizes = `${this.#context.chars} characters of messages, ${limits.maxContextChars} allowed`;
      return unverified("context_budget", `The ${this.#part.role} ran out of context: ${sizes}`);
    }
    let answer: Answer;
    try {
      this.turns++;
      const { role } = this.#part;
      this.#stage.tell({
        kind: "turn",
        role,
        turn: this.turns,
        of: Math.max(this.turns, limits.maxIterations),
      });
      const request = this.#request(tools, format);
      answer = await retried(() => {
        budget.countModelCall();
        return client.turn(request, budget.signal);
      }, budget.signal);
    } catch (error) {
      return this.#over() ?? this.#failed(error);
    }
    this.#unreadable = 0;
    const over = this.#over();
    if (over !== null) return over;
    const toolWords = tools.length > 0 ? this.#toolWords : 0;
    const left = this.#truncation.fault(this.#context, { tokens: answer.promptTokens, toolWords });
    if (left !== null) return unverified("context_truncated", left);
    // Half a text is no answer, and half a call is not what the model meant.
    if (answer.cut) {
      return unverified("truncated_output", `The ${this.#part.role}'s answer was cut at the model's limit`);
    }
    return answer;
  }

  #request(tools: readonly RoleTool[], format: Readonly<Record<string, unknown>> | undefined): Turn {
    const again = this.#empty + this.#unreadable;
    return {
      model: this.#part.model,
      messages: this.#context.messages,
      tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
      ...(format === undefined ? {} : { format }),
      ...(again === 0 ? {} : { temperature: Math.min(2, this.#stage.temperature + again * WARMER) }),
    };
  }

  /** A failed request: asked again a bounded number of times when only the call's form was broken. */
  #failed(error: unknown): End | null {
    if (error instanceof ToolError && error.code === TOOL_FORMAT && this.#unreadable < MAX_ASKED_AGAIN) {
      this.#unreadable++;
      this.#context.add({ role: "user", content: FORMAT_NUDGE });
      return null;
    }
    const line = error instanceof ToolError
      ? error.line
      : "The request to the model failed by a defect of the host";
    return { status: "error", summary: "", code: "model_error", error: line };
  }

  async #calls(answer: Answer): Promise<End | null> {
    const { budget } = this.#stage;
    const { role, number, tools } = this.#part;
    const wanted = answer.calls.length;
    if (wanted > budget.toolCallsLeft) {
      const left = Math.max(0, budget.toolCallsLeft);
      return unverified(
        "tool_budget",
        `The ${role} asked for ${wanted} tool calls where ${left} are left; none was made`,
      );
    }
    this.#empty = 0;
    const calls = keptCalls(answer.calls, `${role}-${number}-${this.turns}`);
    this.#context.add({
      role: "assistant",
      content: answer.text,
      calls: calls.map(({ id, name, args }) => ({ id, name, args })),
    });
    for (const call of calls) {
      await this.#call(call, tools);
      const over = this.#over();
      if (over !== null) return over;
    }
    return null;
  }

  async #call(call: KeptCall, tools: readonly RoleTool[]): Promise<void> {
    const { budget, events, limits, tell } = this.#stage;
    const { role } = this.#part;
    const { id, name, args } = call;
    budget.countToolCall();
    const { path } = args;
    tell({
      kind: "tool",
      role,
      tool: name,
      ...(typeof path === "string" ? { path: oneLine(path, 200) } : {}),
    });
    const result = await carryOut(call, { tools, signal: budget.signal });
    const { status, error } = result;
    tell({ kind: "tool_end", role, tool: name, status });
    if (status !== "ok" && status !== "failed" && status !== "unverified") this.toolErrors++;
    events.push({
      role,
      tool: name,
      tool_call_id: id,
      status,
      ...(error === undefined ? {} : { error: oneLine(error, MAX_ERROR) }),
    });
    const room = roomFor(limits.maxContextChars - this.#context.chars);
    const text = resultText(fittedRead(result, room), room);
    const notice = repeatNotice(this.repeats.count(name, call.fault ?? args, text), status);
    this.#context.add({ role: "tool", id, name, content: notice === null ? text : JSON.stringify(notice) });
  }

  /**
   * The reviewer's end. Text that is no verdict gets one more question, which offers no tools and asks for the form; it
   * may come after the last of the role's turns, since nothing but the verdict can follow from it.
   */
  async #verdict(text: string): Promise<End> {
    const first = readVerdict(text);
    if (typeof first !== "string") return { status: "ok", ...first };
    this.#context.add({ role: "assistant", content: text.slice(0, MAX_SUMMARY), calls: [] });
    this.#context.add({ role: "user", content: VERDICT_NUDGE });
    const answer = await this.#ask([], VERDICT_SCHEMA);
    if (answer !== null && "status" in answer) return { ...answer, approved: false, issues: [] };
    const second = answer === null ? first : readVerdict(answer.text);
    if (typeof second !== "string") return { status: "ok", ...second };
    return {
      ...unverified("review_unparseable", second),
      summary: text.slice(0, MAX_SUMMARY),
      approved: false,
      issues: [],
    };
  }

  /** The end that the clock or the caller made; null while the run may go on. */
  #over(): End | null {
    const { ended, endedBecause } = this.#stage.budget;
    if (ended === null) return null;
    return unverified(ended === "time" ? "time_budget" : "cancelled", endedBecause ?? ended);
  }
}

function unverified(code: string, error: string): End {
  return { status: "unverified", summary: "", code, error };
}

function emptyResponse(times: number): End {
  return unverified("empty_response", `The model answered ${times} times with neither text nor a tool call`);
}
