/** What a run may use up: model turns are counted, tool calls and time are limited. */

/** What ended a run before its roles did. */
export type Ended = "cancelled" | "time";

/**
 * The counters and the clock of one run. Every call counts when it is begun: one that fails is no free one.
 *
 * @example
 * ```ts
 * import { Budget } from "gatehouse/flow/run/budget.ts";
 *
 * using budget = new Budget({ maxToolCalls: 2, maxSeconds: 60, signal: new AbortController().signal });
 * budget.countToolCall();
 * if (budget.toolCallsLeft !== 1 || budget.ended !== null) throw new Error("counted wrong");
 * ```
 */
export class Budget {
  readonly #maxToolCalls: number;
  readonly #maxSeconds: number;
  readonly #caller: AbortSignal;
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #onCancel = (): void => this.#end("cancelled");
  #ended: Ended | null = null;
  #modelCalls = 0;
  #toolCalls = 0;

  /** @param limits Calls, seconds from now, and the caller's signal. */
  constructor(
    limits: { readonly maxToolCalls: number; readonly maxSeconds: number; readonly signal: AbortSignal },
  ) {
    this.#maxToolCalls = limits.maxToolCalls;
    this.#maxSeconds = limits.maxSeconds;
    this.#caller = limits.signal;
    this.#timer = setTimeout(() => this.#end("time"), limits.maxSeconds * 1_000);
    if (this.#caller.aborted) this.#end("cancelled");
    else this.#caller.addEventListener("abort", this.#onCancel, { once: true });
  }

  /** Aborted when the caller cancels or the time is up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why nothing more may begin; null while it may. */
  get ended(): Ended | null {
    return this.#ended;
  }

  /** Requests to a model that were begun. */
  get modelCalls(): number {
    return this.#modelCalls;
  }

  /** Tool calls that were carried out or refused. */
  get toolCalls(): number {
    return this.#toolCalls;
  }

  /** Tool calls that are left. */
  get toolCallsLeft(): number {
    return this.#maxToolCalls - this.#toolCalls;
  }

  /** A sentence on what ended the run, for a report; null while it goes on. */
  get endedBecause(): string | null {
    if (this.#ended === null) return null;
    return this.#ended === "cancelled"
      ? "The run was cancelled; what it wrote stays"
      : `The run took longer than its ${this.#maxSeconds} seconds; what it wrote stays`;
  }

  /** Counts one request to a model. */
  countModelCall(): void {
    this.#modelCalls++;
  }

  /** Counts one tool call. */
  countToolCall(): void {
    this.#toolCalls++;
  }

  /** Clears the clock and lets go of the caller's signal. */
  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener("abort", this.#onCancel);
  }

  #end(why: Ended): void {
    this.#ended ??= why;
    this.#controller.abort();
  }
}
