import { createPrivate, ensurePrivateDirectory, replacePrivate } from "../../lib/core/file_writes.ts";
import { readPrivate } from "../../lib/core/files.ts";
import { assertEquals, assertFails, assertTrue } from "../assert.ts";
import { makeFifo, put, scratch } from "./files_parts.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const modeOf = async (path: string) => ((await Deno.lstat(path)).mode ?? 0) & 0o7777;

async function namesIn(path: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(path), ({ name }) => name)).toSorted();
}

Deno.test("a created file is whole, private, and leaves nothing beside it", async () => {
  await using dir = await scratch();
  createPrivate(`${dir.path}/key`, bytes("abc"));
  assertEquals(await Deno.readTextFile(`${dir.path}/key`), "abc");
  assertEquals(await modeOf(`${dir.path}/key`), 0o600);
  assertEquals(await namesIn(dir.path), ["key"]);
});

Deno.test("a create never touches what is there, be it a file, a link or a link to nothing", async () => {
  await using dir = await scratch();
  await put(`${dir.path}/file`, "old");
  await Deno.symlink(`${dir.path}/file`, `${dir.path}/link`);
  await Deno.symlink(`${dir.path}/nothing`, `${dir.path}/dangling`);
  for (const name of ["file", "link", "dangling"]) {
    await assertFails(() => createPrivate(`${dir.path}/${name}`, bytes("new")), "FILE_EXISTS");
  }
  assertEquals(await Deno.readTextFile(`${dir.path}/file`), "old");
  assertEquals(await namesIn(dir.path), ["dangling", "file", "link"]);
});

Deno.test("a replaced file has the new bytes, stays private, and leaves nothing beside it", async () => {
  await using dir = await scratch();
  const path = `${dir.path}/head`;
  replacePrivate(path, bytes("one"));
  replacePrivate(path, bytes("two"));
  assertEquals(await Deno.readTextFile(path), "two");
  assertEquals(await modeOf(path), 0o600);
  assertEquals(await namesIn(dir.path), ["head"]);
});

Deno.test("what a crash left of a replace is cleared away, and a link planted there is not written through", async () => {
  await using dir = await scratch();
  const victim = await put(`${dir.path}/victim`, "kept");
  await put(`${dir.path}/head.new`, "half");
  replacePrivate(`${dir.path}/head`, bytes("one"));
  await Deno.symlink(victim, `${dir.path}/head.new`);
  replacePrivate(`${dir.path}/head`, bytes("two"));
  assertEquals(await Deno.readTextFile(victim), "kept");
  assertEquals(await namesIn(dir.path), ["head", "victim"]);
});

Deno.test("a replace refuses what is no private file of ours", async () => {
  await using dir = await scratch();
  const file = await put(`${dir.path}/file`, "old", 0o644);
  await Deno.symlink(file, `${dir.path}/link`);
  await makeFifo(`${dir.path}/pipe`);
  await Deno.mkdir(`${dir.path}/directory`);
  for (const name of ["file", "link", "pipe", "directory"]) {
    await assertFails(() => replacePrivate(`${dir.path}/${name}`, bytes("new")), "FILE_UNSAFE");
  }
  assertEquals(await Deno.readTextFile(file), "old");
});

Deno.test("nothing is written into a directory that others may write to", async () => {
  await using dir = await scratch();
  await Deno.chmod(dir.path, 0o770);
  await assertFails(() => createPrivate(`${dir.path}/a`, bytes("x")), "FILE_UNSAFE");
  await assertFails(() => replacePrivate(`${dir.path}/a`, bytes("x")), "FILE_UNSAFE");
  await assertFails(() => ensurePrivateDirectory(dir.path), "FILE_UNSAFE");
  await assertFails(() => ensurePrivateDirectory(`${dir.path}/below`), "FILE_UNSAFE");
  assertEquals(await namesIn(dir.path), []);
});

Deno.test("a reader sees the old bytes or the new ones while a file is replaced", async () => {
  await using dir = await scratch();
  const path = `${dir.path}/head`;
  replacePrivate(path, bytes("0".repeat(2_000)));
  for (let turn = 1; turn < 100; turn++) {
    const reading = readPrivate(path, { maxBytes: 4_000 });
    replacePrivate(path, bytes(`${turn % 10}`.repeat(2_000)));
    const seen = new TextDecoder().decode(await reading);
    assertTrue(seen.length === 2_000 && new Set(seen).size === 1);
  }
});

Deno.test("what stands in a file's place is not replaced when the caller finds at the last moment that it must not be", async () => {
  await using dir = await scratch();
  const path = `${dir.path}/head`;
  replacePrivate(path, bytes("old"));
  const names: string[][] = [];
  const unless = () => {
    names.push([...Deno.readDirSync(dir.path)].map(({ name }) => name).sort());
    throw new Error("changed");
  };
  const error = await assertFails(() => replacePrivate(path, bytes("new"), { unless }), "FILE_UNWRITABLE");
  assertEquals(error.cause instanceof Error && error.cause.message, "changed");
  assertEquals(names, [["head", "head.new"]]);
  assertEquals([await Deno.readTextFile(path), await namesIn(dir.path)], ["old", ["head"]]);
  replacePrivate(path, bytes("new"), { unless() {} });
  assertEquals(await Deno.readTextFile(path), "new");
});

Deno.test("a private directory is made with its parents, and a good one is left alone", async () => {
  await using dir = await scratch();
  const path = `${dir.path}/state/gatehouse/keys`;
  ensurePrivateDirectory(path);
  ensurePrivateDirectory(path);
  for (const name of ["state", "state/gatehouse", "state/gatehouse/keys"]) {
    assertEquals(await modeOf(`${dir.path}/${name}`), 0o700);
  }
});

Deno.test("a link or a file in a directory's place is refused", async () => {
  await using dir = await scratch();
  await Deno.mkdir(`${dir.path}/real`, { mode: 0o700 });
  await Deno.symlink(`${dir.path}/real`, `${dir.path}/link`);
  await put(`${dir.path}/file`, "");
  for (const name of ["link", "link/below", "file", "file/below"]) {
    await assertFails(() => ensurePrivateDirectory(`${dir.path}/${name}`), "FILE_UNSAFE");
  }
  assertEquals(await namesIn(`${dir.path}/real`), []);
});
