/** One run of the program: arguments in, exit code out. */
import { ExitCode, run } from "@stricli/core";
import { buildApp } from "./app.ts";
import { hookOf, requestOf, usageExit } from "./argv.ts";
import type { Context } from "./command.ts";
import { tellFailure } from "./failure.ts";
import type { Io } from "./io.ts";

/**
 * Runs the command that the arguments name.
 *
 * @returns 0 done, 1 what was asked failed, 2 usage or configuration; `gate check` has its own.
 *
 * @example
 * ```ts
 * import { main } from "gatehouse/cli/main.ts";
 * import { systemIo } from "gatehouse/cli/io.ts";
 *
 * let printed = "";
 * const io = systemIo(new AbortController().signal);
 * const code = await main(["--version"], { ...io, out: (text) => (printed += text) !== "" });
 * if (code !== 0 || !printed.startsWith("gatehouse ")) throw new Error(printed);
 * ```
 */
export async function main(args: readonly string[], io: Io): Promise<number> {
  const code = await attempt(args, io);
  const client = hookOf(args);
  if (code === 0 || client === null) return code;
  // A hook that ends without an answer lets its client's tool run.
  return (await import("./gate_hook.ts")).refuseHook(io, client);
}

async function attempt(args: readonly string[], io: Io): Promise<number> {
  const usage = usageExit(args);
  try {
    const request = requestOf(args, { terminal: io.terminal.stdin });
    if (request.kind !== "command") {
      const { pages } = await import("./pages.ts");
      io.out(request.kind === "version" ? pages.version : pages[request.page]);
      return 0;
    }
    const hint = takesCommand(args) ? "Put -- before the command" : undefined;
    const process = { stdout: { write: io.out }, stderr: { write: io.err }, exitCode: null };
    const context: Context & { process: { exitCode: number | string | null } } = { process, io };
    await run(buildApp(request.argv, { hint }), request.argv, context);
    if (context.ended === undefined) return exitOf(process.exitCode, usage);
    if ("error" in context.ended) throw context.ended.error;
    return context.ended.code;
  } catch (error) {
    return tellFailure(error, { io, usage });
  }
}

function takesCommand([first, second]: readonly string[]): boolean {
  return first === "gate" && !["classify", "route", "score"].includes(second ?? "");
}

/** The parser's own end: a page was printed, or the arguments did not fit. */
function exitOf(code: number | string | null, usage: number): number {
  if (code === ExitCode.Success) return 0;
  return code === ExitCode.UnknownCommand || code === ExitCode.InvalidArgument ? usage : 1;
}
