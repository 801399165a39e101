/** The process around one run: signals, and the exit code they stand for. */
import { logDefect } from "../core/log.ts";
import { CHILD_ARGUMENT } from "../isolate/argument.ts";
import { hookOf, interruptedExit } from "./argv.ts";
import { systemIo, systemText } from "./io.ts";

/** What a shell reports for a program that a signal ended: 128 and the signal's number (signal(7)). */
const EXIT = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Milliseconds a run gets to end after a signal; a change that has begun gets what its own deadline gives it. */
const GRACE_MS = 900;

/** The same for `flow`, whose clients kill what has not ended half a second after the signal. */
const FLOW_GRACE_MS = 400;

/**
 * Runs the program. The first SIGHUP, SIGINT or SIGTERM asks it to end, and after 900 ms (`flow`: 400)
 * or a second signal it is ended.
 *
 * @returns The exit code.
 *
 * @example
 * ```ts
 * import { start } from "gatehouse/cli/start.ts";
 *
 * if (await start(["--version"]) !== 0) throw new Error("no version");
 * ```
 */
export async function start(args: readonly string[]): Promise<number> {
  if (args[0] === CHILD_ARGUMENT) return await child();
  const stop = new AbortController();
  let exit: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let interrupted: (() => void) | null = null;
  const io = systemIo(stop.signal, (handler) => {
    interrupted = handler;
  });
  const handlers = signals().map((signal) => {
    const handler = (): void => {
      if (signal === "SIGINT" && interrupted !== null && exit === null) return interrupted();
      const code = interruptedExit(args, EXIT[signal]);
      if (exit !== null) Deno.exit(code);
      exit = code;
      io.ongoing.close();
      stop.abort();
      const graceMs = args[0] === "flow" ? FLOW_GRACE_MS : GRACE_MS;
      timer = setTimeout(() => void io.ongoing.settled().then(() => Deno.exit(code)), graceMs);
    };
    Deno.addSignalListener(signal, handler);
    return [signal, handler] as const;
  });
  try {
    const { main } = await import("./main.ts");
    const code = await main(args, io);
    // A hook has answered by then, and its client reads the answer only when it ends with 0.
    return hookOf(args) === null ? exit ?? code : code;
  } catch (error) {
    const client = hookOf(args);
    if (client === null) throw error;
    logDefect(error);
    return (await import("./gate_hook.ts")).refuseHook(systemText, client);
  } finally {
    clearTimeout(timer);
    for (const [signal, handler] of handlers) Deno.removeSignalListener(signal, handler);
  }
}

/** Before anything else, and with nothing else: no configuration, no environment, no signals of a program for people. */
async function child(): Promise<number> {
  const [{ serveChild }, { workers }] = await Promise.all([
    import("../isolate/child.ts"),
    import("../workers.ts"),
  ]);
  return await serveChild(workers);
}

/** Windows knows one of them. */
function signals(): (keyof typeof EXIT)[] {
  return Deno.build.os === "windows" ? ["SIGINT"] : ["SIGHUP", "SIGINT", "SIGTERM"];
}
