import fc from "fast-check";
import { Journal } from "../../../lib/flow/undo/journal.ts";
import { type JournalRecord, linesOf, runOf } from "../../../lib/flow/undo/records.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { put } from "../../core/files_parts.ts";
import { infoAt, namesBelow, textAt } from "../../core/parts/rooted.ts";
import { place } from "../workspace/parts/workspace.ts";
import { runIn, undoIn } from "./parts/undo.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("what a file was is on disk before its first write, and what it will be before every write", async () => {
  await using at = await place();
  await put(`${at.root}/a`, "old", 0o640);
  const seen: string[][] = [];
  using _ = beforeRename(`${at.root}/`, () => {
    const run = runOf(Deno.readFileSync(`${at.undo}/log`));
    const file = run?.files.get("a");
    assertTrue(run !== null && file !== undefined && file.image !== null);
    seen.push([
      textAt(`${at.root}/a`),
      textAt(`${at.undo}/${file.image}`),
      `${file.mode?.toString(8)}`,
      `${file.left.length}`,
    ]);
  });
  runIn(at, (workspace) => {
    workspace.write("a", "one");
    workspace.write("a", "two");
  });
  assertEquals(seen, [["old", "old", "640", "1"], ["one", "old", "640", "2"]]);
  assertEquals(runOf(await Deno.readFile(`${at.undo}/log`))?.files.get("a")?.left.length, 1);
});

Deno.test("what a run left lying about when it was cut off is taken away by the next one, and nothing else is", async () => {
  await using at = await place();
  await Deno.mkdir(`${at.root}/other`);
  runIn(at, (workspace) => workspace.write("sub/a", "new"));
  const stray = `.flow-write-${crypto.randomUUID()}`;
  for (const path of [`sub/${stray}`, `other/${stray}`, "sub/.flow-write-mine"]) {
    await put(`${at.root}/${path}`, "x");
  }
  runIn(at, () => {});
  assertEquals([namesBelow(`${at.root}/sub`), namesBelow(`${at.root}/other`)], [[".flow-write-mine", "a"], [
    stray,
  ]]);
});

Deno.test("everything that is kept is private", async () => {
  await using at = await place();
  await put(`${at.root}/a`, "old", 0o666);
  const undo = `${at.undo}/made`;
  {
    using journal = Journal.begin(undo, at.root);
    journal.before("a", {
      present: { bytes: bytes("old"), mode: 0o666 },
      directories: [],
      bytes: bytes("new"),
    });
    const modes = ["", ...namesBelow(undo)].map((name) =>
      ((infoAt(`${undo}/${name}`)?.mode ?? 0) & 0o777).toString(8)
    );
    assertEquals(modes, ["700", "600", "600", "600"]);
  }
});

Deno.test("an undo directory that is open to others, a link or no directory is not used", async () => {
  await using at = await place();
  for (const mode of [0o750, 0o701, 0o777]) {
    await Deno.chmod(at.undo, mode);
    const error = await assertFails(() => Journal.begin(at.undo, at.root), "UNDO_UNAVAILABLE");
    assertIncludes(error.message, "open to group or others");
    assertEquals([undoIn(at).status, undoIn(at).reasons[0]?.code], ["error", "undo_unavailable"]);
  }
  await Deno.chmod(at.undo, 0o700);
  await Deno.symlink(at.undo, `${at.outside}/link`);
  await put(`${at.outside}/file`, "x");
  for (const path of [`${at.outside}/link`, `${at.outside}/file`, `${at.outside}/a/b`]) {
    await assertFails(() => Journal.begin(path, at.root), "UNDO_UNAVAILABLE");
  }
  assertEquals(namesBelow(at.undo), []);
});

