/** Durable jobs on the machine: their files, who starts one, and what is removed. */
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { BASE } from "gatehouse/hosts/remote/parts/base.ts";
import { CHILDREN } from "gatehouse/hosts/remote/parts/children.ts";
import { JOB_STATE } from "gatehouse/hosts/remote/parts/job_state.ts";
import { JOB_WORKER } from "gatehouse/hosts/remote/parts/job_worker.ts";
import { orderOf } from "gatehouse/hosts/remote/operations.ts";
import { sourceOf } from "gatehouse/hosts/remote/source.ts";
import { mustRun } from "../../tasks/parts/child.ts";
import { DIGEST, openMachine, startOf, statOf } from "../parts/jobs_machine.ts";
import { Operating } from "../parts/operating.ts";
import { Sshd } from "../parts/sshd.ts";

Deno.test("a directory that is a link is no job, and one on the way there is refused", async () => {
  await using world = await openMachine();
  const id = await world.shell("exit 0");
  await world.ended(id);
  const link = "l".repeat(32);
  await Deno.symlink(`${world.root}/${id}`, `${world.root}/${link}`);
  for (const call of [() => world.status(link), () => world.cancel(link), () => world.output(link)]) {
    const { message } = await assertFails(call, "VALIDATION_FAILED");
    assertIncludes(message, "SYMLINK_REJECTED");
  }
  await assertFails(
    () =>
      world.at.do("remote_job_start", { job_id: link, request_digest: DIGEST, executable: "sh", argv: [] }),
    "VALIDATION_FAILED",
  );
  const secret = `${world.sshd.directory}/secret`;
  await Deno.writeTextFile(secret, "secret");
  await Deno.remove(`${world.root}/${id}/stdout`);
  await Deno.symlink(secret, `${world.root}/${id}/stdout`);
  await assertFails(() => world.output(id), "VALIDATION_FAILED");
  await Deno.rename(`${world.sshd.home}/.cache/mikrus-mcp`, `${world.sshd.home}/elsewhere`);
  await Deno.symlink(`${world.sshd.home}/elsewhere`, `${world.sshd.home}/.cache/mikrus-mcp`);
  await assertFails(() => world.status(id), "VALIDATION_FAILED");
  await assertFails(() => world.shell("exit 0"), "VALIDATION_FAILED");
});

Deno.test("directories that were open to others are closed, and the cache's own stays as it was", async () => {
  await using world = await openMachine();
  await Deno.mkdir(world.root, { recursive: true, mode: 0o755 });
  const modes = async () => {
    const cache = `${world.sshd.home}/.cache`;
    const infos = await Promise.all(
      [cache, `${cache}/mikrus-mcp`, world.root].map((path) => Deno.stat(path)),
    );
    return infos.map(({ mode }) => ((mode ?? 0) & 0o777).toString(8));
  };
  assertEquals(await modes(), ["755", "755", "755"]);
  await world.ended(await world.shell("exit 0"));
  assertEquals(await modes(), ["755", "700", "700"]);
});

Deno.test("the same id starts once, also when two ask at the same time, and another request is a conflict", async () => {
  await using world = await openMachine();
  await using second = await Operating.of(world.sshd);
  const out = `${world.sshd.directory}/runs`;
  const job_id = world.newId();
  const order = { job_id, request_digest: DIGEST, executable: "sh", argv: ["-c", `echo x >> ${out}`] };
  const both = await Promise.all([
    world.at.do("remote_job_start", order),
    second.do("remote_job_start", order),
    world.at.do("remote_job_start", order),
    second.do("remote_job_start", order),
  ]);
  assertEquals(both.filter(({ reused }) => !reused).length, 1);
  await world.ended(job_id);
  await world.at.do("remote_job_start", order);
  assertEquals(await Deno.readTextFile(out), "x\n");
  const other = { ...order, request_digest: "1".repeat(64) };
  await assertFails(() => world.at.do("remote_job_start", other), "CONFLICT");
});

