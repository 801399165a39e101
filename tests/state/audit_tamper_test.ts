/** Changes that no edit of a row makes: numbers that JavaScript cannot hold, triggers, names. */
import type { DatabaseSync } from "node:sqlite";
import { createAuditLog } from "../../lib/state/audit_log.ts";
import { tailAudit } from "../../lib/state/audit_tail.ts";
import { verifyAudit } from "../../lib/state/audit_verify.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../assert.ts";
import { entry, newest, record, stateDirectory, tamper } from "./parts.ts";

/** Why a further call could not be recorded. */
async function refusalOf(directory: string): Promise<string> {
  const log = createAuditLog({ directory });
  log.record(entry(99));
  await log.close();
  return log.degraded ?? "";
}

Deno.test("a row with a number that no row can have is found, wherever it stands", async () => {
  for (const seq of ["9223372036854775807", "-9223372036854775808", "9007199254740993", "0", "-1"]) {
    await using dir = await stateDirectory();
    await record(dir.path, { to: 5 });
    tamper(dir.path, (db) => db.exec(`INSERT INTO audit VALUES (${seq}, '{}', x'00', x'00')`));
    assertTrue(!(await verifyAudit(dir.path)).intact, seq);
    assertEquals(tailAudit(dir.path, { limit: 10 }).length, 6);
    if (!seq.startsWith("-") && seq !== "0") {
      assertIncludes(await refusalOf(dir.path), "was not written by this program");
    }
  }
});

Deno.test("a segment that says it begins or ends anywhere else is found", async () => {
  for (const set of ["before_seq = 9223372036854775807", "before_seq = -1"]) {
    await using dir = await stateDirectory();
    await record(dir.path, { to: 5 });
    tamper(dir.path, (db) => db.exec(`UPDATE segment SET ${set}`));
    assertTrue(!(await verifyAudit(dir.path)).intact, set);
    assertIncludes(await refusalOf(dir.path), "has another's name");
  }
});

const strangers: Record<string, (db: DatabaseSync) => void> = {
  "a trigger that swallows rows": (db) =>
    db.exec("CREATE TRIGGER t BEFORE INSERT ON audit BEGIN SELECT RAISE(IGNORE); END"),
  "a trigger that deletes rows": (db) =>
    db.exec("CREATE TRIGGER t AFTER INSERT ON audit BEGIN DELETE FROM audit WHERE seq = 1; END"),
  "a further table": (db) => db.exec("CREATE TABLE t (a INTEGER)"),
  "a table without its types": (db) =>
    db.exec(
      "ALTER TABLE audit RENAME TO old; CREATE TABLE audit (seq INTEGER PRIMARY KEY, body, hash, seal);" +
        "INSERT INTO audit SELECT * FROM old; DROP TABLE old",
    ),
  "a view in a table's place": (db) =>
    db.exec("ALTER TABLE audit RENAME TO old; CREATE VIEW audit AS SELECT * FROM old"),
};

for (const [what, act] of Object.entries(strangers)) {
  Deno.test(`a store with ${what} is refused by verify, tail and the log, and left as it is`, async () => {
    await using dir = await stateDirectory();
    await record(dir.path, { to: 5 });
    tamper(dir.path, act);
    await assertFails(() => verifyAudit(dir.path), "STORE_DAMAGED");
    await assertFails(() => tailAudit(dir.path, { limit: 1 }), "STORE_DAMAGED");
    assertIncludes(await refusalOf(dir.path), "has other tables or triggers");
  });
}

Deno.test("a segment under another name is found, as the log refuses it", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 5 });
  await Deno.rename(newest(dir.path), `${dir.path}/audit-000000000007.sqlite`);
  const report = await verifyAudit(dir.path);
  assertEquals(report.firstBad, { seq: 1, why: "the segment's name says that it begins with row 7" });
  assertIncludes(await refusalOf(dir.path), "has another's name");
});
