/** Durable jobs on the machine itself: what is kept, what is ended, and what is left alone. */
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { mustRun } from "../../tasks/parts/child.ts";
import type { Answer } from "../parts/machine.ts";
import { Operating } from "../parts/operating.ts";
import { Sshd } from "../parts/sshd.ts";

const DIGEST = "0".repeat(64);

/** A machine, and short ways to its jobs. */
async function open() {
  const sshd = await Sshd.start();
  const at = await Operating.of(sshd);
  const root = `${sshd.home}/.cache/mikrus-mcp/remote-jobs`;
  let count = 0;
  const newId = () => `job-${String(++count).padStart(28, "0")}`;
  const begin = async (executable: string, argv: readonly string[], more = {}) => {
    const job_id = newId();
    await at.do("remote_job_start", { job_id, request_digest: DIGEST, executable, argv, ...more });
    return job_id;
  };
  const ended = async (job_id: string): Promise<Answer> =>
    (await at.do("remote_job_wait", { job_id, timeout_seconds: 15 }))["record"];
  return {
    sshd,
    at,
    root,
    newId,
    begin,
    ended,
    shell: (script: string, more = {}) => begin("sh", ["-s"], { stdin: script, ...more }),
    status: async (job_id: string): Promise<Answer> =>
      (await at.do("remote_job_status", { job_id }))["record"],
    cancel: async (job_id: string): Promise<Answer> =>
      (await at.do("remote_job_cancel", { job_id }))["record"],
    output: (job_id: string, stream = "stdout", more = {}) =>
      at.do("remote_job_output", { job_id, stream, ...more }),
    /** The record as it lies on the machine. */
    // deno-lint-ignore no-explicit-any -- a test names the fields that it changes
    async edit(job_id: string, change: (record: any) => void) {
      const path = `${root}/${job_id}/record.json`;
      const record = JSON.parse(await Deno.readTextFile(path));
      change(record);
      await Deno.writeTextFile(path, JSON.stringify(record));
    },
    /** Whether the process still runs. */
    async lives(pid: number | string) {
      return (await sshd.running()).includes(Number(pid));
    },
    async [Symbol.asyncDispose]() {
      await at[Symbol.asyncDispose]();
      await sshd[Symbol.asyncDispose]();
    },
  };
}

/** A script that says on a file's line that it is ready, and the number of a process. */
function ready(path: string, what: string): string {
  return `echo ${what} > ${path}.part; mv ${path}.part ${path}`;
}

/** Waits for such a line. */
async function said(directory: string, name: string): Promise<string> {
  const path = `${directory}/${name}`;
  const watcher = Deno.watchFs(directory);
  try {
    for (;;) {
      const text = await Deno.readTextFile(path).catch(() => null);
      if (text !== null) return text.trim();
      await watcher[Symbol.asyncIterator]().next();
    }
  } finally {
    try {
      watcher.close();
    } catch {
      // Its end by the iterator has closed it.
    }
  }
}

Deno.test("a job's files are private, and its arguments, input and directory arrive as they are", async () => {
  await using world = await open();
  const argv = ["-c", "import os,sys;sys.stdout.write(repr([sys.argv[1:],sys.stdin.read(),os.getcwd()]))"];
  const odd = ["", "-rf", "$(id)", "`id`;", "'\"\\", "zażółć 😀", " a  b "];
  const stdin = `${"é".repeat(40_000)}\n\0end`;
  const id = await world.begin("python3", [...argv, ...odd], { stdin, cwd: "/usr" });
  const { state, exitCode } = await world.ended(id);
  assertEquals([state, exitCode], ["succeeded", 0]);
  const { data } = await world.output(id, "stdout", { max_bytes: 900_000 });
  const shown = `[['', '-rf', '$(id)', '\`id\`;', '\\'"\\\\', 'zażółć 😀', ' a  b '], '${
    "é".repeat(40_000)
  }\\n\\x00end', '/usr']`;
  assertEquals(data, shown);
  for (const path of ["", `/${id}`]) {
    assertEquals(((await Deno.stat(`${world.root}${path}`)).mode ?? 0) & 0o777, 0o700);
  }
  for (const name of ["record.json", "stdout", "stderr"]) {
    assertEquals(((await Deno.stat(`${world.root}/${id}/${name}`)).mode ?? 0) & 0o777, 0o600);
  }
  assertTrue(!(await Deno.readTextFile(`${world.root}/${id}/record.json`)).includes("payload"));
});

