/** Durable jobs on the machine: how they run, and what is kept of their output. */
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { openMachine } from "../parts/jobs_machine.ts";

Deno.test("a job's files are private, and its arguments, input and directory arrive as they are", async () => {
  await using world = await openMachine();
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
  await using world = await openMachine();
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
  await using world = await openMachine();
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
  await using world = await openMachine();
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
  await using world = await openMachine();
  const id = await world.shell("printf 'a\\303'; exec sleep 300");
  let page = await world.output(id);
  // The program writes when it comes to it; each look takes its time.
  while (page["size"] < 2) page = await world.output(id);
  assertEquals([page["data"], page["next_offset"], page["eof"], page["state"]], ["a", 1, false, "running"]);
  const rest = await world.output(id, "stdout", { offset: 1 });
  assertEquals([rest["data"], rest["next_offset"], rest["eof"]], ["", 1, false]);
  // All that there is has been read, and more may come.
  const none = await world.output(id, "stdout", { offset: 2 });
  assertEquals([none["data"], none["next_offset"], none["eof"], none["size"]], ["", 2, false, 2]);
});

Deno.test("a signal that ends a job is told as a negative status", async () => {
  await using world = await openMachine();
  const { state, exitCode } = await world.ended(await world.shell("kill -USR1 $$"));
  assertEquals([state, exitCode], ["failed", -10]);
});

Deno.test("a program that is not there, or a directory that is none, starts nothing", async () => {
  await using world = await openMachine();
  await assertFails(() => world.begin("no-such-program", []), "UNAVAILABLE");
  await assertFails(() => world.begin("sh", [], { cwd: "/no/such" }), "NOT_FOUND");
  await assertFails(() => world.begin("sh", [], { cwd: "/etc/passwd" }), "VALIDATION_FAILED");
  await assertFails(() => world.begin("sh", [], { cwd: "/root/.ssh" }), "VALIDATION_FAILED");
  await assertFails(() => world.begin("sh", ["a\nb"]), "VALIDATION_FAILED");
  const made = (await Array.fromAsync(Deno.readDir(world.root))).map(({ name }) => name);
  assertEquals(made, []);
});

Deno.test("a program that cannot be executed is a failed job that says why", async () => {
  await using world = await openMachine();
  const bad = `${world.sshd.home}/bad`;
  await Deno.writeTextFile(bad, "\x7fELF no program");
  await Deno.chmod(bad, 0o755);
  const record = await world.ended(await world.begin("bad", [], { path: bad }));
  assertEquals(record["state"], "failed");
  assertIncludes(record["error"], "Exec format error");
});

Deno.test("the connection's end does not touch a job", async () => {
  await using world = await openMachine();
  const id = await world.shell("echo begun; sleep 1; echo ended");
  await world.at[Symbol.asyncDispose]();
  await world.sshd.restart();
  assertEquals((await world.ended(id))["state"], "succeeded");
  assertEquals((await world.output(id))["data"], "begun\nended\n");
});

Deno.test("what a job leaves in its group, or at its streams, is ended after the grace and told", async () => {
  await using world = await openMachine();
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
  await using world = await openMachine();
  const out = world.sshd.directory;
  const id = await world.shell(
    `setsid sh -c 'echo $$ > ${out}/service; exec sleep 300' > /dev/null 2>&1 < /dev/null &
     while ! [ -s ${out}/service ]; do :; done`,
  );
  assertEquals((await world.ended(id))["state"], "succeeded");
  assertTrue(await world.lives((await Deno.readTextFile(`${out}/service`)).trim()));
});

Deno.test("what a job makes has the modes of the account, and what it leaves as zombies is reaped", async () => {
  await using world = await openMachine();
  const out = world.sshd.directory;
  const id = await world.shell(
    `umask; echo > ${out}/made
     (sh -c 'sleep 0.1 & echo $! > ${out}/orphan' &)
     until [ -s ${out}/orphan ]; do :; done
     while kill -0 "$(cat ${out}/orphan)"; do sleep 0.02; done
     echo buried`,
  );
  await world.ended(id);
  // A zombie can be signalled as long as nobody has reaped it.
  assertEquals((await world.output(id))["data"], "0022\nburied\n");
  assertEquals(((await Deno.stat(`${out}/made`)).mode ?? 0) & 0o777, 0o644);
});
