/**
 * Times the host's part of a run and prints one JSON object, in milliseconds: for each turn of a model everything from
 * one answer of the service to the next, with the file tool that the answer called; and a status with a workspace of
 * 50,000 files. The stand-in service answers at once and lives in this process, so its own time is in the turns too. The
 * files lie in memory where the system has such a place: how long a disk takes to make a write durable is not our time.
 */
import { WorkerService } from "gatehouse/flow/run/worker_service.ts";
import type { FlowSettings } from "gatehouse/flow/types.ts";
import { ScriptedModel } from "../flow/parts/scripted_model.ts";
import { call, type Said, text, verdict } from "../flow/parts/scripted_replies.ts";

/** What was measured, in milliseconds; of turns the mean of one run, of ten runs the median and the most. */
export interface FlowTimes {
  readonly read: Spread;
  readonly edit: Spread;
  readonly search: Spread;
  /** With 50,000 files in the workspace. */
  readonly status: Spread;
}

/** Of ten. */
export interface Spread {
  readonly p50: number;
  readonly most: number;
}

const TURNS = 30;
const ROUNDS = 10;
const FILES = 50_000;
/** Linux keeps what is written here in memory. */
const MEMORY = "/dev/shm";

const SAYS = {
  read: (turn: number) => call("file_read", { path: "src/read.ts", offset: turn + 1, limit: 90 }),
  edit: (turn: number) => {
    const [old, next] = turn % 2 === 0 ? ["'on'", "'off'"] : ["'off'", "'on'"];
    return call("file_edit", { path: "src/edit.ts", old, new: next });
  },
  search: (turn: number) => call("file_search", { query: `value_${turn}`, path: "src" }),
};

/** Measures; takes some seconds. */
export async function flowTimes(): Promise<FlowTimes> {
  const memory = await isDirectory(MEMORY) ? { dir: MEMORY } : {};
  const home = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-bench-", ...memory }));
  try {
    await Deno.mkdir(`${home}/project/src`, { recursive: true });
    await Deno.mkdir(`${home}/undo`, { mode: 0o700 });
    await Deno.writeTextFile(`${home}/project/src/read.ts`, "const value = 42;\n".repeat(150));
    await Deno.writeTextFile(
      `${home}/project/src/edit.ts`,
      "export const state = 'on';\n".padEnd(2_000, "//\n"),
    );
    const turns = async (say: (turn: number) => Said) => spread(await rounds(() => oneRun(home, say)));
    const read = await turns(SAYS.read);
    const edit = await turns(SAYS.edit);
    const search = await turns(SAYS.search);
    await manyFiles(`${home}/project`);
    return { read, edit, search, status: spread(await rounds(() => oneStatus(home))) };
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch {
    return false;
  }
}

async function rounds(one: () => Promise<number>): Promise<readonly number[]> {
  await one();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await one());
  return times;
}

function spread(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: sorted[sorted.length >> 1] ?? NaN, most: sorted.at(-1) ?? NaN };
}

async function oneRun(home: string, say: (turn: number) => Said): Promise<number> {
  await using model = new ScriptedModel([
    text("plan"),
    ...Array.from({ length: TURNS }, (_, turn) => say(turn)),
    text("done"),
    verdict(true),
  ]);
  const service = new WorkerService(settingsFor(home, model.url), { fileIo: "posix-checked" });
  const from = performance.now();
  const report = await service.run("Do it", {
    signal: new AbortController().signal,
    tell() {},
    run: () => Promise.reject(new Error("no check is configured")),
  });
  const ms = performance.now() - from;
  if (report.model_calls !== TURNS + 3 || (report.roles?.[1]?.tool_errors ?? 1) > 0) {
    throw new Error(JSON.stringify(report));
  }
  return ms / (TURNS + 3);
}

async function oneStatus(home: string): Promise<number> {
  const service = new WorkerService(settingsFor(home, "http://127.0.0.1:9"), { fileIo: "posix-checked" });
  const from = performance.now();
  const { status } = await service.status({ signal: new AbortController().signal });
  if (status !== "ok") throw new Error(status);
  return performance.now() - from;
}

async function manyFiles(root: string): Promise<void> {
  for (let at = 0; at < FILES; at++) {
    const directory = `${root}/d${Math.floor(at / 500)}`;
    if (at % 500 === 0) await Deno.mkdir(directory);
    await Deno.writeTextFile(`${directory}/f${at}.ts`, "");
  }
}

function settingsFor(home: string, baseUrl: string): FlowSettings {
  return {
    workspace: `${home}/project`,
    trusted: true,
    endpoint: {
      baseUrl,
      api: "ollama",
      temperature: 0.2,
      contextLength: 131_072,
      timeoutSeconds: 20,
      allowRemote: false,
    },
    models: { planner: "m", coder: "m", reviewer: "m" },
    agent: {
      maxIterations: 32,
      maxCycles: 1,
      maxToolCalls: 256,
      maxContextChars: 1_000_000,
      maxTaskChars: 16_000,
      maxSeconds: 600,
      protect: [],
      checkEnv: [],
    },
    checks: [],
    editor: null,
    ownFiles: [],
    undoDirectory: `${home}/undo`,
    warnings: [],
  };
}

if (import.meta.main) console.log(JSON.stringify(await flowTimes()));
