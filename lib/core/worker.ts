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
}

/** Carries out one method. Input and output are plain data; what it throws as a `ToolError` reaches the caller. */
export type Handler = (input: unknown, context: WorkerContext) => unknown | Promise<unknown>;

/** Characters of JSON that one reply may have. */
const MAX_REPLY = 2_097_152;

interface Port {
  postMessage(message: string): void;
  onmessage: ((event: { readonly data: string }) => void) | null;
}

/** What comes in. It was written by the process that started us, so its shape is not checked again. */
type Message =
  | { readonly setup: unknown }
  | { readonly abort: number }
  | { readonly id: number; readonly method: string; readonly input: unknown };

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
  let setup: unknown;

  const answer = async (id: number, method: string, input: unknown): Promise<void> => {
    const controller = new AbortController();
    calls.set(id, controller);
    let reply: string;
    try {
      const handler = methods.get(method);
      if (handler === undefined) throw new TypeError(`The worker has no method ${method}`);
      const value = await handler(input, { signal: controller.signal, setup });
      reply = JSON.stringify({ id, ok: true, value });
      if (reply.length > MAX_REPLY) throw tooLarge();
    } catch (error) {
      // What a call that nobody waits for ends with is no defect. The parent escapes, masks and bounds what is printed.
      // deno-lint-ignore gatehouse/no-console
      if (!(error instanceof ToolError) && !controller.signal.aborted) console.error(error);
      const { code, message, retryable, retryAfterSeconds, next } = toToolError(error);
      reply = JSON.stringify({ id, ok: false, error: { code, message, retryable, retryAfterSeconds, next } });
    }
    calls.delete(id);
    port.postMessage(reply);
  };

  port.onmessage = ({ data }) => {
    // See Message.
    const message = JSON.parse(data) as Message;
    if ("id" in message) void answer(message.id, message.method, message.input);
    else if ("abort" in message) calls.get(message.abort)?.abort();
    else setup = message.setup;
  };
  port.postMessage(JSON.stringify({ ready: true }));
}

function tooLarge(): ToolError {
  return new ToolError("ANSWER_TOO_LARGE", `The answer has more than ${MAX_REPLY} characters`, {
    next: "Ask for a smaller part",
  });
}
