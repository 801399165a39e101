/**
 * Times a run through the started program and both walls, and prints one JSON object, in milliseconds. The stand-in for
 * the model service answers at once and notes when it had a request and when its answer was complete: what lies between
 * an answer and the next turn's request is the host's time, less what the stand-in took for other questions meanwhile.
 * The files lie on the disk that temporary files lie on, which has to make each write durable before the next turn.
 */
import { Program } from "../cli/parts/program.ts";
import { reportOf, StrictClient } from "../cli/parts/strict_client.ts";
import { type Exchange, serveRaw } from "../flow/parts/scripted_http.ts";
import { type SeenRequest } from "../flow/parts/scripted_model.ts";
import { call, type Said, text, verdict } from "../flow/parts/scripted_replies.ts";
import { answerTo } from "../flow/parts/scripted_wire.ts";

/** Of many. */
export interface Times {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly most: number;
}

/** The host's time by what the answer before made it do, that of all, and the stand-in's own. */
export interface TurnTimes {
  readonly all: Times;
  readonly byKind: Readonly<Record<string, Times>>;
  /** Whose tool changes nothing. */
  readonly looking: Times;
  readonly writing: Times;
  readonly service: Times;
  /** How long the disk takes, alone, for what a write asks of it. */
  readonly disk: Times;
}

/** With 50,000 files in the workspace. */
export interface LargeTimes {
  readonly files: number;
  /** The session's first call, which starts the worker. */
  readonly firstStatus: number;
  /** The same where the workspace is empty. */
  readonly emptyFirst: number;
  readonly warmStatus: Times;
  /** From the answer that asks for the list to the next request, which has it. */
  readonly list: number;
  readonly listed: readonly string[];
  readonly truncated: boolean;
}

const TURNS = 30;
const RUNS = 8;
const FILES = 50_000;
/** The file that a fair list has. */
export const SMALL_FILE = "zz/small.ts";

const KINDS = ["read", "edit", "search"] as const;

const SAYS: Readonly<Record<typeof KINDS[number], (turn: number) => Said>> = {
  read: (turn) => call("file_read", { path: "src/read.ts", offset: turn + 1, limit: 90 }),
  edit: (turn) => {
    const [old, next] = turn % 6 === 1 ? ["'on'", "'off'"] : ["'off'", "'on'"];
    return call("file_edit", { path: "src/edit.ts", old, new: next });
  },
  search: (turn) => call("file_search", { query: `value_${turn}`, path: "src" }),
};

/** A service that answers each turn with the next of what it is to say, and notes the time. */
class Clocked implements AsyncDisposable {
  readonly turns: { readonly asked: number; answered: number; others: number; readonly messages: string }[] =
    [];
  readonly #server = serveRaw("127.0.0.1", (exchange) => this.#answer(exchange));

  constructor(readonly script: Said[]) {}

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.close();
  }

  async #answer(exchange: Exchange): Promise<void> {
    const asked = performance.now();
    const { method, path, headers } = exchange;
    if (path !== "/api/chat") {
      await exchange.json(200, FACTS[path] ?? {});
      const last = this.turns.at(-1);
      if (last !== undefined) last.others += performance.now() - asked;
      return;
    }
    const body: SeenRequest["body"] = JSON.parse(exchange.text);
    const turn = { asked, answered: NaN, others: 0, messages: body.messages?.at(-1)?.content ?? "" };
    this.turns.push(turn);
    const reply = this.script.shift() ?? { status: 500, error: "the script is at its end" };
    const noting: Exchange = {
      ...exchange,
      body(bytes) {
        // Before the piece is sent: the last one is the answer's end for the other side.
        turn.answered = performance.now();
        return exchange.body(bytes);
      },
    };
    // The other side hangs up when it has read the last line.
    await answerTo({ method, path, headers, body }, { reply, wire: "ollama", exchange: noting }).catch(
      () => {},
    );
  }
}

const FACTS: Readonly<Record<string, unknown>> = {
  "/api/version": { version: "0.20.7" },
  "/api/tags": { models: [{ name: "m", model: "m" }] },
  "/api/ps": { models: [{ name: "m", model: "m" }] },
  "/api/show": {
    capabilities: ["completion", "tools"],
    model_info: { "general.architecture": "q", "q.context_length": 131_072 },
  },
};

/** The host's time of at least 200 turns. Takes some seconds. */
export async function turnTimes(): Promise<TurnTimes> {
  const oneRun = () => [
    text("plan"),
    ...Array.from({ length: TURNS }, (_, turn) => SAYS[kindOf(turn)](turn)),
    text("done"),
    verdict(true),
  ];
  await using service = new Clocked(Array.from({ length: RUNS }, oneRun).flat());
  let disk: readonly number[] = [];
  const kinds = new Map<string, number[]>(KINDS.map((kind) => [kind, []]));
  await served(service.url, async ({ client, project }) => {
    await Deno.mkdir(`${project}/src`);
    await Deno.writeTextFile(`${project}/src/read.ts`, "const value = 42;\n".repeat(150));
    await Deno.writeTextFile(`${project}/src/edit.ts`, "export const state = 'on';\n".padEnd(2_000, "//\n"));
    disk = diskAlone(project);
    for (let run = 0; run < RUNS; run++) {
      const from = service.turns.length;
      const report = await task(client, run);
      if (report["model_calls"] !== TURNS + 3 || JSON.stringify(report["events"]).includes('"error"')) {
        throw new Error(JSON.stringify(report).slice(0, 2_000));
      }
      for (let turn = 0; turn < TURNS; turn++) {
        const [before, after] = [service.turns[from + 1 + turn], service.turns[from + 2 + turn]];
        if (before === undefined || after === undefined) throw new Error("a turn is missing");
        kinds.get(kindOf(turn))?.push(after.asked - before.answered - before.others);
      }
    }
  });
  return {
    all: timesOf([...kinds.values()].flat()),
    looking: timesOf(["read", "search"].flatMap((kind) => kinds.get(kind) ?? [])),
    writing: timesOf(kinds.get("edit") ?? []),
    disk: timesOf(disk),
    byKind: Object.fromEntries([...kinds].map(([kind, times]) => [kind, timesOf(times)])),
    service: timesOf(service.turns.map(({ asked, answered }) => answered - asked)),
  };
}

