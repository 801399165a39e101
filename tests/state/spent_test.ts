import { fileURLToPath } from "node:url";
import { DatabaseSync } from "node:sqlite";
import { createSpentNonces } from "../../lib/state/spent_nonces.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../assert.ts";
import { bytesIn, stateDirectory } from "./parts.ts";

const UNTIL = 1_800_000_600_000;
const now = () => 1_800_000_000_000;

/** Starts `spender.ts`; `shell` runs first, in the same process. */
function spender(args: readonly string[], { shell = ":" }: { shell?: string } = {}): Deno.ChildProcess {
  const script = fileURLToPath(new URL("./spender.ts", import.meta.url));
  const flags = [
    "--no-prompt",
    "--no-check",
    "--no-lock",
    "--allow-read",
    "--allow-write",
    "--allow-sys=uid",
  ];
  return new Deno.Command("/bin/sh", {
    args: ["-c", `${shell}; exec "$@"`, "sh", Deno.execPath(), "run", ...flags, script, ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}

/** The lines that a process prints, each as soon as it is there. */
async function* linesOf({ stdout }: Deno.ChildProcess): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

Deno.test("a nonce is spent once, also for a store that is opened anew", async () => {
  await using dir = await stateDirectory();
  const first = createSpentNonces({ directory: dir.path, now });
  assertEquals([await first.spend("a", UNTIL), await first.spend("a", UNTIL)], [true, false]);
  assertEquals(await first.spend("b", UNTIL), true);
  const second = createSpentNonces({ directory: dir.path, now });
  assertEquals([await second.spend("a", UNTIL), await second.spend("c", UNTIL)], [false, true]);
});

Deno.test("nothing is made until the first nonce is spent; the store is private from its first moment", async () => {
  await using dir = await stateDirectory();
  const spent = createSpentNonces({ directory: dir.path, now });
  await assertGone(dir.path);
  await spent.spend("a", UNTIL);
  assertEquals(((await Deno.stat(dir.path)).mode ?? 0) & 0o777, 0o700);
  const names: string[] = [];
  for await (const { name } of Deno.readDir(dir.path)) {
    names.push(name);
    assertEquals(((await Deno.stat(`${dir.path}/${name}`)).mode ?? 0) & 0o777, 0o600, name);
  }
  assertEquals(names.sort(), ["gatehouse.sqlite", "gatehouse.sqlite-shm", "gatehouse.sqlite-wal"]);
  using db = new DatabaseSync(`${dir.path}/gatehouse.sqlite`);
  const pragma = (name: string) => db.prepare(`PRAGMA ${name}`).get()?.[name];
  assertEquals(
    [pragma("journal_mode"), pragma("user_version"), pragma("application_id")],
    ["wal", 3, 0x47485354],
  );
});

async function assertGone(path: string): Promise<void> {
  const found = await Deno.stat(path).then(() => true, () => false);
  assertTrue(!found, `${path} is there`);
}

Deno.test("a nonce is forgotten a day after its end, and not before", async () => {
  await using dir = await stateDirectory();
  let time = UNTIL - 600_000;
  const spent = createSpentNonces({ directory: dir.path, now: () => time });
  await spent.spend("a", UNTIL);
  time = UNTIL + 86_400_000;
  assertEquals(await spent.spend("a", UNTIL), false);
  time += 1;
  await spent.spend("b", time);
  using db = new DatabaseSync(`${dir.path}/gatehouse.sqlite`);
  assertEquals(db.prepare("SELECT nonce FROM spent").all().map(({ nonce }) => nonce), ["b"]);
});

Deno.test("of eight processes that spend the same nonce at once, exactly one gets it", async () => {
  await using dir = await stateDirectory();
  for (let round = 0; round < 4; round++) {
    const children = Array.from({ length: 8 }, () => spender(["race", dir.path, `nonce-${round}`]));
    const lines = children.map(linesOf);
    for (const line of lines) assertEquals((await line.next()).value, "ready");
    const writers = children.map(({ stdin }) => stdin.getWriter());
    await Promise.all(writers.map((writer) => writer.write(new Uint8Array(1))));
    const said = await Promise.all(lines.map(async (line) => (await line.next()).value));
    assertEquals(said.toSorted(), [...Array(7).fill("false"), "true"]);
    await Promise.all(writers.map((writer) => writer.close().catch(() => {})));
    for (const line of lines) await line.return(undefined);
    for (const child of children) assertTrue((await child.status).success);
  }
});

Deno.test("what a killed process has spent stays spent, and the store goes on", async () => {
  await using dir = await stateDirectory();
  for (let round = 0; round < 5; round++) {
    const children = [1, 2].map((n) => spender(["forever", dir.path, `r${round}p${n}`]));
    const spent = await Promise.all(children.map(async (child, at) => {
      const seen: string[] = [];
      for await (const nonce of linesOf(child)) {
        seen.push(nonce);
        if (seen.length === 5 + 3 * round + at) child.kill("SIGKILL");
      }
      return seen;
    }));
    for (const child of children) {
      assertEquals((await child.status).signal, "SIGKILL");
      await child.stdin.close().catch(() => {});
    }
    const store = createSpentNonces({ directory: dir.path });
    for (const nonce of spent.flat()) assertEquals(await store.spend(nonce, UNTIL), false, nonce);
    assertEquals(await store.spend(`round-${round}`, UNTIL), true);
  }
});

/** What is done to a good store that nobody has open; what a spend says then. */
const FAULTS: readonly (readonly [string, (path: string) => Promise<unknown>, code: string, says: string])[] =
  [
    ["with a garbage header", (path) => overwrite(path, "garbage, garbage"), "STORE_DAMAGED", "is damaged"],
    ["that was cut short", (path) => Deno.truncate(path, 6_000), "STORE_DAMAGED", "is damaged"],
    ["that was emptied", (path) => Deno.truncate(path, 0), "STORE_DAMAGED", "is empty"],
    ["of a newer program", (path) => pragma(path, "user_version = 99"), "STORE_NEWER", "has version 99"],
    [
      "of another program",
      (path) => pragma(path, "application_id = 7"),
      "STORE_FOREIGN",
      "is not a file of this",
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

async function overwrite(path: string, text: string): Promise<void> {
  using file = await Deno.open(path, { write: true });
  await file.write(new TextEncoder().encode(text));
}

function pragma(path: string, setting: string): Promise<void> {
  using db = new DatabaseSync(path);
  db.exec(`PRAGMA ${setting}`);
  return Promise.resolve();
}

async function viaLink(path: string): Promise<void> {
  await Deno.rename(path, `${path}.real`);
  await Deno.symlink(`${path}.real`, path);
}

for (const [name, act, code, says] of FAULTS) {
  Deno.test(`a store ${name} is refused in one line with a next step, and not one byte of it changes`, async () => {
    await using dir = await stateDirectory();
    const child = spender(["race", dir.path, "a"]);
    await child.stdin.close();
    assertTrue((await child.output()).success);
    await act(`${dir.path}/gatehouse.sqlite`);
    const before = await bytesIn(dir.path);

    const spent = createSpentNonces({ directory: dir.path, now });
    for (const nonce of ["a", "b"]) {
      const error = await assertFails(() => spent.spend(nonce, UNTIL), code);
      assertIncludes(error.message, says);
      assertTrue(!error.message.includes("\n") && "next" in error && error.next !== undefined);
    }
    assertEquals(await bytesIn(dir.path), before);
  });
}

Deno.test("a store that is taken away while it is in use is not made anew", async () => {
  await using dir = await stateDirectory();
  const spent = createSpentNonces({ directory: dir.path, now });
  await spent.spend("a", UNTIL);
  for (const suffix of ["", "-wal", "-shm"]) await Deno.remove(`${dir.path}/gatehouse.sqlite${suffix}`);
  for (const nonce of ["a", "b"]) {
    const error = await assertFails(() => spent.spend(nonce, UNTIL), "STORE_DAMAGED");
    assertIncludes(error.message, "is gone or was replaced while it was in use");
  }
  await assertGone(`${dir.path}/gatehouse.sqlite`);
});

Deno.test("a store that another process holds is waited for, but not for ever", async () => {
  await using dir = await stateDirectory();
  const spent = createSpentNonces({ directory: dir.path, now, busyMs: 60 });
  await spent.spend("a", UNTIL);
  const other = new DatabaseSync(`${dir.path}/gatehouse.sqlite`);
  other.exec("BEGIN IMMEDIATE");
  await assertFails(() => spent.spend("b", UNTIL), "STORE_BUSY");
  const patient = createSpentNonces({ directory: dir.path, now, busyMs: 60_000 }).spend("b", UNTIL);
  other.exec("COMMIT");
  other.close();
  assertEquals(await patient, true);
});

Deno.test("files may grow no more (ulimit): a spend fails in one line and spends nothing", async () => {
  await using dir = await stateDirectory();
  // In blocks of 512 bytes (POSIX) or 1,024 (bash); the signal's default action would end the process.
  const child = spender(["forever", dir.path, "full"], { shell: "trap '' XFSZ; ulimit -f 200" });
  const seen: string[] = [];
  for await (const line of linesOf(child)) seen.push(line);
  assertTrue((await child.status).success);
  await child.stdin.close().catch(() => {});
  const refused = seen.pop() ?? "";
  assertTrue(
    /^The store \S+ could (not grow: the disk is full|not be read or written)\. \S/.test(refused),
    refused,
  );
  assertTrue(seen.length > 0);
  const spent = createSpentNonces({ directory: dir.path });
  for (const nonce of [seen[0], seen.at(-1)]) assertEquals(await spent.spend(nonce ?? "", UNTIL), false);
  assertEquals(await spent.spend(`full-${seen.length + 1}`, UNTIL), true);
});
