import { createAuditLog } from "../../lib/state/audit_log.ts";
import { segmentsIn } from "../../lib/state/audit_place.ts";
import { AuditStore } from "../../lib/state/audit_store.ts";
import { tailAudit } from "../../lib/state/audit_tail.ts";
import { verifyAudit } from "../../lib/state/audit_verify.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../assert.ts";
import { entry, record, stateDirectory, until } from "./parts.ts";

Deno.test("a seal that comes late does not take the head back into a segment that others have left", async () => {
  await using dir = await stateDirectory();
  const options = { rotateBytes: 1, sealed: null };
  const slow = await AuditStore.open(dir.path, options);
  const quick = await AuditStore.open(dir.path, options);
  await slow.write(["{}"]);
  await quick.write(["{}"]);
  quick.seal();
  await quick.write(["{}"]);
  quick.seal();
  slow.seal();
  assertEquals((await verifyAudit(dir.path)).head, "ok");
  await slow.write(["{}"]);
  slow.seal();
  slow.close();
  quick.close();
  const { rows, intact, head } = await verifyAudit(dir.path);
  assertEquals({ rows, intact, head }, { rows: 4, intact: true, head: "ok" });
});

Deno.test("rows that were not sealed yet are sealed by whoever writes next", async () => {
  await using dir = await stateDirectory();
  const store = await AuditStore.open(dir.path, { rotateBytes: 1 << 20, sealed: null });
  await store.write(["{}", "{}"]);
  store.close();
  const report = await verifyAudit(dir.path);
  assertEquals([report.rows, report.head, report.intact], [2, "behind", true]);
  await record(dir.path, { to: 1 });
  assertEquals((await verifyAudit(dir.path)).head, "ok");
});

Deno.test("a group is written whole or not at all", async () => {
  await using dir = await stateDirectory();
  const store = await AuditStore.open(dir.path, { rotateBytes: 1 << 20, sealed: null });
  await store.write(["{}"]);
  // A text that SQLite cannot take: the last of the group fails, and with it the first.
  const unfit = Object.create(null) as string;
  let failed = false;
  await store.write(["{}", unfit]).catch(() => failed = true);
  store.close();
  assertTrue(failed);
  assertEquals((await verifyAudit(dir.path)).rows, 1);
});

Deno.test("rows whose seal could not be written are not written twice", async () => {
  await using dir = await stateDirectory();
  await record(dir.path, { to: 1 });
  // Stands where the new head is prepared, and cannot be removed like a file.
  await Deno.mkdir(`${dir.path}/audit.head.new/x`, { recursive: true });
  const log = createAuditLog({ directory: dir.path, retryMs: 5 });
  log.record(entry(2));
  await until(() => log.degraded !== null);
  assertIncludes(log.degraded ?? "", "Could not write");
  assertEquals((await verifyAudit(dir.path)).head, "behind");
  await Deno.remove(`${dir.path}/audit.head.new`, { recursive: true });
  await until(() => log.degraded === null);
  await log.close();
  assertEquals(tailAudit(dir.path, { limit: 9 }).length, 2);
  assertEquals((await verifyAudit(dir.path)).head, "ok");
});

Deno.test("two processes that make the store at once agree on one key and one first segment", async () => {
  await using dir = await stateDirectory();
  const options = { rotateBytes: 1 << 20, sealed: null };
  const stores = await Promise.all([1, 2, 3, 4].map(() => AuditStore.open(dir.path, options)));
  for (const store of stores) {
    await store.write(["{}"]);
    store.seal();
  }
  for (const store of stores) store.close();
  const { rows, segments, intact } = await verifyAudit(dir.path);
  assertEquals({ rows, segments, intact }, { rows: 4, segments: 1, intact: true });
});

Deno.test("a store that this process has seen is not made anew when it is gone", async () => {
  await using dir = await stateDirectory();
  const sealed = { seq: 3, hash: new Uint8Array(32) };
  await assertFails(() => AuditStore.open(dir.path, { rotateBytes: 1 << 20, sealed }), "STORE_DAMAGED");
  assertEquals(segmentsIn(dir.path), []);
});
