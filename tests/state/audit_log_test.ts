import fc from "fast-check";
import type { AuditEntry } from "../../lib/core/audit.ts";
import { createAuditLog } from "../../lib/state/audit_log.ts";
import { segmentsIn } from "../../lib/state/audit_place.ts";
import { tailAudit } from "../../lib/state/audit_tail.ts";
import { verifyAudit } from "../../lib/state/audit_verify.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../assert.ts";
import { entry, newest, record, recorder, stateDirectory, tamper, until } from "./parts.ts";

const modeOf = async (path: string) => ((await Deno.lstat(path)).mode ?? 0) & 0o777;

Deno.test("a log that records nothing makes nothing", async () => {
  await using dir = await stateDirectory();
  await createAuditLog({ directory: dir.path }).close();
  await assertFails(() => Deno.lstatSync(dir.path), "ENOENT");
  await assertFails(() => verifyAudit(dir.path), "STORE_MISSING");
  await assertFails(() => tailAudit(dir.path, { limit: 1 }), "STORE_MISSING");
});

Deno.test("what is recorded is read back in order, by everybody who opens the store after", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 3 });
  await record(dir.path, { from: 4, to: 5 });
  assertEquals(
    tailAudit(dir.path, { limit: 10 }),
    [1, 2, 3, 4, 5].map((n) => ({ kind: "call" as const, seq: n, entry: entry(n) })),
  );
  assertEquals(tailAudit(dir.path, { limit: 2 }).map(({ seq }) => seq), [4, 5]);
  const { rows, segments, head, intact } = await verifyAudit(dir.path);
  assertEquals({ rows, segments, head, intact }, { rows: 5, segments: 1, head: "ok", intact: true });
});

Deno.test("directories are 0700 and every file is 0600, also while the store is open", async () => {
  await using dir = await stateDirectory();
  const log = createAuditLog({ directory: dir.path });
  log.record(entry(1));
  await until(() => segmentsIn(dir.path).length > 0);
  await until(() => Array.from(Deno.readDirSync(dir.path)).some(({ name }) => name.endsWith("-wal")));
  const walk = async (path: string): Promise<void> => {
    assertEquals(await modeOf(path), 0o700, path);
    for await (const { name, isDirectory } of Deno.readDir(path)) {
      if (isDirectory) await walk(`${path}/${name}`);
      // A file that is being replaced may be gone by now.
      else assertEquals(await modeOf(`${path}/${name}`).catch(() => 0o600), 0o600, name);
    }
  };
  await walk(dir.path);
  await log.close();
});

Deno.test("rows reach the disk without a close, soon after they came", async () => {
  await using dir = await stateDirectory();
  const log = createAuditLog({ directory: dir.path });
  log.record(entry(1));
  await until(() => segmentsIn(dir.path).length > 0 && tailAudit(dir.path, { limit: 1 }).length > 0);
  assertEquals(log.degraded, null);
  await log.close();
});

Deno.test("a waiting row does not keep the process alive", async () => {
  await using dir = await stateDirectory();
  const child = recorder(["abandon", dir.path]);
  const { code } = await child.output();
  assertEquals(code, 0);
});

Deno.test("rows beyond the queue are counted in a row of their own, and the log says so meanwhile", async () => {
  await using dir = await stateDirectory();
  const log = createAuditLog({ directory: dir.path, now: () => 77 });
  for (let n = 1; n <= 8_192 + 100; n++) log.record(entry(n));
  assertIncludes(log.degraded ?? "", "8192 audit rows are waiting");
  await log.close();
  assertEquals(log.degraded, "100 audit rows were not written: they came too fast");
  assertEquals(tailAudit(dir.path, { limit: 2 }), [
    { kind: "call", seq: 8_192, entry: entry(8_192) },
    { kind: "gap", seq: 8_193, at: 77, lost: 100 },
  ]);
  assertTrue((await verifyAudit(dir.path)).intact);
});

Deno.test("a closed log takes no more rows and does not throw", async () => {
  await using dir = await stateDirectory();
  const log = createAuditLog({ directory: dir.path });
  log.record(entry(1));
  await log.close();
  log.record(entry(2));
  await log.close();
  assertEquals(tailAudit(dir.path, { limit: 9 }).length, 1);
});

Deno.test("facts too large for a row are left out and counted, names are cut", async () => {
  await using dir = await stateDirectory();
  const log = createAuditLog({ directory: dir.path });
  log.record({ ...entry(1), tool: "t".repeat(100), facts: { a: "x".repeat(70_000), b: 1 } });
  await log.close();
  const [row] = tailAudit(dir.path, { limit: 1 });
  assertTrue(row?.kind === "call");
  assertEquals(row.entry.facts, { facts_left_out: 2 });
  assertEquals(row.entry.tool.length, 64);
});

Deno.test("of a fact to be digested the row holds the SHA-256, and not the text", async () => {
  await using dir = await stateDirectory();
  const log = createAuditLog({ directory: dir.path });
  // The digest of "abc" is an example of the standard (FIPS 180-2, B.1).
  log.record({ ...entry(1), facts: { about: { sha256: "abc" } } });
  await log.close();
  const [row] = tailAudit(dir.path, { limit: 1 });
  assertTrue(row?.kind === "call");
  assertEquals(row.entry.facts, {
    about: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  });
});

