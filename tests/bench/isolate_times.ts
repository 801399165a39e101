/**
 * Times calls through both walls and prints one JSON object, in milliseconds: the first call (process, worker and reply)
 * of the worker that ships, later calls of one that only echoes, a call after a killed worker, and how long after its
 * deadline a busy worker's process is gone.
 */
import { join } from "node:path";
import { createIsolates } from "gatehouse/isolate/isolates.ts";
import { ownCommand } from "gatehouse/isolate/command.ts";
import { gatehouseFlags } from "../tasks/parts/config.ts";
import { ROOT } from "../tasks/parts/tree.ts";
import { childCommand } from "../isolate/parts/world.ts";

/** What was measured, in milliseconds. */
export interface IsolateTimes {
  /** Median of ten. */
  readonly first: number;
  readonly p50: number;
  readonly p99: number;
  /** The first call after a kill; median of five. */
  readonly restart: number;
  /** From a busy call's deadline until its process is gone and reaped; the longest of five. */
  readonly killed: number;
}

const CALLS = 5_000;

/** Measures; takes a few seconds. */
export async function isolateTimes(): Promise<IsolateTimes> {
  const first: number[] = [];
  for (let round = 0; round < 10; round++) first.push(await firstCall());
  const command = childCommand({
    path: Deno.execPath(),
    args: ["run", ...gatehouseFlags(), join(ROOT, "tests/isolate/compiled_main.ts")],
  });
  const isolates = createIsolates(command, { onPrint() {} });
  const worker = isolates.backend("faults", { permissions: {}, setup: () => null });
  const call = (method: string, timeoutMs = 10_000) =>
    worker.call(method, { text: "x".repeat(200) }, { signal: new AbortController().signal, timeoutMs });
  const later: number[] = [];
  for (let round = 0; round < 500; round++) await call("echo");
  for (let round = 0; round < CALLS; round++) later.push(await timed(() => call("echo")));
  const restart: number[] = [];
  const killed: number[] = [];
  for (let round = 0; round < 5; round++) {
    const until = performance.now() + 50;
    // The neighbour fails when the process is killed.
    const neighbour = call("deaf").catch(() => performance.now() - until);
    await call("busy", 50).catch(() => {});
    killed.push(Number(await neighbour));
    restart.push(await timed(() => call("echo")));
  }
  await isolates.close();
  return {
    first: percentile(first, 0.5),
    p50: percentile(later, 0.5),
    p99: percentile(later, 0.99),
    restart: percentile(restart, 0.5),
    killed: Math.max(...killed),
  };
}

/** The worker that ships has no such method, and says so: a whole round trip without its service. */
async function firstCall(): Promise<number> {
  const isolates = createIsolates(ownCommand(Deno.env.toObject()), { onPrint() {} });
  const worker = isolates.backend("gate/model", {
    permissions: { net: ["127.0.0.1:8155"] },
    setup: () => ({ engine: "systemone", model: "none", token: null }),
  });
  const options = { signal: new AbortController().signal, timeoutMs: 10_000 };
  let code: unknown;
  const time = await timed(() =>
    worker.call("none", null, options).catch((error) => void (code = error.code))
  );
  await isolates.close();
  if (code !== "INTERNAL") throw new Error(`The worker did not answer: ${code}`);
  return time;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN;
}

if (import.meta.main) console.log(JSON.stringify(await isolateTimes()));
