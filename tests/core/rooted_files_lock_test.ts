import { holdInside } from "../../lib/core/rooted_files_lock.ts";
import { assertEquals, assertFails, assertTrue } from "../assert.ts";
import { put, scratch } from "./files_parts.ts";
import { infoAt } from "./parts/rooted.ts";

Deno.test("a lock is held by one at a time, and free again when it is let go", async () => {
  await using dir = await scratch();
  const first = holdInside(dir.path, "lock");
  assertTrue(first !== null);
  assertEquals(holdInside(dir.path, "lock"), null);
  using other = holdInside(dir.path, "other");
  assertTrue(other !== null);
  first[Symbol.dispose]();
  using second = holdInside(dir.path, "lock");
  assertTrue(second !== null);
  assertEquals((infoAt(`${dir.path}/lock`)?.mode ?? 0) & 0o777, 0o600);
});

Deno.test("a lock that another process holds is free when that one is killed", async () => {
  await using dir = await scratch();
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      "--no-lock",
      `using file = Deno.openSync(${JSON.stringify(`${dir.path}/lock`)}, { write: true, create: true });
       file.lockSync(true); console.log("held"); for await (const _ of Deno.stdin.readable);`,
    ],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  assertEquals(holdInside(dir.path, "lock"), null);
  child.kill("SIGKILL");
  await Promise.all([child.status, reader.cancel(), child.stdin.close().catch(() => {})]);
  using held = holdInside(dir.path, "lock");
  assertTrue(held !== null);
});

Deno.test("a link in the lock's place is refused, and what it leads to is left alone", async () => {
  await using dir = await scratch();
  await put(`${dir.path}/file`, "x");
  await Deno.symlink("file", `${dir.path}/lock`);
  await assertFails(() => holdInside(dir.path, "lock"), "PATH_UNSAFE");
  assertEquals(await Deno.readTextFile(`${dir.path}/file`), "x");
});

Deno.test("a lock whose file is replaced while it is taken is not held: another may hold the new one", async () => {
  await using dir = await scratch();
  using _ = replacing(`${dir.path}/lock`);
  assertEquals(holdInside(dir.path, "lock"), null);
});

/** Puts another file in the place of one as soon as somebody takes a lock, until disposed. */
function replacing(path: string): Disposable {
  const real = Deno.FsFile.prototype.tryLockSync;
  Deno.FsFile.prototype.tryLockSync = function (exclusive) {
    Deno.writeTextFileSync(`${path}.new`, "");
    Deno.renameSync(`${path}.new`, path);
    return real.call(this, exclusive);
  };
  return { [Symbol.dispose]: () => Deno.FsFile.prototype.tryLockSync = real };
}
