/** The processes in the text of `ps aux` or `ps auxf`. */
import { redactCommand } from "../remote/redact_command.ts";
import { safeText } from "./text.ts";

/** Characters of one command line that are shown. */
const MAX_COMMAND = 1_000;

/** One process. */
export interface Process {
  readonly pid: number;
  /** The text does not say. */
  readonly ppid: null;
  readonly user: string;
  /** Percent of one processor. */
  readonly cpuPercent: number;
  readonly memoryPercent: number;
  /** Bytes in memory. */
  readonly rssBytes: number;
  /** As `ps` writes it, such as `Ss+`. */
  readonly state: string;
  /** First word of the command. */
  readonly executable: string;
  /** With secrets masked. */
  readonly command: string;
}

/** The processes that take most memory. */
export interface ProcessSnapshot {
  /** `partial` when a row could not be read, or none was there. */
  readonly state: "complete" | "partial";
  readonly processes: readonly Process[];
  readonly processesTruncated: boolean;
  readonly processLimit: number;
  readonly processSort: "memory";
  readonly error: { readonly code: "PROCESS_SNAPSHOT_UNAVAILABLE"; readonly message: string } | null;
}

// USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND, as procps and util-linux write them.
const ROW =
  /^(\S{1,64})\s{1,40}(\d{1,10})\s{1,40}(\d{1,6}(?:\.\d{1,3})?)\s{1,40}(\d{1,3}(?:\.\d{1,3})?)\s{1,40}\d{1,20}\s{1,40}(\d{1,15})\s{1,40}\S{1,64}\s{1,40}(\S{1,16})\s{1,40}\S{1,16}\s{1,40}\S{1,16}(?:\s(.*))?$/;

const HEADER = /^\s*USER\s+PID\s+%CPU\s+%MEM\s+VSZ\s+RSS\s+TTY\s+STAT\s+START\s+TIME\s+COMMAND\s*$/;

/** What the forest form draws before a child's command. */
const BRANCH = /^(?:[ |]{0,512}\\_ )?\s*/;

/**
 * The processes of a `ps aux` text, the largest first.
 *
 * @param limit Processes that are shown.
 *
 * @example
 * ```ts
 * import { processSnapshot } from "gatehouse/hosts/mikrus/snapshot.ts";
 *
 * const { state, processes } = processSnapshot(
 *   "USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND\nroot 1 0.0 1.0 169412 10748 ? Ss Jun05 0:04 /sbin/init\n",
 *   50,
 * );
 * if (state !== "complete" || processes[0]?.rssBytes !== 10748 * 1024) throw new Error("not read");
 * ```
 */
export function processSnapshot(text: string, limit: number): ProcessSnapshot {
  const processes: Process[] = [];
  let unread = 0;
  let isTable = false;
  for (const line of text.split(/\r?\n/)) {
    if (HEADER.test(line)) isTable = true;
    else if (isTable && line.trim() !== "") {
      const process = processOf(line);
      if (process === null) unread++;
      else processes.push(process);
    }
  }
  processes.sort((a, b) => b.rssBytes - a.rssBytes || a.pid - b.pid);
  const none = processes.length === 0;
  return {
    state: none || unread > 0 ? "partial" : "complete",
    processes: processes.slice(0, limit),
    processesTruncated: processes.length > limit,
    processLimit: limit,
    processSort: "memory",
    error: none
      ? {
        code: "PROCESS_SNAPSHOT_UNAVAILABLE",
        message: "No row of the process list could be read",
      }
      : null,
  };
}

function processOf(line: string): Process | null {
  const [row, user = "", pid, cpu, memory, rss, state = "", rest = ""] = ROW.exec(line) ?? [];
  if (row === undefined) return null;
  const command = rest.replace(BRANCH, "").trimEnd();
  const safe = safeText(redactCommand(command.slice(0, 16_384)));
  return {
    pid: Number(pid),
    ppid: null,
    user: safeText(user),
    cpuPercent: Number(cpu),
    memoryPercent: Number(memory),
    rssBytes: Number(rss) * 1024,
    state: safeText(state),
    executable: safeText(/^\S{0,255}/.exec(safe)?.[0] ?? ""),
    command: safe.length > MAX_COMMAND ? `${safe.slice(0, MAX_COMMAND)}…` : safe,
  };
}
