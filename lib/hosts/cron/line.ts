/** The one line of a profile in a crontab, and the comment that marks it. */
import { sha256 } from "../../core/approval.ts";
import { ToolError } from "../../core/errors.ts";
import { environmentFault, isSafeText, UNSAFE } from "./environment.ts";
import { type Schedule, scheduleText } from "./schedule.ts";

/** What runs, and when. */
export interface CronJob {
  readonly schedule: Schedule;
  readonly executable: string;
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** A profile as a crontab has it. */
export interface CronLine {
  /** Without its end. */
  readonly line: string;
  /** SHA-256 of the line in UTF-8, lower-case hexadecimal. */
  readonly digest: string;
  /** The comment above it, without its end. */
  readonly marker: string;
}

/**
 * Bytes of a command. Debian's cron (3.0pl1) takes 998 and refuses more; others cut what is longer, without a word.
 */
const MAX_COMMAND = 998;

/**
 * The line: the five fields, the variables sorted by name, the program and its arguments, every text in single quotes, so
 * that a POSIX shell reads exactly the given texts.
 *
 * @param profileId Of `a-z 0-9 _ -`.
 * @throws ToolError `VALIDATION_FAILED` for what a crontab cannot hold.
 *
 * @example
 * ```ts
 * import { cronLine } from "gatehouse/hosts/cron/line.ts";
 *
 * const schedule = { minute: "0", hour: "4", day_of_month: "*", month: "*", day_of_week: "*" };
 * const job = { schedule, executable: "tail", argv: ["-n", "it's"], environment: { TZ: "UTC" } };
 * const { line, marker, digest } = await cronLine("logs", job);
 * if (line !== `0 4 * * * TZ='UTC' 'tail' '-n' 'it'\\''s'`) throw new Error(line);
 * if (marker !== `# mikrus-mcp:logs:sha256=${digest}`) throw new Error(marker);
 * ```
 */
export async function cronLine(profileId: string, job: CronJob): Promise<CronLine> {
  const { schedule, executable, argv, environment } = job;
  const fault = environmentFault(environment) ?? ([executable, ...argv].every(isSafeText) ? null : UNSAFE);
  if (fault !== null) throw invalid(fault);
  const assignments = Object.keys(environment).sort().map((name) =>
    `${name}=${quoted(environment[name] ?? "")}`
  );
  const command = [...assignments, quoted(executable), ...argv.map(quoted)].join(" ");
  const bytes = new TextEncoder().encode(command).length;
  if (bytes > MAX_COMMAND) {
    throw invalid(`the command has ${bytes} bytes in a crontab, more than ${MAX_COMMAND} (LINE_TOO_LONG)`);
  }
  const line = `${scheduleText(schedule)} ${command}`;
  const digest = await sha256(line);
  return { line, digest, marker: `# mikrus-mcp:${profileId}:sha256=${digest}` };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function invalid(reason: string): ToolError {
  return new ToolError("VALIDATION_FAILED", `Could not put it into a crontab: ${reason}`, {
    next: "Give the program other arguments, or let it read them from a file",
  });
}
