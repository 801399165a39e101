/** The program's own log lines: `gatehouse[level]: …` on stderr, one line each, never on stdout. */
import { oneLine } from "./bounds.ts";
import { redactText } from "./redact.ts";
import type { LogLevel } from "./tool.ts";

/** Characters of one log line. */
const MAX_LINE = 2_000;

/**
 * Writes one line to stderr, secrets masked and control characters escaped.
 *
 * @example
 * ```ts
 * import { log } from "gatehouse/core/log.ts";
 *
 * log("info", "listening on 127.0.0.1:8255");
 * ```
 */
export function log(level: LogLevel, text: string): void {
  const line = `gatehouse[${level}]: ${oneLine(redactText(text).text, MAX_LINE)}\n`;
  writeAll(new TextEncoder().encode(line));
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
  for (const line of trace.split("\n").slice(0, 20)) log("error", line);
}

function writeAll(bytes: Uint8Array): void {
  try {
    for (let at = 0; at < bytes.byteLength;) at += Deno.stderr.writeSync(bytes.subarray(at));
  } catch {
    // Nobody reads stderr any more; a log line must not end the program.
  }
}
