/** Durable jobs on a machine itself, asked for as the worker asks. */
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
  const newId = () => `job-${String(++count).padStart(28, "0")}`;
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
      return (await sshd.running()).includes(Number(pid));
    },
    async [Symbol.asyncDispose]() {
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
