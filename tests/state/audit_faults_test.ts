import { DatabaseSync } from "node:sqlite";
import { createAuditLog } from "../../lib/state/audit_log.ts";
import { auditPlace, segmentsIn } from "../../lib/state/audit_place.ts";
import { tailAudit } from "../../lib/state/audit_tail.ts";
import { verifyAudit } from "../../lib/state/audit_verify.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../assert.ts";
import { onOpen, put, scratch } from "../core/files_parts.ts";
import { bytesIn, entry, newest, record, recorder, stateDirectory, tamper, until } from "./parts.ts";

const isRoot = Deno.uid() === 0;

/** Tries to record a call; what the log says of itself afterwards. */
async function degradedOf(directory: string): Promise<string> {
  const log = createAuditLog({ directory });
  log.record(entry(99));
  await log.close();
  assertTrue(log.degraded !== null);
  assertTrue(!log.degraded.includes("\n"));
  return log.degraded;
}

/** What is done to a good store, by path of its segment; what reading and writing say then. */
const FAULTS:
  readonly (readonly [name: string, act: (path: string) => Promise<unknown>, code: string, says: string])[] =
    [
      [
        "with a garbage header",
        (path) => overwrite(path, 0, "garbage, garbage"),
        "STORE_DAMAGED",
        "is damaged",
      ],
      ["that was cut short", (path) => Deno.truncate(path, 6_000), "STORE_DAMAGED", "is damaged"],
      ["that was emptied", (path) => Deno.truncate(path, 0), "STORE_DAMAGED", "is empty"],
      ["of a newer program", (path) => pragma(path, "user_version = 99"), "STORE_NEWER", "has version 99"],
      [
        "of another program",
        (path) => pragma(path, "application_id = 7"),
        "STORE_FOREIGN",
        "not a file of this program",
      ],
      [
        "that is no database",
        (path) => Deno.writeTextFile(path, "hello ".repeat(900)),
        "STORE_DAMAGED",
        "is damaged",
      ],
      ["that others may read", (path) => Deno.chmod(path, 0o644), "FILE_UNSAFE", "open to group or others"],
      ["that is a link", (path) => viaLink(path), "FILE_UNSAFE", "is a link"],
    ];

async function overwrite(path: string, at: number, text: string): Promise<void> {
  using file = await Deno.open(path, { write: true });
  await file.seek(at, Deno.SeekMode.Start);
  await file.write(new TextEncoder().encode(text));
}

function pragma(path: string, setting: string): Promise<void> {
  tamper(path.slice(0, path.lastIndexOf("/")), (db) => db.exec(`PRAGMA ${setting}`));
  return Promise.resolve();
}

async function viaLink(path: string): Promise<void> {
  await Deno.rename(path, `${path}.real`);
  await Deno.symlink(`${path}.real`, path);
}

for (const [name, act, code, says] of FAULTS) {
  Deno.test(`a store ${name} is refused in one line with a next step, and not one byte of it changes`, async () => {
    await using dir = await stateDirectory();
    await record(dir.path, { to: 40 });
    await act(newest(dir.path));
    const before = await bytesIn(dir.path);

    const degraded = await degradedOf(dir.path);
    assertIncludes(degraded, says);
    assertIncludes(degraded, ". ");
    const unreadable = await assertFails(() => tailAudit(dir.path, { limit: 1 }), code);
    assertIncludes(degraded, unreadable.message);
    await reportOrFail(dir.path, code);
    assertEquals(await bytesIn(dir.path), before);
  });
}

/** `verifyAudit` either names the damage as a bad row or fails with the code; it never finds such a store intact. */
async function reportOrFail(directory: string, code: string): Promise<void> {
  try {
    assertTrue(!(await verifyAudit(directory)).intact);
  } catch (error) {
    assertTrue(error instanceof Error && "code" in error);
    assertEquals(error.code, code);
  }
}

