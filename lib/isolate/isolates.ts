/**
 * Workers behind two walls. Each backend has a child process of its own, which can be killed and dies alone, and in it
 * one worker with its own narrow permissions. A child is started on the first call and kept.
 */
import type { Backend, Permissions, ProgramSpec } from "../core/backend.ts";
import { ToolError } from "../core/errors.ts";
import type { ChildCommand } from "./command.ts";
import { Life, reasonOf } from "./life.ts";
import { workerPermissions } from "./permissions.ts";
import { withValues } from "./program.ts";

/** Characters of JSON that a call's input may have. */
const MAX_INPUT = 2_097_152;

/** What one worker is started with. */
export interface Setup {
  readonly permissions: Permissions;
  /** Called for each start; plain data. */
  readonly setup: () => unknown;
  /** What it may have run, by name. Default: nothing. */
  readonly programs?: Readonly<Record<string, ProgramSpec>> | null;
}

/** A worker behind the walls that can be ended. */
export interface Isolated extends Backend {
  /** Ends its process; a later call starts another. */
  end(): void;
}

/** The workers of one process. */
export interface Isolates {
  /**
   * A backend; nothing is started before its first call.
   *
   * @param worker The name in the list of workers.
   * @throws RangeError for permissions that are wider than they look.
   */
  backend(worker: string, setup: Setup): Isolated;
  /** Kills every child and waits until none is left; calls in flight are lost, later ones refused. */
  close(): Promise<void>;
}

/**
 * The workers of this process.
 *
 * @param command How a child is started.
 * @param options `onPrint`: takes each line of untrusted text that a worker printed. `environment`: what programs that are
 * run for a worker get their variables from; default: they get none.
 *
 * @example
 * ```ts
 * import { createIsolates } from "gatehouse/isolate/isolates.ts";
 * import { ownCommand } from "gatehouse/isolate/command.ts";
 *
 * const isolates = createIsolates(ownCommand({}), { onPrint() {} });
 * isolates.backend("gate/model", { permissions: { net: ["127.0.0.1:8155"] }, setup: () => null });
 * await isolates.close();
 * ```
 */
export function createIsolates(
  command: ChildCommand,
  { onPrint, environment = {} }: {
    onPrint: (worker: string, line: string) => void;
    environment?: Readonly<Record<string, string | undefined>>;
  },
): Isolates {
  const lives = new Set<Life>();
  let closed = false;
  return {
    backend(worker, { permissions, setup, programs: specs }) {
      workerPermissions(permissions);
      const programs = specs === undefined || specs === null ? null : withValues(specs, environment);
      let life: Life | null = null;
      let lastId = 0;
      const start = (): Life => {
        const started: Life = new Life({
          worker,
          command,
          permissions,
          setup,
          programs,
          onPrint: (line) => onPrint(worker, line),
          onEnd() {
            if (life === started) life = null;
            // Its process is waited for; it stays in the set until it is gone.
            started.gone.then(() => lives.delete(started));
          },
        });
        lives.add(started);
        return started;
      };
      return {
        async call(method, input, options) {
          // One that may be about to end would take the call with it.
          for (let doubt = life?.doubt; doubt instanceof Promise; doubt = life?.doubt) await doubt;
          if (options.signal.aborted) throw reasonOf(options.signal);
          if (closed) throw new ToolError("ISOLATE_UNAVAILABLE", `The worker ${worker} was closed`);
          const id = ++lastId;
          const listens = options.onEvent === undefined ? {} : { listens: true };
          const line = JSON.stringify({ id, method, input, ...listens });
          if (line.length > MAX_INPUT) {
            throw new ToolError(
              "INPUT_TOO_LARGE",
              `The input of ${method} has more than ${MAX_INPUT} characters`,
              {
                next: "Ask for less",
              },
            );
          }
          life ??= start();
          return await life.call(line, id, options);
        },
        end() {
          life?.end("it is not needed any more");
        },
      };
    },
    async close() {
      closed = true;
      const all = [...lives];
      for (const life of all) life.end("the program ends");
      await Promise.all(all.map(({ gone }) => gone));
    },
  };
}