Deno.test("exactly the limit of output is whole, one byte more is not, and each stream has its own", async () => {
  await using world = await open();
  const write = "import os,sys;os.write(1,b'a'*int(sys.argv[1]));os.write(2,b'b'*int(sys.argv[2]))";
  const exact = await world.begin("python3", ["-c", write, "4096", "4096"], { output_bytes: 4096 });
  const whole = await world.ended(exact);
  assertEquals([whole["stdoutTruncated"], whole["stderrTruncated"], whole["outputCapped"]], [
    false,
    false,
    false,
  ]);
  const over = await world.begin("python3", ["-c", write, "4096", "4097"], { output_bytes: 4096 });
  const cut = await world.ended(over);
  assertEquals([cut["stdoutTruncated"], cut["stderrTruncated"], cut["outputCapped"]], [false, true, true]);
  assertEquals([cut["stdoutDiscardedBytes"], cut["stderrDiscardedBytes"], cut["state"]], [0, 1, "succeeded"]);
  assertEquals((await world.output(over, "stderr"))["size"], 4096);
  const beyond = await world.output(over, "stdout", { offset: 5_000 });
  assertEquals([beyond["data"], beyond["next_offset"], beyond["eof"]], ["", 5_000, true]);
});

Deno.test("both streams are drained at once, beyond what is kept, before the input is read", async () => {
  await using world = await open();
  const script = "import os,sys;[(os.write(1,b'o'*65536),os.write(2,b'e'*65536)) for i in range(80)];" +
    "sys.exit(len(sys.stdin.read()) != 90000)";
  const id = await world.begin("python3", ["-c", script], {
    output_bytes: 65_536,
    stdin: "i".repeat(90_000),
  });
  const { state, stdoutDiscardedBytes, stderrDiscardedBytes } = await world.ended(id);
  assertEquals([state, stdoutDiscardedBytes, stderrDiscardedBytes], ["succeeded", 79 * 65_536, 79 * 65_536]);
});

Deno.test("bytes that are no text come as bytes where they would be lost, and a missing stream is empty", async () => {
  await using world = await open();
  const id = await world.begin("python3", ["-c", "import os;os.write(1,b'ok\\xff\\xfe\\0' + '€'.encode())"]);
  await world.ended(id);
  const all = await world.output(id);
  assertEquals([all["encoding"], all["data"], all["eof"]], ["base64", "b2v//gDigqw=", true]);
  // A page that holds no whole character gives its bytes, so that it goes on.
  const part = await world.output(id, "stdout", { offset: 5, max_bytes: 1 });
  assertEquals([part["encoding"], part["data"], part["next_offset"]], ["base64", "4g==", 6]);
  await Deno.remove(`${world.root}/${id}/stderr`);
  const none = await world.output(id, "stderr");
  assertEquals([none["data"], none["next_offset"], none["eof"]], ["", 0, true]);
});

Deno.test("while a job runs its output is never at its end, and a character that is being written waits", async () => {
  await using world = await open();
  const id = await world.shell("printf 'a\\303'; exec sleep 300");
  let page = await world.output(id);
  // The program writes when it comes to it; each look takes its time.
  while (page["size"] < 2) page = await world.output(id);
  assertEquals([page["data"], page["next_offset"], page["eof"], page["state"]], ["a", 1, false, "running"]);
  const rest = await world.output(id, "stdout", { offset: 1 });
  assertEquals([rest["data"], rest["next_offset"], rest["eof"]], ["", 1, false]);
});

Deno.test("a signal that ends a job is told as a negative status", async () => {
  await using world = await open();
  const { state, exitCode } = await world.ended(await world.shell("kill -USR1 $$"));
  assertEquals([state, exitCode], ["failed", -10]);
});

Deno.test("a program that is not there, or a directory that is none, starts nothing", async () => {
  await using world = await open();
  await assertFails(() => world.begin("no-such-program", []), "UNAVAILABLE");
  await assertFails(() => world.begin("sh", [], { cwd: "/no/such" }), "NOT_FOUND");
  await assertFails(() => world.begin("sh", [], { cwd: "/etc/passwd" }), "VALIDATION_FAILED");
  await assertFails(() => world.begin("sh", [], { cwd: "/root/.ssh" }), "VALIDATION_FAILED");
  await assertFails(() => world.begin("sh", ["a\nb"]), "VALIDATION_FAILED");
  const made = (await Array.fromAsync(Deno.readDir(world.root))).map(({ name }) => name);
  assertEquals(made, []);
});

