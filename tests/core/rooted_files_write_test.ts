import fs from "node:fs";
import {
  makeDirectoryInside,
  missingDirectories,
  removeDirectoryInside,
  removeInside,
  writeInside,
} from "../../lib/core/rooted_files_write.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../assert.ts";
import { makeFifo, put, scratch } from "./files_parts.ts";
import { before, infoAt, markAt, namesBelow, rootSwapping, textAt } from "./parts/rooted.ts";

const TEMPORARY = ".flow-write-";

/** Writes over what stands there now. */
function write(base: string, relative: string, text: string, mode?: number): void {
  writeInside(base, relative, {
    bytes: new TextEncoder().encode(text),
    root: markAt(base),
    before: infoAt(`${base}/${relative}`),
    temporary: TEMPORARY,
    ...(mode === undefined ? {} : { mode }),
  });
}

function modeOf(path: string): string {
  return ((Deno.lstatSync(path).mode ?? 0) & 0o7777).toString(8);
}

Deno.test("a file that is written over keeps its permission bits, and none of the others", async () => {
  await using dir = await scratch();
  for (const mode of [0o600, 0o664, 0o755, 0o444, 0o4755]) {
    await put(`${dir.path}/a`, "old", mode);
    write(dir.path, "a", "new");
    assertEquals([textAt(`${dir.path}/a`), modeOf(`${dir.path}/a`)], [
      "new",
      (mode & 0o777).toString(8),
    ]);
  }
  assertEquals(namesBelow(dir.path), ["a"]);
});

Deno.test("a new file has mode 0644 as far as the umask lets it, and the mode that is asked for exactly", async () => {
  await using dir = await scratch();
  const umask = Deno.umask();
  try {
    for (const [mask, mode] of [[0o022, "644"], [0o077, "600"], [0, "644"]] as const) {
      Deno.umask(mask);
      write(dir.path, `new${mask}`, "x");
      write(dir.path, `asked${mask}`, "x", 0o666);
      assertEquals([modeOf(`${dir.path}/new${mask}`), modeOf(`${dir.path}/asked${mask}`)], [mode, "666"]);
    }
  } finally {
    Deno.umask(umask);
  }
});

Deno.test("an empty file and one of a megabyte are written whole", async () => {
  await using dir = await scratch();
  for (const text of ["", "é".repeat(500_000)]) {
    write(dir.path, "a", text);
    assertEquals(textAt(`${dir.path}/a`), text);
  }
});

Deno.test("links, second names, pipes and directories are not written over, nor is anything below a link", async () => {
  await using dir = await scratch();
  const root = `${dir.path}/root`;
  await Deno.mkdir(`${root}/real`, { recursive: true });
  await put(`${dir.path}/outside`, "outside");
  await put(`${root}/real/a`, "inside");
  await put(`${root}/one`, "one");
  await Deno.link(`${root}/one`, `${root}/two`);
  await Deno.symlink(`${dir.path}/outside`, `${root}/link`);
  await Deno.symlink("real/a", `${root}/inner`);
  await Deno.symlink("nothing", `${root}/dangling`);
  await Deno.symlink("real", `${root}/linked`);
  await makeFifo(`${root}/pipe`);
  const names = namesBelow(root);
  for (
    const relative of ["link", "inner", "dangling", "one", "two", "linked/a", "linked/new", "pipe", "real"]
  ) {
    const error = await assertFails(() => write(root, relative, "new"), "PATH_UNSAFE");
    assertTrue(/is a link|2 names|no regular file/.test(error.message), error.message);
  }
  assertEquals(namesBelow(root), names);
  assertEquals(textAt(`${dir.path}/outside`), "outside");
  assertEquals(textAt(`${root}/real/a`), "inside");
});

Deno.test("where a directory is missing nothing is written, and a file in a directory's place is told", async () => {
  await using dir = await scratch();
  await put(`${dir.path}/file`, "x");
  await assertFails(() => write(dir.path, "a/b", "new"), "MISSING");
  await assertFails(() => write(dir.path, "file/b", "new"), "PATH_UNSAFE");
  await assertFails(() => write(dir.path, "../b", "new"), "PATH_UNSAFE");
  assertEquals(missingDirectories(dir.path, "a/b/c"), ["a", "a/b"]);
  await assertFails(() => missingDirectories(dir.path, "file/b/c"), "PATH_UNSAFE");
  const root = markAt(dir.path);
  makeDirectoryInside(dir.path, "a", { root });
  makeDirectoryInside(dir.path, "a", { root });
  makeDirectoryInside(dir.path, "a/b", { root });
  assertEquals(missingDirectories(dir.path, "a/b/c"), []);
  await assertFails(() => makeDirectoryInside(dir.path, "file", { root }), "FILE_CHANGED");
  write(dir.path, "a/b/c", "new");
  assertEquals(removeDirectoryInside(dir.path, "a/b", { root }), false);
  removeInside(dir.path, "a/b/c", { root, before: infoAt(`${dir.path}/a/b/c`) });
  assertEquals([removeDirectoryInside(dir.path, "a/b", { root }), infoAt(`${dir.path}/a/b`)], [true, null]);
});

