/** Rows about time: one verdict, the start, the end. */
import { join } from "node:path";
import { mustRun } from "./child.ts";
import { compileOnPinnedBase } from "./compiler.ts";
import { gatehouseArgs } from "./config.ts";
import { type Measured, NotBuilt, type Row } from "./row.ts";
import { legacyToolsList, modernToolsList, ServerProcess } from "./server_process.ts";
import { exists, ROOT } from "./tree.ts";

type Command = readonly [string, ...string[]];

const RUNS = 10;

async function verdictTime(): Promise<Measured> {
  if (!exists("lib/gate/judge.ts")) throw new NotBuilt("no lib/gate/judge.ts");
  const read = ["--no-prompt", "--no-check", "--allow-read"];
  const own = JSON.parse(
    (await mustRun([Deno.execPath(), "run", ...read, "tests/bench/verdict_times.ts"], {
      cwd: ROOT,
    })).stdout,
  ) as { p50: number; p99: number; max: number; slowest: { command: string; ms: number } };
  const bench = JSON.parse(
    (await mustRun(
      [Deno.execPath(), "bench", "--json", ...read, "tests/bench/verdict_bench.ts"],
      { cwd: ROOT },
    )).stdout,
  ) as { benches: { results: { ok?: { p99: number } }[] }[] };
  const benched = (bench.benches[0]?.results[0]?.ok?.p99 ?? NaN) / 1e6;
  const worse = Math.max(own.p99, benched);
  return {
    measured: `bench p99 ${benched.toFixed(3)} ms; one by one p99 ${own.p99.toFixed(3)}, p50 ${
      own.p50.toFixed(3)
    }`,
    met: worse <= 1,
    details: [`slowest ${own.slowest.ms.toFixed(3)} ms: ${own.slowest.command.slice(0, 120)}`],
  };
}

/** The slower of the two ways to ask, each the median of its runs after one that warms the cache. */
async function start(command: Command, limit: number): Promise<Measured> {
  const modern = await times(command, (server) => server.request(modernToolsList(1)));
  const legacy = await times(command, legacyToolsList);
  const worse = Math.max(median(modern), median(legacy));
  return {
    measured: `${median(modern).toFixed(0)} ms in the 2026-07-28 revision, ${
      median(legacy).toFixed(0)
    } ms by initialize`,
    met: worse <= limit,
    details: [`2026-07-28: ${list(modern)}`, `initialize: ${list(legacy)}`],
  };
}

async function times(command: Command, ask: (server: ServerProcess) => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  for (let run = 0; run <= RUNS; run++) {
    await withState(async (state) => {
      const begin = performance.now();
      await using server = new ServerProcess(command, { state });
      await ask(server);
      if (run > 0) all.push(performance.now() - begin);
      await server.closeInput();
    });
  }
  return all;
}

/** The slowest of five ends of each kind; the exit codes must be right too. */
async function ending(): Promise<Measured> {
  const kinds = [
    { name: "SIGTERM", code: 143, end: (server: ServerProcess) => server.terminate() },
    { name: "EOF", code: 0, end: (server: ServerProcess) => server.closeInput() },
  ];
  const found = [];
  for (const { name, code, end } of kinds) {
    const all: number[] = [];
    const codes = new Set<number>();
    for (let run = 0; run < 5; run++) {
      await withState(async (state) => {
        await using server = new ServerProcess(fromSource(), { state });
        await server.request(modernToolsList(1));
        const begin = performance.now();
        codes.add((await end(server)).code);
        all.push(performance.now() - begin);
      });
    }
    found.push({
      name,
      worst: Math.max(...all),
      right: codes.size === 1 && codes.has(code),
      codes: [...codes],
      code,
    });
  }
  return {
    measured: found.map(({ name, worst, codes }) => `${name} ${worst.toFixed(0)} ms, exit ${codes.join("/")}`)
      .join("; "),
    met: found.every(({ worst, right }) => worst <= 1000 && right),
    details: found.filter(({ right }) => !right).map(({ name, code }) => `${name} must exit ${code}`),
  };
}

function fromSource(): Command {
  if (!exists("main.ts")) throw new NotBuilt("no main.ts");
  return [Deno.execPath(), ...gatehouseArgs("serve")];
}

/** The start of the executable to its first list of tools; `limit` in milliseconds. */
export async function compiledStart(limit: number): Promise<Measured> {
  if (!exists("main.ts")) throw new NotBuilt("no main.ts");
  return await withState(async (place) => {
    const executable = join(place, "gatehouse");
    await compileOnPinnedBase(executable);
    return await start([executable, "serve"], limit);
  });
}

async function withState<T>(use: (state: string) => Promise<T>): Promise<T> {
  const state = await Deno.makeTempDir({ prefix: "gatehouse-accept-" });
  try {
    return await use(state);
  } finally {
    await Deno.remove(state, { recursive: true });
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

function list(values: readonly number[]): string {
  return values.map((value) => value.toFixed(0)).join(" ");
}

/** In the table's order. */
export const speedRows: readonly Row[] = [
  {
    what: "one verdict in process, commands under 1 KB",
    how: "deno bench; each verdict timed",
    target: "p99 ≤ 1 ms",
    measure: verdictTime,
  },
  {
    what: "cold start to answered tools/list, stdio",
    how: "deno run, warm cache, median of 10",
    target: "≤ 60 ms",
    measure: async () => await start(fromSource(), 60),
  },
  {
    what: "the same, compiled",
    how: "for tests only, median of 10",
    target: "≤ 150 ms",
    measure: () => compiledStart(150),
  },
  { what: "SIGTERM, stdin EOF to exit", how: "slowest of 5 each", target: "≤ 1 s", measure: ending },
];
