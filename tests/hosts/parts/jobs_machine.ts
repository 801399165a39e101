/** Durable jobs on a machine itself, asked for as the worker asks. */
import { mustRun } from "../../tasks/parts/child.ts";
import type { Answer } from "./machine.ts";
import { Operating } from "./operating.ts";
import { Sshd } from "./sshd.ts";

/** Of some request. */
export const DIGEST = "0".repeat(64);

/** A machine, and short ways to its jobs. */
export async function openMachine() {
  const sshd = await Sshd.start();
  const at = await Operating.of(sshd);
  const root = `${sshd.home}/.cache/mikrus-mcp/remote-jobs`;
  let count = 0;
  // Nobody else's as well: a job's processes are found by its id, also those that another file's tests must not lose.
  const own = crypto.getRandomValues(new Uint8Array(12)).toHex();
  const newId = () => `job-${own}${String(++count).padStart(4, "0")}`;
  const begin = async (executable: string, argv: readonly string[], more = {}) => {
    const job_id = newId();
    await at.do("remote_job_start", { job_id, request_digest: DIGEST, executable, argv, ...more });
    return job_id;
  };
  const ended = async (job_id: string): Promise<Answer> =>
    (await at.do("remote_job_wait", { job_id, timeout_seconds: 15 }))["record"];
  return {
    sshd,
    at,
    root,
    newId,
    begin,
    ended,
    shell: (script: string, more = {}) => begin("sh", ["-s"], { stdin: script, ...more }),
    status: async (job_id: string): Promise<Answer> =>
      (await at.do("remote_job_status", { job_id }))["record"],
    cancel: async (job_id: string): Promise<Answer> =>
      (await at.do("remote_job_cancel", { job_id }))["record"],
    output: (job_id: string, stream = "stdout", more = {}) =>
      at.do("remote_job_output", { job_id, stream, ...more }),
    /** The record as it lies on the machine. */
    // deno-lint-ignore no-explicit-any -- a test names the fields that it changes
    async edit(job_id: string, change: (record: any) => void) {
      const path = `${root}/${job_id}/record.json`;
      const record = JSON.parse(await Deno.readTextFile(path));
      change(record);
      await Deno.writeTextFile(path, JSON.stringify(record));
    },
    /** Whether the process still runs. */
    async lives(pid: number | string) {
      return (await alive()).includes(Number(pid));
    },
    /** Whether the job's worker still lives. */
    async isWorked(job_id: string) {
      const { workerIdentity } = JSON.parse(await Deno.readTextFile(`${root}/${job_id}/record.json`));
      return (await alive()).includes(Number(workerIdentity.pid));
    },
    /** The processes of all jobs, their workers left out. */
    running: () => ofJobs(root),
    async [Symbol.asyncDispose]() {
      endJobs(await ofJobs(root));
      await at[Symbol.asyncDispose]();
      await sshd[Symbol.asyncDispose]();
    },
  };
}

/** A script that puts a file with a line in place at once: it is ready. */
export function ready(path: string, what: string): string {
  return `echo ${what} > ${path}.part; mv ${path}.part ${path}`;
}

/** Waits for such a line, and gives it. */
export async function said(directory: string, name: string): Promise<string> {
  const path = `${directory}/${name}`;
  const watcher = Deno.watchFs(directory);
  try {
    for (;;) {
      const text = await Deno.readTextFile(path).catch(() => null);
      if (text !== null) return text.trim();
      await watcher[Symbol.asyncIterator]().next();
    }
  } finally {
    try {
      watcher.close();
    } catch {
      // Its end by the iterator has closed it.
    }
  }
}

/** Every process that is no zombie, with its environment where it may be seen: number and line. */
async function everything(): Promise<readonly (readonly [number, string])[]> {
  const { stdout } = await mustRun(["ps", "axeww", "-o", "pid=,stat=,command="]);
  return stdout.split("\n").flatMap((line) => {
    const [, pid, state] = line.match(/^\s*(\d+)\s+(\S+)/) ?? [];
    return pid === undefined || state?.startsWith("Z") === true ? [] : [[Number(pid), line] as const];
  });
}

async function alive(): Promise<number[]> {
  return (await everything()).map(([pid]) => pid);
}

/** What runs of the jobs that a directory holds, and of others by their ids. */
export async function ofJobs(root: string, ids: readonly string[] = []): Promise<number[]> {
  const all = [...ids];
  try {
    for await (const { name } of Deno.readDir(root)) all.push(name);
  } catch {
    // Nobody has started one.
  }
  const lines = (await everything()).filter(([, line]) =>
    all.some((id) => line.includes(`GATEHOUSE_JOB=${id}`))
  );
  return lines.map(([pid]) => pid);
}

/** Ends what is left of them. */
export function endJobs(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      Deno.kill(pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
}

/** The line that the system has of a process: proc_pid_stat(5). */
export async function statOf(pid: number | string): Promise<string> {
  // Deno itself may not read there.
  return (await mustRun(["cat", `/proc/${pid}/stat`])).stdout;
}

/** When the process of such a line started, in ticks since the machine's start. */
export function startOf(line: string): string {
  return line.slice(line.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}
