/** Durable jobs when the connection is cut, at each piece that passes, and when the machine cannot be asked afterwards. */
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { Cutter } from "../parts/cutter.ts";
import { JobWorld, type Server } from "../parts/jobs.ts";

async function open() {
  const world = await JobWorld.open();
  const cutter = Cutter.to(world.sshd.port);
  const known = await world.sshd.knownHosts(undefined, cutter.port);
  const way = { port: cutter.port, knownHostsFile: known };
  const server = await world.server(way);
  return {
    world,
    cutter,
    server,
    /** Another process of ours. */
    another: () => world.server(way),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await cutter[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

/** Lets the call be asked for and approved, and arms the cut only for what follows. */
async function approved(
  { served }: Server,
  { tool, args, arm, again = false }: {
    tool: string;
    args: Record<string, unknown>;
    arm: () => void;
    again?: boolean;
  },
) {
  const seen = served.memory.pending.length;
  await served.call(tool, args);
  // What was begun without a known end asks for nothing: the operator approves the same call anew.
  const asked = served.memory.pending.at(-1);
  assertTrue(asked !== undefined && (again || served.memory.pending.length > seen));
  served.memory.grant(asked.binding);
  arm();
  return await served.call(tool, args);
}

const startOf = (key: string, script: string) => ({
  idempotency_key: key,
  executable: "scripted",
  stdin: script,
});

Deno.test("a start that is cut at any piece has one outcome, told truly, and its job runs once", async () => {
  await using at = await open();
  const { world, cutter, server } = at;
  for (let pieces = 0, isCut = true; isCut; pieces++) {
    const args = startOf(`key-${pieces}`, `echo ${pieces} >> ${world.file("runs")}`);
    const arm = () => cutter.arm(pieces);
    let answer = await approved(server, { tool: "remote_job_start", args, arm });
    isCut = !cutter.disarm();
    if (answer.isError) {
      const { code, retryable } = answer.envelope.error;
      // Cut before the order was on its way, nothing was started, and it says so.
      assertTrue(["AMBIGUOUS_OUTCOME", "UNAVAILABLE", "TRANSIENT_UPSTREAM"].includes(code), answer.text);
      if (code === "AMBIGUOUS_OUTCOME") assertEquals(retryable, false);
      answer = await approved(server, { tool: "remote_job_start", args, arm: () => {}, again: true });
    }
    assertEquals(answer.isError, false, answer.text);
    const { jobId } = answer.envelope.data;
    const { state } = await server.data("remote_job_wait", { job_id: jobId });
    assertEquals(state, "succeeded");
    assertEquals((await world.lines("runs")).filter((line) => line === String(pieces)), [String(pieces)]);
  }
  const kept = JSON.parse(await Deno.readTextFile(world.store));
  assertEquals(new Set(kept.map(({ state }: { state: string }) => state)), new Set(["succeeded"]));
});

/** Settles once something with such a path appears in the jobs' directory, which must be there. */
async function appears(root: string, pattern: RegExp): Promise<void> {
  const watcher = Deno.watchFs(root);
  for await (const { paths } of watcher) if (paths.some((path) => pattern.test(path))) break;
}

Deno.test("a start whose answer is cut off is made up for by asking the machine", async () => {
  await using at = await open();
  const { world, cutter, server } = at;
  await Deno.mkdir(world.root, { recursive: true, mode: 0o700 });
  const arrived = appears(world.root, /\/[A-Za-z0-9_-]{32}$/).then(() => cutter.cut());
  const args = startOf("key", `echo run >> ${world.file("runs")}`);
  const { jobId, reused, reconciled_after_ambiguity } = await server.data("remote_job_start", args);
  await arrived;
  assertEquals([reused, reconciled_after_ambiguity], [true, true]);
  assertEquals((await server.data("remote_job_wait", { job_id: jobId })).state, "succeeded");
  assertEquals(await world.lines("runs"), ["run"]);
});

Deno.test("a start whose machine cannot be asked afterwards is ambiguous, and a retry starts no second process", async () => {
  await using at = await open();
  const { world, cutter, server } = at;
  const args = startOf("key", `echo run >> ${world.file("runs")}; exec sleep 300`);
  await Deno.mkdir(world.root, { recursive: true, mode: 0o700 });
  const made = appears(world.root, /\/[A-Za-z0-9_-]{32}$/).then(() => cutter.mute());
  const runs = appears(world.root, /\/[A-Za-z0-9_-]{32}\/stdout$/).then(() => cutter.cut({ down: true }));
  const { code, retryable } = await server.error("remote_job_start", args);
  await Promise.all([made, runs]);
  assertEquals([code, retryable], ["AMBIGUOUS_OUTCOME", false]);
  const [kept] = JSON.parse(await Deno.readTextFile(world.store));
  assertEquals(kept.state, "lost");
  cutter.up();
  // Without a new approval the same call is not even tried.
  const again = await server.error("remote_job_start", args);
  assertEquals(again.code, "AMBIGUOUS_OUTCOME");
  assertIncludes(again.message, "Exactly this change was begun");
  const fresh = await at.another();
  const { jobId, reused, state } = await fresh.data("remote_job_start", args);
  assertEquals([jobId, reused, state], [kept.jobId, true, "running"]);
  assertEquals((await fresh.data("remote_job_cancel", { job_id: jobId })).terminated, true);
  assertEquals(await world.lines("runs"), ["run"]);
});

Deno.test("a lost job of which the machine has nothing is started by the same key, and one that ran is not", async () => {
  await using at = await open();
  const { world, server } = at;
  const args = startOf("key", `echo run >> ${world.file("runs")}`);
  const { jobId } = await server.data("remote_job_start", args);
  await server.data("remote_job_wait", { job_id: jobId });
  const lose = async () => {
    const [record] = JSON.parse(await Deno.readTextFile(world.store));
    await Deno.writeTextFile(world.store, JSON.stringify([{ ...record, state: "lost" }]));
  };
  await lose();
  const found = await server.data("remote_job_start", args);
  assertEquals([found.jobId, found.reused, found.state, found.exitCode], [jobId, true, "succeeded", 0]);
  assertEquals(await world.lines("runs"), ["run"]);
  await lose();
  await Deno.remove(`${world.root}/${jobId}`, { recursive: true });
  const fresh = await server.data("remote_job_start", args);
  // This call started it, whatever the key stood for before.
  assertEquals([fresh.jobId, fresh.reused], [jobId, false]);
  await server.data("remote_job_wait", { job_id: jobId });
  assertEquals(await world.lines("runs"), ["run", "run"]);
  // What was removed for its age has run.
  await lose();
  await Deno.remove(`${world.root}/${jobId}`, { recursive: true });
  await Deno.mkdir(`${world.root}/.removed`, { recursive: true, mode: 0o700 });
  await Deno.writeTextFile(`${world.root}/.removed/${jobId}`, "");
  const { code, message } = await server.error("remote_job_start", args);
  assertEquals(code, "CONFLICT");
  assertIncludes(message, "JOB_REMOVED");
  assertEquals(await world.lines("runs"), ["run", "run"]);
});

Deno.test("a cancellation that is cut at any piece is told truly, and signals only its own job", async () => {
  await using at = await open();
  const { world, cutter, server } = at;
  const bystander = await server.start("bystander", "exec sleep 300");
  for (let pieces = 0, isCut = true; isCut; pieces++) {
    const { jobId } = await server.start(`key-${pieces}`, "exec sleep 300");
    const args = { job_id: jobId };
    const arm = () => cutter.arm(pieces);
    const answer = await approved(server, { tool: "remote_job_cancel", args, arm });
    isCut = !cutter.disarm();
    if (!answer.isError) assertEquals(answer.envelope.data.state, "cancelled");
    else {assertTrue(
        ["AMBIGUOUS_OUTCOME", "UNAVAILABLE", "TRANSIENT_UPSTREAM"].includes(answer.envelope.error.code),
        answer.text,
      );}
    const { state } = await server.data("remote_job_status", { job_id: jobId });
    assertTrue(["running", "cancelled"].includes(state));
    // Another reason is another call, which is approved for itself.
    const ended = await server.data("remote_job_cancel", { job_id: jobId, reason: "once more" });
    assertEquals([ended.state, ended.terminated], ["cancelled", true]);
  }
  assertEquals((await server.data("remote_job_status", { job_id: bystander.jobId })).state, "running");
  assertEquals(await world.lines("runs"), []);
  assertIncludes((await server.data("remote_job_cancel", { job_id: bystander.jobId })).state, "cancelled");
});
