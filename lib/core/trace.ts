/** What of a call may be traced: which phases it went through and how long each took, and nothing of what it said. */
import { ToolError } from "./errors.ts";

/** The phases of a call, as a trace names them; see `invoke`. */
export type Phase =
  | "look_up"
  | "validate"
  | "open"
  | "authorise"
  | "resolve"
  | "authorise_target"
  | "confirm"
  | "approve"
  | "lock"
  | "intent"
  | "spend"
  | "run"
  | "finish"
  | "audit";

/** How a call came in, where it comes from a client. */
export interface TraceOrigin {
  readonly era: "legacy" | "modern";
  /** The request's `_meta` as it came: `traceparent` and `tracestate` in it name the caller's own span. */
  readonly meta?: unknown;
}

/** What is known of a call when it begins. */
export interface TraceStart {
  readonly via: "stdio" | "http" | "cli";
  readonly origin?: TraceOrigin | undefined;
}

/** What is known of it when it ends. */
export interface TraceEnd {
  /** `ok`, `question`, or the code of what went wrong. */
  readonly outcome: string;
  /** Not there when no such tool is served: then the name is the caller's text. */
  readonly tool?: string;
  readonly family?: string;
  readonly requestId?: string;
}

/** A call that is traced. */
export interface CallTrace {
  /** Ends the phase before, and begins this one. */
  phase(name: Phase): void;
  /** The phase that runs has failed. */
  failed(code: string): void;
  /** Ends the call; a second time does nothing. */
  end(ended: TraceEnd): void;
}

/** Takes calls' traces. Neither it nor what it gives ever throws or waits: a call must not notice it. */
export interface Tracer {
  /** Null for a call that its caller does not want traced. The phase `look_up` has begun. */
  begin(start: TraceStart): CallTrace | null;
}

/**
 * The work of a traced call: one that ends without an outcome ends its trace all the same.
 *
 * @example
 * ```ts
 * import { traced } from "gatehouse/core/trace.ts";
 *
 * let ended = "";
 * const trace = { phase() {}, failed() {}, end: ({ outcome }: { outcome: string }) => void (ended = outcome) };
 * await traced(trace, () => Promise.reject(new RangeError("a defect"))).catch(() => {});
 * if (ended !== "INTERNAL") throw new Error(ended);
 * ```
 */
export async function traced<T>(trace: CallTrace, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    trace.end({ outcome: error instanceof ToolError ? error.code : "INTERNAL" });
    throw error;
  }
}
