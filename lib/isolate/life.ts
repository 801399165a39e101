/** One child from its start to its end, with the calls that it carries. */
import { ToolError, toToolError } from "../core/errors.ts";
import type { Permissions } from "../core/backend.ts";
import type { ChildCommand } from "./command.ts";
import { ChildProcess } from "./process.ts";
import type { Programs } from "./program.ts";
import type { Frame } from "./protocol.ts";

/**
 * Milliseconds that a worker gets, after a call's deadline, to say that it has stopped working on it. Its process must be
 * gone 300 ms after the deadline, and the killing takes a little.
 */
const GRACE_MS = 250;

/** What a child is started with, and who hears of it. */
export interface LifeOptions {
  /** Whose it is, for messages: the worker's name. */
  readonly worker: string;
  readonly command: ChildCommand;
  readonly permissions: Permissions;
  readonly setup: () => unknown;
  readonly programs: Programs | null;
  /** Takes a line of untrusted text that the child printed. */
  readonly onPrint: (line: string) => void;
  /** Called once, when the child takes no more calls. */
  readonly onEnd: () => void;
}

/** How long a call may take, its cancellation, and who hears of what happens. */
export interface CallOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly onEvent?: (event: unknown) => void;
}

interface Call {
  /** Until the caller has its answer; the child may owe one for longer. */
  answer:
    | { resolve(value: unknown): void; reject(error: ToolError): void; event(event: unknown): void }
    | null;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * A child's life. It is started at once, and its first calls wait for it.
 *
 * @example
 * ```ts
 * import { Life } from "gatehouse/isolate/life.ts";
 *
 * const ended = Promise.withResolvers<void>();
 * const life = new Life({
 *   worker: "none",
 *   command: { path: "/nowhere/gatehouse", args: [], environment: {} },
 *   permissions: {},
 *   setup: () => null,
 *   programs: null,
 *   onPrint() {},
 *   onEnd: ended.resolve,
 * });
 * const { signal } = new AbortController();
 * const code = await life.call('{"id":1}', 1, { signal, timeoutMs: 1_000 }).catch((error) => error.code);
 * if (code !== "ISOLATE_UNAVAILABLE") throw new Error(`${code}`);
 * await ended.promise;
 * ```
 */
export class Life {
  readonly #options: LifeOptions;
  readonly #calls = new Map<number, Call>();
  /** Lines for a process that is not there yet. */
  #waiting: string[] = [];
  #process: ChildProcess | null = null;
  #ready = false;
  /** Why it takes no more calls. */
  #ended: ToolError | null = null;
  /** Calls that are late and not let go of, by id; one that stays so ends this life. */
  readonly #overdue = new Map<number, PromiseWithResolvers<void>>();

  constructor(options: LifeOptions) {
    this.#options = options;
    void this.#start();
  }

  /** Settles when no process is left. */
  get gone(): Promise<void> {
    return this.#process?.gone ?? Promise.resolve();
  }

  /** Settles when it is known whether a late call ends this life; null when none is late. */
  get doubt(): Promise<unknown> | null {
    return this.#overdue.size === 0
      ? null
      : Promise.all([...this.#overdue.values()].map(({ promise }) => promise));
  }

  /**
   * One call.
   *
   * @param line The call's frame.
   * @param id Its id, not used before in this life.
   */
  call(line: string, id: number, { signal, timeoutMs, onEvent }: CallOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => this.#refuse(id, reasonOf(signal));
      const settled = (): void => signal.removeEventListener("abort", onAbort);
      signal.addEventListener("abort", onAbort, { once: true });
      this.#calls.set(id, {
        answer: {
          resolve: (value) => (settled(), resolve(value)),
          reject: (error) => (settled(), reject(error)),
          event: (event) => onEvent?.(event),
        },
        timer: setTimeout(() => this.#late(id, timeoutMs), timeoutMs),
      });
      // Deno runs microtasks while it loads its timers on first use, so that the life may have ended meanwhile.
      if (this.#ended === null) this.#send(line);
      else this.#settle(id)?.reject(this.#ended);
    });
  }

  /** Ends the child; its calls fail as lost. */
  end(reason: string): void {
    this.#end(this.#lost(reason));
  }

