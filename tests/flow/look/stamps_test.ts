import { assertEquals } from "../../assert.ts";
import { Stamps } from "gatehouse/flow/look/stamps.ts";

const { signal } = new AbortController();
const everything = { isWatched: () => true, isWatchedNew: () => true, hides: true, signal };

async function workspace(files: readonly string[]) {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-stamps-" }));
  for (const path of files) await Deno.writeTextFile(`${root}/${path}`, "text\n");
  const bytes = (path: string) => {
    try {
      return Deno.readFileSync(`${root}/${path}`);
    } catch {
      return null;
    }
  };
  return {
    root,
    stale: () => null,
    bytes,
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

Deno.test("what nobody touched is not among what was touched", async () => {
  await using place = await workspace(["a", "b"]);
  const stamps = await Stamps.take(place, signal);
  assertEquals(await stamps.touched(everything), []);
});

Deno.test("a file of the same length with its old time put back was touched, as are one that is gone and a new one", async () => {
  await using place = await workspace(["changed", "gone", "kept", "mode"]);
  const { mtime, ctime } = await Deno.lstat(`${place.root}/changed`);
  const stamps = await Stamps.take(place, signal);
  // The clock for files stands still for some milliseconds.
  do {
    await Deno.writeTextFile(`${place.root}/changed`, "tixt\n");
    await Deno.utime(`${place.root}/changed`, mtime ?? 0, mtime ?? 0);
  } while ((await Deno.lstat(`${place.root}/changed`)).ctime?.getTime() === ctime?.getTime());
  await Deno.remove(`${place.root}/gone`);
  await Deno.chmod(`${place.root}/mode`, 0o700);
  await Deno.writeTextFile(`${place.root}/new`, "");
  assertEquals(await stamps.touched(everything), ["changed", "gone", "mode", "new"]);
  const none = { ...everything, isWatched: () => false, isWatchedNew: () => false };
  assertEquals(await stamps.touched(none), []);
});

Deno.test("what is hidden is not looked at, unless that is asked for", async () => {
  await using place = await workspace(["a"]);
  await Deno.writeTextFile(`${place.root}/.gitignore`, "*.log\n");
  const stamps = await Stamps.take(place, signal);
  await Deno.writeTextFile(`${place.root}/new.log`, "");
  assertEquals(await stamps.touched(everything), []);
  assertEquals(await stamps.touched({ ...everything, hides: false }), ["new.log"]);
});

Deno.test("a link in a file's place is another file", async () => {
  await using place = await workspace(["a", "b"]);
  const stamps = await Stamps.take(place, signal);
  await Deno.remove(`${place.root}/a`);
  await Deno.symlink("b", `${place.root}/a`);
  assertEquals(await stamps.touched(everything), ["a"]);
});
