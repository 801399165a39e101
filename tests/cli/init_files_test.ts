import { copiesOf, readOwn, replaceOwn } from "gatehouse/cli/init_files.ts";
import { shownDiff } from "gatehouse/cli/init_diff.ts";
import { placeOf } from "gatehouse/cli/init_place.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../assert.ts";

async function directory(): Promise<string> {
  return await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-files-" }));
}

async function names(path: string): Promise<readonly string[]> {
  return (await Array.fromAsync(Deno.readDir(path), ({ name }) => name)).sort();
}

Deno.test("a file that somebody changed meanwhile is not written over, and leaves no trace but itself", async () => {
  const path = await directory();
  await Deno.writeTextFile(`${path}/f`, "theirs");
  await assertFails(() => replaceOwn(`${path}/f`, { before: "as it was", after: "ours" }), "FILE_CHANGED");
  await assertFails(() => replaceOwn(`${path}/f`, { before: null, after: "ours" }), "FILE_CHANGED");
  await assertFails(() => replaceOwn(`${path}/g`, { before: "as it was", after: "ours" }), "FILE_CHANGED");
  assertEquals([await names(path), await Deno.readTextFile(`${path}/f`)], [["f"], "theirs"]);
});

Deno.test("a directory that has become a link meanwhile is not written through", async () => {
  const [home, outside] = await Promise.all([directory(), directory()]);
  await Deno.symlink(outside, `${home}/.cursor`);
  await Deno.writeTextFile(`${outside}/mcp.json`, "a");
  for (const [name, before] of [["mcp.json", "a"], ["new.json", null], ["new/mcp.json", null]] as const) {
    await assertFails(() => replaceOwn(`${home}/.cursor/${name}`, { before, after: "b" }), "FILE_CHANGED");
  }
  assertEquals(await Deno.readTextFile(`${outside}/mcp.json`), "a");
  assertEquals((await names(outside)).includes("mcp.json.gatehouse-backup-1"), false);
});

Deno.test("copies are numbered, the newest is told first, and none is written over", async () => {
  const path = `${await directory()}/f`;
  await Deno.writeTextFile(path, "1");
  await Deno.writeTextFile(`${path}.gatehouse-backup-1`, "mine");
  assertEquals(replaceOwn(path, { before: "1", after: "2" }), `${path}.gatehouse-backup-2`);
  assertEquals(replaceOwn(path, { before: "2", after: "3" }), `${path}.gatehouse-backup-3`);
  assertEquals(copiesOf(path), ["2", "1", "mine"]);
});

Deno.test("rights are those of the file, for the file and its copy alike; what is new is private", async () => {
  const path = await directory();
  for (const mode of [0o600, 0o640, 0o644, 0o400]) {
    const file = `${path}/${mode}`;
    await Deno.writeTextFile(file, "a");
    await Deno.chmod(file, mode);
    const copy = replaceOwn(file, { before: "a", after: "b" });
    const rights = async (name: string) => ((await Deno.stat(name)).mode ?? 0) & 0o777;
    assertEquals(await rights(file), mode);
    assertTrue(copy !== null);
    assertEquals(await rights(copy), mode === 0o400 ? 0o600 : mode);
  }
  assertEquals(replaceOwn(`${path}/below/new`, { before: null, after: "a" }), null);
  assertEquals(((await Deno.stat(`${path}/below/new`)).mode ?? 0) & 0o777, 0o600);
  assertEquals(await names(`${path}/below`), ["new"]);
});

Deno.test("a file that was made by us can be taken away, with a copy", async () => {
  const path = `${await directory()}/f`;
  await Deno.writeTextFile(path, "ours");
  const copy = replaceOwn(path, { before: "ours", after: null });
  assertEquals([readOwn(path), copy === null ? null : readOwn(copy)], [null, "ours"]);
});

Deno.test("what cannot be written leaves the file as it was", async () => {
  const path = await directory();
  await Deno.mkdir(`${path}/d`);
  await Deno.writeTextFile(`${path}/d/f`, "a");
  await Deno.writeTextFile(`${path}/no-directory`, "");
  await assertFails(
    () => replaceOwn(`${path}/no-directory/f`, { before: null, after: "b" }),
    "FILE_UNWRITABLE",
  );
  assertEquals(await names(path), ["d", "no-directory"]);
});

Deno.test("links are followed within the home directory, in any number up to sixteen, and not out of it", async () => {
  const home = await directory();
  const outside = await directory();
  const bounds = { home, uid: Deno.uid() };
  await Deno.writeTextFile(`${outside}/f`, "");
  await Deno.mkdir(`${home}/a/b`, { recursive: true });
  await Deno.symlink("../a/b", `${home}/a/up`);
  await Deno.symlink(`${home}/a`, `${home}/absolute`);
  await Deno.symlink(outside, `${home}/out`);
  await Deno.symlink("loop", `${home}/loop`);
  assertEquals(placeOf(`${home}/a/up/missing/f`, bounds), `${home}/a/b/missing/f`);
  assertEquals(placeOf(`${home}/absolute/./up/f`, bounds), `${home}/a/b/f`);
  assertEquals(placeOf(`${outside}/f`, bounds), `${outside}/f`, "without a link, anywhere");
  for (const name of ["out/f", "loop", "a/up/../../out/f"]) {
    await assertFails(() => placeOf(`${home}/${name}`, bounds), "FILE_UNSAFE");
  }
  await assertFails(() => placeOf(`${home}/a/up`, { home, uid: null }), "FILE_UNSAFE");
  const other = { home, uid: (Deno.uid() ?? 0) + 4_242 };
  if (Deno.uid() !== 0) await assertFails(() => placeOf(`${home}/a/up`, other), "FILE_UNSAFE");
});

Deno.test("a directory on the way that may not be looked into is told as that", async () => {
  // To the runtime, what lies in /proc is out of bounds with less than all rights; to an account, others' directories are.
  const where = Deno.build.os === "linux" ? "/proc/self/mcp.json" : "/var/root/mcp.json";
  await assertFails(() => placeOf(where, { home: "/proc", uid: Deno.uid() }), "FILE_UNREADABLE");
});

Deno.test("the diff of one long line shows where it changes, escapes what a terminal would act on, and masks secrets", () => {
  const secret = `ghp_${"a1B2".repeat(9)}`;
  const filler = `"${"x".repeat(2_000)}"`;
  const diff = shownDiff("/h/\u001b[31mf", {
    before: `[${filler},"${secret}",${filler},1]`,
    after: `[${filler},"${secret}",${filler},"ours\u202e",1]`,
  });
  assertIncludes(diff, "ours\\u{202e}");
  assertIncludes(diff, "+++ /h/\\u{1b}[31mf\n");
  assertEquals(diff.includes(secret), false);
  assertTrue(diff.split("\n").every((line) => line.length < 500));
});

Deno.test("the diff masks an argument behind a flag for a secret, in one line and in lines of its own", () => {
  for (const join of [", ", ",\n  "]) {
    const args = ["--api-key", "hunter2 hunter3", "--verbose", "4"].map((word) => JSON.stringify(word)).join(
      join,
    );
    const diff = shownDiff("/h/f", {
      before: `{"args": [\n  ${args}\n]}\n`,
      after: `{"args": [\n  ${args}\n], "b": 1}\n`,
    });
    assertEquals([diff.includes("hunter"), diff.includes("[redacted]"), diff.includes('"4"')], [
      false,
      true,
      true,
    ], diff);
  }
});
