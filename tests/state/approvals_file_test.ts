import { assertEquals, assertFails, assertIncludes, assertTrue } from "../assert.ts";
import { makeFifo } from "../core/files_parts.ts";
import { type Bench, bench, CALL } from "./approvals_parts.ts";

const SECONDS = 1_800_000_000;
const IN_A_MINUTE = SECONDS + 60;

const RECORD = {
  capability: CALL.capability,
  principal: CALL.principal,
  target: CALL.identity,
  resource: CALL.resource,
  arguments_digest: CALL.argumentsDigest,
  expires_at: IN_A_MINUTE,
};

/** A bench whose file has these records. */
async function withRecords(...records: readonly object[]): Promise<Bench & { readonly file: string }> {
  const desk = await bench("an approval file");
  const { file } = desk;
  assertTrue(file !== null);
  await Deno.writeTextFile(file, textOf(records));
  return Object.defineProperty(desk, "file", { value: file }) as Bench & { readonly file: string };
}

function textOf(records: readonly object[]): string {
  return JSON.stringify({
    tokens: Object.fromEntries(records.map((record, n) => [`${n}`.padStart(43, "t"), record])),
  });
}

async function recordsIn(file: string): Promise<readonly Record<string, unknown>[]> {
  return Object.values(JSON.parse(await Deno.readTextFile(file)).tokens);
}

Deno.test("a record that another program wrote allows its call once, and the file keeps the rest", async () => {
  const other = { ...RECORD, resource: "/etc/hosts", expires_at: IN_A_MINUTE + 0.25 };
  await using desk = await withRecords(RECORD, other, { ...RECORD, expires_at: SECONDS - 1 });
  assertEquals(await desk.approvals.holds(CALL), true);
  assertEquals((await recordsIn(desk.file)).length, 3);
  assertTrue(await desk.approvals.begin(CALL) !== null);
  assertEquals(await recordsIn(desk.file), [other]);
  assertEquals(((await Deno.stat(desk.file)).mode ?? 0) & 0o777, 0o600);
  assertEquals(await desk.approvals.begin(CALL), null);
});

Deno.test("a record of the file is only for its principal, tool, target, resource and arguments", async () => {
  for (const key of ["capability", "principal", "target", "resource"] as const) {
    await using desk = await withRecords({ ...RECORD, [key]: `${RECORD[key]}x` });
    assertEquals([await desk.approvals.holds(CALL), await desk.approvals.begin(CALL)], [false, null], key);
  }
  await using desk = await withRecords({ ...RECORD, arguments_digest: `b${"a".repeat(63)}` });
  assertEquals([await desk.approvals.holds(CALL), await desk.approvals.begin(CALL)], [false, null]);
});

Deno.test("a record that would last longer than any approval may allows nothing", async () => {
  await using desk = await withRecords({ ...RECORD, expires_at: SECONDS + 302 });
  assertEquals([await desk.approvals.holds(CALL), await desk.approvals.begin(CALL)], [false, null]);
});

Deno.test("the file is read anew on every look, also when it was replaced as a whole", async () => {
  await using desk = await withRecords();
  assertEquals(await desk.approvals.holds(CALL), false);
  await Deno.writeTextFile(`${desk.directory}/other`, textOf([RECORD]), { mode: 0o600 });
  await Deno.rename(`${desk.directory}/other`, desk.file);
  assertEquals(await desk.approvals.holds(CALL), true);
  await Deno.writeTextFile(desk.file, textOf([]));
  assertEquals(await desk.approvals.holds(CALL), false);
});

Deno.test("where a file is named, approvals of the one store allow nothing", async () => {
  await using desk = await withRecords();
  const { createApprovals } = await import("../../lib/state/approvals.ts");
  const store = createApprovals({ directory: desk.directory, now: () => desk.now });
  await store.grant(CALL, 60_000);
  store.close();
  assertEquals([await desk.approvals.holds(CALL), await desk.approvals.begin(CALL)], [false, null]);
});

