import type { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { auditPlace, segmentsIn } from "../../lib/state/audit_place.ts";
import { chained, sealOf } from "../../lib/state/audit_row.ts";
import { segmentEnd } from "../../lib/state/audit_segment.ts";
import { tailAudit } from "../../lib/state/audit_tail.ts";
import { type AuditReport, verifyAudit } from "../../lib/state/audit_verify.ts";
import { ToolError } from "../../lib/core/errors.ts";
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { bytesIn, newest, record, stateDirectory, tamper } from "./parts.ts";

/** Records 20 calls, lets the change be made behind the log's back, and verifies. */
async function after(act: (db: DatabaseSync) => void): Promise<AuditReport> {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 20 });
  assertTrue((await verifyAudit(dir.path)).intact);
  tamper(dir.path, act);
  const report = await verifyAudit(dir.path);
  assertTrue(!report.intact);
  return report;
}

Deno.test("an edited row is named, be it its content, its hash or its seal", async () => {
  const body = await after((db) =>
    db.exec(`UPDATE audit SET body = replace(body, '"outcome":"ok"', '"outcome":"no"') WHERE seq = 7`)
  );
  assertEquals(body.firstBad, { seq: 7, why: "its content, its hash or its place was changed" });
  assertEquals(body.rows, 6);
  assertEquals(
    (await after((db) => db.exec("UPDATE audit SET hash = zeroblob(32) WHERE seq = 7"))).firstBad?.seq,
    7,
  );
  const seal = await after((db) => db.exec("UPDATE audit SET seal = zeroblob(32) WHERE seq = 7"));
  assertIncludes(seal.firstBad?.why ?? "", "not sealed with the key");
});

Deno.test("a deleted row is named, the first one, one in the middle, or the last", async () => {
  for (const seq of [1, 7, 20]) {
    const report = await after((db) => db.exec(`DELETE FROM audit WHERE seq = ${seq}`));
    assertEquals(report.firstBad?.seq, seq);
  }
});

Deno.test("rows that changed places are named", async () => {
  const report = await after((db) =>
    db.exec(`UPDATE audit SET seq = 99 WHERE seq = 7;
             UPDATE audit SET seq = 7 WHERE seq = 8;
             UPDATE audit SET seq = 8 WHERE seq = 99`)
  );
  assertEquals(report.firstBad?.seq, 7);
});

Deno.test("rows cut off at the end are named by the seal that names them, all of them too", async () => {
  const report = await after((db) => db.exec("DELETE FROM audit WHERE seq > 15"));
  assertEquals(report.firstBad, { seq: 16, why: "rows 16 to 20 were cut off" });
  assertEquals(report.head, "ahead");
  assertEquals((await after((db) => db.exec("DELETE FROM audit"))).firstBad?.seq, 1);
});

Deno.test("a row put between others is named", async () => {
  const report = await after((db) =>
    db.exec(`UPDATE audit SET seq = -seq WHERE seq > 7;
             UPDATE audit SET seq = 1 - seq WHERE seq < 0;
             INSERT INTO audit SELECT 8, body, hash, seal FROM audit WHERE seq = 7`)
  );
  assertEquals(report.firstBad?.seq, 8);
});

Deno.test("a row added at the end is named, though its place in the chain is right", async () => {
  const report = await after((db) => {
    const body = `{"gap":{"at":1,"lost":1}}`;
    const { seq, hash } = chained(segmentEnd(db), new TextEncoder().encode(body));
    const seal = sealOf({ seq, hash }, { key: new Uint8Array(32), purpose: "row" });
    db.prepare("INSERT INTO audit VALUES (?, ?, ?, ?)").run(seq, body, hash, seal);
  });
  assertEquals(report.firstBad?.seq, 21);
  assertIncludes(report.firstBad?.why ?? "", "added by somebody else");
});

Deno.test("a chain that was computed anew without the key is named where it begins to differ", async () => {
  const report = await after((db) => {
    let end = chained({ seq: 0, hash: new Uint8Array(32) }, new Uint8Array(0));
    for (const row of db.prepare("SELECT seq, body, hash FROM audit ORDER BY seq").all()) {
      const body = row["seq"] === 7 ? String(row["body"]).replace("ok", "no") : String(row["body"]);
      const before = row["seq"] === 1 ? { seq: 0, hash: new Uint8Array(32) } : end;
      end = chained(before, new TextEncoder().encode(body));
      db.prepare("UPDATE audit SET body = ?, hash = ? WHERE seq = ?").run(body, end.hash, end.seq);
    }
  });
  assertEquals(report.firstBad?.seq, 7);
});

Deno.test("without the key the chain is still checked, and what is open is said", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 5 });
  await Deno.remove(auditPlace(dir.path).key);
  const report = await verifyAudit(dir.path);
  assertEquals([report.rows, report.firstBad, report.head, report.intact], [5, null, "unproven", false]);
  assertTrue(report.cannotProve.includes("Whether rows were added or cut off at the end"));
  tamper(dir.path, (db) => db.exec("UPDATE audit SET body = '{}' WHERE seq = 3"));
  assertEquals((await verifyAudit(dir.path)).firstBad?.seq, 3);
});

