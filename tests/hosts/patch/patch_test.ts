/** Files that are replaced only when they are still what was read. */
import { join } from "node:path";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { mustRun, run } from "../../tasks/parts/child.ts";
import { type Answer, Machine } from "../parts/machine.ts";
import { patched } from "../parts/patched.ts";
import { type Place, place, sha256 } from "../parts/place.ts";

const ROOT = Deno.uid() === 0;

const bytesOf = (text: string) => new TextEncoder().encode(text);
const digestOf = async (bytes: Uint8Array<ArrayBuffer>) => `sha256:${await sha256(bytes)}`;

/** A machine with a home of its own, and a directory to write in. */
class World implements AsyncDisposable {
  private constructor(readonly top: Place, readonly home: Place, readonly machine: Machine) {}

  static async open(): Promise<World> {
    const home = await place();
    return new World(await place(), home, await Machine.start({ environment: { HOME: home.path } }));
  }

  path(name = "file"): string {
    return join(this.top.path, name);
  }

  /** Patches a file from one content to another. */
  async patch(
    path: string,
    expected: Uint8Array<ArrayBuffer>,
    content: Uint8Array<ArrayBuffer>,
  ): Promise<Answer> {
    const expected_digest = await digestOf(expected);
    return await this.machine.do("file_patch_atomic", {
      path,
      expected_digest,
      content_b64: content.toBase64(),
    });
  }

  async names(): Promise<string[]> {
    return (await Array.fromAsync(Deno.readDir(this.top.path), ({ name }) => name)).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.machine[Symbol.asyncDispose]();
    await this.top[Symbol.asyncDispose]();
    await this.home[Symbol.asyncDispose]();
  }
}

Deno.test("a file that is what was read is replaced, byte for byte, and the answer says from what to what", async () => {
  await using world = await World.open();
  const path = world.path();
  let before = new Uint8Array();
  await Deno.writeFile(path, before);
  const contents = [
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    bytesOf("a\r\nb\0\n\u{1f600} no end"),
    new Uint8Array(),
    new Uint8Array(100_000).fill(0xff),
    bytesOf("x"),
  ];
  for (const content of contents) {
    assertEquals(await world.patch(path, before, content), {
      status: "REPLACED",
      before_digest: await digestOf(before),
      after_digest: await digestOf(content),
      before_size: before.length,
      after_size: content.length,
    });
    assertEquals(await Deno.readFile(path), content);
    before = content;
  }
  assertEquals(await world.names(), ["file"]);
});

Deno.test("a file that has changed since it was read is left alone, and its digest is not told", async () => {
  await using world = await World.open();
  const path = world.path();
  await Deno.writeTextFile(path, "theirs");
  const error = await assertFails(() => world.patch(path, bytesOf("mine"), bytesOf("new")), "CONFLICT");
  assertIncludes(error.message, "DIGEST_MISMATCH");
  assertTrue(!error.message.includes(await sha256(bytesOf("theirs"))));
  assertEquals(await Deno.readTextFile(path), "theirs");
  assertEquals(await world.names(), ["file"]);
});

Deno.test("a file that is not there is not made", async () => {
  await using world = await World.open();
  for (const name of ["none", "none/file"]) {
    await assertFails(() => world.patch(world.path(name), new Uint8Array(), bytesOf("new")), "NOT_FOUND");
  }
  assertEquals(await world.names(), []);
});

Deno.test("mode, owner and attributes of the file are kept", async () => {
  await using world = await World.open();
  const path = world.path();
  await Deno.writeTextFile(path, "old");
  if (ROOT) await Deno.chown(path, 1_234, 5_678);
  await Deno.chmod(path, 0o6751);
  const set = "import os,sys; os.setxattr(sys.argv[1], 'user.kept', b'yes')";
  const labelled = (await run(["python3", "-c", set, path])).code === 0;
  await world.patch(path, bytesOf("old"), bytesOf("new"));
  const info = await Deno.stat(path);
  assertEquals((info.mode ?? 0) & 0o7777, 0o6751);
  if (ROOT) assertEquals([info.uid, info.gid], [1_234, 5_678]);
  const get = "import os,sys; print(os.getxattr(sys.argv[1], 'user.kept'))";
  if (labelled) assertIncludes((await run(["python3", "-c", get, path])).stdout, "yes");
});

