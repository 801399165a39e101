/**
 * What the entry of a family's worker calls. The entry imports this module before any other, so that what the others
 * print while they load goes where it may.
 */
import { IN_WORKER } from "./worker_guard.ts";
import { ToolError, toToolError } from "./errors.ts";

/** What a handler has besides its input. */
export interface WorkerContext {
  /** Aborted when the caller cancelled or the call's time is up: an answer is then of no use to anybody. */
  readonly signal: AbortSignal;
  /** What the backend's `setup` gave. */
  readonly setup: unknown;
  /**
   * Tells the caller what happens, as plain data of at most 65,536 characters of JSON; more is dropped, and so is all when
   * nobody listens or the call has ended.
   */
  tell(event: unknown): void;
  /**
   * Has one of the backend's programs run, outside of the worker. It never throws for what became of the program.
   *
   * @param program Its name.
   * @param options `signal`: ends it.
   */
  run(program: string, options: { readonly signal: AbortSignal }): Promise<Ran>;
}

/** How a program ended. Whatever it had started is gone by then, as far as it could be found. */
export interface Ran {
  /** `missing`: there is no such executable. `error`: it could not be started for another reason. */
  readonly outcome: "exited" | "signal" | "timeout" | "cancelled" | "missing" | "error";
  /** Its exit code, when it exited. */
  readonly code: number | null;
  /** What ended it, when it was a signal that was not ours. */
  readonly signal: string | null;
  /** Why there was no start. */
  readonly error: string | null;
  /** The last 16,000 bytes. */
  readonly stdout: string;
  readonly stdoutTruncated: boolean;
  /** The last 16,000 bytes. */
  readonly stderr: string;
  readonly stderrTruncated: boolean;
  /** Milliseconds. */
  readonly ms: number;
  /** Processes that had left its group and were ended; null when none could be looked for. */
  readonly escaped: number | null;
}

/** Carries out one method. Input and output are plain data; what it throws as a `ToolError` reaches the caller. */
export type Handler = (input: unknown, context: WorkerContext) => unknown | Promise<unknown>;

/** Characters of JSON that one reply may have. */
const MAX_REPLY = 2_097_152;

/** How a call ends that was aborted. */
const STOPPED = "STOPPED";

/** Characters of JSON that one event may have. */
const MAX_EVENT = 65_536;

interface Port {
  postMessage(message: string): void;
  onmessage: ((event: { readonly data: string }) => void) | null;
}

type Asked = Extract<Message, { readonly id: number }>;

/** What comes in. It was written by the process that started us, so its shape is not checked again. */
type Message =
  | { readonly setup: unknown }
  | { readonly abort: number }
  | { readonly ran: number; readonly end: Ran }
  | { readonly id: number; readonly method: string; readonly input: unknown; readonly listens?: true };

/**
 * Serves the methods to whoever started the worker, for as long as it lives. Calls run side by side.
 *
 * Everything that the worker needs must be imported statically: it has no permission to load a module later.
 *
 * @param handlers By method.
 * @throws TypeError outside a worker.
 *
 * @example
 * ```ts
 * import { serveWorker } from "gatehouse/core/worker.ts";
 *
 * let refused = false;
 * try {
 *   serveWorker({ echo: (input) => input });
 * } catch (error) {
 *   refused = error instanceof TypeError;
 * }
 * if (!refused) throw new Error("served outside a worker");
 * ```
 */
export function serveWorker(handlers: Readonly<Record<string, Handler>>): void {
  if (!IN_WORKER) throw new TypeError("Could not serve: this is no worker");
  // The worker's own global scope, whose types exclude those of the main scope that this file is checked with.
  const port = globalThis as unknown as Port;
  const methods = new Map(Object.entries(handlers));
  const calls = new Map<number, AbortController>();
  const programs = new Programs((message) => port.postMessage(message));
  let setup: unknown;

  const answer = async ({ id, method, input, listens }: Asked): Promise<void> => {
    const controller = new AbortController();
    const tell = (event: unknown): void => {
      if (listens !== true || calls.get(id) !== controller) return;
      const told = JSON.stringify({ id, event: event ?? null });
      if (told.length <= MAX_EVENT) port.postMessage(told);
    };
    const run: WorkerContext["run"] = (program, { signal }) => programs.run(program, signal);
    calls.set(id, controller);
    let reply: string;
    try {
      const handler = methods.get(method);
      if (handler === undefined) throw new TypeError(`The worker has no method ${method}`);
      const value = await handler(input, { signal: controller.signal, setup, tell, run });
      reply = JSON.stringify({ id, ok: true, value });
      if (reply.length > MAX_REPLY) throw tooLarge();
    } catch (error) {
      // What a call that nobody waits for ends with is no defect. The parent escapes, masks and bounds what is printed.
      // deno-lint-ignore gatehouse/no-console
      if (!(error instanceof ToolError) && !controller.signal.aborted) console.error(error);
      const { code, message, retryable, retryAfterSeconds, next } = toToolError(error);
      // Nobody waits for it, and the code of a cancelled call is one that only the parent may say.
      const said = controller.signal.aborted ? STOPPED : code;
      reply = JSON.stringify({
        id,
        ok: false,
        error: { code: said, message, retryable, retryAfterSeconds, next },
      });
    }
    calls.delete(id);
    port.postMessage(reply);
  };

  port.onmessage = ({ data }) => {
    // See Message.
    const message = JSON.parse(data) as Message;
    if ("id" in message) void answer(message);
    else if ("abort" in message) calls.get(message.abort)?.abort();
    else if ("ran" in message) programs.ended(message.ran, message.end);
    else setup = message.setup;
  };
  port.postMessage(JSON.stringify({ ready: true }));
}

/** The programs that run for this worker. The main thread knows their words, and this one only their names. */
class Programs {
  readonly #post: (message: string) => void;
  readonly #running = new Map<number, (ran: Ran) => void>();
  #last = 0;

  constructor(post: (message: string) => void) {
    this.#post = post;
  }

  async run(program: string, signal: AbortSignal): Promise<Ran> {
    const run = ++this.#last;
    const { promise, resolve } = Promise.withResolvers<Ran>();
    this.#running.set(run, resolve);
    const stop = (): void => this.#post(JSON.stringify({ stop: run }));
    this.#post(JSON.stringify({ run, program }));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  ended(run: number, end: Ran): void {
    this.#running.get(run)?.(end);
    this.#running.delete(run);
  }
}

function tooLarge(): ToolError {
  return new ToolError("ANSWER_TOO_LARGE", `The answer has more than ${MAX_REPLY} characters`, {
    next: "Ask for a smaller part",
  });
}
