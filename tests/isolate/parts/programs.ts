/** What is run for a worker, and what is left of it: nothing. */
import { join } from "node:path";
import type { ProgramSpec } from "gatehouse/core/backend.ts";
import type { Ran } from "gatehouse/core/worker.ts";
import { backendsOf } from "gatehouse/isolate/backends.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import type { Scenario } from "./scenarios.ts";
import { Caller, goneSoon, listed, type Program, soon, World } from "./world.ts";

/** A directory that programs run in, with a pipe in which they tell us who they are, and one for themselves. */
export class Place implements AsyncDisposable {
  private constructor(readonly path: string) {}

  static async make(): Promise<Place> {
    const path = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-programs-" }));
    const pipes = ["pipe", "inner"].map((name) => join(path, name));
    const { success } = await new Deno.Command("mkfifo", { args: pipes }).output();
    assertTrue(success);
    return new Place(path);
  }

  /** A shell script as a program. */
  shell(script: string, { timeoutMs = 20_000, env = ["PATH"] }: Partial<ProgramSpec> = {}): ProgramSpec {
    return { argv: ["/bin/sh", "-c", script], cwd: this.path, env, timeoutMs };
  }

  /** The numbers that the next writer of the pipe writes. */
  async told(): Promise<number[]> {
    const pipe = join(this.path, "pipe");
    // Some versions of Deno open a pipe within their only thread, and wait there for the other end.
    const { stdout } = await soon(new Deno.Command("cat", { args: [pipe], stderr: "null" }).output());
    return new TextDecoder().decode(stdout).trim().split(/\s+/).map(Number);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true });
  }
}

/** Starts a process in a session of its own, and goes on when it is there. */
const ESCAPES = `setsid sh -c 'echo $$ >inner; exec sleep 60' & read -r escaped <inner;`;

async function ran(
  program: Program,
  { spec, place }: { spec: ProgramSpec; place?: Place },
): Promise<Ran> {
  await using world = new World(program);
  const end = await world.faults({ programs: { it: spec } }).value("run", { input: "it" });
  assertTrue(place === undefined || place.path !== "");
  return end as Ran;
}

/** A scenario with a place of its own. */
function at(scenario: (place: Place, program: Program) => Promise<void>): Scenario {
  return async (program) => {
    await using place = await Place.make();
    await scenario(place, program);
  };
}

async function livesNot(pid: number): Promise<void> {
  assertTrue(pid > 1, `no process id: ${pid}`);
  const { stdout } = await new Deno.Command("ps", { args: ["-o", "stat=", "-p", `${pid}`] }).output();
  const state = new TextDecoder().decode(stdout).trim();
  assertTrue(state === "" || state.startsWith("Z"), `the process ${pid} lives: ${state}`);
}

/** Ends the child in some way while a program runs that has a child of its own and one that left. */
function survivors(end: (worker: Caller, world: World) => Promise<unknown>): Scenario {
  return at(async (place, program) => {
    await using world = new World(program);
    const it = place.shell(`${ESCAPES} sleep 60 & echo $$ $! $escaped >pipe; sleep 60`);
    const worker = world.faults({ programs: { it } });
    const pid = Number(await worker.value("pid"));
    const code = worker.code("run", { input: "it" });
    const pids = await place.told();
    assertEquals(pids.length, 3);
    const helpers = (await listed("--ppid", `${pid}`)).filter((helper) => !pids.includes(helper));
    assertEquals(helpers.length, 1);
    await end(worker, world);
    assertEquals(await code, "ISOLATE_LOST");
    for (const gone of [...pids, ...helpers]) await goneSoon(gone);
  });
}

