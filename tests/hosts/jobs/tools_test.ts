/** The tools of durable jobs, from the call to a real sshd and back. */
import { assertEquals, assertIncludes, assertMatch, assertTrue } from "../../assert.ts";
import { JobWorld } from "../parts/jobs.ts";
import { ofJobs } from "../parts/jobs_machine.ts";

Deno.test("a job is started, waited for, told of and read", async () => {
  await using world = await JobWorld.open();
  const { start, data } = await world.server();
  const job = await start("first", "echo out; echo err >&2; exit 3");
  assertMatch(job.jobId, /^[A-Za-z0-9_-]{32}$/);
  assertEquals([job.serverId, job.idempotencyKey, job.reused, job.principal], [
    "box",
    "first",
    false,
    "posix-uid:1",
  ]);
  const ended = await data("remote_job_wait", { job_id: job.jobId });
  assertEquals([ended.state, ended.exitCode, ended.terminated, ended.outputCapped], [
    "failed",
    3,
    true,
    false,
  ]);
  assertTrue(ended.startedAt >= ended.createdAt && ended.finishedAt >= ended.startedAt);
  assertEquals(await data("remote_job_result", { job_id: job.jobId }), ended);
  assertEquals(await data("remote_job_status", { job_id: job.jobId }), ended);
  const stdout = await data("remote_job_output", { job_id: job.jobId, stream: "stdout" });
  assertEquals([stdout.data, stdout.next_offset, stdout.eof, stdout.encoding], ["out\n", 4, true, "utf-8"]);
  assertEquals((await data("remote_job_output", { job_id: job.jobId, stream: "stderr" })).data, "err\n");
  const [kept] = JSON.parse(await Deno.readTextFile(world.store));
  assertEquals([kept.jobId, kept.state, kept.exitCode], [job.jobId, "failed", 3]);
  assertEquals((await Deno.stat(world.store)).mode?.toString(8).slice(-3), "600");
});

Deno.test("the same key and request start one process, and another request is a conflict", async () => {
  await using world = await JobWorld.open();
  const { served, start, data, error } = await world.server();
  const script = `echo x >> ${world.file("runs")}; sleep 300`;
  const first = await start("key", script);
  const second = await start("key", script);
  const { pending } = served.memory;
  // Whoever approved the second one was told that it starts nothing; the first one was no such thing.
  assertEquals(
    pending.map(({ effects }) =>
      effects?.[0] === `nothing: the key's job ${first.jobId} is there, running; it is only told of`
    ),
    [false, true],
  );
  assertEquals([second.jobId, second.reused, first.reused], [first.jobId, true, false]);
  const other = await error("remote_job_start", {
    idempotency_key: "key",
    executable: "scripted",
    stdin: `${script} `,
  });
  assertEquals(other.code, "CONFLICT");
  assertIncludes(other.message, "IDEMPOTENCY_CONFLICT");
  // It is not asked for at all.
  assertEquals(pending.length, 2);
  await data("remote_job_cancel", { job_id: first.jobId });
  assertEquals(await world.lines("runs"), ["x"]);
  // What has ended is not started again either.
  assertEquals((await start("key", script)).state, "cancelled");
});

Deno.test("two servers that start the same key at once start one process", async () => {
  await using world = await JobWorld.open();
  const servers = [await world.server(), await world.server()];
  // Both are connected, so that they come at once.
  for (const { data } of servers) await data("get_memory_info", {});
  for (let round = 0; round < 3; round++) {
    const script = `echo ${round} >> ${world.file("runs")}`;
    const jobs = await Promise.all(servers.map(({ start }) => start(`key-${round}`, script)));
    assertEquals(new Set(jobs.map(({ jobId }) => jobId)).size, 1);
    assertTrue(jobs.some(({ reused }) => reused));
    await servers[0]?.data("remote_job_wait", { job_id: jobs[0].jobId });
  }
  assertEquals(await world.lines("runs"), ["0", "1", "2"]);
});

Deno.test("after a restart of ours a job is told of, waited for, paged and cancelled; another principal has none", async () => {
  await using world = await JobWorld.open();
  const before = await world.server();
  const { jobId } = await before.start("key", "printf 'aé€😀b'; sleep 300");
  await before[Symbol.asyncDispose]();
  const { data, error } = await world.server();
  assertEquals((await data("remote_job_status", { job_id: jobId })).state, "running");
  assertEquals((await data("remote_job_wait", { job_id: jobId, timeout_seconds: 0.1 })).state, "running");
  for (const tool of ["status", "wait", "result", "cancel"]) {
    const { code } = await error(`remote_job_${tool}`, { job_id: jobId }, { principal: "posix-uid:2" });
    assertEquals(code, "NOT_FOUND");
  }
  const foreign = await error("remote_job_output", { job_id: jobId, stream: "stdout" }, {
    principal: "posix-uid:2",
  });
  assertEquals(foreign.code, "NOT_FOUND");
  const pages: string[] = [];
  let offset = 0;
  while (offset < 11) {
    const page = await data("remote_job_output", { job_id: jobId, stream: "stdout", offset, max_bytes: 4 });
    assertEquals([page.encoding, page.eof], ["utf-8", false]);
    assertTrue(page.next_offset > offset);
    pages.push(page.data);
    offset = page.next_offset;
  }
  assertEquals(pages, ["aé", "€", "😀", "b"]);
  const cancelled = await data("remote_job_cancel", { job_id: jobId });
  assertEquals([cancelled.state, cancelled.terminated], ["cancelled", true]);
});

