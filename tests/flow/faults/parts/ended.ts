/** A program that is ended from outside: in the midst of a check, and in the midst of writing. */
import { type Check, FlowProject, LINT } from "../../../cli/parts/flow_project.ts";
import { StrictClient } from "../../../cli/parts/strict_client.ts";
import { goneSoon, listed, soon } from "../../../isolate/parts/world.ts";
import { gatehouseArgs } from "../../../tasks/parts/config.ts";
import { call, ScriptedModel, type ScriptEntry, text, verdict } from "../../parts/scripted_model.ts";

/** How a program ended, and what became of a check that was under way. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Processes of the check: its first, one of its group, and one that left the group. */
  readonly pids: readonly number[];
  /** Milliseconds from the signal until none of them was left. */
  readonly goneMs: number;
  /** Milliseconds from the signal until the program itself had ended. */
  readonly endedMs: number;
  /** The file that the run had written. */
  readonly edited: string | null;
  /** The same file after `flow undo`, which was done by another program. */
  readonly undone: string | null;
}

/** What the run makes of `edited.py`, and what it was. */
export const WRITTEN = "value = 42\n";
export const BEFORE = "value = 41\n";

/** Tells its processes into a pipe, then takes its time. */
function slow(outside: string): Check {
  const escapes =
    `setsid sh -c 'echo $$ >${outside}/inner; exec sleep 60' & read -r escaped <${outside}/inner`;
  return {
    cmd: ["sh", "-c", `${escapes}; sleep 60 & echo $$ $! $escaped >${outside}/pipe; sleep 60`],
    kind: "lint",
    filetypes: ["python"],
  };
}

/** Starts a run in the way that is named, and sends the signal while its check is under way. */
export async function endedInCheck(how: "run" | "serve", signal: Deno.Signal): Promise<Ended> {
  await using project = await FlowProject.open({ "edited.py": BEFORE });
  await pipes(project.outside);
  await using model = new ScriptedModel([
    text("the plan"),
    call("file_write", { path: "edited.py", content: WRITTEN }),
    text("done"),
    verdict(true),
  ]);
  const operator = await project.operator({ model, checks: { slow: slow(project.outside) } });
  const args = ["--trusted", "-c", operator];
  await using program = project.start("flow", how, ...args, ...(how === "run" ? ["Fix it"] : []));
  if (how === "serve") {
    const client = new StrictClient(program);
    await client.greet();
    await client.begin("run", "tools/call", { name: "flow_run", arguments: { task: "Fix it" } });
  }
  const pids = await soon(toldIn(`${project.outside}/pipe`));
  const from = performance.now();
  const since = () => performance.now() - from;
  program.kill(signal);
  const [endedMs, goneMs] = await Promise.all([
    program.ended().then(since),
    Promise.all(pids.map(goneSoon)).then(since),
  ]);
  const edited = await project.read("edited.py");
  await project.run("flow", "undo", ...args);
  return { ...await program.ended(), pids, goneMs, endedMs, edited, undone: await project.read("edited.py") };
}

/** Settings under which a model may write much and often. */
export const ROOMY =
  "context_length = 131072\n[agent]\nmax_iterations = 32\nmax_context_chars = 1000000\nmax_cycles = 1\n";

/** Texts that a run writes over each other; each is of one letter, so that a mixture is seen. */
const SIZE = 30_000;
const letters = (letter: string) => letter.repeat(SIZE);

/** What a program left that was killed while it wrote again and again. */
export interface CutOff {
  readonly code: number;
  /** Whether the file was whole: what it was, or one of the texts. */
  readonly whole: boolean;
  /** Files beside the expected ones, after the next run's end. */
  readonly strays: readonly string[];
  readonly undone: boolean;
}

/**
 * Kills a run, and the worker that writes for it, as soon as it has begun to write for that time: the kill falls somewhere
 * into the making of the file, its way to the disk, or its taking the other's place.
 */
export async function killedWhileWriting(writes: number): Promise<CutOff> {
  await using project = await FlowProject.open({ "big.txt": letters("o"), "edited.py": WRITTEN });
  const entries: ScriptEntry[] = Array.from(
    { length: 25 },
    (_, at) => call("file_write", { path: "big.txt", content: letters("abcdefgh"[at % 8] ?? "a") }),
  );
  const held = Promise.withResolvers<void>();
  await using model = new ScriptedModel([text("the plan", { before: held.promise }), ...entries]);
  const operator = await project.operator({ model, tables: ROOMY });
  const args = ["--trusted", "-c", operator];
  const program = new Deno.Command(Deno.execPath(), {
    args: gatehouseArgs("flow", "run", ...args, "Write it"),
    env: project.environment,
    cwd: project.root,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const begun = nthWrite(project.root, writes);
  await soon(model.asked(1));
  const workers = await listed("--ppid", `${program.pid}`);
  held.resolve();
  await soon(begun);
  for (const pid of [...workers, program.pid]) Deno.kill(pid, "SIGKILL");
  const { code } = await program.status;
  await Promise.all(workers.map(goneSoon));
  const content = await project.read("big.txt") ?? "";
  const whole = content.length === SIZE && /^(o+|a+|b+|c+|d+|e+|f+|g+|h+)$/.test(content);
  await project.run("flow", "undo", ...args);
  const undone = await project.read("big.txt") === letters("o");
  // What a run that was cut off left lying about is for the next one to take away.
  await using next = new ScriptedModel([
    text("the plan"),
    call("file_write", { path: "more.py", content: "x = 1\n" }),
    text("done"),
    verdict(true),
  ]);
  await project.operator({ model: next, checks: { lint: LINT } });
  await project.run("flow", "run", ...args, "Write more");
  const names = await Array.fromAsync(Deno.readDir(project.root), ({ name }) => name);
  const expected = ["big.txt", "edited.py", "more.py", "__pycache__"];
  return { code, whole, strays: names.filter((name) => !expected.includes(name)), undone };
}

/** Resolves when a file has been made for that time which is to take another's place. */
async function nthWrite(root: string, count: number): Promise<void> {
  let seen = 0;
  for await (const { kind, paths } of Deno.watchFs(root, { recursive: false })) {
    const isMade = kind === "create" && paths.some((path) => path.includes("/.flow-write-"));
    if (isMade && ++seen === count) return;
  }
}

async function pipes(outside: string): Promise<void> {
  const { success } = await new Deno.Command("mkfifo", { args: [`${outside}/pipe`, `${outside}/inner`] })
    .output();
  if (!success) throw new Error("No pipe could be made");
}

async function toldIn(pipe: string): Promise<number[]> {
  const { stdout } = await new Deno.Command("cat", { args: [pipe], stderr: "null" }).output();
  return new TextDecoder().decode(stdout).trim().split(/\s+/).map(Number);
}