  async #start(): Promise<void> {
    const { worker, command, permissions, setup, programs, onPrint } = this.#options;
    try {
      // In a turn of its own: a setup that fails at once must not end a life that is still being made.
      const given = await Promise.resolve().then(setup);
      if (this.#ended !== null) return;
      const start = { worker, permissions, setup: given, ...(programs === null ? {} : { programs }) };
      const child = new ChildProcess(command, start, {
        onFrame: (frame) => this.#take(frame),
        onPrint,
        onEnd: (reason) => this.end(reason),
      });
      this.#process = child;
      for (const line of this.#waiting) child.send(line);
      this.#waiting = [];
    } catch (error) {
      this.#end(
        error instanceof ToolError
          ? error
          : unavailable(worker, { detail: "it did not start", cause: error }),
      );
    }
  }

  #send(line: string): void {
    if (this.#process === null) this.#waiting.push(line);
    else this.#process.send(line);
  }

  /** The caller has waited long enough; the worker gets a little longer to say that it stopped. */
  #late(id: number, timeoutMs: number): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    call.timer = setTimeout(() => this.end("a call was not ended in time"), GRACE_MS);
    this.#overdue.set(id, Promise.withResolvers());
    this.#refuse(
      id,
      new ToolError(
        "DEADLINE_EXCEEDED",
        `The worker ${this.#options.worker} did not answer within ${timeoutMs} ms`,
        {
          retryable: true,
          next: "Try again, or ask for less",
        },
      ),
    );
  }

  /** Ends a call for its caller, and tells the worker, which still owes its end. */
  #refuse(id: number, error: ToolError): void {
    const call = this.#calls.get(id);
    const answer = call?.answer ?? null;
    if (call === undefined || answer === null) return;
    call.answer = null;
    this.#send(JSON.stringify({ abort: id }));
    answer.reject(error);
  }

  #take(frame: Frame): void {
    if (frame.kind === "ready") {
      this.#ready = true;
      return;
    }
    if (frame.kind === "ended") {
      const { why, detail } = frame;
      this.#options.onPrint(`${WHY[why]}: ${detail}`);
      return this.#end(why === "start" ? this.#notStarted(detail) : this.#lost(WHY[why]));
    }
    if (frame.kind === "event") return this.#tell(frame.id, frame.event);
    if (!this.#calls.has(frame.id)) return this.end("it answered what was not asked");
    const answer = this.#settle(frame.id);
    if (frame.kind === "value") answer?.resolve(frame.value);
    else answer?.reject(frame.error);
  }

  /** What happened in a call that somebody waits for. */
  #tell(id: number, event: unknown): void {
    try {
      this.#calls.get(id)?.answer?.event(event);
    } catch (error) {
      this.#refuse(id, toToolError(error));
    }
  }

  /** The child owes nothing for this call any more; its caller may still want the answer. */
  #settle(id: number): Call["answer"] {
    const call = this.#calls.get(id);
    clearTimeout(call?.timer);
    this.#calls.delete(id);
    this.#overdue.get(id)?.resolve();
    this.#overdue.delete(id);
    return call?.answer ?? null;
  }

  #end(error: ToolError): void {
    if (this.#ended !== null) return;
    this.#ended = error;
    this.#options.onEnd();
    for (const id of [...this.#calls.keys()]) this.#settle(id)?.reject(error);
    this.#process?.kill("it is not needed any more");
  }

  #notStarted(detail: string): ToolError {
    return unavailable(this.#options.worker, { detail });
  }

  #lost(why: string): ToolError {
    if (!this.#ready) return this.#notStarted(why);
    return new ToolError(
      "ISOLATE_LOST",
      `The worker ${this.#options.worker} ended before it answered: ${why}`,
      {
        retryable: true,
        next: "Try again; a new one is started",
      },
    );
  }
}

const WHY = {
  start: "it did not start",
  crash: "it crashed",
  memory: "it used too much memory",
  protocol: "it broke the protocol",
} as const;

/**
 * Why a signal was aborted: what the caller's deadline says, or that the caller cancelled.
 *
 * @example
 * ```ts
 * import { reasonOf } from "gatehouse/isolate/life.ts";
 *
 * if (reasonOf(AbortSignal.abort()).code !== "CANCELLED") throw new Error("another reason");
 * ```
 */
export function reasonOf({ reason }: AbortSignal): ToolError {
  return reason instanceof ToolError ? reason : new ToolError("CANCELLED", "The caller cancelled the call");
}

function unavailable(worker: string, { detail, cause }: { detail: string; cause?: unknown }): ToolError {
  return new ToolError("ISOLATE_UNAVAILABLE", `Could not start the worker ${worker}: ${detail}`, {
    retryable: true,
    next: "See the lines that the program wrote to stderr",
    cause: cause ?? detail,
  });
}
