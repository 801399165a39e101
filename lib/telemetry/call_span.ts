/** One call as a trace: a span for the call, and one below it for each phase. */
import type { CallTrace, Phase, TraceEnd, TraceStart } from "../core/trace.ts";
import type { TraceParent } from "./trace_parent.ts";

/** A phase that has ended; times are milliseconds since the call began. */
export interface PhaseSpan {
  readonly name: Phase;
  readonly from: number;
  readonly to: number;
  /** The code of what went wrong in it; null for nothing. */
  readonly failure: string | null;
}

/** A call that has ended. */
export interface CallSpan {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly ms: number;
  readonly start: TraceStart;
  readonly ended: TraceEnd;
  readonly parent: TraceParent | null;
  readonly phases: readonly PhaseSpan[];
}

/** More than any call goes through; what a defect would add beyond them is left out. */
const MAX_PHASES = 32;

/** Collects a call's phases, and hands them over when it ends. */
export class CallSpans implements CallTrace {
  readonly #at = Date.now();
  readonly #from = performance.now();
  readonly #start: TraceStart;
  readonly #parent: TraceParent | null;
  readonly #take: (span: CallSpan) => void;
  readonly #phases: PhaseSpan[] = [];
  #open: { name: Phase; from: number; failure: string | null } | null = {
    name: "look_up",
    from: 0,
    failure: null,
  };
  #isOver = false;

  /**
   * @param start What is known of the call.
   * @param options `parent`: the caller's span. `take`: gets the call when it has ended.
   */
  constructor(
    start: TraceStart,
    { parent, take }: { readonly parent: TraceParent | null; readonly take: (span: CallSpan) => void },
  ) {
    this.#start = start;
    this.#parent = parent;
    this.#take = take;
  }

  phase(name: Phase): void {
    if (this.#isOver) return;
    const now = performance.now() - this.#from;
    this.#close(now);
    this.#open = { name, from: now, failure: null };
  }

  failed(code: string): void {
    if (this.#open !== null) this.#open.failure = code;
  }

  end(ended: TraceEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const ms = performance.now() - this.#from;
    this.#close(ms);
    this.#take({
      at: this.#at,
      ms,
      start: this.#start,
      ended,
      parent: this.#parent,
      phases: this.#phases,
    });
  }

  #close(to: number): void {
    if (this.#open !== null && this.#phases.length < MAX_PHASES) this.#phases.push({ ...this.#open, to });
    this.#open = null;
  }
}
