/** Programs that were started and not waited for. */
import { ToolError } from "gatehouse/core/errors.ts";
import type { ShownProgram } from "gatehouse/hosts/programs/answer.ts";
import { type JobWork, ProgramJobs, viewOf } from "gatehouse/hosts/programs/jobs.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { processes, unique, until, World } from "./parts/world.ts";

const DONE: ShownProgram = {
  output: "",
  stderr: "",
  exit_code: 0,
  truncated: false,
  encoding: "utf-8",
  controls_escaped: 0,
  leftovers_ended: 0,
};

function work(more: Partial<JobWork> = {}): JobWork {
  const run = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  return { principal: "p", alias: "a", identity: "i", run, left: () => Promise.resolve(0), ...more };
}

Deno.test("a started program runs on, and its result is there when it has ended", async () => {
  await using world = await World.open();
  const { served } = world;
  const started = await world.approved("start_program", {
    executable: "sh",
    argv: ["-c", "echo hi; exit 4"],
  });
  assertEquals([started.status, started.target, /^[\w-]{32}$/.test(started.job_id)], [
    "running",
    "box",
    true,
  ]);
  assertTrue(started.target_identity.startsWith("ssh:"));
  const args = { job_id: started.job_id };
  while ((await served.data("get_program_status", args)).status === "running") {
    /* each look takes its time */
  }
  const { status, result, error } = await served.data("get_program_result", args);
  assertEquals([status, result.output, result.exit_code, error], ["succeeded", "hi\n", 4, null]);
  // Ended is ended.
  assertEquals((await world.approved("cancel_program", args)).status, "succeeded");
});

Deno.test("a cancelled program is gone with all that it started", async () => {
  await using world = await World.open();
  const mark = unique();
  const script = `trap '' TERM; setsid sleep ${mark} & sleep ${mark}`;
  const { job_id } = await world.approved("start_program", { executable: "sh", argv: ["-c", script] });
  await until(`sleep ${mark}`, 3);
  const cancelled = await world.approved("cancel_program", { job_id });
  assertEquals([cancelled.status, await processes(`sleep ${mark}`)], ["cancelled", 0]);
  const { result, error } = await world.served.data("get_program_result", { job_id });
  assertEquals([result, error], [null, null]);
});

Deno.test("a started program that leaves something behind has failed, with the reason", async () => {
  await using world = await World.open();
  const mark = unique();
  const argv = ["-c", `setsid sleep ${mark} & echo hi`];
  const { job_id } = await world.approved("start_program", { executable: "sh", argv });
  while ((await world.served.data("get_program_status", { job_id })).status === "running") { /* as above */ }
  const { status, error } = await world.served.data("get_program_result", { job_id });
  assertEquals([status, error.code, await processes(mark)], ["failed", "UPSTREAM_FAILED", 0]);
  assertIncludes(error.message, "LEFTOVERS_ENDED");
});

Deno.test("a started program that the machine refuses has failed, with its code", async () => {
  await using world = await World.open();
  const { job_id } = await world.approved("start_program", { executable: "cat", argv: ["/none/such"] });
  while ((await world.served.data("get_program_status", { job_id })).status === "running") { /* as above */ }
  assertEquals((await world.served.data("get_program_result", { job_id })).error.code, "NOT_FOUND");
});

Deno.test("nobody but the one who started a program finds it", async () => {
  await using world = await World.open();
  const { job_id } = await world.approved("start_program", { executable: "sh", argv: ["-c", "true"] });
  for (const tool of ["get_program_status", "get_program_result", "cancel_program"]) {
    const other = await world.served.error(tool, { job_id }, { principal: "posix-uid:2" });
    assertEquals(other.code, "NOT_FOUND");
    assertEquals((await world.served.error(tool, { job_id: "x".repeat(32) })).code, "NOT_FOUND");
  }
});

Deno.test("64 programs run at once, and one that ends makes room", async () => {
  const jobs = new ProgramJobs();
  const first = jobs.start(work());
  for (let index = 1; index < 64; index++) jobs.start(work());
  await assertFails(() => jobs.start(work()), "CONFLICT");
  await jobs.cancel(jobs.find("p", first.job_id));
  jobs.start(work());
});

Deno.test("a program is forgotten, and ended, five minutes after its start", () => {
  let now = 0;
  let isEnded = false;
  const jobs = new ProgramJobs({ now: () => now });
  const run = (signal: AbortSignal) =>
    new Promise<never>(() => signal.addEventListener("abort", () => isEnded = true));
  const { job_id } = jobs.start(work({ run }));
  now = 299_999;
  assertEquals(viewOf(jobs.find("p", job_id)).status, "running");
  now = 300_000;
  let code = "";
  try {
    jobs.find("p", job_id);
  } catch (error) {
    code = String(error);
  }
  assertEquals([code.includes("no such started program"), isEnded], [true, true]);
});

Deno.test("a cancellation of which nobody can say that nothing is left is no cancellation", async () => {
  const lost = () => Promise.reject(new ToolError("UNAVAILABLE", "The machine cannot be reached"));
  for (const left of [() => Promise.resolve(2), lost]) {
    const jobs = new ProgramJobs();
    const { job_id } = jobs.start(work({ left }));
    const job = jobs.find("p", job_id);
    await assertFails(() => jobs.cancel(job), "AMBIGUOUS_OUTCOME");
    assertEquals([job.status, job.error?.code], ["failed", "AMBIGUOUS_OUTCOME"]);
  }
});

Deno.test("a program that ends while it is being cancelled has ended by itself", async () => {
  const jobs = new ProgramJobs();
  const run = (signal: AbortSignal) =>
    new Promise<ShownProgram>((resolve) => signal.addEventListener("abort", () => resolve(DONE)));
  const { job_id } = jobs.start(work({ run }));
  assertEquals((await jobs.cancel(jobs.find("p", job_id))).status, "succeeded");
});