Deno.test("a run without a write leaves the run before; the first write takes its place, and its old contents go", async () => {
  await using at = await place();
  await put(`${at.root}/a`, "old");
  await put(`${at.root}/b`, "old");
  runIn(at, (workspace) => workspace.write("a", "first run"));
  const kept = namesBelow(at.undo);
  runIn(at, (workspace) => workspace.read("a"));
  runIn(at, (workspace) => workspace.write("../a", "refused"));
  assertEquals(namesBelow(at.undo), kept);
  runIn(at, (workspace) => workspace.write("b", "second run"));
  const now = namesBelow(at.undo);
  assertEquals([now.length, now.some((name) => kept.includes(name) && name.includes("-"))], [
    kept.length,
    false,
  ]);
  assertEquals([undoIn(at).restored, textAt(`${at.root}/a`), textAt(`${at.root}/b`)], [
    ["b"],
    "first run",
    "old",
  ]);
  assertEquals(undoIn(at).status, "unavailable");
});

Deno.test("what others put into the undo directory stays there", async () => {
  await using at = await place();
  await put(`${at.undo}/mine`, "mine");
  await Deno.mkdir(`${at.undo}/0a1b2c3d-1`);
  runIn(at, (workspace) => workspace.write("a", "new"));
  assertEquals(undoIn(at).status, "ok");
  assertEquals(namesBelow(at.undo), ["0a1b2c3d-1", "lock", "mine"]);
});

Deno.test("the contents of before are there to compare with, and null for what was not there", async () => {
  await using at = await place();
  await put(`${at.root}/a`, "old");
  using journal = Journal.begin(at.undo, at.root);
  at.workspace.begin(journal);
  for (const content of ["one", "two"]) {
    at.workspace.write("a", content);
    at.workspace.write("new", content);
  }
  assertEquals(journal.preImage("a"), bytes("old"));
  assertEquals([journal.preImage("new"), journal.preImage("other")], [null, null]);
});

Deno.test("a write by somebody else is undone like our own, also when it came out otherwise than announced", async () => {
  await using at = await place();
  const { root } = at;
  await put(`${root}/a`, "old");
  await put(`${root}/b`, "old");
  runIn(at, (workspace) => {
    for (const path of ["a", "b", "made/c"]) {
      assertEquals(workspace.admit(path, "write", path === "b" ? {} : { content: "new" }), null);
      Deno.writeTextFileSync(`${root}/${path}`, path === "a" ? "new, as the editor has it" : "new");
      workspace.noteWritten(path);
    }
  });
  const { status, restored, removed } = undoIn(at);
  assertEquals([status, restored, removed], ["ok", ["a", "b"], ["made/c"]]);
  assertEquals([textAt(`${root}/a`), textAt(`${root}/b`), namesBelow(root)], ["old", "old", ["a", "b"]]);
});

Deno.test("a write by somebody else that was never noted is undone when it is what was announced", async () => {
  await using at = await place();
  await put(`${at.root}/a`, "old");
  runIn(at, (workspace) => {
    workspace.admit("a", "write", { content: "new" });
    Deno.writeTextFileSync(`${at.root}/a`, "new");
  });
  assertEquals([undoIn(at).restored, textAt(`${at.root}/a`)], [["a"], "old"]);
});

Deno.test("a write that was noted without being announced is in nobody's way", async () => {
  await using at = await place();
  await put(`${at.root}/a`, "old");
  await put(`${at.root}/b`, "old");
  runIn(at, (workspace) => {
    workspace.write("a", "new");
    workspace.noteWritten("b");
    assertEquals(workspace.changed, ["a", "b"]);
  });
  assertEquals([undoIn(at).restored, textAt(`${at.root}/b`)], [["a"], "old"]);
});

Deno.test("a line of the log that was written by half is taken away before the next", async () => {
  await using at = await place();
  await put(`${at.root}/a`, "old");
  runIn(at, (workspace) => {
    workspace.write("a", "one");
    using _ = halfWrite();
    assertEquals(workspace.write("a", "two").status, "error");
    assertEquals([workspace.write("a", "three").status, workspace.write("b", "new").status], ["ok", "ok"]);
  });
  const { status, restored, removed } = undoIn(at);
  assertEquals([status, restored, removed, textAt(`${at.root}/a`)], ["ok", ["a"], ["b"], "old"]);
});