/** By sentence. */
export const programs: Readonly<Record<string, Scenario>> = {
  "a program ends with its code, its output, and nothing on its input": at(async (place, program) => {
    const spec = place.shell("cat; echo out; echo err >&2; exit 3");
    const { ms, ...end } = await ran(program, { spec });
    assertTrue(ms >= 0);
    assertEquals<Omit<Ran, "ms">>(end, {
      outcome: "exited",
      code: 3,
      signal: null,
      error: null,
      stdout: "out\n",
      stdoutTruncated: false,
      stderr: "err\n",
      stderrTruncated: false,
      escaped: 0,
    });
  }),
  "a program that a signal ends says which": at(async (place, program) => {
    const { outcome, code, signal } = await ran(program, { spec: place.shell("kill -TERM $$") });
    assertEquals([outcome, code, signal], ["signal", null, "SIGTERM"]);
  }),
  "a program gets the variables that are named, the mark, and no others": at(async (place, program) => {
    Deno.env.set("GATEHOUSE_TEST_SECRET", "for the parent only");
    const env = ["PATH", "NOT_SET_ANYWHERE"];
    const spec: ProgramSpec = { argv: ["env"], cwd: place.path, env, timeoutMs: 20_000 };
    const { stdout } = await ran(program, { spec });
    const [mark, path, ...others] = stdout.trim().split("\n").sort();
    assertTrue(/^GATEHOUSE_RUN=[0-9a-f]{32}$/.test(mark ?? ""), mark);
    assertEquals([path, others], [`PATH=${Deno.env.get("PATH")}`, []]);
  }),
  "a program with a slash in its name is found from its directory on, its words are taken as they are": at(
    async (place, program) => {
      await Deno.mkdir(join(place.path, "sub"));
      await Deno.writeTextFile(join(place.path, "sub", "tool"), '#!/bin/sh\npwd; printf "%s\\n" "$@"\n', {
        mode: 0o755,
      });
      const words = ["a b", "$(id)", "", "*", "'"];
      const spec: ProgramSpec = {
        argv: ["sub/tool", ...words],
        cwd: place.path,
        env: ["PATH"],
        timeoutMs: 20_000,
      };
      assertEquals((await ran(program, { spec })).stdout, [place.path, ...words, ""].join("\n"));
    },
  ),
  "a program that is not there is missing, and one that cannot be started is an error": at(
    async (place, program) => {
      await using world = new World(program);
      await Deno.writeTextFile(join(place.path, "text"), "no program", { mode: 0o600 });
      const spec = { cwd: place.path, env: ["PATH"], timeoutMs: 20_000 };
      const worker = world.faults({
        programs: {
          bare: { ...spec, argv: ["no-such-program-anywhere"] },
          absolute: { ...spec, argv: ["/nowhere/program"] },
          relative: { ...spec, argv: ["./program"] },
          text: { ...spec, argv: ["./text"] },
          nowhere: { ...spec, argv: ["/bin/true"], cwd: "/nowhere/at/all" },
        },
      });
      for (
        const [name, outcome] of [
          ["bare", "missing"],
          ["absolute", "missing"],
          ["relative", "missing"],
          ["text", "error"],
          ["nowhere", "error"],
        ] as const
      ) {
        const end = await worker.value("run", { input: name }) as Ran;
        assertEquals([name, end.outcome, end.code, typeof end.error], [name, outcome, null, "string"]);
      }
    },
  ),
  "a program that takes too long ends with its group": at(async (place, program) => {
    const spec = place.shell("(sleep 1; echo late >late) & echo $$ $!; sleep 60", { timeoutMs: 100 });
    const { outcome, code, stdout } = await ran(program, { spec });
    assertEquals([outcome, code], ["timeout", null]);
    const pids = stdout.trim().split(" ").map(Number);
    assertEquals(pids.length, 2);
    for (const pid of pids) await livesNot(pid);
  }),
  "what a program leaves in the background ends with it": at(async (place, program) => {
    const { outcome, stdout } = await ran(program, { spec: place.shell("sleep 60 & echo $!") });
    assertEquals(outcome, "exited");
    await livesNot(Number(stdout));
  }),
  "what leaves a program's group is found by its mark and ended": at(async (place, program) => {
    const { outcome, stdout, escaped } = await ran(program, {
      spec: place.shell(`${ESCAPES} echo $escaped`),
    });
    assertEquals([outcome, escaped], ["exited", 1]);
    await livesNot(Number(stdout));
  }),
  "what cannot be found and holds the output open is not waited for": at(async (place, program) => {
    const spec = place.shell(`env -i ${ESCAPES} echo $escaped`);
    const { outcome, stdout, escaped } = await ran(program, { spec });
    Deno.kill(Number(stdout), "SIGKILL");
    assertEquals([outcome, escaped], ["exited", 0]);
  }),
  "of much output the end is kept": at(async (place, program) => {
    const spec = place.shell("yes 0123456789abcde | head -c 104857600; echo end; yes é | head -c 30001 >&2");
    const { stdout, stdoutTruncated, stderr, stderrTruncated } = await ran(program, { spec });
    assertEquals([stdout.length, stdoutTruncated, stderrTruncated], [16_000, true, true]);
    assertTrue(stdout.endsWith("0123456789abcde\nend\n"), stdout.slice(-40));
    assertTrue(/^\n?(é\n)+(é|\ufffd)?$/.test(stderr), stderr.slice(0, 5));
  }),
  "a cancelled call ends its program, and the worker goes on": at(async (place, program) => {
    await using world = new World(program);
    const worker = world.faults({ programs: { it: place.shell("echo $$ >pipe; sleep 60") } });
    const first = await worker.value("pid");
    const stop = new AbortController();
    const code = worker.code("run", { input: "it", signal: stop.signal });
    const [pid = 0] = await place.told();
    stop.abort();
    assertEquals(await code, "CANCELLED");
    await goneSoon(pid);
    assertEquals(await worker.value("firstRan"), "cancelled");
    assertEquals(await worker.value("pid"), first);
  }),
  "a program whose caller has gone before it began is not started": at(async (place, program) => {
    await using world = new World(program);
    const worker = world.faults({ programs: { it: place.shell("echo started >file") } });
    assertEquals(await worker.value("runsStopped", { input: "it" }), "cancelled");
    assertEquals((await Array.fromAsync(Deno.readDir(place.path))).map(({ name }) => name).sort(), [
      "inner",
      "pipe",
    ]);
  }),
  "nothing of a program is left when its child is killed": survivors((worker) =>
    worker.value("pid").then((pid) => Deno.kill(Number(pid), "SIGKILL"))
  ),
  "nothing of a program is left when its worker crashes": survivors((worker) => worker.end("throwsLater")),
  "nothing of a program is left when the isolates are closed": survivors((_, world) =>
    world.isolates.close()
  ),

  "nothing of a program is left when the whole parent is killed": at(async (place, program) => {
    const parent = new Deno.Command(program.path, {
      args: [...program.args, "runs", place.path],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const pids = await place.told();
    parent.kill("SIGKILL");
    await parent.status;
    for (const pid of pids) await goneSoon(pid);
  }),
  "a worker cannot run anything but names": at(async (place, program) => {
    await using world = new World(program);
    const worker = world.faults({ programs: { it: place.shell("echo it") } });
    for (const name of ["", "sh", "/bin/sh", "it ", "IT", "constructor", "__proto__", "it; id"]) {
      const { outcome, error } = await worker.value("run", { input: name }) as Ran;
      assertEquals([outcome, error], ["error", "No program of that name is configured"], name);
    }
    assertEquals((await worker.value("run", { input: "it" }) as Ran).stdout, "it\n");
    for (
      const said of [
        '{"run":1001,"program":"it","argv":["/bin/sh"]}',
        '{"run":1002,"program":["/bin/sh"]}',
        '{"run":1003,"program":"it","env":{"A":"b"}}',
        '{"run":1004,"program":"it","cwd":"/"}',
        '{"run":1005}',
        '{"run":"1006","program":"it"}',
        '{"run":-1,"program":"it"}',
        '{"run":1.5,"program":"it"}',
        '{"run":1007,"program":"it","stop":1007}',
        '{"stop":"1"}',
        '{"run":',
      ]
    ) assertEquals(await worker.code("says", { input: said }), "ISOLATE_LOST", said);
  }),
  "the programs of a backend are those of its family's settings": at(async (place, program) => {
    await using world = new World(program);
    const spec = {
      name: "runs",
      title: "Runs",
      worker: "faults",
      permissions: () => ({}),
      setup: () => null,
      programs: (settings: unknown) => ({ it: place.shell(`echo ${settings}`) }),
    };
    const isolates = () => Promise.resolve(world.isolates);
    const worker = new Caller(backendsOf([spec], { settings: "configured", isolates })("runs"));
    assertEquals((await worker.value("run", { input: "it" }) as Ran).stdout, "configured\n");
  }),
  "a worker without programs can run none": async (program) => {
    await using world = new World(program);
    const { outcome } = await world.faults().value("run", { input: "it" }) as Ran;
    assertEquals(outcome, "error");
  },
};
