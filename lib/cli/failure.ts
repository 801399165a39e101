/** How a failure is told and what the program exits with: an operator's mistake in one line, a defect with its trace. */
import { ToolError } from "../core/errors.ts";
import { complaint, isLogged, logDefect, logLine } from "../core/log.ts";
import { CONFIG_INVALID } from "../config/source.ts";
import type { Io } from "./io.ts";

/** The code of a call that no command takes. */
const USAGE = "USAGE";

/**
 * A mistake in how the program was called.
 *
 * @example
 * ```ts
 * import { usageError } from "gatehouse/cli/failure.ts";
 *
 * if (usageError("No command given", "Put it after --").code !== "USAGE") throw new Error("other code");
 * ```
 */
export function usageError(message: string, next: string): ToolError {
  return new ToolError(USAGE, message, { next });
}

/**
 * Tells a failure on stderr and gives the exit code: `usage` for a mistake in the call or the configuration, else 1.
 *
 * @example
 * ```ts
 * import { tellFailure, usageError } from "gatehouse/cli/failure.ts";
 * import { systemIo } from "gatehouse/cli/io.ts";
 *
 * const io = { ...systemIo(new AbortController().signal), err() {} };
 * if (tellFailure(usageError("No command", "Give one"), { io, usage: 2 }) !== 2) throw new Error("other exit code");
 * ```
 */
export function tellFailure(error: unknown, { io, usage }: { io: Io; usage: number }): number {
  if (!(error instanceof ToolError)) {
    logDefect(error);
    return 1;
  }
  // Whoever sent the signal knows; its exit code says the rest.
  if (error.code !== "CANCELLED") io.err(complaint(error.line, { code: error.code }));
  return error.code === USAGE || error.code === CONFIG_INVALID ? usage : 1;
}

/**
 * Tells something that does not end the command, in the form of a log line.
 *
 * @example
 * ```ts
 * import { note } from "gatehouse/cli/failure.ts";
 *
 * let told = "";
 * note({ err: (text) => void (told = text) }, { level: "info", text: "listening" });
 * if (told !== "gatehouse[info]: listening\n") throw new Error(told);
 * ```
 */
export function note(
  io: Pick<Io, "err">,
  { level, text }: { level: "info" | "warning"; text: string },
): void {
  if (isLogged(level)) io.err(logLine(level, text));
}
