/** The locks on a machine that all take who patch a file or change a crontab. */
import { join } from "node:path";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { mustRun, run } from "../../tasks/parts/child.ts";
import { Machine } from "../parts/machine.ts";
import { patched } from "../parts/patched.ts";
import { type Place, place, sha256 } from "../parts/place.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Patches a file from one text to another. */
async function patch(machine: Machine, path: string, { from, to, budgetMs = 20_000 }: {
  readonly from: string;
  readonly to: string;
  readonly budgetMs?: number;
}) {
  const expected_digest = `sha256:${await sha256(bytesOf(from))}`;
  const input = { path, expected_digest, content_b64: bytesOf(to).toBase64() };
  return await machine.do("file_patch_atomic", input, { budgetMs });
}

/** Holds a lock from another process until it is disposed of. */
async function holding(home: Place, name: string, kind = "LOCK_EX") {
  const script = `import fcntl,os,sys
os.makedirs(sys.argv[1], 0o700, exist_ok=True)
lock = open(os.path.join(sys.argv[1], sys.argv[2]), "a")
fcntl.flock(lock, fcntl.${kind})
print("held", flush=True)
sys.stdin.read()`;
  const child = new Deno.Command("python3", {
    args: ["-c", script, join(home.path, ".mikrus-mcp", "locks"), name],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  return {
    async [Symbol.asyncDispose]() {
      await child.stdin.close();
      await child.status;
      await reader.cancel();
    },
  };
}

const machineAt = (home: Place) => Machine.start({ environment: { HOME: home.path } });

Deno.test("a lock that another process holds is waited for within bounds, and told as a conflict to be tried again", async () => {
  await using home = await place();
  await using machine = await machineAt(home);
  const path = join(home.path, "file");
  await Deno.writeTextFile(path, "a");
  {
    await using _held = await holding(home, "cas.lock");
    const busy = () => patch(machine, path, { from: "a", to: "b", budgetMs: 1_500 });
    const error = await assertFails(busy, "CONFLICT");
    assertIncludes(error.message, "LOCK_BUSY");
    assertEquals("retryable" in error && error.retryable, true);
    assertEquals(await Deno.readTextFile(path), "a");
  }
  {
    // Another lock is no hindrance.
    await using _held = await holding(home, "crontab.lock");
    await patch(machine, path, { from: "a", to: "b" });
  }
  assertEquals(await Deno.readTextFile(path), "b");
});

Deno.test("the one that waits goes on as soon as the lock is free", async () => {
  await using home = await place();
  await using machine = await machineAt(home);
  const path = join(home.path, "file");
  await Deno.writeTextFile(path, "a");
  const held = await holding(home, "cas.lock");
  const work = patch(machine, path, { from: "a", to: "b" });
  // The order is carried out in a process of its own.
  const begun = new RegExp(`^\\s*${machine.pid}$`, "m");
  const waiting = async () => begun.test((await mustRun(["ps", "ax", "-o", "ppid="])).stdout);
  while (!await waiting()) { /* each look takes its time */ }
  assertEquals(await Deno.readTextFile(path), "a");
  await held[Symbol.asyncDispose]();
  assertEquals((await work)["status"], "REPLACED");
});

Deno.test("the directories of the locks are private, and what is there already is used as it is", async () => {
  await using home = await place();
  await using machine = await machineAt(home);
  const path = join(home.path, "file");
  await Deno.writeTextFile(path, "a");
  await patch(machine, path, { from: "a", to: "b" });
  const modes = await Promise.all(
    [".mikrus-mcp", ".mikrus-mcp/locks", ".mikrus-mcp/locks/cas.lock"].map(async (name) =>
      ((await Deno.lstat(join(home.path, name))).mode ?? 0) & 0o777
    ),
  );
  assertEquals(modes, [0o700, 0o700, 0o600]);
  await Deno.writeTextFile(join(home.path, ".mikrus-mcp/locks/cas.lock"), "kept");
  await patch(machine, path, { from: "b", to: "c" });
  assertEquals(await Deno.readTextFile(join(home.path, ".mikrus-mcp/locks/cas.lock")), "kept");
});

for (
  const [what, make] of [
    ["a link in the lock's place", "mkdir -p .mikrus-mcp/locks; ln -s ../../file .mikrus-mcp/locks/cas.lock"],
    ["a pipe in the lock's place", "mkdir -p .mikrus-mcp/locks; mkfifo .mikrus-mcp/locks/cas.lock"],
    ["a directory in the lock's place", "mkdir -p .mikrus-mcp/locks/cas.lock"],
    ["a link in the directory's place", "mkdir -p other/locks; ln -s other .mikrus-mcp"],
    ["a file in the directory's place", "mkdir .mikrus-mcp; : > .mikrus-mcp/locks"],
    [
      "a directory that others may write to",
      "mkdir -p -m 0777 .mikrus-mcp; mkdir .mikrus-mcp/locks; chmod 777 .mikrus-mcp",
    ],
  ] as const
) {
  Deno.test(`${what} is refused, and nothing is changed`, async () => {
    await using home = await place();
    await using machine = await machineAt(home);
    const path = join(home.path, "file");
    await Deno.writeTextFile(path, "a");
    await mustRun(["sh", "-c", make], { cwd: home.path });
    const work = () => patch(machine, path, { from: "a", to: "b" });
    assertIncludes((await assertFails(work, "UPSTREAM_FAILED")).message, "LOCK_UNSAFE");
    assertEquals(await Deno.readTextFile(path), "a");
  });
}

Deno.test("an account without a home that it can write to changes nothing", async () => {
  await using machine = await Machine.start({ environment: { HOME: "/dev/null/home" } });
  await using top = await place();
  const path = join(top.path, "file");
  await Deno.writeTextFile(path, "a");
  const work = () => patch(machine, path, { from: "a", to: "b" });
  assertIncludes((await assertFails(work, "UPSTREAM_FAILED")).message, "LOCK_UNAVAILABLE");
  assertEquals(await Deno.readTextFile(path), "a");
});

Deno.test("of eight who replace the same file one does, and the others are told that it has changed", async () => {
  await using home = await place();
  const machines = await Promise.all(Array.from({ length: 8 }, () => machineAt(home)));
  const path = join(home.path, "file");
  for (let round = 0; round < 10; round++) {
    await Deno.writeTextFile(path, `before ${round}`);
    const ends = await Promise.all(
      machines.map((machine, at) =>
        patch(machine, path, { from: `before ${round}`, to: `${round} by ${at}` })
          .then(({ status }) => `${status} ${at}`, ({ code, message }) =>
            `${code} ${message.includes("DIGEST_MISMATCH")}`)
      ),
    );
    const done = ends.filter((end) => end.startsWith("REPLACED"));
    assertEquals([done.length, ends.filter((end) => end === "CONFLICT true").length], [1, 7]);
    assertEquals(await Deno.readTextFile(path), `${round} by ${done[0]?.split(" ")[1]}`);
  }
  await Promise.all(machines.map((machine) => machine[Symbol.asyncDispose]()));
});

Deno.test("eight who count in one file, each until it gets through, lose no count", async () => {
  await using home = await place();
  const machines = await Promise.all(Array.from({ length: 8 }, () => machineAt(home)));
  const path = join(home.path, "file");
  await Deno.writeTextFile(path, "0");
  const count = async (machine: Machine) => {
    for (let done = 0; done < 5;) {
      const from = (await machine.do("read_file", { path }))["output"];
      const end = await patch(machine, path, { from, to: String(Number(from) + 1) }).catch(({ code }) =>
        code
      );
      if (end === "CONFLICT") continue;
      assertEquals(end.status, "REPLACED");
      done++;
    }
  };
  await Promise.all(machines.map(count));
  assertEquals(await Deno.readTextFile(path), "40");
  const left = (await Array.fromAsync(Deno.readDir(home.path), ({ name }) => name)).sort();
  assertEquals(left, [".mikrus-mcp", "file"]);
  await Promise.all(machines.map((machine) => machine[Symbol.asyncDispose]()));
});

Deno.test("a lock whose name was given to another file is no lock any more", async () => {
  await using home = await place();
  await using machine = await machineAt(home);
  const path = join(home.path, "file");
  await Deno.writeTextFile(path, "a");
  await using _old = await holding(home, "cas.lock");
  await Deno.remove(join(home.path, ".mikrus-mcp/locks/cas.lock"));
  await patch(machine, path, { from: "a", to: "b" });
  await using _new = await holding(home, "cas.lock");
  const work = () => patch(machine, path, { from: "b", to: "c", budgetMs: 1_500 });
  assertIncludes((await assertFails(work, "CONFLICT")).message, "LOCK_BUSY");
});

Deno.test("a lock that lost its name just when it was taken is taken anew", async () => {
  await using home = await place();
  const path = join(home.path, "file");
  await Deno.writeTextFile(path, "a");
  const input = { path, expected_digest: `sha256:${await sha256(bytesOf("a"))}`, content_b64: "eA==" };
  const python = `
taken, flock = [], fcntl.flock
def counted(fd, how):
    flock(fd, how)
    taken.append(fd)
    top = os.environ["HOME"]
    if len(taken) == 1:
        os.unlink(top + "/.mikrus-mcp/locks/cas.lock")
    open(top + "/taken", "w").write(str(len(taken)))
fcntl.flock = counted
`;
  const reply = await patched("file_patch_atomic", { input, python, env: { HOME: home.path } });
  assertTrue(reply.ok);
  assertEquals([await Deno.readTextFile(join(home.path, "taken")), await Deno.readTextFile(path)], [
    "2",
    "x",
  ]);
});

Deno.test("a crontab is listed while others list it, and waits for who changes it", async () => {
  if ((await run(["sh", "-c", "command -v crontab"])).code !== 0) return;
  await using home = await place();
  await using machine = await machineAt(home);
  const list = () => machine.do("cron_list", { profiles: [] }, { budgetMs: 1_500 });
  {
    await using _held = await holding(home, "crontab.lock", "LOCK_SH");
    assertTrue((await list())["size"] >= 0);
  }
  {
    await using _held = await holding(home, "crontab.lock");
    assertIncludes((await assertFails(list, "CONFLICT")).message, "LOCK_BUSY");
  }
  // Reading needs no home.
  await using homeless = await Machine.start({ environment: { HOME: "/dev/null/home" } });
  assertTrue((await homeless.do("cron_list", { profiles: [] }))["size"] >= 0);
});
