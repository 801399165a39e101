/** What the scenarios need around them, from source and in an executable alike. */
import type { Backend } from "gatehouse/core/backend.ts";
import { type ChildCommand, childEnvironment } from "gatehouse/isolate/command.ts";
import { createIsolates, type Isolates, type Setup } from "gatehouse/isolate/isolates.ts";

/** How the program under test is started with other arguments: the executable, or Deno and the flags it ships with. */
export interface Program {
  readonly path: string;
  readonly args: readonly string[];
}

/** Milliseconds after which something that must happen is taken not to happen. */
const GUARD_MS = 20_000;

/** Isolates of one scenario, and what their workers printed. */
export class World implements AsyncDisposable {
  readonly prints: string[] = [];
  readonly isolates: Isolates;
  #printed = Promise.withResolvers<void>();

  constructor(readonly program: Program) {
    this.isolates = createIsolates(childCommand(program), {
      environment: Deno.env.toObject(),
      onPrint: (_, line) => {
        this.prints.push(line);
        this.#printed.resolve();
      },
    });
  }

  /** The worker with every fault. */
  faults(setup: Partial<Setup> = {}): Caller {
    return new Caller(this.isolates.backend("faults", { permissions: {}, setup: () => null, ...setup }));
  }

  /** Settles once a worker printed the text. */
  async printed(text: string): Promise<void> {
    while (!this.prints.some((line) => line.includes(text))) {
      await soon(this.#printed.promise);
      this.#printed = Promise.withResolvers();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.isolates.close();
  }
}

/** A backend whose calls end with a value or with a code. */
export class Caller {
  constructor(readonly backend: Backend) {}

  /** The value, or `CODE: message`. */
  async end(method: string, options: Options = {}): Promise<unknown> {
    try {
      return await this.value(method, options);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const { code } = error as Error & { readonly code?: unknown };
      return `${code ?? error.name}: ${error.message}`;
    }
  }

  /** Only the code, or `value`. */
  async code(method: string, options: Options = {}): Promise<string> {
    const end = await this.end(method, options);
    return typeof end === "string" ? end.split(":")[0] ?? "" : "value";
  }

  value(
    method: string,
    { input = null, signal, timeoutMs = GUARD_MS, onEvent }: Options = {},
  ): Promise<unknown> {
    const listens = onEvent === undefined ? {} : { onEvent };
    const options = { signal: signal ?? new AbortController().signal, timeoutMs, ...listens };
    return soon(this.backend.call(method, input, options));
  }
}

/** Of one call. */
export interface Options {
  readonly input?: unknown;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly onEvent?: (event: unknown) => void;
}

/** How a child of the program under test is started. */
export function childCommand({ path, args }: Program): ChildCommand {
  return { path, args: [...args, "isolate-child"], environment: childEnvironment(Deno.env.toObject()) };
}

/** The work's end, or a failure when it never comes: no test hangs. */
export async function soon<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("It never ended")), GUARD_MS + 5_000);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The process ids that `ps` lists for these arguments. */
export async function listed(...args: string[]): Promise<number[]> {
  const { stdout } = await new Deno.Command("ps", { args: ["-o", "pid=", ...args], stderr: "null" }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line.trim() !== "").map(Number);
}

/** Settles when the process is gone or only waits to be reaped by somebody else; fails when it stays. */
export async function goneSoon(pid: number): Promise<void> {
  const until = performance.now() + GUARD_MS;
  for (;;) {
    const { stdout } = await new Deno.Command("ps", { args: ["-o", "stat=", "-p", `${pid}`] }).output();
    const state = new TextDecoder().decode(stdout).trim();
    if (state === "" || state.startsWith("Z")) return;
    if (performance.now() > until) throw new Error(`The process ${pid} stays`);
  }
}