Deno.test("links, what they lead to, pipes, devices and directories are refused at once", async () => {
  await using world = await World.open();
  await using outside = await place();
  const kept = join(outside.path, "kept");
  await Deno.writeTextFile(kept, "kept");
  await Deno.symlink(kept, world.path("leaf"));
  await Deno.symlink(outside.path, world.path("parent"));
  await Deno.symlink("/nowhere", world.path("broken"));
  await Deno.symlink("loop", world.path("loop"));
  await Deno.mkdir(world.path("directory"));
  await mustRun(["mkfifo", world.path("pipe")]);
  await Deno.writeTextFile(world.path("one"), "kept");
  await Deno.link(world.path("one"), world.path("two"));
  const cases = [
    ["leaf", "SYMLINK_REJECTED"],
    ["parent/kept", "SYMLINK_REJECTED"],
    ["broken", "SYMLINK_REJECTED"],
    ["loop", "SYMLINK_REJECTED"],
    ["directory", "NOT_REGULAR_FILE"],
    ["pipe", "NOT_REGULAR_FILE"],
    ["two", "HARD_LINKED"],
  ] as const;
  for (const [name, detail] of cases) {
    const work = () => world.patch(world.path(name), bytesOf("kept"), bytesOf("changed"));
    assertIncludes((await assertFails(work, "VALIDATION_FAILED")).message, detail);
  }
  assertEquals(await Deno.readTextFile(kept), "kept");
  assertEquals(await Deno.readTextFile(world.path("one")), "kept");
});

Deno.test("a file of 1 MiB is replaced, and one of a byte more is not read to its end", async () => {
  await using world = await World.open();
  const path = world.path();
  const most = new Uint8Array(1_048_576).fill(7);
  await Deno.writeFile(path, most);
  assertEquals((await world.patch(path, most, bytesOf("x")))["before_size"], 1_048_576);
  await Deno.writeFile(path, new Uint8Array(1_048_577));
  const error = await assertFails(
    () => world.patch(path, new Uint8Array(1_048_577), bytesOf("x")),
    "VALIDATION_FAILED",
  );
  assertIncludes(error.message, "SIZE_LIMIT_EXCEEDED");
});

Deno.test("only canonical base64 of at most 100,000 bytes is taken, and only a digest with its prefix", async () => {
  await using world = await World.open();
  const path = world.path();
  await Deno.writeTextFile(path, "a");
  const expected_digest = await digestOf(bytesOf("a"));
  const send = (more: Record<string, unknown>) =>
    world.machine.do("file_patch_atomic", { path, expected_digest, content_b64: "eA==", ...more });
  const large = new Uint8Array(100_001).toBase64();
  for (const content_b64 of ["eA", "eB==", "e A==", "eA==\n", "-_8=", "%", null, 1, large]) {
    await assertFails(() => send({ content_b64 }), "VALIDATION_FAILED");
  }
  const hex = await sha256(bytesOf("a"));
  for (const digest of [hex, `sha256:${hex.toUpperCase()}`, `sha256:${hex}0`, `sha256:${hex}\n`, null]) {
    await assertFails(() => send({ expected_digest: digest }), "VALIDATION_FAILED");
  }
  for (const other of ["/etc/hosts", "/tmp/../etc/hosts", "/root/a", "relative", "/tmp"]) {
    await assertFails(() => send({ path: other }), "VALIDATION_FAILED");
  }
  assertEquals(await Deno.readTextFile(path), "a");
});

Deno.test({
  name: "what cannot be written is told as such, and nothing is left of it",
  ignore: !ROOT,
  async fn() {
    await using world = await World.open();
    if ((await run(["mount", "-t", "tmpfs", "-o", "size=32k", "none", world.top.path])).code !== 0) return;
    try {
      const path = world.path();
      await Deno.writeTextFile(path, "kept");
      const fill = () => world.patch(path, bytesOf("kept"), new Uint8Array(100_000));
      assertIncludes((await assertFails(fill, "UPSTREAM_FAILED")).message, "WRITE_FAILED");
      assertEquals([await Deno.readTextFile(path), await world.names()], ["kept", ["file"]]);
      await run(["mount", "-o", "remount,ro", world.top.path]);
      const write = () => world.patch(path, bytesOf("kept"), bytesOf("x"));
      assertIncludes((await assertFails(write, "UPSTREAM_FAILED")).message, "WRITE_FAILED");
    } finally {
      await run(["umount", world.top.path]);
    }
  },
});

Deno.test({
  name: "without the right to the directory nothing is replaced",
  ignore: !ROOT,
  async fn() {
    await using top = await place();
    await using home = await place();
    await Deno.chown(home.path, 65_534, 65_534);
    await Deno.chmod(top.path, 0o755);
    const path = join(top.path, "file");
    await Deno.writeTextFile(path, "kept");
    await using machine = await Machine.start({ uid: 65_534, environment: { HOME: home.path } });
    const input = { path, expected_digest: await digestOf(bytesOf("kept")), content_b64: "eA==" };
    const denied = () => machine.do("file_patch_atomic", input);
    assertIncludes((await assertFails(denied, "UPSTREAM_FAILED")).message, "PERMISSION_DENIED");
    // The directory is theirs, the file is root's: its owner could not be kept.
    await Deno.chown(top.path, 65_534, 65_534);
    assertIncludes((await assertFails(denied, "UPSTREAM_FAILED")).message, "OWNER_NOT_KEPT");
    await Deno.chmod(path, 0o600);
    assertIncludes((await assertFails(denied, "UPSTREAM_FAILED")).message, "PERMISSION_DENIED");
    assertEquals(await Deno.readTextFile(path), "kept");
  },
});