Deno.test("the log goes on in a new segment when one is full, and the chain with it", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 3_000, rotateBytes: 65_536 });
  await record(dir.path, { from: 3_001, to: 4_000, rotateBytes: 65_536 });
  const { rows, segments, head, intact } = await verifyAudit(dir.path);
  assertEquals({ rows, head, intact }, { rows: 4_000, head: "ok", intact: true });
  assertTrue(segments > 3, `${segments} segments`);
  assertEquals(tailAudit(dir.path, { limit: 4_000 }).map(({ seq }) => seq).at(0), 1);
  for (const { path } of segmentsIn(dir.path)) assertTrue((await Deno.stat(path)).size < 4 * 65_536);
});

Deno.test("a closed segment that nothing follows yet is followed at the next write", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 10 });
  tamper(dir.path, (db) => db.exec("UPDATE segment SET closed = 1"));
  await record(dir.path, { from: 11, to: 12 });
  const { rows, segments, intact } = await verifyAudit(dir.path);
  assertEquals({ rows, segments, intact }, { rows: 12, segments: 2, intact: true });
});

Deno.test("a store that was replaced under a running log is not written to", async () => {
  await using dir = await stateDirectory();
  const log = createAuditLog({ directory: dir.path });
  log.record(entry(1));
  await until(() => segmentsIn(dir.path).length > 0 && tailAudit(dir.path, { limit: 1 }).length > 0);
  await Deno.rename(dir.path, `${dir.path}.away`);
  log.record(entry(2));
  await log.close();
  assertIncludes(log.degraded ?? "", "1 audit rows were not written");
  assertIncludes(log.degraded ?? "", "is gone or was replaced");
  await assertFails(() => Deno.lstatSync(dir.path), "ENOENT");
  await Deno.rename(`${dir.path}.away`, dir.path);
  assertTrue((await verifyAudit(dir.path)).intact);
});

Deno.test("a store cut back while the log runs is not written to, though everything else fits", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 3 });
  await Deno.copyFile(newest(dir.path), `${dir.path}/old`);
  await record(dir.path, { from: 4, to: 6 });
  await Deno.copyFile(`${dir.path}/old`, newest(dir.path));
  const log = createAuditLog({ directory: dir.path });
  log.record(entry(7));
  await log.close();
  assertIncludes(log.degraded ?? "", "Row 6, which the seal names, is gone");
  assertEquals((await verifyAudit(dir.path)).firstBad, { seq: 4, why: "rows 4 to 6 were cut off" });
});

/** Text that JSON and SQLite keep as it is: everything but half surrogates. */
const text = (maxLength: number) => fc.string({ unit: "grapheme-composite", maxLength });
const fact = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0),
  fc.boolean(),
  fc.constant(null),
);
const entries: fc.Arbitrary<AuditEntry> = fc.record({
  at: fc.nat({ max: 2 ** 45 }),
  principal: text(30),
  via: fc.constantFrom("stdio", "http", "cli"),
  tool: fc.string({ unit: "binary-ascii", maxLength: 64 }),
  outcome: fc.string({ unit: "binary-ascii", maxLength: 64 }),
  ms: fc.nat(),
  facts: fc.dictionary(fc.string({ maxLength: 20 }).filter((key) => key !== "__proto__"), fact, {
    noNullPrototype: true,
  }),
}, { noNullPrototype: true });

Deno.test("any entry comes back as it was, and verifies", async () => {
  await using dir = await stateDirectory();
  let rows = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(entries, { minLength: 1, maxLength: 5 }), async (some) => {
      const log = createAuditLog({ directory: dir.path });
      for (const one of some) log.record(one);
      await log.close();
      rows += some.length;
      const read = tailAudit(dir.path, { limit: some.length });
      assertEquals(read.map((row) => row.kind === "call" ? row.entry : null), some);
    }),
    { numRuns: 60 },
  );
  const report = await verifyAudit(dir.path);
  assertEquals([report.rows, report.intact], [rows, true]);
});

Deno.test("half a surrogate pair is kept as U+FFFD and verifies, an escaped backslash before it is not touched", async () => {
  await using dir = await stateDirectory();
  const log = createAuditLog({ directory: dir.path });
  log.record(entry(1, { a: "x\ud800y", b: "\\ud800", "\udc00": "\\\\\udfff", pair: "\u{1f600}" }));
  await log.close();
  const [row] = tailAudit(dir.path, { limit: 1 });
  assertTrue(row?.kind === "call");
  assertEquals(row.entry.facts, {
    n: 1,
    a: "x\ufffdy",
    b: "\\ud800",
    "\ufffd": "\\\\\ufffd",
    pair: "\u{1f600}",
  });
  assertTrue((await verifyAudit(dir.path)).intact);
});

Deno.test("whoever waits for room loses no row, however fast they come", async () => {
  await using dir = await stateDirectory();
  const log = createAuditLog({ directory: dir.path });
  for (let at = 1; at <= 12_000; at++) {
    log.record(entry(at));
    if (at % 256 === 0) await log.room();
  }
  await log.close();
  assertEquals(log.degraded, null);
  assertEquals((await verifyAudit(dir.path)).rows, 12_000);
});

Deno.test("rows that came too fast are counted, and the log says so when it closes", async () => {
  await using dir = await stateDirectory();
  const log = createAuditLog({ directory: dir.path });
  for (let at = 1; at <= 9_000; at++) log.record(entry(at));
  await log.close();
  assertIncludes(log.degraded ?? "", "808 audit rows were not written");
});

Deno.test("there is room at once while the log cannot be written", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 1 });
  for (const { path } of segmentsIn(dir.path)) await Deno.writeTextFile(path, "garbage");
  const log = createAuditLog({ directory: dir.path });
  for (let at = 1; at <= 600; at++) log.record(entry(at));
  await log.room();
  await log.room();
  await log.close();
  assertTrue(log.degraded !== null);
});
