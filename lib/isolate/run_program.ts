/** One program from its start to its end, with everything that it started. */
import { oneLine } from "../core/bounds.ts";
import type { Ran } from "../core/worker.ts";
import { endEscaped, MARK_VARIABLE } from "./escaped.ts";
import { notRun, type Program } from "./program.ts";
import { TailReader } from "./tail.ts";
import type { Watchdog } from "./watchdog.ts";

/** Bytes of each stream that are kept. */
const MAX_TAIL = 16_000;

/** Milliseconds that a stream is read on after the program's end, when somebody else holds it open. */
const GRACE_MS = 250;

/** How to end it early, and who ends it when we cannot. */
export interface RunOptions {
  readonly signal: AbortSignal;
  readonly watchdog: Watchdog;
}

/**
 * Runs a program. When this settles, neither it nor any process of its group is left, nor any that can be found by the
 * mark.
 *
 * @throws Error when the watchdog cannot be told.
 *
 * @example
 * ```ts
 * import { runProgram } from "gatehouse/isolate/run_program.ts";
 * import { Watchdog } from "gatehouse/isolate/watchdog.ts";
 *
 * if (Deno.build.os !== "windows") {
 *   const watchdog = new Watchdog();
 *   const program = { argv: ["/bin/echo", "done"], cwd: "/", env: {}, timeoutMs: 5_000 };
 *   const ran = await runProgram(program, { signal: new AbortController().signal, watchdog });
 *   await watchdog.end();
 *   if (ran.outcome !== "exited" || ran.stdout !== "done\n") throw new Error(JSON.stringify(ran));
 * }
 * ```
 */
export async function runProgram(program: Program, { signal, watchdog }: RunOptions): Promise<Ran> {
  const mark = crypto.randomUUID().replaceAll("-", "");
  // Before the start: its group is known only afterwards, and we may end in between.
  await watchdog.on(`m${mark}`);
  try {
    if (signal.aborted) return notRun("cancelled", null);
    const from = performance.now();
    const child = started(program, mark);
    if (!(child instanceof Deno.ChildProcess)) return child;
    return await ended(child, { from, mark, signal, watchdog, timeoutMs: program.timeoutMs });
  } finally {
    watchdog.off(`m${mark}`);
  }
}

/** The process, the first of a group of its own; or why there is none. */
function started({ argv: [path = "", ...args], cwd, env }: Program, mark: string): Deno.ChildProcess | Ran {
  try {
    return new Deno.Command(path, {
      args,
      cwd,
      clearEnv: true,
      env: { ...env, [MARK_VARIABLE]: mark },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      detached: true,
    }).spawn();
  } catch (error) {
    const text = oneLine(error instanceof Error ? error.message : String(error), 500);
    const isMissing = error instanceof Deno.errors.NotFound && !/\bcwd\b/.test(text);
    return notRun(isMissing ? "missing" : "error", text);
  }
}

async function ended(
  child: Deno.ChildProcess,
  { from, mark, signal, watchdog, timeoutMs }: RunOptions & {
    readonly from: number;
    readonly mark: string;
    readonly timeoutMs: number;
  },
): Promise<Ran> {
  const { pid } = child;
  const told = watchdog.on(pid).catch(() => {});
  const [stdout, stderr] = [new TailReader(child.stdout, MAX_TAIL), new TailReader(child.stderr, MAX_TAIL)];
  let early: "timeout" | "cancelled" | null = null;
  const end = (why: typeof early): void => {
    early ??= why;
    killGroup(pid);
  };
  const cancel = (): void => end("cancelled");
  const timer = setTimeout(() => end("timeout"), timeoutMs);
  signal.addEventListener("abort", cancel, { once: true });
  const status = await child.status;
  clearTimeout(timer);
  signal.removeEventListener("abort", cancel);
  const ms = Math.round(performance.now() - from);
  // Also after success: what it left in the background would write into the next one's files.
  killGroup(pid);
  await told;
  watchdog.off(pid);
  const escaped = await endEscaped(mark, { group: pid });
  await within(Promise.all([stdout.done, stderr.done]), GRACE_MS);
  const [out, err] = await Promise.all([stdout.end(), stderr.end()]);
  return {
    ...(early === null
      ? status.signal === null
        ? { outcome: "exited", code: status.code, signal: null }
        : { outcome: "signal", code: null, signal: status.signal }
      : { outcome: early, code: null, signal: null }),
    error: null,
    stdout: out.text,
    stdoutTruncated: out.truncated,
    stderr: err.text,
    stderrTruncated: err.truncated,
    ms,
    escaped,
  };
}

function killGroup(pid: number): void {
  try {
    Deno.kill(-pid, "SIGKILL");
  } catch {
    // Nobody is left in it.
  }
}

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}
