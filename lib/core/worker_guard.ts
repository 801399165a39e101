/**
 * The first thing that a worker loads: keeps its prints off the protocol's stream, and keeps it from vanishing without
 * an event.
 *
 * In Deno a worker's `console.log` goes to the process's stdout, and `Deno.exit` and `close` end a worker so that
 * nobody is told. None of this is a wall (code that means harm finds other ways to the same ends, and whoever reads
 * from it is built for that); it keeps the mistakes of honest code harmless.
 */
import { ToolError } from "./errors.ts";

/** True in a worker; the module changes nothing elsewhere. */
export const IN_WORKER: boolean = "DedicatedWorkerGlobalScope" in globalThis;

const PRINTING = [
  "log",
  "info",
  "debug",
  "dir",
  "dirxml",
  "table",
  "group",
  "groupCollapsed",
  "count",
  "timeEnd",
];

/**
 * In place of Node's `process`: the facts and clocks that packages ask for while they load, and nothing that reads,
 * ends or loads anything. The versions are what Deno 2.9 calls itself towards Node's packages.
 */
const PROCESS = Object.freeze({
  platform: Deno.build.os,
  arch: Deno.build.arch === "x86_64" ? "x64" : "arm64",
  version: "v22.0.0",
  versions: Object.freeze({ node: "22.0.0" }),
  pid: 1,
  argv: Object.freeze([]),
  execArgv: Object.freeze([]),
  env: Object.freeze({}),
  nextTick: (call: (...args: unknown[]) => void, ...args: unknown[]) => queueMicrotask(() => call(...args)),
  hrtime: (before: readonly [number, number] = [0, 0]) => {
    const now = performance.now();
    const seconds = Math.floor(now / 1_000) - before[0];
    const nanoseconds = Math.round(now % 1_000 * 1e6) - before[1];
    return nanoseconds < 0 ? [seconds - 1, nanoseconds + 1e9] : [seconds, nanoseconds];
  },
  emitWarning() {},
  cwd: () => "/",
  on() {},
  once() {},
  off() {},
});

function fix(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: false, configurable: false });
}

function refuse(what: string): () => never {
  return () => {
    throw new ToolError("WORKER_FORBIDDEN", `A worker must not call ${what}`, {
      next: "Answer the call, or throw",
    });
  };
}

function guard(): void {
  const { "console": printer } = globalThis;
  const toErr = printer.error.bind(printer);
  for (const name of PRINTING) fix(printer, name, toErr);
  const toStderr = {
    write: (bytes: Uint8Array) => Deno.stderr.write(bytes),
    writeSync: (bytes: Uint8Array) => Deno.stderr.writeSync(bytes),
    get writable() {
      return Deno.stderr.writable;
    },
    isTerminal: () => false,
    close() {},
  };
  const nothing = {
    read: () => Promise.resolve(null),
    readSync: () => null,
    get readable() {
      return new Blob([]).stream();
    },
    isTerminal: () => false,
    setRaw() {},
    close() {},
  };
  fix(Deno, "stdout", toStderr);
  fix(Deno, "stdin", nothing);
  fix(Deno, "exit", refuse("Deno.exit"));
  fix(globalThis, "close", refuse("close"));
  // The real process and the insides of Deno lead to modules that carry out text under another name, and a worker
  // of a worker has all of it again. In an executable that is a way around what `import()` may read.
  fix(globalThis, "process", PROCESS);
  fix(globalThis, "Worker", undefined);
  for (const inside of Object.getOwnPropertySymbols(Deno)) Reflect.deleteProperty(Deno, inside);
}

if (IN_WORKER) guard();
