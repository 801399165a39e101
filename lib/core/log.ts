/**
 * The program's own log lines, one each, on stderr and never on stdout: `gatehouse[level]: …`, or one JSON object.
 *
 * How they look is one state of the process, as stderr itself is one: what a family, a worker's process or a defect
 * deep below has to tell goes the same way as what a command tells.
 */
import { oneLine } from "./bounds.ts";
import { redactText } from "./redact.ts";
import type { LogLevel } from "./tool.ts";

/** Characters of one log line. */
const MAX_LINE = 2_000;

/** Characters of one field of a JSON line. */
const MAX_FIELD = 4_000;

/** Lines of a defect's trace. */
const MAX_TRACE_LINES = 20;

/** The levels from the least severe on (RFC 5424); every one above `error` is told wherever `error` is. */
const SEVERITY: Readonly<Record<LogLevel, number>> = {
  debug: 0,
  info: 1,
  notice: 2,
  warning: 3,
  error: 4,
  critical: 4,
  alert: 4,
  emergency: 4,
};

/** The levels that may be the least one told: errors are never left out. */
export const LEAST_LEVELS = ["debug", "info", "notice", "warning", "error"] as const;

/** The forms of a log line. */
export const LOG_FORMATS = ["text", "json"] as const;

/** Which lines are told, and in which form. */
export interface LogSettings {
  readonly level: (typeof LEAST_LEVELS)[number];
  readonly format: (typeof LOG_FORMATS)[number];
}

/** What is in force when nobody says otherwise. */
export const DEFAULT_LOG: LogSettings = { level: "info", format: "text" };

/** More about a line than its text, for programs that read it; the text form leaves it out. */
export type LogFields = Readonly<Record<string, string | number | boolean>>;

/** What a line may have beside its text. */
export interface LogOptions {
  readonly fields?: LogFields;
}

let settings: LogSettings = DEFAULT_LOG;

/**
 * Sets which lines the process tells from now on, and how; gives what was in force.
 *
 * @example
 * ```ts
 * import { configureLog, logLine } from "gatehouse/core/log.ts";
 *
 * const before = configureLog({ level: "info", format: "json" });
 * const line = JSON.parse(logLine("info", "listening", { fields: { port: 8255 } }));
 * configureLog(before);
 * if (line.message !== "listening" || line.port !== 8255) throw new Error("another form");
 * ```
 */
export function configureLog(next: LogSettings): LogSettings {
  const before = settings;
  settings = next;
  return before;
}

let wipe: (() => void) | null = null;

/**
 * While something stands on the terminal's current line, `work` takes it away before a log line is written; null for
 * nothing any more.
 *
 * @example
 * ```ts
 * import { beforeLogLine, writeLog } from "gatehouse/core/log.ts";
 *
 * let wiped = false;
 * beforeLogLine(() => void (wiped = true));
 * writeLog("warning", "shown on a line of its own");
 * beforeLogLine(null);
 * if (!wiped) throw new Error("what stood there is still there");
 * ```
 */
export function beforeLogLine(work: (() => void) | null): void {
  wipe = work;
}

/**
 * Whether lines of that level are told. Errors always are.
 *
 * @example
 * ```ts
 * import { isLogged } from "gatehouse/core/log.ts";
 *
 * if (!isLogged("critical")) throw new Error("an error is left out");
 * ```
 */
export function isLogged(level: LogLevel): boolean {
  return SEVERITY[level] >= SEVERITY[settings.level];
}

/**
 * A log line as it is written, whatever its level: secrets masked, control characters escaped, bounded, with its line
 * feed.
 *
 * @example
 * ```ts
 * import { logLine } from "gatehouse/core/log.ts";
 *
 * if (logLine("info", "listening") !== "gatehouse[info]: listening\n") throw new Error("another form");
 * ```
 */
export function logLine(level: LogLevel, text: string, { fields = {} }: LogOptions = {}): string {
  if (settings.format === "json") return jsonLine(text, { level, fields });
  return `gatehouse[${level}]: ${oneLine(redactText(text).text, MAX_LINE)}\n`;
}

/**
 * What ends a command, as it is written: `gatehouse: …`, or a JSON line of the level `error`. No level leaves it out:
 * it is the command's answer.
 *
 * @example
 * ```ts
 * import { complaint } from "gatehouse/core/log.ts";
 *
 * if (complaint("Unknown flag --x") !== "gatehouse: Unknown flag --x\n") throw new Error("another form");
 * ```
 */
export function complaint(text: string, fields: LogFields = {}): string {
  if (settings.format === "json") return jsonLine(text, { level: "error", fields });
  return `gatehouse: ${oneLine(redactText(text).text, MAX_LINE)}\n`;
}

/**
 * Writes a log line to stderr, if its level is told.
 *
 * @example
 * ```ts
 * import { writeLog } from "gatehouse/core/log.ts";
 *
 * writeLog("info", "shown as one line");
 * ```
 */
export function writeLog(level: LogLevel, text: string, options: LogOptions = {}): void {
  if (!isLogged(level)) return;
  wipe?.();
  writeAll(new TextEncoder().encode(logLine(level, text, options)));
}

/**
 * Writes a defect's trace to stderr, bounded: as a line for each of its lines, or as one JSON line with the field
 * `stack`.
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
  const lines = trace.split("\n").slice(0, MAX_TRACE_LINES);
  if (settings.format === "json") {
    const [first = ""] = lines;
    return writeLog("error", first, lines.length > 1 ? { fields: { stack: lines.join("\n") } } : {});
  }
  for (const line of lines) writeLog("error", line);
}

/** The names that every line has; a field cannot stand in for one. */
const OWN = ["time", "level", "message"];

function jsonLine(text: string, { level, fields }: { level: LogLevel; fields: LogFields }): string {
  const more = Object.entries(fields)
    .filter(([name]) => !OWN.includes(name))
    .map(([name, value]) => [name, typeof value === "string" ? safe(value, MAX_FIELD) : value]);
  const line = {
    time: new Date().toISOString(),
    level,
    message: safe(text, MAX_LINE),
    ...Object.fromEntries(more),
  };
  return `${escaped(JSON.stringify(line))}\n`;
}

function safe(text: string, max: number): string {
  const masked = redactText(text).text;
  return masked.length > max ? `${masked.slice(0, max).replace(/[\ud800-\udbff]$/, "")}…` : masked;
}

/** JSON escapes the rest by itself: what a terminal acts on or hides, which JSON lets stand (see `oneLine`). */
const HIDDEN =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;

function escaped(json: string): string {
  return json.replace(
    HIDDEN,
    (char) => char.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  );
}

function writeAll(bytes: Uint8Array): void {
  try {
    for (let at = 0; at < bytes.byteLength;) at += Deno.stderr.writeSync(bytes.subarray(at));
  } catch {
    // Nobody reads stderr any more; a log line must not end the program.
  }
}