/** What happens between the comparison and the renaming. */
const BETWEEN = `
before = put_beside
def put_beside(*args):
    made = before(*args)
    meanwhile(args[2], args[3])
    return made
`;

for (
  const [what, python] of [
    ["writes to the file", "open(path, 'w').write('theirs')"],
    ["puts another in its place", "open(path + '2', 'w').write('theirs'); os.rename(path + '2', path)"],
    ["appends and takes it back", "f = open(path, 'a'); f.write('x'); f.flush(); os.truncate(path, 4)"],
    ["takes it away", "os.unlink(path)"],
    ["puts a link in its place", "os.unlink(path); os.symlink('/etc/hostname', path)"],
  ] as const
) {
  Deno.test(`somebody who ${what} while it is being replaced is not written over`, async () => {
    await using world = await World.open();
    const path = world.path();
    await Deno.writeTextFile(path, "mine");
    const input = { path, expected_digest: await digestOf(bytesOf("mine")), content_b64: "eA==" };
    const text = `${BETWEEN}\ndef meanwhile(name, fd):\n    path = ${JSON.stringify(path)}\n    ${python}\n`;
    const reply = await patched("file_patch_atomic", { input, python: text, env: { HOME: world.home.path } });
    assertTrue(!reply.ok);
    assertEquals([reply.error.code, reply.error.detail], ["CONFLICT", "CONCURRENT_MODIFICATION"]);
    const now = await Deno.readTextFile(path).catch(() => null);
    assertTrue(now !== "x");
    assertEquals((await world.names()).filter((name) => name !== "file"), []);
  });
}

Deno.test("a directory that cannot be made durable after the renaming is told as a change in doubt", async () => {
  await using world = await World.open();
  const path = world.path();
  await Deno.writeTextFile(path, "mine");
  const input = { path, expected_digest: await digestOf(bytesOf("mine")), content_b64: "eA==" };
  const python = `
real = os.fsync
def fsync(fd):
    if stat.S_ISDIR(os.fstat(fd).st_mode):
        raise OSError(errno.EIO, "no")
    real(fd)
os.fsync = fsync
`;
  const reply = await patched("file_patch_atomic", { input, python, env: { HOME: world.home.path } });
  assertTrue(!reply.ok);
  assertEquals(reply.error.code, "AMBIGUOUS_OUTCOME");
  assertEquals([await Deno.readTextFile(path), await world.names()], ["x", ["file"]]);
});

Deno.test("a name as long as a name may be is replaced too, with and without nameless files", async () => {
  await using world = await World.open();
  const path = world.path("é".repeat(127));
  await Deno.writeTextFile(path, "mine");
  await world.patch(path, bytesOf("mine"), bytesOf("new"));
  const input = { path, expected_digest: await digestOf(bytesOf("new")), content_b64: "eA==" };
  const python = "nameless = lambda fd: None\n";
  const reply = await patched("file_patch_atomic", { input, python, env: { HOME: world.home.path } });
  assertTrue(reply.ok);
  assertEquals([await Deno.readTextFile(path), (await world.names()).length], ["x", 1]);
});

/** Puts a link in the directory's place and takes it away, over and over. */
const SWAPPER = `import os, sys
top, outside = sys.argv[1:]
os.chdir(top)
print("swapping", flush=True)
while True:
    os.rename("p", "q"); os.symlink(outside, "p"); os.unlink("p"); os.rename("q", "p")
`;

Deno.test("a directory that is swapped for a link over and over leads nowhere", async () => {
  await using world = await World.open();
  await using outside = await place();
  const inside = world.path("p");
  await Deno.mkdir(inside);
  let now = "mine";
  for (const directory of [inside, outside.path]) await Deno.writeTextFile(join(directory, "file"), now);
  const swapper = new Deno.Command("python3", {
    args: ["-c", SWAPPER, world.top.path, outside.path],
    stdout: "piped",
  }).spawn();
  const reader = swapper.stdout.getReader();
  await reader.read();
  const seen = new Set<string>();
  try {
    for (let round = 0; round < 200; round++) {
      const next = `round ${round}`;
      // Outside lies the very same content, so that a patch that went astray would succeed.
      await Deno.writeTextFile(join(outside.path, "file"), now);
      const told = await world.patch(join(inside, "file"), bytesOf(now), bytesOf(next))
        .then(({ status }) => status, ({ code }) => code);
      assertEquals([round, await Deno.readTextFile(join(outside.path, "file"))], [round, now]);
      if (told === "REPLACED") now = next;
      seen.add(told);
    }
  } finally {
    swapper.kill("SIGKILL");
    await swapper.status;
    await reader.cancel();
  }
  assertTrue(
    [...seen].every((told) => ["REPLACED", "VALIDATION_FAILED", "NOT_FOUND"].includes(told)),
    [...seen].join(),
  );
  assertTrue(seen.has("REPLACED"));
});