Deno.test("every line of the log is synced before what it announces is done", async () => {
  await using at = await place();
  await put(`${at.root}/a`, "old");
  const synced: boolean[] = [];
  let isSynced = true;
  using _write = onFile("writeSync", () => isSynced = false);
  using _sync = onFile("syncDataSync", () => isSynced = true);
  using _rename = beforeRename(`${at.root}/`, () => synced.push(isSynced));
  runIn(at, (workspace) => {
    for (const content of ["one", "two", "three"]) workspace.write("a", content);
  });
  assertEquals([synced, isSynced], [[true, true, true], true]);
});

Deno.test("what a check makes of the run's files is of the run, and what others do meanwhile before it is not", async () => {
  await using at = await place();
  for (const path of ["a", "b", "other"]) await put(`${at.root}/${path}`, "old");
  const was = textAt(`${at.root}/a`);
  runIn(at, (workspace) => {
    workspace.write("a", "new");
    workspace.write("b", "new");
    const ended = workspace.checkBegins();
    Deno.writeTextFileSync(`${at.root}/a`, "new, formatted");
    ended();
    assertEquals([workspace.revision, workspace.changed], [2, ["a", "b"]]);
  });
  assertEquals([undoIn(at).restored, textAt(`${at.root}/a`)], [["a", "b"], was]);
  runIn(at, (workspace) => {
    workspace.write("a", "new");
    Deno.writeTextFileSync(`${at.root}/a`, "mine");
    const ended = workspace.checkBegins();
    Deno.writeTextFileSync(`${at.root}/a`, "mine, formatted");
    ended();
  });
  assertEquals([undoIn(at).status, textAt(`${at.root}/a`)], ["stale", "mine, formatted"]);
});

Deno.test("without a journal a check is only a check", async () => {
  await using at = await place();
  at.workspace.write("a", "new");
  at.workspace.checkBegins()();
  assertEquals(at.workspace.revision, 1);
});

Deno.test("when nothing can be kept, nothing is written", async () => {
  await using at = await place();
  await put(`${at.root}/a`, "old");
  using _ = withoutRename(`${at.undo}/`);
  runIn(at, (workspace) => {
    const { status, error } = workspace.write("a", "new");
    assertEquals([status, textAt(`${at.root}/a`), workspace.revision], ["error", "old", 0]);
    assertIncludes(error ?? "", "ENOSPC");
    assertEquals(workspace.admit("a", "write")?.status, "error");
    assertEquals(workspace.write("made/b", "new").status, "error");
  });
  assertEquals(namesBelow(at.root), ["a"]);
});

const path = fc.constantFrom("a", "b/c", "d");
const state = fc.constantFrom("0".repeat(64), "f".repeat(64), "absent");
const record: fc.Arbitrary<JournalRecord> = fc.oneof(
  fc.record({ kind: fc.constant("intent" as const), path, state }),
  fc.record({ kind: fc.constant("left" as const), path, state }),
  fc.record({ kind: fc.constant("directories" as const), paths: fc.array(path, { maxLength: 3 }) }),
);
const HEAD: readonly JournalRecord[] = [
  { kind: "run", version: 1, run: "0a1b2c3d", root: "/project", ino: 7 },
  { kind: "before", path: "a", image: "0a1b2c3d-1", state: "1".repeat(64), mode: 0o644 },
  { kind: "before", path: "b/c", image: null, state: "absent", mode: null },
  { kind: "before", path: "d", image: "0a1b2c3d-3", state: "2".repeat(64), mode: 0o600 },
];

Deno.test("a log that is cut off anywhere after its first line tells what was written whole, and nothing else", () => {
  fc.assert(fc.property(fc.array(record, { maxLength: 20 }), fc.nat(), (records, at) => {
    const all = [...HEAD, ...records];
    const log = linesOf(all);
    const first = linesOf(HEAD.slice(0, 1)).byteLength;
    const cut = log.subarray(0, first + at % (log.byteLength - first + 1));
    const whole = new TextDecoder().decode(cut).split("\n").length - 1;
    assertEquals(runOf(cut), runOf(linesOf(all.slice(0, whole))));
    assertTrue(runOf(cut) !== null);
  }));
});