/** What is done to a good file; how a look at it ends. */
const FAULTS: readonly (readonly [string, (path: string) => Promise<unknown>, code: string, says: string])[] =
  [
    ["that is not there", (path) => Deno.remove(path), "FILE_MISSING", "no file"],
    ["that group may read", (path) => Deno.chmod(path, 0o640), "FILE_UNSAFE", "group or others"],
    ["that others may read", (path) => Deno.chmod(path, 0o604), "FILE_UNSAFE", "group or others"],
    ["that is a link", viaLink, "FILE_UNSAFE", "is a link"],
    ["that has a second name", (path) => Deno.link(path, `${path}.too`), "FILE_UNSAFE", "second name"],
    ["that is a directory", asDirectory, "FILE_UNSAFE", "a directory"],
    ["that is a named pipe", asPipe, "FILE_UNSAFE", "a named pipe"],
    ["in a directory of everybody", openedParent, "FILE_UNSAFE", "others may write"],
    ["that is garbage", (path) => Deno.writeTextFile(path, "garbage"), "STORE_DAMAGED", "no JSON"],
    ["that was cut short", (path) => Deno.truncate(path, 100), "STORE_DAMAGED", "no JSON"],
    ["that was emptied", (path) => Deno.truncate(path, 0), "STORE_DAMAGED", "no JSON"],
    ["of more than 1 MiB", larger, "FILE_UNSAFE", "more than 1048576"],
    ["of 1,025 records", (path) => records(path, 1_025), "STORE_DAMAGED", "more than 1024"],
    ["that is a list", (path) => Deno.writeTextFile(path, "[]"), "STORE_DAMAGED", "what it must be"],
    ["without tokens", (path) => Deno.writeTextFile(path, "{}"), "STORE_DAMAGED", "what it must be"],
    ...["capability", "principal", "target", "resource", "arguments_digest", "expires_at"].map((key) =>
      [
        `with a record without ${key}`,
        (path: string) => written(path, { ...RECORD, [key]: undefined }),
        "STORE_DAMAGED",
        "what it must be",
      ] as const
    ),
    [
      "with an empty principal",
      (path) => written(path, { ...RECORD, principal: "" }),
      "STORE_DAMAGED",
      "must",
    ],
    [
      "with a digest in capitals",
      (path) => written(path, { ...RECORD, arguments_digest: "A".repeat(64) }),
      "STORE_DAMAGED",
      "must",
    ],
    [
      "with a time as text",
      (path) => written(path, { ...RECORD, expires_at: `${IN_A_MINUTE}` }),
      "STORE_DAMAGED",
      "must",
    ],
    [
      "with a short token",
      (path) => Deno.writeTextFile(path, JSON.stringify({ tokens: { short: RECORD } })),
      "STORE_DAMAGED",
      "must",
    ],
  ];

async function viaLink(path: string): Promise<void> {
  await Deno.rename(path, `${path}.real`);
  await Deno.symlink(`${path}.real`, path);
}

async function asDirectory(path: string): Promise<void> {
  await Deno.remove(path);
  await Deno.mkdir(path, { mode: 0o700 });
}

async function asPipe(path: string): Promise<void> {
  await Deno.remove(path);
  await makeFifo(path);
}

async function openedParent(path: string): Promise<void> {
  await Deno.chmod(path.slice(0, path.lastIndexOf("/")), 0o777);
}

function larger(path: string): Promise<void> {
  return Deno.writeTextFile(path, `${textOf([RECORD])}${" ".repeat(1_048_576)}`);
}

function records(path: string, count: number): Promise<void> {
  return Deno.writeTextFile(path, textOf(Array(count).fill(RECORD)));
}

function written(path: string, record: object): Promise<void> {
  return Deno.writeTextFile(path, textOf([RECORD, record]));
}

for (const [name, act, code, says] of FAULTS) {
  Deno.test(`an approval file ${name} allows nothing, and says why in one line`, async () => {
    await using desk = await withRecords(RECORD);
    assertEquals(await desk.approvals.holds(CALL), true);
    await act(desk.file);
    // The directory holds the one store too, which is refused by the same rule.
    for (const use of [() => desk.approvals.holds(CALL), () => desk.approvals.begin(CALL)]) {
      const error = await assertFails(use, code);
      assertIncludes(error.message, says);
      assertTrue(!error.message.includes("\n") && "next" in error && error.next !== undefined);
    }
    if (!["that is not there", "in a directory of everybody"].includes(name)) {
      await assertFails(() => desk.approvals.grant(CALL, 60_000), code);
    }
  });
}

Deno.test({
  name: "an approval file of another account allows nothing",
  // Only root can give a file away.
  ignore: Deno.uid() !== 0,
  async fn() {
    await using desk = await withRecords(RECORD);
    await Deno.chown(desk.file, 65_533, null);
    for (const use of [() => desk.approvals.holds(CALL), () => desk.approvals.begin(CALL)]) {
      assertIncludes((await assertFails(use, "FILE_UNSAFE")).message, "belongs to user 65533");
    }
  },
});

Deno.test("exactly 1,024 records are read", async () => {
  await using desk = await withRecords(...Array(1_023).fill({ ...RECORD, resource: "/other" }), RECORD);
  assertTrue(await desk.approvals.begin(CALL) !== null);
});

/** Runs `act` once, at the moment when the new file is written and only its name is not given yet. */
function beforeRename(act: () => void): Disposable {
  const sync = Deno.FsFile.prototype.syncSync;
  Deno.FsFile.prototype.syncSync = function () {
    Deno.FsFile.prototype.syncSync = sync;
    act();
    return this.syncSync();
  };
  return {
    [Symbol.dispose]() {
      Deno.FsFile.prototype.syncSync = sync;
    },
  };
}

