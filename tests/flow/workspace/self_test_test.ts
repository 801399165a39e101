import { fileIo } from "../../../lib/flow/workspace/self_test.ts";
import { scratch } from "../../core/files_parts.ts";
import { namesBelow } from "../../core/parts/rooted.ts";
import { assertEquals } from "../../assert.ts";

/** Sees files in another way until disposed. */
function looking(see: (path: string | URL, real: typeof Deno.lstatSync) => Deno.FileInfo): Disposable {
  const real = Deno.lstatSync;
  Deno.lstatSync = (path) => see(path, real);
  return { [Symbol.dispose]: () => Deno.lstatSync = real };
}

/** Makes no links until disposed, as a process with limits. */
function withoutLinks(): Disposable {
  const real = Deno.symlinkSync;
  Deno.symlinkSync = () => {
    throw new Deno.errors.NotCapable("No");
  };
  return { [Symbol.dispose]: () => Deno.symlinkSync = real };
}

Deno.test("where links are seen the self-test passes, and leaves nothing behind", async () => {
  await using dir = await scratch();
  assertEquals(fileIo(dir.path), "posix-checked");
  assertEquals(namesBelow(dir.path), []);
});

Deno.test("where links look like what they lead to, file access is unavailable", async () => {
  await using dir = await scratch();
  using _ = looking((path, real) => {
    try {
      return Deno.statSync(path);
    } catch {
      return real(path);
    }
  });
  assertEquals(fileIo(dir.path), "unavailable");
  assertEquals(namesBelow(dir.path), []);
});

Deno.test("where all files look like the same one, file access is unavailable", async () => {
  await using dir = await scratch();
  using _ = looking((path, real) => ({ ...real(path), dev: 0, ino: null, nlink: null, isSymlink: false }));
  assertEquals(fileIo(dir.path), "unavailable");
});

Deno.test("where no links can be made, file access is unavailable: nothing is taken for granted", async () => {
  await using dir = await scratch();
  assertEquals(fileIo(`${dir.path}/nowhere`), "unavailable");
  using _ = withoutLinks();
  assertEquals(fileIo(dir.path), "unavailable");
});
