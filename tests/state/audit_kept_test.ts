/** The record after its oldest files were removed: what is left is checked, and goes on. */
import { segmentsIn } from "../../lib/state/audit_place.ts";
import { tailAudit } from "../../lib/state/audit_tail.ts";
import { verifyAudit } from "../../lib/state/audit_verify.ts";
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { record, stateDirectory, tamper } from "./parts.ts";

/** Rows 1–2, 3–4, 5–6 and 7–8, each pair in a file of its own. */
async function filled(directory: string): Promise<void> {
  for (let from = 1; from < 8; from += 2) await record(directory, { from, to: from + 1, rotateBytes: 1 });
}

function removeOldest(directory: string): void {
  const [oldest] = segmentsIn(directory);
  assertTrue(oldest !== undefined);
  Deno.removeSync(oldest.path);
}

Deno.test("rows that are gone with the oldest files are missed, and with kept only told of", async () => {
  await using dir = await stateDirectory();
  await filled(dir.path);
  removeOldest(dir.path);
  const all = await verifyAudit(dir.path);
  assertEquals([all.intact, all.firstBad?.why], [false, "rows 1 to 2 are missing"]);
  const kept = await verifyAudit(dir.path, { kept: true });
  assertEquals([kept.intact, kept.first, kept.rows, kept.head], [true, 3, 8, "ok"]);
  assertTrue(kept.cannotProve.some((text) => text.includes("rows 1 to 2")));
});

Deno.test("of a record that is whole, kept says the same as a check of all", async () => {
  await using dir = await stateDirectory();
  await filled(dir.path);
  assertEquals(await verifyAudit(dir.path, { kept: true }), await verifyAudit(dir.path));
});

Deno.test("the record goes on after its oldest files were removed, and stays whole", async () => {
  await using dir = await stateDirectory();
  await filled(dir.path);
  removeOldest(dir.path);
  await record(dir.path, { from: 9, to: 12 });
  const { intact, rows } = await verifyAudit(dir.path, { kept: true });
  assertEquals([intact, rows, tailAudit(dir.path, { limit: 100 }).length], [true, 12, 10]);
});

Deno.test("with kept, a file that is gone from the middle, a changed row and a changed beginning are still found", async () => {
  for (
    const change of [
      (path: string) => Deno.removeSync(segmentsIn(path)[1]?.path ?? ""),
      (path: string) =>
        tamper(path, (db) => db.exec("UPDATE audit SET body = '{}' WHERE seq = 4"), { at: 0 }),
      (path: string) =>
        tamper(path, (db) => db.exec("UPDATE segment SET before_hash = zeroblob(32)"), { at: 0 }),
      (path: string) => tamper(path, (db) => db.exec("UPDATE segment SET before_seq = 1"), { at: 0 }),
    ]
  ) {
    await using dir = await stateDirectory();
    await filled(dir.path);
    removeOldest(dir.path);
    change(dir.path);
    assertTrue(!(await verifyAudit(dir.path, { kept: true })).intact, String(change));
  }
});

Deno.test("with kept, a record whose newest file is gone as well is not whole", async () => {
  await using dir = await stateDirectory();
  await filled(dir.path);
  removeOldest(dir.path);
  await Deno.remove(segmentsIn(dir.path).at(-1)?.path ?? "");
  const { intact, firstBad } = await verifyAudit(dir.path, { kept: true });
  assertEquals(intact, false);
  assertIncludes(firstBad?.why ?? "", "were cut off");
});

Deno.test("a check that may take no time says how far it came, and calls nothing bad", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 300 });
  const { unread, rows, firstBad, intact, head } = await verifyAudit(dir.path, { withinMs: -1 });
  assertEquals([unread, rows, firstBad, intact, head], [true, 255, null, false, "unproven"]);
});