Deno.test("what is not what was seen is neither written over nor removed", async () => {
  await using dir = await scratch();
  const root = markAt(dir.path);
  const path = `${dir.path}/a`;
  const bytes = new TextEncoder().encode("new");
  const acts: readonly (() => void)[] = [
    () => Deno.writeTextFileSync(path, "longer than before"),
    () => Deno.renameSync(`${dir.path}/other`, path),
    () => Deno.chmodSync(path, 0o640),
    () => Deno.linkSync(path, `${dir.path}/second`),
    () => {
      Deno.writeTextFileSync(path, "longer than before");
      Deno.utimeSync(path, 1_000, 1_000);
    },
    () => Deno.removeSync(path),
  ];
  for (const act of acts) {
    for (const name of ["a", "second"]) await Deno.remove(`${dir.path}/${name}`).catch(() => {});
    await put(path, "old");
    await put(`${dir.path}/other`, "old");
    await Deno.utime(path, 1_000, 1_000);
    const seen = infoAt(path);
    act();
    const now = infoAt(path)?.ino;
    const ground = { root, before: seen };
    await assertFails(
      () => writeInside(dir.path, "a", { ...ground, bytes, temporary: TEMPORARY }),
      "FILE_CHANGED",
    );
    await assertFails(() => removeInside(dir.path, "a", ground), "FILE_CHANGED");
    assertEquals(infoAt(path)?.ino, now);
  }
  await put(path, "came meanwhile");
  await assertFails(
    () => writeInside(dir.path, "a", { root, before: null, bytes, temporary: TEMPORARY }),
    "FILE_CHANGED",
  );
  await assertFails(() => removeInside(dir.path, "a", { root, before: null }), "FILE_CHANGED");
  assertEquals(textAt(path), "came meanwhile");
});

Deno.test("another directory in the root's place is left alone", async () => {
  await using dir = await scratch();
  const base = `${dir.path}/base`;
  await Deno.mkdir(base);
  const root = markAt(base);
  await Deno.rename(base, `${dir.path}/old`);
  await Deno.mkdir(base);
  const ground = { root, before: null };
  await assertFails(
    () => writeInside(base, "a", { ...ground, bytes: new Uint8Array(1), temporary: TEMPORARY }),
    "FILE_CHANGED",
  );
  await assertFails(() => makeDirectoryInside(base, "a", { root }), "FILE_CHANGED");
  await assertFails(() => removeInside(base, "a", ground), "FILE_CHANGED");
  assertEquals([namesBelow(base), namesBelow(`${dir.path}/old`)], [[], []]);
});

for (const step of ["openSync", "fsyncSync"] as const) {
  Deno.test(`a directory that becomes a link just before ${step} gets no content and loses no file`, async () => {
    await using dir = await scratch();
    await Deno.mkdir(`${dir.path}/base/sub`, { recursive: true });
    await Deno.mkdir(`${dir.path}/outside`);
    await put(`${dir.path}/base/sub/a`, "old");
    await put(`${dir.path}/outside/a`, "outside");
    using _ = before(step, () => {
      Deno.renameSync(`${dir.path}/base/sub`, `${dir.path}/base/old`);
      Deno.symlinkSync(`${dir.path}/outside`, `${dir.path}/base/sub`);
    });
    await assertFails(() => write(`${dir.path}/base`, "sub/a", "new"), "FILE_CHANGED");
    assertEquals(textAt(`${dir.path}/outside/a`), "outside");
    assertEquals(textAt(`${dir.path}/base/old/a`), "old");
    assertEquals(namesBelow(`${dir.path}/outside`), ["a"]);
  });

  Deno.test(`a root that is replaced just before ${step} gets nothing`, async () => {
    await using dir = await scratch();
    const base = `${dir.path}/base`;
    await Deno.mkdir(base);
    await put(`${base}/a`, "old");
    using _ = before(step, () => {
      Deno.renameSync(base, `${dir.path}/old`);
      Deno.mkdirSync(base);
      Deno.writeTextFileSync(`${base}/a`, "other");
    });
    await assertFails(() => write(base, "a", "new"), "FILE_CHANGED");
    assertEquals([namesBelow(base), textAt(`${base}/a`)], [["a"], "other"]);
    assertEquals(textAt(`${dir.path}/old/a`), "old");
  });

  Deno.test(`a file that becomes a link just before ${step} is told, and what it leads to is left alone`, async () => {
    await using dir = await scratch();
    await put(`${dir.path}/outside`, "outside");
    await Deno.mkdir(`${dir.path}/base`);
    await put(`${dir.path}/base/a`, "old");
    using _ = before(step, () => {
      Deno.removeSync(`${dir.path}/base/a`);
      Deno.symlinkSync(`${dir.path}/outside`, `${dir.path}/base/a`);
    });
    await assertFails(() => write(`${dir.path}/base`, "a", "new"), "PATH_UNSAFE");
    assertEquals(textAt(`${dir.path}/outside`), "outside");
    assertEquals(namesBelow(`${dir.path}/base`), ["a"]);
  });
}