for (
  const [how, act] of [
    ["replaced", (file: string) => {
      Deno.writeTextFileSync(`${file}.other`, textOf([RECORD, RECORD]), { mode: 0o600 });
      Deno.renameSync(`${file}.other`, file);
    }],
    ["written to", (file: string) => Deno.writeTextFileSync(file, textOf([RECORD, RECORD]))],
    ["given the same bytes under another file", (file: string) => {
      Deno.writeTextFileSync(`${file}.other`, textOf([RECORD]), { mode: 0o600 });
      Deno.renameSync(`${file}.other`, file);
    }],
    ["removed", (file: string) => Deno.removeSync(file)],
  ] as const
) {
  Deno.test(`a file that is ${how} while an approval is spent stays as it then is, and nothing runs`, async () => {
    await using desk = await withRecords(RECORD);
    // The lock is made on first use, which would be the first file that is synced.
    assertEquals(await desk.approvals.begin({ ...CALL, resource: "/other" }), null);
    let left = "";
    {
      using _ = beforeRename(() => {
        act(desk.file);
        left = readOr(desk.file);
      });
      await assertFails(() => desk.approvals.begin(CALL), "STORE_CHANGED");
    }
    assertEquals(readOr(desk.file), left);
    assertEquals(await desk.approvals.openSince(CALL), null);
    const names = (await Array.fromAsync(Deno.readDir(desk.directory))).map(({ name }) => name);
    assertTrue(!names.includes("approvals.json.new"), names.join());
  });
}

function readOr(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "(none)";
  }
}

Deno.test("a lock that another process holds is waited for, but not for ever", async () => {
  await using desk = await bench("an approval file", { busyMs: 40 });
  await desk.approvals.grant(CALL, 60_000);
  using lock = await Deno.open(`${desk.file}.lock`, { read: true });
  await lock.lock(true);
  await assertFails(() => desk.approvals.begin(CALL), "STORE_BUSY");
  assertEquals(await desk.approvals.holds(CALL), true);
  await lock.unlock();
  assertTrue(await desk.approvals.begin(CALL) !== null);
});

Deno.test("a lock file that is a link, or open to others, allows nothing", async () => {
  for (const spoil of [(path: string) => Deno.chmod(path, 0o666), viaLink]) {
    await using desk = await bench("an approval file");
    await desk.approvals.grant(CALL, 60_000);
    await spoil(`${desk.file}.lock`);
    await assertFails(() => desk.approvals.begin(CALL), "FILE_UNSAFE");
  }
});

Deno.test("a lock file that is replaced while it is waited for allows nothing", async () => {
  await using desk = await bench("an approval file");
  await desk.approvals.grant(CALL, 60_000);
  const lock = `${desk.file}.lock`;
  const held = await Deno.open(lock, { read: true });
  await held.lock(true);
  const tryLock = Deno.FsFile.prototype.tryLock;
  const tried = Promise.withResolvers<void>();
  Deno.FsFile.prototype.tryLock = async function (exclusive) {
    const got = await tryLock.call(this, exclusive);
    tried.resolve();
    return got;
  };
  try {
    const begun = assertFails(() => desk.approvals.begin(CALL), "FILE_UNSAFE");
    await tried.promise;
    await Deno.rename(lock, `${lock}.old`);
    await Deno.writeTextFile(lock, "", { mode: 0o600 });
    held.close();
    assertIncludes((await begun).message, "was replaced while");
  } finally {
    Deno.FsFile.prototype.tryLock = tryLock;
  }
  assertTrue(await desk.approvals.begin(CALL) !== null);
});

Deno.test("an approval that would make the file too large to be read is refused, and the file stays", async () => {
  const long = Array(16).fill({ ...RECORD, resource: "x".repeat(65_000) });
  await using desk = await withRecords(...long);
  const before = await Deno.readTextFile(desk.file);
  const binding = { ...CALL, resource: "y".repeat(20_000) };
  await assertFails(() => desk.approvals.grant(binding, 60_000), "TOO_MANY_APPROVALS");
  assertEquals(await Deno.readTextFile(desk.file), before);
});

Deno.test("the first approval makes the file, private", async () => {
  await using desk = await withRecords();
  await Deno.remove(desk.file);
  await desk.approvals.grant(CALL, 60_000);
  assertEquals(((await Deno.stat(desk.file)).mode ?? 0) & 0o777, 0o600);
  const [record] = await recordsIn(desk.file);
  assertEquals(record, { ...RECORD, expires_at: IN_A_MINUTE });
  const [token = ""] = Object.keys(JSON.parse(await Deno.readTextFile(desk.file)).tokens);
  assertEquals(token.length, 43);
});