Deno.test("a recorded job that nobody has begun is begun by the next start, and once", async () => {
  await using world = await openMachine();
  const out = `${world.sshd.directory}/runs`;
  const done = await world.shell("exit 0");
  await world.ended(done);
  const job_id = world.newId();
  await Deno.mkdir(`${world.root}/${job_id}`, { mode: 0o700 });
  const payload = {
    executable: "sh",
    path: "/bin/sh",
    argv: ["-c", `echo x >> ${out}`],
    stdin: null,
    cwd: "/",
  };
  const limits = { outputBytes: 4096, drainGraceSeconds: 1 };
  await Deno.writeTextFile(
    `${world.root}/${job_id}/record.json`,
    JSON.stringify({ jobId: job_id, state: "queued", requestDigest: DIGEST, createdAt: 1, limits, payload }),
  );
  assertEquals((await world.status(job_id))["state"], "queued");
  const order = { job_id, request_digest: DIGEST, executable: "sh", argv: ["-c", "other"] };
  const all = await Promise.all([1, 2, 3].map(() => world.at.do("remote_job_start", order)));
  assertTrue(all.every(({ reused }) => reused));
  assertEquals((await world.ended(job_id))["state"], "succeeded");
  assertEquals(await Deno.readTextFile(out), "x\n");
});

Deno.test("old jobs are removed after a start, but none that runs, is a link, or holds more than files", async () => {
  await using world = await openMachine();
  const old = Date.now() / 1_000 - 604_801;
  const gone = await world.shell("exit 0");
  const young = await world.shell("exit 0");
  const deep = await world.shell("exit 0");
  const running = await world.shell("exec sleep 300");
  for (const id of [gone, young, deep]) await world.ended(id);
  await world.edit(gone, (record) => record.finishedAt = old);
  await world.edit(young, (record) => record.finishedAt = old + 100);
  await world.edit(deep, (record) => record.finishedAt = old);
  await world.edit(running, (record) => record.createdAt = record.startedAt = old);
  await Deno.mkdir(`${world.root}/${deep}/more`);
  await Deno.utime(`${world.root}/${running}`, old, old);
  const outside = `${world.sshd.directory}/outside`;
  await Deno.mkdir(outside);
  await Deno.writeTextFile(`${outside}/record.json`, '{"state":"succeeded","finishedAt":1}');
  const link = "k".repeat(32);
  await Deno.symlink(outside, `${world.root}/${link}`);
  const aged = ["orphan-0000000000000000000000000000000", ".new-0123456789abcdef01234567"];
  for (const name of [...aged, "orphan-1111111111111111111111111111111"]) {
    await Deno.mkdir(`${world.root}/${name}`);
    if (aged.includes(name)) await Deno.utime(`${world.root}/${name}`, old, old);
  }
  const order = { job_id: world.newId(), request_digest: DIGEST, executable: "sh", argv: ["-c", "exit 0"] };
  assertEquals((await world.at.do("remote_job_start", order))["removed"], 3);
  const left = (await Array.fromAsync(Deno.readDir(world.root))).map(({ name }) => name).sort();
  assertEquals(
    left,
    [".removed", "orphan-1111111111111111111111111111111", young, deep, running, link, order.job_id].sort(),
  );
  assertTrue((await Deno.stat(`${outside}/record.json`)).isFile);
  for (const name of ["record.json", "stdout", "stderr"]) {
    assertTrue((await Deno.stat(`${world.root}/${deep}/${name}`)).isFile);
  }
  assertEquals((await world.status(running))["state"], "running");
  // What has run is not taken for what never was.
  const again = { ...order, job_id: gone };
  const { message } = await assertFails(() => world.at.do("remote_job_start", again), "CONFLICT");
  assertIncludes(message, "JOB_REMOVED");
});