Deno.test("a program that cannot be executed is a failed job that says why", async () => {
  await using world = await open();
  await Deno.mkdir(`${world.sshd.home}/bin`);
  const bad = `${world.sshd.home}/bin/bad`;
  await Deno.writeTextFile(bad, "\x7fELF no program");
  await Deno.chmod(bad, 0o755);
  await using sshd = await Sshd.start({ bin: [`${world.sshd.home}/bin`] });
  await using at = await Operating.of(sshd);
  const job_id = "x".repeat(32);
  const { record } = await at.do("remote_job_start", {
    job_id,
    request_digest: DIGEST,
    executable: "bad",
    argv: [],
  });
  assertEquals(record.state, "failed");
  assertIncludes(record.error, "Exec format error");
});

Deno.test("the connection's end does not touch a job", async () => {
  await using world = await open();
  const id = await world.shell("echo begun; sleep 1; echo ended");
  await world.at[Symbol.asyncDispose]();
  await world.sshd.restart();
  assertEquals((await world.ended(id))["state"], "succeeded");
  assertEquals((await world.output(id))["data"], "begun\nended\n");
});

Deno.test("what a job leaves in its group, or at its streams, is ended after the grace and told", async () => {
  await using world = await open();
  const out = world.sshd.directory;
  const id = await world.shell(
    `(setsid sh -c 'echo $$ > ${out}/far; exec sleep 300' &)
     sh -c 'echo $$ > ${out}/near; exec sleep 300' > /dev/null 2>&1 &
     while ! [ -s ${out}/far ] || ! [ -s ${out}/near ]; do :; done`,
    { drain_grace_seconds: 1 },
  );
  const { state, exitCode, error, terminated } = await world.ended(id);
  assertEquals([state, exitCode, terminated], ["failed", 0, true]);
  assertIncludes(error, "left 2 processes behind, which were killed");
  for (const name of ["far", "near"]) {
    assertTrue(!await world.lives((await Deno.readTextFile(`${out}/${name}`)).trim()));
  }
});

Deno.test("a service that a job starts in a session of its own, away from its streams, is left alone", async () => {
  await using world = await open();
  const out = world.sshd.directory;
  const id = await world.shell(
    `setsid sh -c 'echo $$ > ${out}/service; exec sleep 300' > /dev/null 2>&1 < /dev/null &
     while ! [ -s ${out}/service ]; do :; done`,
  );
  assertEquals((await world.ended(id))["state"], "succeeded");
  assertTrue(await world.lives((await Deno.readTextFile(`${out}/service`)).trim()));
});

Deno.test("a running job is cancelled with children that ignore it, grandchildren and those that left", async () => {
  await using world = await open();
  const out = world.sshd.directory;
  const id = await world.shell(
    `trap '' TERM
     sh -c "trap '' TERM; sh -c 'sleep 300' & sleep 300" &
     (setsid sh -c "trap '' TERM; while :; do sleep 1; done" > /dev/null 2>&1 < /dev/null &)
     ${ready(`${out}/ready`, "1")}
     while :; do sleep 1; done`,
  );
  await said(out, "ready");
  const before = (await world.sshd.running()).length;
  const { state, terminated, error } = await world.cancel(id);
  assertEquals([state, terminated, error], ["cancelled", true, "Cancelled: operator request"]);
  assertTrue(before > 6);
  assertEquals((await world.ended(id))["state"], "cancelled");
  // The worker writes its last line and ends.
  while ((await world.sshd.running()).length > 2) await world.status(id);
  assertEquals((await world.status(id))["exitCode"], -9);
});

Deno.test("cancelling what has ended, or has not begun, signals nothing", async () => {
  await using world = await open();
  const done = await world.shell("exit 0");
  const ended = await world.ended(done);
  assertEquals(await world.cancel(done), ended);
  const queued = await world.shell("exit 0");
  await world.ended(queued);
  await world.edit(queued, (record) => {
    record.state = "queued";
    delete record.runtimeIdentity;
  });
  const { state, terminated } = await world.cancel(queued);
  assertEquals([state, terminated], ["cancelled", true]);
  await assertFails(() => world.cancel("n".repeat(32)), "NOT_FOUND");
});

for (
  const [name, change] of [
    ["another process's number", (pid: string) => ({ pid, pgid: pid })],
    ["another process's number and a wrong group", (pid: string) => ({ pid })],
    ["no number", () => ({ pid: "x" })],
    ["the number of init", () => ({ pid: "1", pgid: "1" })],
    ["a negative number", () => ({ pid: "-1", pgid: "-1" })],
  ] as const
) {
  Deno.test(`a record with ${name} is a conflict, and nothing is signalled`, async () => {
    await using world = await open();
    const id = await world.shell("exec sleep 300");
    const foreign = new Deno.Command("sleep", { args: ["300"] }).spawn();
    try {
      const before = (await world.status(id))["runtimeIdentity"].pid;
      await world.edit(id, (record) => Object.assign(record.runtimeIdentity, change(String(foreign.pid))));
      await assertFails(() => world.cancel(id), "CONFLICT");
      assertEquals(
        (await mustRun(["ps", "-o", "stat=", "-p", `${foreign.pid}`])).stdout.startsWith("Z"),
        false,
      );
      assertTrue(await world.lives(before));
    } finally {
      foreign.kill("SIGKILL");
      await foreign.status;
    }
  });
}