Deno.test("a byte flipped in the middle does not stop the log, and verify names the row", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 400 });
  const path = newest(dir.path);
  const text = new TextDecoder("latin1").decode(await Deno.readFile(path));
  await overwrite(path, text.indexOf(`"facts":{"n":200}`) + 12, "3");
  await record(dir.path, { from: 401, to: 410 });
  assertEquals((await verifyAudit(dir.path)).firstBad?.seq, 200);
});

Deno.test("a part of the log that is missing or not ours stops it, and nothing is made anew", async () => {
  const { key, head } = auditPlace("");
  const faults: readonly (readonly [string, (directory: string) => Promise<unknown>, string])[] = [
    ["key", (directory) => Deno.remove(directory + key), "audit.key of the audit log is missing"],
    ["short key", (directory) => put(directory + key, "short"), "has 5 bytes, not 32"],
    ["other key", (directory) => put(directory + key, "x".repeat(32)), "was not written with this key"],
    ["head", (directory) => Deno.remove(directory + head), "audit.head of the audit log is missing"],
    ["forged head", (directory) => put(directory + head, "{}"), "was not written with this key"],
    ["rows", (directory) => Deno.remove(newest(directory)), "rows of the audit log"],
    ["cut rows", (directory) => cut(directory), "Row 40, which the seal names, is gone"],
    ["added row", (directory) => add(directory), "Row 41 in"],
    ["open directory", (directory) => Deno.chmod(directory, 0o770), "open to group or others"],
    ["sticky directory", (directory) => Deno.chmod(directory, 0o1777), "open to group or others"],
  ];
  for (const [name, act, says] of faults) {
    await using dir = await stateDirectory();
    await record(dir.path, { to: 40 });
    await act(dir.path);
    const before = await bytesIn(dir.path);
    const degraded = await degradedOf(dir.path);
    assertIncludes(degraded, says);
    assertEquals(await bytesIn(dir.path), before, name);
  }
});

function cut(directory: string): Promise<void> {
  tamper(directory, (db) => db.exec("DELETE FROM audit WHERE seq > 30"));
  return Promise.resolve();
}

function add(directory: string): Promise<void> {
  tamper(
    directory,
    (db) => db.exec("INSERT INTO audit SELECT 41, body, hash, seal FROM audit WHERE seq = 40"),
  );
  return Promise.resolve();
}

Deno.test("a running log keeps its rows while the store is refused, and writes them when it is mended", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 1 });
  await Deno.chmod(newest(dir.path), 0o644);
  const log = createAuditLog({ directory: dir.path, retryMs: 5 });
  log.record(entry(2));
  await until(() => log.degraded !== null);
  assertIncludes(log.degraded ?? "", "chmod go=");
  log.record(entry(3));
  await Deno.chmod(newest(dir.path), 0o600);
  await until(() => log.degraded === null);
  await log.close();
  assertEquals(tailAudit(dir.path, { limit: 9 }).map(({ seq }) => seq), [1, 2, 3]);
  assertTrue((await verifyAudit(dir.path)).intact);
});

Deno.test("a store that another process holds makes rows wait, not fail", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 1 });
  const other = new DatabaseSync(newest(dir.path));
  other.exec("BEGIN IMMEDIATE");
  // Each attempt reads the head before it asks for the lock: the second one shows that the first found it taken.
  let attempts = 0;
  using _ = onOpen((path) => {
    if (path === auditPlace(dir.path).head && ++attempts === 2) other.exec("ROLLBACK");
  });
  const log = createAuditLog({ directory: dir.path, closeWithinMs: 60_000 });
  log.record(entry(2));
  await log.close();
  other.close();
  assertTrue(attempts >= 2);
  assertEquals(log.degraded, null);
  assertEquals((await verifyAudit(dir.path)).rows, 2);
});

Deno.test("a change waits for a store that other processes are writing to", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 1 });
  const other = new DatabaseSync(newest(dir.path));
  other.exec("BEGIN IMMEDIATE");
  let attempts = 0;
  using _ = onOpen((path) => {
    if (path === auditPlace(dir.path).head && ++attempts === 6) other.exec("ROLLBACK");
  });
  const log = createAuditLog({ directory: dir.path });
  await log.commit(entry(2));
  await log.close();
  other.close();
  assertTrue(attempts >= 6);
  assertEquals((await verifyAudit(dir.path)).rows, 2);
});

