import { ToolError } from "../../lib/core/errors.ts";
import { checkFile } from "../../lib/core/file_checks.ts";
import { identifyPrivate, readPrivate, readTrusted } from "../../lib/core/files.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../assert.ts";
import { beforeOpen, makeFifo, put, scratch, swapping } from "./files_parts.ts";

const LIMIT = { maxBytes: 64 };
const isRoot = Deno.uid() === 0;

async function textOf(path: string): Promise<string> {
  return new TextDecoder().decode(await readPrivate(path, LIMIT));
}

Deno.test("a private file of ours is read", async () => {
  await using dir = await scratch();
  assertEquals(await textOf(await put(`${dir.path}/token`, "abc")), "abc");
  assertEquals(await textOf(await put(`${dir.path}/read-only`, "abc", 0o400)), "abc");
  assertEquals(await textOf(await put(`${dir.path}/empty`, "")), "");
  assertEquals(await textOf(`${dir.path}/./x/../token`), "abc");
});

Deno.test("a relative path is taken from the working directory", async () => {
  const error = await assertFails(() => readPrivate("no-such-file-here", LIMIT), "FILE_MISSING");
  assertIncludes(error.message, "no-such-file-here");
});

Deno.test("a link is refused, to a file, to nothing, or in place of a directory above", async () => {
  await using dir = await scratch();
  await Deno.mkdir(`${dir.path}/real`);
  const real = await put(`${dir.path}/real/token`, "abc");
  await Deno.symlink(real, `${dir.path}/link`);
  await Deno.symlink(`${dir.path}/nothing`, `${dir.path}/dangling`);
  await Deno.symlink(`${dir.path}/real`, `${dir.path}/parent`);
  for (const path of ["link", "dangling", "parent/token"]) {
    for (const read of [readPrivate, readTrusted]) {
      const error = await assertFails(() => read(`${dir.path}/${path}`, LIMIT), "FILE_UNSAFE");
      assertIncludes(error.message, "is a link");
      assertIncludes(error.message, `${dir.path}/${path}`);
    }
  }
});

Deno.test("what is no regular file is refused without being opened", async () => {
  await using dir = await scratch();
  await Deno.mkdir(`${dir.path}/directory`, { mode: 0o700 });
  await makeFifo(`${dir.path}/pipe`);
  using _ = beforeOpen(() => {
    throw new Error("Opened");
  });
  for (const [name, kind] of [["directory", "a directory"], ["pipe", "a named pipe"]]) {
    const error = await assertFails(() => readPrivate(`${dir.path}/${name}`, LIMIT), "FILE_UNSAFE");
    assertIncludes(error.message, `it is ${kind}`);
  }
  // Deno itself keeps /dev closed without -A, so the device is made up of what lstat says of one.
  const device = { ...await Deno.lstat(`${dir.path}/pipe`), isFifo: false, isCharDevice: true };
  const refuse = () => checkFile("/dev/x", device, { demands: { private: true } });
  assertIncludes((await assertFails(refuse, "FILE_UNSAFE")).message, "it is a device");
  await assertFails(() => readTrusted("/dev/null", LIMIT), "FILE_UNREADABLE");
  const under = await put(`${dir.path}/file`, "abc");
  assertIncludes((await assertFails(() => textOf(`${under}/token`), "FILE_UNSAFE")).message, "no directory");
});

Deno.test("a private file that gives group or others any right is refused, and the next step mends it", async () => {
  await using dir = await scratch();
  for (const mode of [0o640, 0o620, 0o610, 0o604, 0o602, 0o601, 0o777]) {
    const path = await put(`${dir.path}/token`, "abc", mode);
    const error = await assertFails(() => readPrivate(path, LIMIT), "FILE_UNSAFE");
    assertTrue(error instanceof ToolError && error.next === `Run chmod go= ${path}`);
  }
});

Deno.test("a trusted file may be read by others, not written", async () => {
  await using dir = await scratch();
  const path = await put(`${dir.path}/config`, "a = 1", 0o644);
  assertEquals((await readTrusted(path, LIMIT)).byteLength, 5);
  for (const mode of [0o664, 0o646]) {
    await Deno.chmod(path, mode);
    await assertFails(() => readTrusted(path, LIMIT), "FILE_UNSAFE");
  }
});

Deno.test("a directory above that others may write to is refused, unless it is sticky", async () => {
  await using dir = await scratch();
  await Deno.mkdir(`${dir.path}/open`);
  const path = await put(`${dir.path}/open/token`, "abc");
  for (const mode of [0o770, 0o707, 0o777]) {
    await Deno.chmod(`${dir.path}/open`, mode);
    await assertFails(() => readPrivate(path, LIMIT), "FILE_UNSAFE");
  }
  await assertFails(() => readTrusted(path, LIMIT), "FILE_UNSAFE");
  await Deno.chmod(`${dir.path}/open`, 0o1777);
  assertEquals(await textOf(path), "abc");
});

