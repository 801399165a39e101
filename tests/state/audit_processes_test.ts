import { createAuditLog } from "../../lib/state/audit_log.ts";
import { tailAudit } from "../../lib/state/audit_tail.ts";
import { type AuditReport, verifyAudit } from "../../lib/state/audit_verify.ts";
import { ToolError } from "../../lib/core/errors.ts";
import { assertEquals, assertTrue } from "../assert.ts";
import { entry, recorder, stateDirectory } from "./parts.ts";

const PROCESSES = ["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"];
const EACH = 300;

for (const [name, rotateBytes] of [["one segment", 0], ["segments that they rotate", 65_536]] as const) {
  Deno.test(`eight processes that start at once and append to ${name} lose no row and break no link`, async () => {
    await using dir = await stateDirectory();
    const ended = await Promise.all(
      PROCESSES.map((who) => recorder(["count", dir.path, who, `${EACH}`, `${rotateBytes}`]).output()),
    );
    for (const { stdout } of ended) assertEquals(new TextDecoder().decode(stdout), "whole\n");

    const { rows, head, firstBad, segments } = await verifyAudit(dir.path);
    assertEquals({ rows, head, firstBad }, { rows: PROCESSES.length * EACH, head: "ok", firstBad: null });
    assertTrue(rotateBytes === 0 ? segments === 1 : segments > 2, `${segments} segments`);
    const seen = Map.groupBy(
      tailAudit(dir.path, { limit: rows }),
      (row) => row.kind === "call" ? row.entry.principal : row.kind,
    );
    for (const who of PROCESSES) {
      const ns = seen.get(who)?.map((row) => row.kind === "call" ? row.entry.facts["n"] : null);
      assertEquals(ns, Array.from({ length: EACH }, (_, at) => at + 1), who);
    }
  });
}

Deno.test("twenty writers killed in the middle leave a store that opens, verifies and has no torn row", async () => {
  await using dir = await stateDirectory();
  let before = 0;
  for (let round = 0; round < 20; round++) {
    const child = recorder(["forever", dir.path, `round-${round}`]);
    await killAfter([child], 20 + Math.floor(Math.random() * 120));

    const report = await verified(dir.path, before === 0);
    if (report === null) continue;
    assertTrue(report.intact, JSON.stringify(report));
    const rows = report.rows === before ? [] : tailAudit(dir.path, { limit: report.rows - before });
    // Whole groups in the order they came: nothing is missing before the last row that is there.
    assertEquals(
      rows.map((row) => row.kind === "call" ? [row.entry.principal, row.entry.facts["n"]] : null),
      rows.map((_, at) => [`round-${round}`, at + 1]),
    );
    before = report.rows;
  }
  assertTrue(before > 0, "every writer was killed before its first group");
  const log = createAuditLog({ directory: dir.path });
  log.record(entry(1));
  await log.close();
  const { rows, head, intact } = await verifyAudit(dir.path);
  assertEquals({ rows, head, intact }, { rows: before + 1, head: "ok", intact: true });
});

Deno.test("eight writers killed together leave a store that the next one goes on with", async () => {
  await using dir = await stateDirectory();
  for (let round = 0; round < 3; round++) {
    const children = PROCESSES.map((who) => recorder(["forever", dir.path, who]));
    await killAfter(children, 20 + Math.floor(Math.random() * 60));
    const report = await verified(dir.path, round === 0);
    assertTrue(report?.intact ?? true, JSON.stringify(report));
  }
  assertTrue((await verifyAudit(dir.path)).rows > 0, "every writer was killed before its first group");
});

/** The report; null where the first writers were killed before there was anything. */
async function verified(directory: string, mayBeMissing: boolean): Promise<AuditReport | null> {
  try {
    return await verifyAudit(directory);
  } catch (error) {
    if (mayBeMissing && error instanceof ToolError && error.code === "STORE_MISSING") return null;
    throw error;
  }
}

/** Kills the children once each has said that it recorded so many batches; it goes on recording until then. */
async function killAfter(children: readonly Deno.ChildProcess[], batches: number): Promise<void> {
  const readers = children.map((child) => child.stdout.getReader());
  await Promise.all(readers.map(async (reader) => {
    for (let lines = 0; lines < batches;) {
      const { value } = await reader.read();
      assertTrue(value !== undefined, "the writer ended by itself");
      lines += value.filter((byte) => byte === 10).length;
    }
  }));
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(readers.map((reader) => reader.cancel()));
  for (const child of children) assertEquals((await child.status).signal, "SIGKILL");
}