Deno.test("a log that cannot write within its time to close says how many rows are lost", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 1 });
  const other = new DatabaseSync(newest(dir.path));
  other.exec("BEGIN IMMEDIATE");
  const log = createAuditLog({ directory: dir.path, closeWithinMs: 30 });
  log.record(entry(2));
  await log.close();
  other.close();
  assertEquals(log.degraded, "1 audit rows were not written: the store is in use");
});

Deno.test("files may grow no more (ulimit): the writer lives on and says so, and what it wrote verifies", async () => {
  await using dir = await stateDirectory();
  // In blocks of 512 bytes (POSIX) or 1,024 (bash); the signal's default action would end the process.
  const child = recorder(["count", dir.path, "full", "4000"], { shell: "trap '' XFSZ; ulimit -f 300" });
  const { code, stdout } = await child.output();
  assertEquals(code, 0);
  assertIncludes(new TextDecoder().decode(stdout), "audit rows were not written: The store");
  const { rows, intact } = await verifyAudit(dir.path);
  assertTrue(intact && rows < 4_000, `${rows} rows`);
});

/** A small file system of memory, or null where this process may not mount one. */
async function smallDisk(): Promise<
  { path: string; set: (options: string) => void } & AsyncDisposable | null
> {
  const dir = await scratch();
  const mount = (args: string[]) => new Deno.Command("mount", { args, stderr: "null" }).outputSync().success;
  if (!mount(["-t", "tmpfs", "-o", "size=256k,mode=700", "tmpfs", dir.path])) {
    await dir[Symbol.asyncDispose]();
    return null;
  }
  return {
    path: `${dir.path}/gatehouse`,
    set: (options) => assertTrue(mount(["-o", `remount,${options}`, dir.path])),
    async [Symbol.asyncDispose]() {
      new Deno.Command("umount", { args: [dir.path] }).outputSync();
      await dir[Symbol.asyncDispose]();
    },
  };
}

const canMount = isRoot && await (async () => {
  await using disk = await smallDisk();
  return disk !== null;
})();

Deno.test({
  name: "a full disk is said in one line, and with space again every row is written",
  ignore: !canMount,
  async fn() {
    await using disk = await smallDisk();
    assertTrue(disk !== null);
    const log = createAuditLog({ directory: disk.path, retryMs: 5 });
    for (let n = 1; n <= 4_000; n++) log.record(entry(n));
    await until(() => log.degraded !== null);
    assertIncludes(log.degraded ?? "", "Free some space on its file system");
    disk.set("size=16m");
    await until(() => log.degraded === null);
    await log.close();
    const { rows, head, intact } = await verifyAudit(disk.path);
    assertEquals({ rows, head, intact }, { rows: 4_000, head: "ok", intact: true });
  },
});

Deno.test({
  name: "a directory that cannot be written is said in one line",
  ignore: isRoot && !canMount,
  async fn() {
    await using disk = isRoot ? await smallDisk() : null;
    await using dir = await stateDirectory();
    const path = disk?.path ?? dir.path;
    await record(path, { to: 3 });
    if (disk === null) await Deno.chmod(path, 0o500);
    else disk.set("ro");
    try {
      assertMatchesUnwritable(await degradedOf(path));
      assertEquals(segmentsIn(path).length, 1);
    } finally {
      if (disk === null) await Deno.chmod(path, 0o700);
    }
  },
});

function assertMatchesUnwritable(degraded: string): void {
  assertIncludes(degraded, "Check the rights of the directory and that its file system can be written");
}

Deno.test({
  name: "a state directory that cannot be made is said in one line",
  async fn() {
    await using dir = await scratch();
    await put(`${dir.path}/file`, "");
    assertIncludes(await degradedOf(`${dir.path}/file/gatehouse`), "no directory");
  },
});