Deno.test("what is left of a file is what was made of it last, and all that was announced since", () => {
  const at = (text: string) => text.repeat(64);
  const intent = (text: string): JournalRecord => ({ kind: "intent", path: "a", state: at(text) });
  const left = (text: string): JournalRecord => ({ kind: "left", path: "a", state: at(text) });
  const leftOf = (...records: JournalRecord[]) => runOf(linesOf([...HEAD, ...records]))?.files.get("a")?.left;
  assertEquals(leftOf(), []);
  assertEquals(leftOf(intent("3")), [at("3")]);
  assertEquals(leftOf(intent("3"), left("3"), intent("4"), intent("5")), ["3", "4", "5"].map(at));
  assertEquals(leftOf(intent("3"), intent("4"), left("5")), [at("5")]);
});

Deno.test("a log that is damaged or foreign is no log", () => {
  const lines = (...values: unknown[]) => bytes(values.map((value) => `${JSON.stringify(value)}\n`).join(""));
  const [run, before] = HEAD;
  const wrong: readonly Uint8Array[] = [
    new Uint8Array(),
    bytes("nonsense\n"),
    lines(before),
    lines(run, run),
    lines({ ...run, version: 2 }),
    lines({ ...run, run: "../../x" }),
    lines(run, before, before),
    lines(run, { ...before, path: "../outside" }),
    lines(run, { ...before, path: ".git/config" }),
    lines(run, { ...before, path: "./a" }),
    lines(run, { ...before, image: "../../etc/passwd" }),
    lines(run, { ...before, mode: 0o4755 }),
    lines(run, { ...before, state: "absent" }, { kind: "directories", paths: [".."] }),
    lines(run, { kind: "intent", path: "unknown", state: "absent" }),
    lines(run, before, { kind: "left", path: "a", state: "short" }),
    lines(run, before, { kind: "other" }, { kind: "left", path: "a", state: "absent" }),
    lines(run, before, [], null),
  ];
  for (const log of wrong) assertEquals(runOf(log), null, new TextDecoder().decode(log));
});

/** Runs `act` before each rename to a place whose path begins so, until disposed. */
function beforeRename(start: string, act: () => void): Disposable {
  const real = Deno.renameSync;
  Deno.renameSync = (from, to) => {
    if (`${to}`.startsWith(start)) act();
    real(from, to);
  };
  return { [Symbol.dispose]: () => Deno.renameSync = real };
}

/** Lets no file appear whose path begins so, until disposed. */
function withoutRename(start: string): Disposable {
  return beforeRename(start, () => {
    throw Object.assign(new Error("No space left on device"), { code: "ENOSPC" });
  });
}

/** Runs `act` before each call of that function of open files, until disposed. */
function onFile(name: "writeSync" | "syncDataSync", act: () => void): Disposable {
  const real: unknown = Reflect.get(Deno.FsFile.prototype, name);
  if (typeof real !== "function") throw new Error(`There is no ${name}`);
  Reflect.set(Deno.FsFile.prototype, name, function (this: Deno.FsFile, ...args: unknown[]) {
    act();
    return Reflect.apply(real, this, args);
  });
  return { [Symbol.dispose]: () => Reflect.set(Deno.FsFile.prototype, name, real) };
}

/** The next write to an open file writes half of it and fails, as on a full disk. */
function halfWrite(): Disposable {
  const real = Deno.FsFile.prototype.writeSync;
  Deno.FsFile.prototype.writeSync = function (bytes) {
    Deno.FsFile.prototype.writeSync = real;
    real.call(this, bytes.subarray(0, bytes.byteLength / 2));
    throw Object.assign(new Error("No space left on device"), { code: "ENOSPC" });
  };
  return { [Symbol.dispose]: () => Deno.FsFile.prototype.writeSync = real };
}
