/**
 * Processes that left the group they were started in, found by a variable in their environment.
 *
 * A session of its own takes a process out of its group, but the environment that it was started with stays readable for
 * its account. One that was started with another environment, or has overwritten its own, is not found.
 */
import { eachLine } from "./lines.ts";

/** Carries the mark. */
export const MARK_VARIABLE = "GATEHOUSE_RUN";

/** Arguments of `ps` for all processes with pid, group, and command line with the environment. */
export const ENVIRONMENT_LISTING: readonly string[] = Deno.build.os === "darwin"
  ? ["-axEww", "-o", "pid=,pgid=,command="]
  : ["axeww", "-o", "pid=,pgid=,command="];

/** Looks in a row; each takes a few milliseconds, and one that finds nothing is the last. */
const MAX_LOOKS = 20;

/** Milliseconds that one look may take. */
const LOOK_MS = 2_000;

/** Bytes of one line: arguments and environment of a process. */
const MAX_LINE = 4_194_304;

/**
 * Kills every process that carries the mark, until none is found.
 *
 * @param mark The variable's value.
 * @param options `group`: a process group that was killed already, whose members are not counted.
 * @returns How many there were; null when nothing could be looked for.
 *
 * @example
 * ```ts
 * import { endEscaped } from "gatehouse/isolate/escaped.ts";
 *
 * const ended = await endEscaped(crypto.randomUUID(), { group: 0 });
 * if (ended !== 0 && ended !== null) throw new Error(`${ended}`);
 * ```
 */
export async function endEscaped(
  mark: string,
  { group }: { readonly group: number },
): Promise<number | null> {
  const ended = new Set<number>();
  for (let look = 0; look < MAX_LOOKS; look++) {
    const found = await carrying(mark);
    if (found === null) return look === 0 ? null : ended.size;
    if (found.length === 0) break;
    for (const process of found) {
      kill(process.pid);
      if (process.group !== group) ended.add(process.pid);
    }
  }
  return ended.size;
}

interface Found {
  readonly pid: number;
  readonly group: number;
}

/** Null when there is no list. */
async function carrying(mark: string): Promise<readonly Found[] | null> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), LOOK_MS);
  try {
    const ps = new Deno.Command("ps", {
      args: [...ENVIRONMENT_LISTING],
      cwd: "/",
      clearEnv: true,
      env: { PATH: "/usr/bin:/bin" },
      stdin: "null",
      stdout: "piped",
      stderr: "null",
      signal: late.signal,
    }).spawn();
    const found: Found[] = [];
    const onLine = (line: string): void => {
      if (!line.includes(`${MARK_VARIABLE}=${mark}`)) return;
      const [, pid, group] = line.match(/^\s*(\d+)\s+(\d+)\s/) ?? [];
      // Neither everything nor the system's first process is ever meant.
      if (Number(pid) > 1) found.push({ pid: Number(pid), group: Number(group) });
    };
    const [{ success }] = await Promise.all([ps.status, eachLine(ps.stdout, { max: MAX_LINE, onLine })]);
    return success ? found : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function kill(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}
