/** The program's own log lines: `gatehouse[level]: …` on stderr, one line each, never on stdout. */
import { oneLine } from "./bounds.ts";
import { redactText } from "./redact.ts";
import type { LogLevel } from "./tool.ts";

/** Characters of one log line. */
const MAX_LINE = 2_000;

/**
 * A log line as it is written: secrets masked, control characters escaped, bounded, with its line feed.
 *
 * @example
 * ```ts
 * import { logLine } from "gatehouse/core/log.ts";
 *
 * if (logLine("info", "listening") !== "gatehouse[info]: listening\n") throw new Error("another form");
 * ```
 */
export function logLine(level: LogLevel, text: string): string {
  return `gatehouse[${level}]: ${oneLine(redactText(text).text, MAX_LINE)}\n`;
}

/**
 * Writes a log line to stderr.
 *
 * @example
 * ```ts
 * import { writeLog } from "gatehouse/core/log.ts";
 *
 * writeLog("info", "shown as one line");
 * ```
 */
export function writeLog(level: LogLevel, text: string): void {
  writeAll(new TextEncoder().encode(logLine(level, text)));
}

/**
 * Writes a defect's trace to stderr, each line escaped, the whole bounded.
 *
 * @example
 * ```ts
 * import { logDefect } from "gatehouse/core/log.ts";
 *
 * logDefect(new Error("shown with its stack"));
 * ```
 */
export function logDefect(error: unknown): void {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  for (const line of trace.split("\n").slice(0, 20)) {
    writeLog("error", line);
  }
}

function writeAll(bytes: Uint8Array): void {
  try {
    for (let at = 0; at < bytes.byteLength;) at += Deno.stderr.writeSync(bytes.subarray(at));
  } catch {
    // Nobody reads stderr any more; a log line must not end the program.
  }
}
