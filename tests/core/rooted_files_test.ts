import { DirectoryView, inspectInside, readInside } from "../../lib/core/rooted_files.ts";
import { openAtOnce } from "../../lib/core/rooted_files_open.ts";
import { FileProblem } from "../../lib/core/rooted_files_walk.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../assert.ts";
import { makeFifo, put, scratch } from "./files_parts.ts";
import { before, rootSwapping } from "./parts/rooted.ts";

const LIMIT = { maxBytes: 64 };

function textOf(base: string, relative: string): string {
  return new TextDecoder().decode(readInside(base, relative, LIMIT));
}

/** Runs `act` once, at the moment between inspection and open. */
function beforeOpen(act: () => void): Disposable {
  const open = Deno.openSync;
  let isDone = false;
  Deno.openSync = (...args) => {
    if (!isDone) act();
    isDone = true;
    return open(...args);
  };
  return {
    [Symbol.dispose]() {
      Deno.openSync = open;
    },
  };
}

Deno.test("a file below the directory is read whole, up to the bound and no further", async () => {
  await using dir = await scratch();
  await Deno.mkdir(`${dir.path}/a/b`, { recursive: true });
  await put(`${dir.path}/a/b/full`, "x".repeat(64));
  await put(`${dir.path}/a/b/more`, "x".repeat(65));
  await put(`${dir.path}/empty`, "");
  assertEquals(textOf(dir.path, "a/b/full").length, 64);
  assertEquals(textOf(dir.path, "empty"), "");
  const error = await assertFails(() => readInside(dir.path, "a/b/more", LIMIT), "TOO_LARGE");
  assertIncludes(error.message, "a/b/more has 65 bytes, more than 64");
});

Deno.test("a path that leaves the directory or is no plain path is refused unread", async () => {
  await using dir = await scratch();
  await put(`${dir.path}/a`, "abc");
  for (const relative of ["../a", "./a", "a/", "/a", "x/../a", "a//b", "a\0b", ".."]) {
    await assertFails(() => readInside(dir.path, relative, LIMIT), "PATH_UNSAFE");
    await assertFails(() => new DirectoryView(dir.path).list(relative), "PATH_UNSAFE");
    await assertFails(() => inspectInside(dir.path, relative), "PATH_UNSAFE");
  }
});

Deno.test("what is missing is told apart from what must not be read", async () => {
  await using dir = await scratch();
  await put(`${dir.path}/a`, "abc");
  for (const relative of ["b", "b/c", "a/c"]) {
    await assertFails(() => readInside(dir.path, relative, LIMIT), "MISSING");
    await assertFails(() => new DirectoryView(dir.path).list(relative), "MISSING");
  }
  await assertFails(() => readInside(`${dir.path}/gone`, "a", LIMIT), "MISSING");
  await assertFails(() => new DirectoryView(dir.path).list("a"), "PATH_UNSAFE");
  await assertFails(() => readInside(dir.path, "", LIMIT), "PATH_UNSAFE");
});

Deno.test("a link is refused in every place from the directory down", async () => {
  await using dir = await scratch();
  await Deno.mkdir(`${dir.path}/real`);
  await put(`${dir.path}/real/a`, "abc");
  await Deno.symlink(`${dir.path}/real/a`, `${dir.path}/link`);
  await Deno.symlink(`${dir.path}/real`, `${dir.path}/parent`);
  await Deno.symlink(`${dir.path}/nothing`, `${dir.path}/dangling`);
  await Deno.symlink(`${dir.path}/loop`, `${dir.path}/loop`);
  for (const relative of ["link", "parent/a", "dangling", "loop", "loop/a"]) {
    const error = await assertFails(() => readInside(dir.path, relative, LIMIT), "PATH_UNSAFE");
    assertIncludes(error.message, "is a link");
  }
  await assertFails(() => new DirectoryView(dir.path).list("parent"), "PATH_UNSAFE");
  await assertFails(() => readInside(`${dir.path}/parent`, "a", LIMIT), "PATH_UNSAFE");
});

Deno.test("a file with a second name is refused", async () => {
  await using dir = await scratch();
  await put(`${dir.path}/a`, "abc");
  await Deno.link(`${dir.path}/a`, `${dir.path}/b`);
  const error = await assertFails(() => readInside(dir.path, "a", LIMIT), "PATH_UNSAFE");
  assertIncludes(error.message, "2 names");
});

