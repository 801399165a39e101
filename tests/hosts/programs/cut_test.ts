/** Programs when the connection is cut, at each piece that passes. */
import { assertEquals, assertTrue } from "../../assert.ts";
import { Cutter } from "../parts/cutter.ts";
import { processes, unique, until, World } from "./parts/world.ts";

async function open() {
  let cutter: Cutter | undefined;
  const world = await World.open((port) => (cutter = Cutter.to(port)).port);
  if (cutter === undefined) throw new Error("nothing stands before the server");
  const before = cutter;
  return {
    world,
    cutter: before,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await before[Symbol.asyncDispose]();
    },
  };
}

const OPEN = new Set(["AMBIGUOUS_OUTCOME", "UNAVAILABLE", "TRANSIENT_UPSTREAM"]);

Deno.test("a program that is cut off at any piece ran once at most, was told truly, and is gone", async () => {
  await using at = await open();
  const { world, cutter } = at;
  for (let pieces = 0, isCut = true; isCut; pieces++) {
    const mark = unique();
    const file = `${world.directory}/runs-${pieces}`;
    const args = {
      executable: "sh",
      argv: ["-c", `echo run >> ${file}; echo done; sleep 0.1; : ${mark}`],
    };
    await world.approve("execute_program", args);
    cutter.arm(pieces);
    const { isError, envelope, text } = await world.served.call("execute_program", args);
    isCut = !cutter.disarm();
    const runs = await Deno.readTextFile(file).catch(() => "");
    if (isError) {
      assertTrue(OPEN.has(envelope.error.code), text);
      // Whoever says that nothing was done must be right.
      if (envelope.error.code !== "AMBIGUOUS_OUTCOME") assertEquals(runs, "");
      else assertEquals(envelope.error.retryable, false);
    } else assertEquals([envelope.data.output, runs], ["done\n", "run\n"]);
    assertTrue(["", "run\n"].includes(runs), runs);
    await until(mark, 0);
  }
});

Deno.test("a started program whose connection is cut is gone, and has failed without a known outcome", async () => {
  await using at = await open();
  const { world, cutter } = at;
  const mark = unique();
  const argv = ["-c", `setsid sleep ${mark} & sleep ${mark}`];
  const { job_id } = await world.approved("start_program", { executable: "sh", argv });
  await until(`sleep ${mark}`, 3);
  cutter.cut();
  while (
    (await world.served.data("get_program_status", { job_id })).status === "running"
  ) { /* each look takes its time */ }
  const { status, error } = await world.served.data("get_program_result", { job_id });
  assertEquals([status, error.code], ["failed", "AMBIGUOUS_OUTCOME"]);
  await until(`sleep ${mark}`, 0);
});

Deno.test("a cancellation that is cut off at any piece leaves nothing running, or says that it does not know", async () => {
  await using at = await open();
  const { world, cutter } = at;
  for (let pieces = 0, isCut = true; isCut; pieces++) {
    const mark = unique();
    const argv = ["-c", `setsid sleep ${mark} & sleep ${mark}`];
    const { job_id } = await world.approved("start_program", { executable: "sh", argv });
    await until(`sleep ${mark}`, 3);
    await world.approve("cancel_program", { job_id });
    cutter.arm(pieces);
    const { isError, envelope, text } = await world.served.call("cancel_program", { job_id });
    isCut = !cutter.disarm();
    if (isError) assertTrue(OPEN.has(envelope.error.code), text);
    else {
      // One whose connection was lost before it was cancelled has failed by itself.
      assertTrue(["cancelled", "failed"].includes(envelope.data.status), text);
      if (envelope.data.status === "cancelled") assertEquals(await processes(`sleep ${mark}`), 0);
    }
    await until(`sleep ${mark}`, 0);
  }
});