/** A file that takes another's place, between two lines of a log: all durable, as an edit makes them. */
function diskAlone(project: string): readonly number[] {
  const times: number[] = [];
  const [line, content] = [200, 2_000].map((size) => new TextEncoder().encode("x".repeat(size)));
  const write = (name: string, bytes = new Uint8Array()) => {
    using file = Deno.openSync(`${project}/${name}`, { create: true, write: true, append: name === "log" });
    file.writeSync(bytes);
    file.syncSync();
  };
  for (let round = 0; round < 40; round++) {
    const from = performance.now();
    write("log", line);
    write("temporary", content);
    Deno.renameSync(`${project}/temporary`, `${project}/taken`);
    {
      using directory = Deno.openSync(project);
      directory.syncSync();
    }
    write("log", line);
    times.push(performance.now() - from);
  }
  for (const name of ["log", "taken"]) Deno.removeSync(`${project}/${name}`);
  return times;
}

async function statusTime(client: StrictClient, id: string): Promise<number> {
  const from = performance.now();
  const report = reportOf(await client.ask(id, "tools/call", { name: "flow_status", arguments: {} }));
  if (report["status"] !== "ok") throw new Error(JSON.stringify(report));
  return performance.now() - from;
}

/** A status, and a list, of a workspace of 50,000 files. */
export async function largeTimes(): Promise<LargeTimes> {
  await using service = new Clocked([call("file_list", {}), text("plan"), text("done"), verdict(true)]);
  const emptyFirst = await served(service.url, ({ first }) => median(first));
  return await served(service.url, async ({ client, first }) => {
    const firstStatus = await median(first);
    const warm: number[] = [];
    for (let round = 0; round < 20; round++) warm.push(await statusTime(client, `warm${round}`));
    await task(client, 0);
    const [before, after] = service.turns;
    const answer: { files?: readonly string[]; truncated?: boolean } = JSON.parse(after?.messages ?? "{}");
    return {
      files: FILES,
      firstStatus,
      emptyFirst,
      warmStatus: timesOf(warm),
      list: (after?.asked ?? NaN) - (before?.answered ?? NaN) - (before?.others ?? NaN),
      listed: answer.files ?? [],
      truncated: answer.truncated === true,
    };
  }, manyFiles);
}

/** Of an odd number of starts. */
const STARTS = 5;

async function median(first: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) times.push(await first());
  return times.toSorted((a, b) => a - b)[Math.floor(STARTS / 2)] ?? NaN;
}

interface Serving {
  readonly client: StrictClient;
  /** Milliseconds of the first status of a program that is started for it. */
  readonly first: () => Promise<number>;
  readonly project: string;
}

/** @param fill Fills the workspace before the program starts. */
async function served<T>(
  url: string,
  work: (serving: Serving) => Promise<T>,
  fill: (project: string) => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  const home = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-bench-" }));
  try {
    const project = `${home}/project`;
    await Deno.mkdir(project);
    await fill(project);
    const operator = `${home}/operator.toml`;
    await Deno.writeTextFile(
      operator,
      `workspace_dir = "${project}"\n[ollama]\nbase_url = "${url}"\nmodel = "m"\ncontext_length = 131072\n` +
        "[agent]\nmax_iterations = 32\nmax_cycles = 1\nmax_tool_calls = 256\nmax_context_chars = 1000000\n",
      { mode: 0o600 },
    );
    const environment = { XDG_CONFIG_HOME: home, XDG_STATE_HOME: home };
    const start = () => new Program(["flow", "serve", "--config", operator, "--trusted"], environment);
    const greeted = async (program: Program) => {
      const client = new StrictClient(program);
      await client.greet();
      return client;
    };
    const first = async () => {
      await using program = start();
      return await statusTime(await greeted(program), "first");
    };
    await using program = start();
    return await work({ client: await greeted(program), project, first });
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

async function task(client: StrictClient, run: number) {
  return reportOf(
    await client.ask(`run${run}`, "tools/call", { name: "flow_run", arguments: { task: "Do it" } }),
  );
}

/** Nearly all in one directory, and one beside it that comes last. */
async function manyFiles(project: string): Promise<void> {
  await Deno.mkdir(`${project}/data`);
  await Deno.mkdir(`${project}/zz`);
  await Deno.writeTextFile(`${project}/${SMALL_FILE}`, "");
  for (let at = 1; at < FILES; at++) await Deno.writeTextFile(`${project}/data/f${at}.ts`, "");
}

function kindOf(turn: number): typeof KINDS[number] {
  return KINDS[turn % 3] ?? "read";
}

function timesOf(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), most: at(1) };
}

if (import.meta.main) {
  console.log(JSON.stringify({ turns: await turnTimes(), large: await largeTimes() }));
}