Deno.test("a named pipe and a directory are refused without being opened", async () => {
  await using dir = await scratch();
  await makeFifo(`${dir.path}/pipe`);
  await Deno.mkdir(`${dir.path}/directory`);
  using _ = beforeOpen(() => {
    throw new Error("Opened");
  });
  for (const name of ["pipe", "directory"]) {
    const error = await assertFails(() => readInside(dir.path, name, LIMIT), "PATH_UNSAFE");
    assertIncludes(error.message, "no regular file");
  }
});

Deno.test("what may not be read is a problem of its own", async () => {
  await using dir = await scratch();
  await put(`${dir.path}/a`, "abc");
  using _ = beforeOpen(() => {
    throw new Deno.errors.PermissionDenied("No");
  });
  await assertFails(() => readInside(dir.path, "a", LIMIT), "READ");
});

Deno.test("a directory's entries are listed by code unit, with their kinds, up to the bound", async () => {
  await using dir = await scratch();
  await put(`${dir.path}/b`, "");
  await put(`${dir.path}/B`, "");
  await put(`${dir.path}/é`, "");
  await Deno.mkdir(`${dir.path}/a`);
  await Deno.symlink("b", `${dir.path}/c`);
  await makeFifo(`${dir.path}/d`);
  assertEquals(new DirectoryView(dir.path).list("").map(({ name, kind }) => `${name} ${kind}`), [
    "B file",
    "a directory",
    "b file",
    "c link",
    "d other",
    "é file",
  ]);
  assertEquals(new DirectoryView(dir.path).list("", { maxEntries: 6 }).length, 6);
  await assertFails(() => new DirectoryView(dir.path).list("", { maxEntries: 5 }), "TOO_LARGE");
});

Deno.test("a file that is replaced, removed or turned into a link before it is opened is reported as changed", async () => {
  await using dir = await scratch();
  const path = `${dir.path}/a`;
  await put(`${dir.path}/other`, "secret");
  const acts: readonly (() => void)[] = [
    () => Deno.renameSync(`${dir.path}/new`, path),
    () => Deno.removeSync(path),
    () => {
      Deno.removeSync(path);
      Deno.symlinkSync(`${dir.path}/other`, path);
    },
    () => Deno.writeTextFileSync(path, "longer than it was"),
    () => Deno.linkSync(path, `${dir.path}/second`),
  ];
  for (const act of acts) {
    await Deno.remove(path).catch(() => {});
    await put(path, "abc");
    await put(`${dir.path}/new`, "abc");
    using _ = beforeOpen(act);
    await assertFails(() => readInside(dir.path, "a", LIMIT), "FILE_CHANGED");
  }
});

Deno.test("a file whose length stays while its content changes under the read is reported as changed", async () => {
  await using dir = await scratch();
  await put(`${dir.path}/a`, "abc");
  await Deno.utime(`${dir.path}/a`, 1_000, 1_000);
  using _ = beforeOpen(() => Deno.writeTextFileSync(`${dir.path}/a`, "abd"));
  await assertFails(() => readInside(dir.path, "a", LIMIT), "FILE_CHANGED");
});

Deno.test("a directory above that becomes a link before the open lets nothing out", async () => {
  await using dir = await scratch();
  await Deno.mkdir(`${dir.path}/base/sub`, { recursive: true });
  await Deno.mkdir(`${dir.path}/outside`);
  await put(`${dir.path}/base/sub/a`, "abc");
  await put(`${dir.path}/outside/a`, "secret");
  using _ = beforeOpen(() => {
    Deno.renameSync(`${dir.path}/base/sub`, `${dir.path}/base/old`);
    Deno.symlinkSync(`${dir.path}/outside`, `${dir.path}/base/sub`);
  });
  await assertFails(() => readInside(`${dir.path}/base`, "sub/a", LIMIT), "FILE_CHANGED");
});