Deno.test("a record with another start of the same process is a conflict", async () => {
  await using world = await open();
  const id = await world.shell("exec sleep 300");
  const { pid } = (await world.status(id))["runtimeIdentity"];
  await world.edit(id, (record) => record.runtimeIdentity.startTicks += "0");
  const { message } = await assertFails(() => world.cancel(id), "CONFLICT");
  assertIncludes(message, "PID_IDENTITY_CHANGED");
  assertTrue(await world.lives(pid));
});

Deno.test("a process whose name holds blanks and parentheses is known by its true start", async () => {
  await using world = await open();
  const out = world.sshd.directory;
  const rename = "import ctypes,time;ctypes.CDLL(None).prctl(15,b') R 1 (1) 5 (',0,0,0);" +
    `open('${out}/ready.part','w').write('1');import os;os.rename('${out}/ready.part','${out}/ready');time.sleep(300)`;
  const id = await world.begin("python3", ["-c", rename]);
  await said(out, "ready");
  const { pid, startTicks } = (await world.status(id))["runtimeIdentity"];
  const line = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => null);
  if (line !== null) {
    assertIncludes(line, "() R 1 (1) 5 ()");
    assertEquals(startTicks, line.slice(line.lastIndexOf(")") + 2).split(" ")[19]);
  }
  const { state, terminated } = await world.cancel(id);
  assertEquals([state, terminated], ["cancelled", true]);
  assertTrue(!await world.lives(pid));
});

Deno.test("a job whose worker and processes were killed is lost; one whose program still runs is not", async () => {
  await using world = await open();
  const id = await world.shell("exec sleep 300");
  const { workerIdentity } = JSON.parse(await Deno.readTextFile(`${world.root}/${id}/record.json`));
  Deno.kill(Number(workerIdentity.pid), "SIGKILL");
  while (await world.lives(workerIdentity.pid)) await world.sshd.running();
  const orphan = await world.status(id);
  assertEquals(orphan["state"], "running");
  assertEquals((await world.cancel(id))["terminated"], true);
  const other = await world.shell("exec sleep 300");
  const record = JSON.parse(await Deno.readTextFile(`${world.root}/${other}/record.json`));
  Deno.kill(Number(record.workerIdentity.pid), "SIGKILL");
  Deno.kill(Number(record.runtimeIdentity.pid), "SIGKILL");
  while (await world.lives(record.runtimeIdentity.pid)) await world.sshd.running();
  const { state, error } = await world.status(other);
  assertEquals(state, "lost");
  assertIncludes(error, "not known");
});

Deno.test("a record of before the machine's last start has nothing left to end", async () => {
  await using world = await open();
  const id = await world.shell("exec sleep 300");
  const { pid } = (await world.status(id))["runtimeIdentity"];
  await world.edit(id, (record) => record.bootId = "another");
  const { state, terminated } = await world.cancel(id);
  assertEquals([state, terminated], ["cancelled", true]);
  assertTrue(await world.lives(pid));
});

Deno.test("a directory that is a link is no job, and one on the way there is refused", async () => {
  await using world = await open();
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

Deno.test("the same id starts once, also when two ask at the same time, and another request is a conflict", async () => {
  await using world = await open();
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
  await using world = await open();
  const out = `${world.sshd.directory}/runs`;
  const done = await world.shell("exit 0");
  await world.ended(done);
  const job_id = world.newId();
  await Deno.mkdir(`${world.root}/${job_id}`, { mode: 0o700 });
  const payload = { executable: "sh", argv: ["-c", `echo x >> ${out}`], stdin: null, cwd: null };
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
  await using world = await open();
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
  assertEquals((await world.status(running))["state"], "running");
  // What has run is not taken for what never was.
  const again = { ...order, job_id: gone };
  const { message } = await assertFails(() => world.at.do("remote_job_start", again), "CONFLICT");
  assertIncludes(message, "JOB_REMOVED");
});

Deno.test("a full or broken record is no reason to guess", async () => {
  await using world = await open();
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
