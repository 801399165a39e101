/** Processes and sockets of the machine, seen and ended. */
import { join } from "node:path";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { Machine } from "../parts/machine.ts";

const ROOT = Deno.uid() === 0;

/** A process that says when it is ready; `argv0` is the name that it shows. */
async function started(
  text: string,
  options: { name?: string; args?: readonly string[] } = {},
): Promise<Deno.ChildProcess & { done(): Promise<void> }> {
  const { name = "python3", args = [] } = options;
  const child = new Deno.Command("bash", {
    args: ["-c", 'exec -a "$0" /usr/bin/python3 -c "$@"', name, `${text}`, ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  return Object.assign(child, {
    async done() {
      try {
        child.kill("SIGKILL");
      } catch {
        // It has ended.
      }
      await child.stdin.close().catch(() => {});
      await child.status;
      await reader.cancel();
    },
  });
}

const WAIT = "import sys; print('ready', flush=True); sys.stdin.read()";
const DEAF = `import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); ${WAIT}`;

Deno.test("the largest processes are shown without the secrets of their commands", async () => {
  await using machine = await Machine.start();
  const child = await started(`x = 'y' * 400_000_000; ${WAIT}`, {
    args: ["--db-password", "hunter2", "TOKEN=abc"],
  });
  try {
    const snapshot = await machine.do("list_processes");
    assertEquals([snapshot["state"], snapshot["processLimit"], snapshot["processSort"]], [
      "complete",
      20,
      "memory",
    ]);
    const row = snapshot["processes"].find((process: { pid: number }) => process.pid === child.pid);
    assertTrue(row !== undefined && row.rssBytes > 400_000_000 && row.ppid > 0);
    assertIncludes(row.command, "--db-password [redacted] TOKEN=[redacted]");
    assertTrue(!JSON.stringify(snapshot).includes("hunter2"));
    const sizes = snapshot["processes"].map((process: { rssBytes: number }) => process.rssBytes);
    assertEquals(sizes, sizes.toSorted((a: number, b: number) => b - a));
  } finally {
    await child.done();
  }
});

Deno.test("the tree shows children below their parents, at most 100", async () => {
  await using machine = await Machine.start();
  const { processes, output } = await machine.do("get_process_tree");
  assertTrue(processes.length > 0 && processes.length <= 100);
  assertEquals(output.split("\n").length, processes.length);
  assertEquals(processes[0].depth, 0);
});

Deno.test("a name with blanks and parentheses does not shift what is read", async () => {
  await using machine = await Machine.start();
  const rename = "import ctypes; ctypes.CDLL(None).prctl(15, b'a) S 1 (b', 0, 0, 0); ";
  const child = await started(rename + WAIT);
  try {
    const ended = await machine.do("terminate_process", { target: String(child.pid) });
    assertEquals(ended["matched"][0].process, "a) S 1 (b");
    assertTrue(ended["matched"][0].start_ticks > 1_000);
    assertEquals(ended["gone"], true);
  } finally {
    await child.done();
  }
});

Deno.test("every process of an exact name is asked to end, and no other", async () => {
  await using machine = await Machine.start();
  const name = `gh-${crypto.randomUUID().slice(0, 20)}`;
  const two = [await started(WAIT, { name }), await started(WAIT, { name })];
  const other = await started(WAIT, { name: `${name}x` });
  try {
    const ended = await machine.do("terminate_process", { target: name });
    const pids = ended["matched"].map((match: { pid: number }) => match.pid);
    assertEquals(pids.toSorted(), two.map(({ pid }) => pid).toSorted());
    assertEquals(ended["gone"], true);
    Deno.kill(other.pid, "SIGCONT");
  } finally {
    for (const child of [...two, other]) await child.done();
  }
});

Deno.test("a process that ignores the signal is said to be there still", async () => {
  await using machine = await Machine.start();
  const child = await started(DEAF);
  try {
    const ended = await machine.do("terminate_process", { target: String(child.pid) }, { budgetMs: 3_000 });
    assertEquals([ended["gone"], ended["matched"][0].gone, ended["matched"][0].signalled], [
      false,
      false,
      true,
    ]);
    assertIncludes(ended["output"], "still running");
  } finally {
    await child.done();
  }
});

Deno.test("the first process, the connection's own and its ancestors are not ended", async () => {
  await using machine = await Machine.start();
  for (const target of ["1", String(machine.pid), String(Deno.pid)]) {
    const error = await assertFails(() => machine.do("terminate_process", { target }), "VALIDATION_FAILED");
    assertIncludes(error.message, "PROCESS_PROTECTED");
  }
  await assertFails(() => machine.do("terminate_process", { target: "999999999" }), "NOT_FOUND");
  await assertFails(() => machine.do("terminate_process", { target: "9999999999" }), "NOT_FOUND");
  await assertFails(() => machine.do("terminate_process", { target: "no-such-name" }), "NOT_FOUND");
  for (const target of ["0", "01", "1 2", "a b", "", "*", "a\nb", "$(id)"]) {
    await assertFails(() => machine.do("terminate_process", { target }), "VALIDATION_FAILED");
  }
});

Deno.test({
  name: "another account's process is refused with the reason, and lives",
  ignore: !ROOT,
  async fn() {
    await using machine = await Machine.start({ uid: 65_534 });
    const child = await started(WAIT);
    try {
      const error = await assertFails(
        () => machine.do("terminate_process", { target: String(child.pid) }),
        "UPSTREAM_FAILED",
      );
      assertIncludes(error.message, "PERMISSION_DENIED");
      Deno.kill(child.pid, "SIGCONT");
    } finally {
      await child.done();
    }
  },
});

Deno.test("a port is told with its process, and a peer's port is none", async () => {
  await using machine = await Machine.start();
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const accepted = listener.accept();
  using client = await Deno.connect({ hostname: "127.0.0.1", port });
  using _server = await accepted;
  const found = await machine.do("check_port", { port });
  assertEquals([found["listening"], found["address"], found["pid"]], [true, "127.0.0.1", Deno.pid]);
  assertIncludes(found["output"], `127.0.0.1:${port}`);
  const own = await machine.do("check_port", { port: (client.localAddr as Deno.NetAddr).port });
  assertEquals([own["listening"], own["output"]], [false, "PORT_NOT_LISTENING"]);
  using six = Deno.listen({ hostname: "::1", port: 0 });
  const other = await machine.do("check_port", { port: (six.addr as Deno.NetAddr).port });
  assertEquals([other["address"], other["sockets"][0].protocol], ["::1", "tcp6"]);
  for (const wrong of [0, 65_536, 1.5, "22", true]) {
    await assertFails(() => machine.do("check_port", { port: wrong }), "VALIDATION_FAILED");
  }
});

Deno.test("interfaces come with their addresses, and memory adds up", async () => {
  await using machine = await Machine.start();
  const network = await machine.do("get_network_info");
  const lo = network["interfaces"].find((one: { name: string }) => one.name === "lo");
  assertIncludes(lo.addresses.join(), "127.0.0.1/8");
  assertEquals(network["state"], "complete");
  const { memory, output } = await machine.do("get_memory_info");
  assertTrue(memory.total_bytes >= memory.used_bytes + memory.available_bytes - 1);
  assertIncludes(output, "Mem:");
});

Deno.test("what an order started ends with the connection and with its time", async () => {
  const top = await Deno.makeTempDir();
  try {
    const program = join(top, "journalctl");
    const pids = join(top, "pids");
    await Deno.writeTextFile(
      program,
      `#!/bin/sh\nsleep 300 &\necho $$ $! > ${pids}.new\nmv ${pids}.new ${pids}\nwait\n`,
    );
    await Deno.chmod(program, 0o755);
    const machine = await Machine.start({ bin: [top] });
    const error = await assertFails(() => machine.do("find_system_errors", {}, { budgetMs: 700 }), "TIMEOUT");
    assertTrue(error.message.includes("time"));
    await gone((await Deno.readTextFile(pids)).trim().split(" "));
    await Deno.remove(pids);
    const lost = machine.send("find_system_errors", {}).catch(() => null);
    while (!(await exists(pids)));
    await machine.hangUp();
    await lost;
    await gone((await Deno.readTextFile(pids)).trim().split(" "));
    await machine[Symbol.asyncDispose]();
  } finally {
    await Deno.remove(top, { recursive: true });
  }
});

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

/** Settles once none of them is there; a foreign process has no event for its end. */
async function gone(pids: readonly string[]): Promise<void> {
  assertEquals(pids.length, 2);
  const end = performance.now() + 5_000;
  for (;;) {
    const left = await Promise.all(pids.map((pid) => exists(`/proc/${pid}`)));
    if (!left.includes(true)) return;
    if (performance.now() > end) throw new Error(`Left running: ${pids.join(" ")}`);
  }
}
