/**
 * The one typed error of the house.
 *
 * Every failure a caller can see carries a stable code, whether trying again can help, and the next step. Anything
 * else that is thrown is a defect.
 */

/** One refused value of a call's arguments: where it stands and what is wrong with it. */
export interface Issue {
  /** Keys and indexes from the top of the arguments to the value; empty for the arguments as a whole. */
  readonly path: readonly (string | number)[];
  /** What is wrong, in one sentence. */
  readonly problem: string;
}

/** What a `ToolError` is made of besides its message. */
export interface ToolErrorOptions {
  /** The next step a person or an agent can take. */
  readonly next?: string;
  /** True when the same call may succeed later without a change. Default false. */
  readonly retryable?: boolean;
  /** Seconds after which trying again can help, where that is known. */
  readonly retryAfterSeconds?: number;
  /** The refused values, when the arguments are at fault. */
  readonly issues?: readonly Issue[];
  /** What led to it; kept for the trace, never shown to a caller. */
  readonly cause?: unknown;
}

/**
 * A failure with a stable code.
 *
 * @example A refused file
 * ```ts
 * import { ToolError } from "gatehouse/core/errors.ts";
 *
 * const error = new ToolError("FILE_UNSAFE", "Refused to open token: it is a link", {
 *   next: "Put the file itself in its place",
 * });
 * if (error.code !== "FILE_UNSAFE" || error.retryable) throw error;
 * ```
 */
export class ToolError extends Error {
  /** Stable, upper snake case: a program may compare it. */
  readonly code: string;
  /** True when the same call may succeed later without a change. */
  readonly retryable: boolean;
  /** Seconds after which trying again can help; undefined where that is not known. */
  readonly retryAfterSeconds: number | undefined;
  /** The next step, or undefined where there is none. */
  readonly next: string | undefined;
  /** The refused values; empty unless the arguments are at fault. */
  readonly issues: readonly Issue[];

  /**
   * @param code Stable code, upper snake case.
   * @param message Sentence case, no full stop; names the action that failed and the value.
   * @param options Next step, retryability, refused values, cause.
   */
  constructor(code: string, message: string, options: ToolErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ToolError";
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.next = options.next;
    this.issues = options.issues ?? [];
  }

  /**
   * One line for a person: the message, then the next step.
   *
   * @example
   * ```ts
   * import { ToolError } from "gatehouse/core/errors.ts";
   *
   * const line = new ToolError("X", "Could not read a.toml", { next: "Check its rights" }).line;
   * if (line !== "Could not read a.toml. Check its rights") throw new Error(line);
   * ```
   */
  get line(): string {
    return this.next === undefined ? this.message : `${this.message}. ${this.next}`;
  }
}

/**
 * The failure as a `ToolError`: itself, or a defect wrapped so that no inner text leaks to a caller.
 *
 * @example
 * ```ts
 * import { toToolError } from "gatehouse/core/errors.ts";
 *
 * if (toToolError(new RangeError("inner detail")).code !== "INTERNAL") throw new Error("not wrapped");
 * ```
 */
export function toToolError(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  return new ToolError("INTERNAL", "The call failed by a defect of ours", {
    cause: error,
    next: "Report it with the lines that the program wrote to stderr",
  });
}