Deno.test("not one byte is written before the place is known to be the right one", async () => {
  await using dir = await scratch();
  await Deno.mkdir(`${dir.path}/base/sub`, { recursive: true });
  await Deno.mkdir(`${dir.path}/outside`);
  using _swap = before("openSync", () => {
    Deno.renameSync(`${dir.path}/base/sub`, `${dir.path}/base/old`);
    Deno.symlinkSync(`${dir.path}/outside`, `${dir.path}/base/sub`);
  });
  using _write = before("writeSync", () => {
    throw new Error("Written");
  });
  await assertFails(() => write(`${dir.path}/base`, "sub/a", "new"), "FILE_CHANGED");
});

Deno.test("a directory that is moved away with the new file in it is told", async () => {
  await using dir = await scratch();
  await Deno.mkdir(`${dir.path}/sub`);
  using _ = afterRename(() => {
    Deno.removeSync(`${dir.path}/sub`, { recursive: true });
    Deno.mkdirSync(`${dir.path}/other`);
    Deno.writeTextFileSync(`${dir.path}/other/a`, "other");
    Deno.renameSync(`${dir.path}/other`, `${dir.path}/sub`);
  });
  await assertFails(() => write(dir.path, "sub/a", "new"), "FILE_CHANGED");
});

/** Runs `act` just after the next rename. */
function afterRename(act: () => void): Disposable {
  const real = Deno.renameSync;
  Deno.renameSync = (from, to) => {
    Deno.renameSync = real;
    real(from, to);
    act();
  };
  return { [Symbol.dispose]: () => Deno.renameSync = real };
}

Deno.test("when a write fails the old bytes are in place, and no temporary file", async () => {
  for (const step of ["writeSync", "fchmodSync", "fsyncSync"] as const) {
    await using dir = await scratch();
    await put(`${dir.path}/a`, "old", 0o640);
    using _ = before(step, () => {
      throw Object.assign(new Error("No space left on device"), { code: "ENOSPC" });
    });
    const error = await assertFails(() => write(dir.path, "a", "new"), "FILE_UNWRITABLE");
    assertIncludes(error.message, "Could not write a (ENOSPC)");
    assertEquals([namesBelow(dir.path), textAt(`${dir.path}/a`)], [["a"], "old"]);
  }
});

Deno.test("what the system writes only in parts is written whole", async () => {
  await using dir = await scratch();
  const real = fs.writeSync;
  using _ = before("writeSync", () => {
    fs.writeSync = ((fd: number, bytes: Uint8Array, at: number) =>
      real(fd, bytes, at, Math.min(3, bytes.byteLength - at), null)) as typeof fs.writeSync;
  });
  write(dir.path, "a", "a text of some length");
  assertEquals(textAt(`${dir.path}/a`), "a text of some length");
});

Deno.test("links swapped in a loop, for a file and a directory above it, never let a write out", async () => {
  await using dir = await scratch();
  const base = `${dir.path}/base`;
  const outside = `${dir.path}/outside`;
  await Deno.mkdir(`${base}/sub`, { recursive: true });
  await Deno.mkdir(outside);
  await put(`${base}/sub/file`, "abc");
  await put(`${outside}/file`, "secret");
  await using _ = await rootSwapping(base, outside);
  for (const relative of ["file", "sub/file"]) {
    const outcomes = new Map<string, number>();
    for (let at = 0; at < 300 || !outcomes.has("written") || outcomes.size < 2; at++) {
      let outcome = "written";
      try {
        write(base, relative, "new");
      } catch (error) {
        outcome = error instanceof Error && "code" in error ? `${error.code}` : String(error);
      }
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      assertEquals(textAt(`${outside}/file`), "secret");
    }
    const known = ["written", "FILE_CHANGED", "PATH_UNSAFE", "MISSING", "FILE_UNWRITABLE"];
    assertEquals([...outcomes.keys()].filter((outcome) => !known.includes(outcome)), []);
  }
  const stray = namesBelow(outside).filter((name) => name !== "file");
  assertEquals(stray.filter((name) => (infoAt(`${outside}/${name}`)?.size ?? 0) > 0), []);
});