for (const [where, below] of [["flat", ""], ["spread over levels", "sa/b0f/c3d/"]] as const) {
  Deno.test(`a job that the older server started, ${where}, is told of, read, found again and cancelled`, async () => {
    await using world = await openMachine();
    await using sleeper = new Deno.Command("setsid", { args: ["sleep", "300"] }).spawn();
    const startTicks = startOf(await statOf(sleeper.pid));
    const id = world.newId();
    const directory = `${world.root}/${below}${id}`;
    await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
    const pid = String(sleeper.pid);
    const record = {
      jobId: id,
      state: "running",
      requestDigest: DIGEST,
      createdAt: 1_700_000_000.5,
      safeToRetry: false,
      limits: { outputBytes: 65_536, drainGraceSeconds: 30 },
      startedAt: 1_700_000_001.5,
      runtimeIdentity: { pid, pgid: pid, startTicks },
    };
    await Deno.writeTextFile(`${directory}/record.json`, JSON.stringify(record));
    await Deno.writeTextFile(`${directory}/stdout`, "so far\n");
    assertEquals((await world.status(id))["state"], "running");
    assertEquals((await world.output(id))["data"], "so far\n");
    const order = { job_id: id, request_digest: DIGEST, executable: "sh", argv: [] };
    assertEquals((await world.at.do("remote_job_start", order))["reused"], true);
    const { state, terminated } = await world.cancel(id);
    assertEquals([state, terminated], ["cancelled", true]);
    assertEquals((await sleeper.status).signal, "SIGTERM");
  });
}

Deno.test("what runs on the machine is Python 3.6, the worker's own text too", async () => {
  const operations = ["start", "status", "wait", "output", "cancel"].map((name) => `remote_job_${name}`);
  const sources = operations.map((operation) => sourceOf(orderOf(operation, {})).python);
  const worker = [BASE, CHILDREN, JOB_STATE, "JOB_ID = 'a'", JOB_WORKER].join("\n");
  const parse =
    "import ast, json, sys\nfor text in json.load(sys.stdin): ast.parse(text, feature_version=(3, 6))";
  await mustRun(["python3", "-c", parse], { input: JSON.stringify([...sources, worker]) });
});

Deno.test("what a program is told is judged on the machine as well, before anything is made", async () => {
  await using world = await openMachine();
  const operands = [{ at: 0, from: 0, kind: "path" }];
  await assertFails(() => world.begin("tail", ["shadow"], { cwd: "/etc", operands }), "VALIDATION_FAILED");
  await Deno.symlink("/etc/shadow", `${world.sshd.directory}/link`);
  await assertFails(
    () => world.begin("tail", [`${world.sshd.directory}/link`], { operands }),
    "VALIDATION_FAILED",
  );
  const made = (await Array.fromAsync(Deno.readDir(world.root))).map(({ name }) => name);
  assertEquals(made, []);
});

Deno.test("a full or broken record is no reason to guess", async () => {
  await using world = await openMachine();
  const id = await world.shell("exit 0");
  await world.ended(id);
  await Deno.writeTextFile(`${world.root}/${id}/record.json`, "{");
  for (const call of [() => world.status(id), () => world.cancel(id), () => world.output(id)]) {
    const { message } = await assertFails(call, "UPSTREAM_PROTOCOL");
    assertIncludes(message, "RECORD_DAMAGED");
  }
});

Deno.test("a machine without python3 runs no jobs, and says so", async () => {
  await using sshd = await Sshd.start({
    path: "/nowhere",
    shell: '#!/bin/sh\nPATH=/nowhere /bin/sh -c "$SSH_ORIGINAL_COMMAND"\n',
  });
  await using at = await Operating.of(sshd);
  const order = { job_id: "p".repeat(32), request_digest: DIGEST, executable: "sh", argv: [] };
  const { message } = await assertFails(() => at.do("remote_job_start", order), "UNAVAILABLE");
  assertIncludes(message, "PYTHON_REQUIRED");
});