Deno.test("a head that is missing, forged, older or of other rows is told apart", async () => {
  await using dir = await stateDirectory();
  const { head } = auditPlace(dir.path);
  const state = async () => {
    const report = await verifyAudit(dir.path);
    return [report.head, report.intact, report.firstBad?.seq ?? null];
  };
  await record(dir.path, { to: 5 });
  const old = await Deno.readTextFile(head);
  await record(dir.path, { from: 6, to: 9 });
  const right = await Deno.readTextFile(head);

  await Deno.writeTextFile(head, old);
  assertEquals(await state(), ["behind", true, null]);
  assertTrue(
    (await verifyAudit(dir.path)).cannotProve.some((s) => s.startsWith("Rows after 5 (there are 4)")),
  );
  await Deno.writeTextFile(head, right.replace('"seq":9', '"seq":8'));
  assertEquals(await state(), ["forged", false, null]);
  await Deno.writeTextFile(head, "");
  assertEquals(await state(), ["forged", false, null]);
  await Deno.remove(head);
  assertEquals(await state(), ["missing", false, null]);

  // Another log of the same length, under the same key.
  await using other = await stateDirectory();
  await record(other.path, { to: 1 });
  await Deno.copyFile(auditPlace(dir.path).key, auditPlace(other.path).key);
  for (const { path } of segmentsIn(other.path)) await Deno.remove(path);
  await Deno.remove(auditPlace(other.path).head);
  await record(other.path, { from: 101, to: 109 });
  await Deno.copyFile(auditPlace(other.path).head, head);
  assertEquals(await state(), ["differs", false, 9]);
});

Deno.test("a segment that is gone, not closed, or not the one that followed is named", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 2_000, rotateBytes: 65_536 });
  const places = segmentsIn(dir.path);
  assertTrue(places.length >= 4);
  const [first, second, third] = places;
  assertTrue(first !== undefined && second !== undefined && third !== undefined);
  const bad = async () => (await verifyAudit(dir.path)).firstBad;
  const why = (from: number, to: number) => ({ seq: from, why: `rows ${from} to ${to} are missing` });

  await Deno.rename(second.path, `${dir.path}/away`);
  assertEquals(await bad(), why(second.firstSeq, third.firstSeq - 1));
  await Deno.copyFile(first.path, second.path);
  await Deno.chmod(second.path, 0o600);
  assertEquals((await bad())?.seq, 1);
  await Deno.rename(`${dir.path}/away`, second.path);
  assertEquals(await bad(), null);

  await Deno.rename(first.path, `${dir.path}/away`);
  assertEquals(await bad(), why(1, second.firstSeq - 1));
  await Deno.rename(`${dir.path}/away`, first.path);

  tamper(dir.path, (db) => db.exec("UPDATE segment SET closed = 0"), { at: 1 });
  assertEquals(await bad(), { seq: third.firstSeq, why: "a segment follows one that was not closed" });
  tamper(dir.path, (db) => db.exec("UPDATE segment SET closed = 1, before_hash = zeroblob(32)"), { at: 1 });
  assertEquals((await bad())?.seq, second.firstSeq);
});

Deno.test("all segments gone is rows cut off, not an empty log", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 5 });
  await Deno.remove(newest(dir.path));
  const report = await verifyAudit(dir.path);
  assertEquals([report.segments, report.head, report.firstBad?.seq], [0, "ahead", 1]);
});

Deno.test("verify and tail change no byte", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 600, rotateBytes: 65_536 });
  const before = await bytesIn(dir.path);
  await verifyAudit(dir.path);
  tailAudit(dir.path, { limit: 600 });
  assertEquals(await bytesIn(dir.path), before);
});

Deno.test("a row that is not ours is shown as unreadable by tail", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 3 });
  tamper(dir.path, (db) => db.exec("UPDATE audit SET body = 'no json' WHERE seq = 2"));
  assertEquals(tailAudit(dir.path, { limit: 9 }).map(({ kind }) => kind), ["call", "unreadable", "call"]);
});

Deno.test("any one changed byte of any stored value is found, at its row", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 20 });
  const change = fc.record({
    seq: fc.integer({ min: 1, max: 20 }),
    column: fc.constantFrom("body", "hash", "seal"),
    at: fc.nat(),
    flip: fc.integer({ min: 1, max: 255 }),
  });
  await fc.assert(
    fc.asyncProperty(change, async ({ seq, column, at, flip }) => {
      const write = (value: Uint8Array) =>
        tamper(dir.path, (db) => {
          const stored = column === "body" ? "CAST(? AS TEXT)" : "?";
          db.prepare(`UPDATE audit SET ${column} = ${stored} WHERE seq = ?`).run(value, seq);
        });
      let kept = new Uint8Array();
      tamper(dir.path, (db) => {
        const row = db.prepare(`SELECT CAST(${column} AS BLOB) AS value FROM audit WHERE seq = ?`).get(seq);
        assertTrue(row?.["value"] instanceof Uint8Array);
        kept = new Uint8Array(row["value"]);
      });
      const changed = kept.slice();
      changed[at % kept.length] = (changed[at % kept.length] ?? 0) ^ flip;
      write(changed);
      assertEquals((await verifyAudit(dir.path)).firstBad?.seq, seq);
      write(kept);
    }),
    { numRuns: 150 },
  );
  assertTrue((await verifyAudit(dir.path)).intact);
});

Deno.test("any one changed byte of the file is found, or changed no row", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 40 });
  const path = newest(dir.path);
  const kept = await Deno.readFile(path);
  const rows = tailAudit(dir.path, { limit: 40 });
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: kept.length - 1 }), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      const changed = kept.slice();
      changed[at] = (changed[at] ?? 0) ^ flip;
      await Deno.writeFile(path, changed);
      try {
        const { intact } = await verifyAudit(dir.path);
        if (intact) assertEquals(tailAudit(dir.path, { limit: 41 }), rows);
      } catch (error) {
        assertTrue(error instanceof ToolError && error.code.startsWith("STORE_"), String(error));
      } finally {
        // What SQLite made beside a file of one version must not be read with the next.
        for (const side of ["-wal", "-shm"]) await Deno.remove(path + side).catch(() => {});
      }
    }),
    { numRuns: 300 },
  );
});