Deno.test("another's file, or one in another's directory, is refused", async () => {
  // Only root can give a file away; to everybody else root's own files are another's.
  if (!isRoot) {
    const error = await assertFails(() => readPrivate("/etc/passwd", { maxBytes: 1 << 20 }), "FILE_UNSAFE");
    return assertIncludes(error.message, "it belongs to user 0");
  }
  await using dir = await scratch();
  const path = await put(`${dir.path}/token`, "abc");
  await Deno.chown(path, 1234, null);
  assertIncludes((await assertFails(() => readPrivate(path, LIMIT), "FILE_UNSAFE")).message, "user 1234");
  await Deno.chown(path, 0, null);
  await Deno.chown(dir.path, 1234, null);
  assertIncludes((await assertFails(() => readPrivate(path, LIMIT), "FILE_UNSAFE")).message, "user 1234");
  await Deno.chown(dir.path, 0, null);
  assertEquals(await textOf(path), "abc");
});

Deno.test("a file of exactly the bound is read, one byte more is refused", async () => {
  await using dir = await scratch();
  assertEquals((await textOf(await put(`${dir.path}/full`, "x".repeat(64)))).length, 64);
  const error = await assertFails(
    async () => await textOf(await put(`${dir.path}/more`, "x".repeat(65))),
    "FILE_UNSAFE",
  );
  assertIncludes(error.message, "65 bytes");
});

Deno.test("a missing file is told from an unsafe one", async () => {
  await using dir = await scratch();
  await assertFails(() => readPrivate(`${dir.path}/token`, LIMIT), "FILE_MISSING");
  await assertFails(() => readPrivate(`${dir.path}/no/token`, LIMIT), "FILE_MISSING");
  await assertFails(() => identifyPrivate(`${dir.path}/token`), "FILE_MISSING");
});

Deno.test("a control character in a path does not reach the message", async () => {
  await using dir = await scratch();
  const error = await assertFails(() => readPrivate(`${dir.path}/a\n\u001b[2Jb`, LIMIT), "FILE_MISSING");
  assertIncludes(error.message, "a\\u{a}\\u{1b}[2Jb");
});

Deno.test("a link that takes the file's place between inspection and open is not followed", async () => {
  await using dir = await scratch();
  const secret = await put(`${dir.path}/secret`, "SECRET");
  const path = await put(`${dir.path}/token`, "abc");
  using _ = beforeOpen(() => {
    Deno.removeSync(path);
    Deno.symlinkSync(secret, path);
  });
  await assertFails(() => readPrivate(path, LIMIT), "FILE_UNSAFE");
});

Deno.test("a directory above that becomes a link between inspection and open is not followed", async () => {
  await using dir = await scratch();
  await Deno.mkdir(`${dir.path}/theirs`);
  await Deno.mkdir(`${dir.path}/ours`);
  await put(`${dir.path}/theirs/token`, "SECRET");
  const path = await put(`${dir.path}/ours/token`, "abc");
  using _ = beforeOpen(() => {
    Deno.renameSync(`${dir.path}/ours`, `${dir.path}/moved`);
    Deno.symlinkSync(`${dir.path}/theirs`, `${dir.path}/ours`);
  });
  await assertFails(() => readPrivate(path, LIMIT), "FILE_UNSAFE");
});

Deno.test("an honest writer's atomic replace in that moment is read, not refused", async () => {
  await using dir = await scratch();
  const path = await put(`${dir.path}/head`, "old");
  await put(`${dir.path}/new`, "new");
  using _ = beforeOpen(() => Deno.renameSync(`${dir.path}/new`, path));
  assertEquals(await textOf(path), "new");
});

Deno.test("a file that is opened to others in that moment is refused", async () => {
  await using dir = await scratch();
  const path = await put(`${dir.path}/token`, "abc");
  using _ = beforeOpen(() => Deno.chmodSync(path, 0o644));
  await assertFails(() => readPrivate(path, LIMIT), "FILE_UNSAFE");
});

Deno.test("a file that vanishes in that moment is missing", async () => {
  await using dir = await scratch();
  const path = await put(`${dir.path}/token`, "abc");
  using _ = beforeOpen(() => Deno.removeSync(path));
  await assertFails(() => readPrivate(path, LIMIT), "FILE_MISSING");
});

Deno.test("a pipe that takes the file's place in that moment does not hang the call", async () => {
  await using dir = await scratch();
  const pipe = await makeFifo(`${dir.path}/pipe`);
  const path = await put(`${dir.path}/token`, "abc");
  using _ = beforeOpen(() => Deno.renameSync(pipe, path));
  const error = await assertFails(() => readPrivate(path, LIMIT), "FILE_UNSAFE");
  assertIncludes(error.message, "as a named pipe would");
  // Lets the thread go that still waits in open(2).
  (await Deno.open(path, { read: true, write: true })).close();
});

Deno.test("while another process swaps file and link 2,000 opens never give the link's bytes", async () => {
  await using dir = await scratch();
  const secret = await put(`${dir.path}/secret`, "SECRET");
  const file = await put(`${dir.path}/file`, "abc");
  const path = `${dir.path}/token`;
  await using _ = await swapping(path, { file, target: secret });
  let reads = 0;
  for (let turn = 0; turn < 2_000; turn++) {
    try {
      assertEquals(await textOf(path), "abc");
      reads++;
    } catch (error) {
      assertTrue(error instanceof ToolError && error.code === "FILE_UNSAFE", String(error));
    }
  }
  // Both must have been met, or nothing was swapped.
  assertTrue(reads > 0 && reads < 2_000, `${reads} reads`);
});
