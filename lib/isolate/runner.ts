/**
 * Runs programs for a worker that may not run any itself. The worker says a name and nothing else: no word, place,
 * variable or time of a program comes from it.
 */
import { isRecord } from "../core/record.ts";
import type { Ran } from "../core/worker.ts";
import { notRun, type Programs } from "./program.ts";
import { runProgram } from "./run_program.ts";
import { Watchdog } from "./watchdog.ts";

/** Programs that run side by side. */
const MAX_RUNS = 4;

/** What a worker says to the runner begins so; no answer to a call does. */
const OURS = /^\{"(?:run|stop)":/;

/**
 * The programs of one child.
 *
 * @example
 * ```ts
 * import { Runner } from "gatehouse/isolate/runner.ts";
 *
 * const said = Promise.withResolvers<string>();
 * const runner = new Runner({}, said.resolve);
 * if (!runner.take('{"run":1,"program":"sh"}')) throw new Error("not understood");
 * if (!(await said.promise).includes('"outcome":"error"')) throw new Error("run all the same");
 * ```
 */
export class Runner {
  readonly #programs: Programs;
  readonly #reply: (line: string) => void;
  readonly #running = new Map<number, AbortController>();
  #watchdog: Watchdog | null = null;
  #isClosed = false;

  /**
   * @param programs What may be run.
   * @param reply Takes the end of each run for the worker, as a line of JSON.
   */
  constructor(programs: Programs, reply: (line: string) => void) {
    this.#programs = programs;
    this.#reply = reply;
  }

  /** Whether a text of the worker is meant for a runner. */
  static isFor(text: string): boolean {
    return OURS.test(text);
  }

  /** Does what the worker asks; false when it asks for nothing that there is. */
  take(text: string): boolean {
    const asked = askedOf(text);
    if (asked === null) return false;
    if ("stop" in asked) {
      // It may have ended meanwhile.
      this.#running.get(asked.stop)?.abort();
      return true;
    }
    const { run, program } = asked;
    if (this.#running.has(run)) return false;
    const controller = new AbortController();
    this.#running.set(run, controller);
    this.#run(program, controller.signal).then((end) => {
      this.#running.delete(run);
      if (!this.#isClosed) this.#reply(JSON.stringify({ ran: run, end }));
    });
    return true;
  }

  /** Kills what runs, at once, and runs nothing more. */
  close(): void {
    this.#isClosed = true;
    for (const controller of this.#running.values()) controller.abort();
  }

  async #run(name: string, signal: AbortSignal): Promise<Ran> {
    const program = Object.hasOwn(this.#programs, name) ? this.#programs[name] : undefined;
    if (program === undefined) return notRun("error", "No program of that name is configured");
    if (Deno.build.os === "windows") return notRun("error", "Programs are not run on Windows");
    if (this.#isClosed || this.#running.size > MAX_RUNS) {
      return notRun("error", "Too many programs are running");
    }
    try {
      if (this.#watchdog?.isOver !== false) this.#watchdog = new Watchdog();
      return await runProgram(program, { signal, watchdog: this.#watchdog });
    } catch {
      return notRun("error", "The watchdog that must be there to end the program could not be started");
    }
  }
}

type Asked = { readonly run: number; readonly program: string } | { readonly stop: number };

function askedOf(text: string): Asked | null {
  let asked: unknown;
  try {
    asked = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(asked)) return null;
  const { run, program, stop, ...rest } = asked;
  if (Object.keys(rest).length > 0) return null;
  if (isNumber(stop) && run === undefined && program === undefined) return { stop };
  return isNumber(run) && typeof program === "string" && stop === undefined ? { run, program } : null;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}