Deno.test("a job is looked at on the very machine that it was started on", async () => {
  await using world = await JobWorld.open();
  const { start, data } = await world.server();
  const { jobId } = await start("key", "sleep 300");
  await world.sshd.rotate();
  // The new key is a known one: only the job belongs to the old.
  const rotated = await world.server();
  for (const tool of ["status", "wait", "cancel"]) {
    const { code, message } = await rotated.error(`remote_job_${tool}`, { job_id: jobId });
    assertEquals(code, "CONFLICT");
    assertIncludes(message, "IDENTITY_CHANGED");
  }
  const again = { idempotency_key: "key", executable: "scripted", stdin: "sleep 300" };
  assertEquals((await rotated.error("remote_job_start", again)).code, "CONFLICT");
  assertTrue((await ofJobs(world.root)).length > 0);
  await world.sshd.rotate();
  // The server's connection was cut by the rotation.
  await data("get_memory_info", {}).catch(() => {});
  assertEquals((await data("remote_job_cancel", { job_id: jobId })).terminated, true);
});

Deno.test("a job whose files were removed is told of from our own record once it has ended", async () => {
  await using world = await JobWorld.open();
  const { start, data, error } = await world.server();
  const { jobId } = await start("key", "exit 0");
  await data("remote_job_wait", { job_id: jobId });
  await Deno.remove(`${world.root}/${jobId}`, { recursive: true });
  const told = await data("remote_job_status", { job_id: jobId });
  assertEquals([told.state, told.exitCode, told.remotePayloadRemoved], ["succeeded", 0, true]);
  assertEquals((await error("remote_job_output", { job_id: jobId, stream: "stdout" })).code, "NOT_FOUND");
  assertEquals((await error("remote_job_cancel", { job_id: jobId })).code, "NOT_FOUND");
  const running = await start("second", "sleep 300");
  await Deno.remove(`${world.root}/${running.jobId}`, { recursive: true });
  assertEquals((await data("remote_job_status", { job_id: running.jobId })).state, "lost");
});

Deno.test("10 MB of output are read back byte for byte, as text and as bytes", async () => {
  await using world = await JobWorld.open();
  const { start, data } = await world.server();
  const { jobId } = await start(
    "key",
    `python3 -c '
import os, sys
for i in range(100000): sys.stdout.write("zażółć gęślą jaźń € 😀 line %08d, and more: \\\\u0041 " % i + "x" * 40 + "\\n")
sys.stdout.flush()
for i in range(0, 10000000, 1000000): sys.stderr.buffer.write(bytes((j * 7 + j // 251) % 256 for j in range(i, i + 1000000)))
'`,
  );
  assertEquals((await data("remote_job_wait", { job_id: jobId, timeout_seconds: 60 })).state, "succeeded");
  const text: string[] = [];
  for (let offset = 0, eof = false; !eof;) {
    const page = await data("remote_job_output", {
      job_id: jobId,
      stream: "stdout",
      offset,
      max_bytes: 1_000_000,
    });
    assertEquals([page.encoding, page.controls_escaped], ["utf-8", 0]);
    text.push(page.data);
    ({ next_offset: offset, eof } = page);
  }
  const expected = Array.from(
    { length: 100_000 },
    (_, i) =>
      `zażółć gęślą jaźń € 😀 line ${String(i).padStart(8, "0")}, and more: \\u0041 ${"x".repeat(40)}\n`,
  );
  assertTrue(text.join("") === expected.join(""));
  assertTrue(new TextEncoder().encode(expected.join("")).length > 10_000_000);
  const bytes = new Uint8Array(10_000_000);
  let filled = 0;
  for (let eof = false; !eof;) {
    const page = await data("remote_job_output", {
      job_id: jobId,
      stream: "stderr",
      offset: filled,
      max_bytes: 1_000_000,
      encoding: "base64",
    });
    bytes.set(Uint8Array.fromBase64(page.data), filled);
    ({ next_offset: filled, eof } = page);
  }
  assertEquals(filled, bytes.length);
  assertTrue(bytes.every((byte, at) => byte === (at * 7 + Math.floor(at / 251)) % 256));
});

Deno.test("what is started, and where it stands, is refused before anything is asked of the machine", async () => {
  await using world = await JobWorld.open();
  const { error } = await world.server();
  const refused = await error("remote_job_start", {
    idempotency_key: "k",
    executable: "sh",
    argv: ["-c", "id"],
  });
  assertEquals(refused.code, "VALIDATION_FAILED");
  assertIncludes(refused.message, "is not on the list");
  for (
    const [program, code] of [
      [{ executable: "cat", argv: ["/etc/shadow"] }, "VALIDATION_FAILED"],
      [{ executable: "sort", argv: ["-o", "/tmp/a"] }, "VALIDATION_FAILED"],
      [{ executable: "docker", argv: ["inspect", "web"] }, "VALIDATION_FAILED"],
    ] as const
  ) {
    assertEquals((await error("remote_job_start", { idempotency_key: "k", ...program })).code, code);
  }
  assertEquals((await error("remote_job_status", { job_id: "nobody" })).code, "NOT_FOUND");
  const none = await Deno.stat(world.root).catch(() => null);
  assertEquals(none, null);
});
