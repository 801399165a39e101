/** Durable jobs on the machine: what is ended, and what is left alone. */
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { mustRun } from "../../tasks/parts/child.ts";
import { patched } from "../parts/patched.ts";
import { openMachine, ready, said, startOf, statOf } from "../parts/jobs_machine.ts";

Deno.test("a running job is cancelled with children that ignore it, grandchildren and those that left", async () => {
  await using world = await openMachine();
  const out = world.sshd.directory;
  const id = await world.shell(
    `trap '' TERM
     sh -c "trap '' TERM; sh -c 'sleep 300' & sleep 300" &
     (setsid sh -c "trap '' TERM; echo \\$\\$ > ${out}/far; while :; do sleep 1; done" > /dev/null 2>&1 < /dev/null &)
     while ! [ -s ${out}/far ]; do :; done
     ${ready(`${out}/ready`, "1")}
     while :; do sleep 1; done`,
  );
  await said(out, "ready");
  // The script, its child with two of its own, and the one that left: each look takes its time.
  while ((await world.running()).length < 5) await world.status(id);
  const { state, terminated, error } = await world.cancel(id);
  assertEquals([state, terminated, error], ["cancelled", true, "Cancelled: operator request"]);
  assertEquals(await world.running(), []);
  assertTrue(!await world.lives((await Deno.readTextFile(`${out}/far`)).trim()));
  assertEquals((await world.ended(id))["state"], "cancelled");
  // The worker writes its last line and ends.
  while (await world.isWorked(id)) await world.status(id);
  assertEquals((await world.status(id))["exitCode"], -9);
});

Deno.test("cancelling what has ended, or has not begun, signals nothing", async () => {
  await using world = await openMachine();
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
    await using world = await openMachine();
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

for (const [when, isKilled] of [["lives", false], ["was killed", true]] as const) {
  Deno.test(`a record with all of another process's identity is a conflict, where the worker ${when}`, async () => {
    await using world = await openMachine();
    const id = await world.shell("exec sleep 300");
    const foreign = new Deno.Command("setsid", { args: ["sleep", "300"] }).spawn();
    try {
      const startTicks = startOf(await statOf(foreign.pid));
      const pid = String(foreign.pid);
      await world.edit(id, (record) => {
        record.runtimeIdentity = { pid, pgid: pid, startTicks };
        if (isKilled) Deno.kill(Number(record.workerIdentity.pid), "SIGKILL");
      });
      while (isKilled && await world.isWorked(id)) await world.running();
      const { message } = await assertFails(() => world.cancel(id), "CONFLICT");
      assertIncludes(message, "PID_IDENTITY_CHANGED");
      assertEquals((await mustRun(["ps", "-o", "stat=", "-p", pid])).stdout.startsWith("Z"), false);
    } finally {
      foreign.kill("SIGKILL");
      await foreign.status;
    }
  });
}

Deno.test("a record with another start of the same process is a conflict", async () => {
  await using world = await openMachine();
  const id = await world.shell("exec sleep 300");
  const { pid } = (await world.status(id))["runtimeIdentity"];
  await world.edit(id, (record) => record.runtimeIdentity.startTicks += "0");
  const { message } = await assertFails(() => world.cancel(id), "CONFLICT");
  assertIncludes(message, "PID_IDENTITY_CHANGED");
  assertTrue(await world.lives(pid));
});

Deno.test("a process whose name holds blanks and parentheses is known by its true start", async () => {
  await using world = await openMachine();
  const out = world.sshd.directory;
  const rename = "import ctypes,time;ctypes.CDLL(None).prctl(15,b') R 1 (1) 5 (',0,0,0);" +
    `open('${out}/ready.part','w').write('1');import os;os.rename('${out}/ready.part','${out}/ready');time.sleep(300)`;
  const id = await world.begin("python3", ["-c", rename]);
  await said(out, "ready");
  const { pid, startTicks } = (await world.status(id))["runtimeIdentity"];
  const line = await statOf(pid);
  assertIncludes(line, "() R 1 (1) 5 ()");
  assertEquals(startTicks, startOf(line));
  const { state, terminated } = await world.cancel(id);
  assertEquals([state, terminated], ["cancelled", true]);
  assertTrue(!await world.lives(pid));
});

Deno.test("a job whose worker and processes were killed is lost; one whose program still runs is not", async () => {
  await using world = await openMachine();
  // Without a script: a shell whose worker is killed before it has fed it would end by itself.
  const id = await world.begin("sleep", ["300"]);
  const { workerIdentity } = JSON.parse(await Deno.readTextFile(`${world.root}/${id}/record.json`));
  Deno.kill(Number(workerIdentity.pid), "SIGKILL");
  while (await world.lives(workerIdentity.pid)) await world.running();
  const orphan = await world.status(id);
  assertEquals(orphan["state"], "running");
  assertEquals((await world.cancel(id))["terminated"], true);
  const other = await world.begin("sleep", ["300"]);
  const record = JSON.parse(await Deno.readTextFile(`${world.root}/${other}/record.json`));
  Deno.kill(Number(record.workerIdentity.pid), "SIGKILL");
  Deno.kill(Number(record.runtimeIdentity.pid), "SIGKILL");
  while (await world.lives(record.runtimeIdentity.pid)) await world.running();
  const { state, error } = await world.status(other);
  assertEquals(state, "lost");
  assertIncludes(error, "not known");
});

Deno.test("a record of before the machine's last start has nothing left to end", async () => {
  await using world = await openMachine();
  const id = await world.shell("exec sleep 300");
  const { pid } = (await world.status(id))["runtimeIdentity"];
  await world.edit(id, (record) => record.bootId = "another");
  const { state, terminated } = await world.cancel(id);
  assertEquals([state, terminated], ["cancelled", true]);
  assertTrue(await world.lives(pid));
});

Deno.test("what cannot be ended is told as not terminated", async () => {
  await using world = await openMachine();
  const job_id = await world.shell("exec sleep 300");
  const { pid } = (await world.status(job_id))["runtimeIdentity"];
  const reply = await patched("remote_job_cancel", {
    input: { job_id },
    env: { HOME: world.sshd.home, PATH: "/usr/bin:/bin" },
    python: "ASKED = FORCED = 0.1\ndef signal_all(group, pids, number):\n    pass\n",
  });
  assertTrue(reply.ok, JSON.stringify(reply));
  const { state, terminated } = await world.status(job_id);
  assertEquals([state, terminated], ["cancelled", false]);
  assertTrue(await world.lives(pid));
});

Deno.test("a cancellation that is cut off half-way is kept in mind: the job's end is told as cancelled", async () => {
  await using world = await openMachine();
  const job_id = await world.shell("trap 'exit 5' TERM; while :; do sleep 0.05; done");
  const reply = await patched("remote_job_cancel", {
    input: { job_id },
    env: { HOME: world.sshd.home, PATH: "/usr/bin:/bin" },
    python: "def members(group, worker=None):\n    os.killpg(group, signal.SIGTERM)\n    raise Late()\n",
  });
  assertTrue(!reply.ok && reply.error.code === "AMBIGUOUS_OUTCOME", JSON.stringify(reply));
  const { state, terminated, exitCode } = await world.ended(job_id);
  assertEquals([state, terminated, exitCode], ["cancelled", true, 5]);
});
