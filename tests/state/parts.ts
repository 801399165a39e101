/** What the tests of the audit log share. */
import { fileURLToPath } from "node:url";
import { DatabaseSync } from "node:sqlite";
import type { AuditEntry } from "../../lib/core/audit.ts";
import { createAuditLog } from "../../lib/state/audit_log.ts";
import { segmentsIn } from "../../lib/state/audit_place.ts";
import { assertTrue } from "../assert.ts";
import { scratch } from "../core/files_parts.ts";

/** A state directory that does not exist yet, in a scratch directory that is removed at the end. */
export async function stateDirectory(): Promise<{ path: string } & AsyncDisposable> {
  const dir = await scratch();
  return { path: `${dir.path}/gatehouse`, [Symbol.asyncDispose]: () => dir[Symbol.asyncDispose]() };
}

/** A finished call, told from others by `n`. */
export function entry(n: number, facts: AuditEntry["facts"] = {}): AuditEntry {
  return {
    at: 1_700_000_000_000 + n,
    principal: "posix-uid:1000",
    via: "stdio",
    tool: "check_command",
    outcome: "ok",
    ms: 1,
    facts: { n, ...facts },
  };
}

/** Records calls `from` to `to` in one log and closes it. */
export async function record(
  directory: string,
  { from = 1, to, rotateBytes }: { from?: number; to: number; rotateBytes?: number },
): Promise<void> {
  const log = createAuditLog({ directory, ...(rotateBytes === undefined ? {} : { rotateBytes }) });
  for (let n = from; n <= to; n++) log.record(entry(n));
  await log.close();
  assertTrue(log.degraded === null, log.degraded ?? "");
}

/** Changes a segment behind the log's back, the newest unless `at` says which. */
export function tamper(directory: string, act: (db: DatabaseSync) => void, { at = -1 } = {}): void {
  const place = segmentsIn(directory).at(at);
  assertTrue(place !== undefined);
  const db = new DatabaseSync(place.path);
  try {
    act(db);
  } finally {
    db.close();
  }
}

/** The path of the newest segment. */
export function newest(directory: string): string {
  const place = segmentsIn(directory).at(-1);
  assertTrue(place !== undefined);
  return place.path;
}

/** Every file's bytes by name; without SQLite's shared memory and an empty write-ahead log, which hold no data. */
export async function bytesIn(directory: string): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for await (const { name, isFile } of Deno.readDir(directory)) {
    if (!isFile || name.endsWith("-shm")) continue;
    const bytes = await Deno.readFile(`${directory}/${name}`);
    if (name.endsWith("-wal") && bytes.byteLength === 0) continue;
    all[name] = bytes.toHex();
  }
  return all;
}

/** Waits until it holds; for a state that has no event. */
export function until(holds: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setInterval(() => {
    if (!holds()) return;
    clearInterval(timer);
    resolve();
  }, 2);
  return promise;
}

/** Starts `recorder.ts` with these arguments. */
export function recorder(args: readonly string[], { shell }: { shell?: string } = {}): Deno.ChildProcess {
  const script = fileURLToPath(import.meta.resolve("./recorder.ts"));
  const command = [
    Deno.execPath(),
    "run",
    "--no-prompt",
    "--no-check",
    "--no-lock",
    "--allow-read",
    "--allow-write",
    "--allow-sys=uid",
    script,
    ...args,
  ];
  const [program = "", ...rest] = shell === undefined
    ? command
    : ["/bin/sh", "-c", `${shell}; exec "$@"`, "sh", ...command];
  return new Deno.Command(program, { args: rest, stdin: "null", stdout: "piped", stderr: "inherit" }).spawn();
}