Deno.test("links swapped in a loop, for a file and for a directory above it, never show what they lead to", async () => {
  await using dir = await scratch();
  await Deno.mkdir(`${dir.path}/base/sub`, { recursive: true });
  await Deno.mkdir(`${dir.path}/outside`);
  await put(`${dir.path}/base/sub/file`, "abc");
  await put(`${dir.path}/outside/file`, "secret");
  await using _ = await rootSwapping(`${dir.path}/base`, `${dir.path}/outside`);
  for (const relative of ["file", "sub/file"]) {
    const outcomes = new Map<string, number>();
    // As long as it takes to meet both sides of the swap, and then some.
    for (let at = 0; at < 3_000 || !outcomes.has("abc") || !outcomes.has("PATH_UNSAFE"); at++) {
      let outcome: string;
      try {
        outcome = textOf(`${dir.path}/base`, relative);
      } catch (error) {
        assertTrue(error instanceof FileProblem, String(error));
        outcome = error.code;
      }
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    assertTrue(!outcomes.has("secret"), [...outcomes].join(" "));
  }
});

Deno.test("a view looks at a part once, and is told when it is another at the reading", async () => {
  await using dir = await scratch();
  await Deno.mkdir(`${dir.path}/a`);
  await put(`${dir.path}/a/b`, "abc");
  const view = new DirectoryView(dir.path);
  const first = view.inspect("a/b");
  assertEquals(view.list("a").length, 1);
  await Deno.rename(`${dir.path}/a/b`, `${dir.path}/old`);
  await put(`${dir.path}/a/b`, "abd");
  assertEquals([view.inspect("a/b"), view.list("a").length], [first, 1]);
  await assertFails(() => view.read("a/b", LIMIT), "FILE_CHANGED");
});

Deno.test("what was seen by somebody else is what must be opened, and links in it count as unseen", async () => {
  await using dir = await scratch();
  await put(`${dir.path}/a`, "abc");
  await put(`${dir.path}/b`, "abd");
  await Deno.symlink("a", `${dir.path}/link`);
  const names = ["", "a", "link"];
  const infos = new Map(
    await Promise.all(
      names.map(async (name) =>
        [name, await Deno.lstat(name === "" ? dir.path : `${dir.path}/${name}`)] as const
      ),
    ),
  );
  const listings = new Map([["", [{ name: "a", kind: "file" } as const]]]);
  const view = () => new DirectoryView(dir.path, { infos, listings, digests: new Map() });
  assertEquals(new TextDecoder().decode(view().read("a", LIMIT)), "abc");
  assertEquals(view().list("").map(({ name }) => name), ["a"]);
  await assertFails(() => view().read("link", LIMIT), "PATH_UNSAFE");
  await Deno.rename(`${dir.path}/b`, `${dir.path}/a`);
  await assertFails(() => view().read("a", LIMIT), "FILE_CHANGED");
});

Deno.test("a pipe that takes the file's place just before the open holds nobody up", async () => {
  await using dir = await scratch();
  await put(`${dir.path}/a`, "abc");
  await makeFifo(`${dir.path}/pipe`);
  using _ = before("openSync", () => Deno.renameSync(`${dir.path}/pipe`, `${dir.path}/a`));
  const view = new DirectoryView(dir.path, undefined, { open: openAtOnce });
  await assertFails(() => view.read("a", LIMIT), "FILE_CHANGED");
});

Deno.test("a file that is opened without waiting is read whole, and one that is gone or a link by then is told", async () => {
  await using dir = await scratch();
  await put(`${dir.path}/a`, "x".repeat(64));
  const read = () => new DirectoryView(dir.path, undefined, { open: openAtOnce }).read("a", LIMIT);
  assertEquals(read().byteLength, 64);
  await put(`${dir.path}/other`, "secret");
  for (
    const act of [
      () => {},
      () => Deno.symlinkSync("other", `${dir.path}/a`),
      () => Deno.symlinkSync("a", `${dir.path}/a`),
    ]
  ) {
    await Deno.remove(`${dir.path}/a`).catch(() => {});
    await put(`${dir.path}/a`, "abc");
    using _ = before("openSync", () => {
      Deno.removeSync(`${dir.path}/a`);
      act();
    });
    await assertFails(read, "FILE_CHANGED");
  }
});

Deno.test("a name that begins or ends with a blank is quoted where it is told", () => {
  const said = (path: string) => new FileProblem("MISSING", path, { reason: "does not exist" }).message;
  assertEquals([said(" &"), said("a "), said("a b"), said("")], [
    '" &" does not exist',
    '"a " does not exist',
    "a b does not exist",
    "The directory does not exist",
  ]);
});
