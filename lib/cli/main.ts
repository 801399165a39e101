/** One run of the program: arguments in, exit code out. */
import { ExitCode, run } from "@stricli/core";
import { buildApp, routesFor } from "./app.ts";
import { COMMANDS, hookOf, requestOf, usageExit } from "./argv.ts";
import type { Context } from "./command.ts";
import { tellFailure } from "./failure.ts";
import { takeLogFlags } from "./log_flags.ts";
import { complaint } from "../core/log.ts";
import type { Io } from "./io.ts";
import { named } from "./meant.ts";

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
  let own = args;
  try {
    own = takeLogFlags(args, io.environment);
  } catch (error) {
    const code = tellFailure(error, { io, usage: usageExit(args) });
    return hookOf(args) === null ? code : await refused(args, io);
  }
  const code = await attempt(own, io);
  return code === 0 || hookOf(own) === null ? code : await refused(own, io);
}

/** A hook that ends without an answer lets its client's tool run. */
async function refused(args: readonly string[], io: Io): Promise<number> {
  return (await import("./gate_hook.ts")).refuseHook(io, hookOf(args) ?? undefined);
}

async function attempt(args: readonly string[], io: Io): Promise<number> {
  const usage = usageExit(args);
  try {
    const request = requestOf(args, { terminal: io.terminal.stdin });
    if (request.kind === "overview" || request.kind === "version") {
      io.out((await import("./pages.ts"))[request.kind]);
      return 0;
    }
    const argv = request.kind === "command" ? request.argv : await helpArgv(request.words, io);
    if (argv === null) return 0;
    const hint = takesCommand(args) ? "Put -- before the command" : undefined;
    const stderr = { write: firstComplaint(io.err) };
    const process = { stdout: { write: io.out }, stderr, exitCode: null };
    const context: Context & { process: { exitCode: number | string | null } } = { process, io };
    await run(buildApp(await routesFor(argv), argv, { hint }), argv, context);
    if (context.ended === undefined) return exitOf(process.exitCode, usage);
    if ("error" in context.ended) throw context.ended.error;
    return context.ended.code;
  } catch (error) {
    return tellFailure(error, { io, usage });
  }
}

/** Prints the page that is meant; else the arguments that print the page of a command. */
async function helpArgv(words: readonly string[], io: Io): Promise<readonly string[] | null> {
  const [{ helpOn }, { routes }] = await Promise.all([import("./help.ts"), import("./routes.ts")]);
  const commandsIn = (given: readonly string[]) => named(buildApp(routes, given).root, given).words.length;
  const found = await helpOn(words, { commands: COMMANDS, commandsIn });
  if ("argv" in found) return found.argv;
  io.out(found.text);
  return null;
}

/** The parser's own complaints are told like any other: of several at once the first, for they share a next step. */
function firstComplaint(err: Io["err"]): (text: string) => void {
  let isTold = false;
  return (text) => {
    const [, line] = /^gatehouse: (.*)\n/.exec(text) ?? [];
    if (line === undefined) return err(text);
    if (!isTold) err(complaint(line, { code: "USAGE" }));
    isTold = true;
  };
}

/** A part of the command that is judged may have been taken for a word of ours. */
function takesCommand([first, second]: readonly string[]): boolean {
  return first === "gate" && !["classify", "route", "score", "hook", "diff"].includes(second ?? "");
}

/** The parser's own end: a page was printed, or the arguments did not fit. */
function exitOf(code: number | string | null, usage: number): number {
  if (code === ExitCode.Success) return 0;
  return code === ExitCode.UnknownCommand || code === ExitCode.InvalidArgument ? usage : 1;
}
