/** A change whose answer nobody can read may have happened, whatever the machine meant to say. */
import { invoke } from "gatehouse/core/invoke.ts";
import { answerOf, orderOf } from "gatehouse/hosts/remote/operations.ts";
import type { HelperReply } from "gatehouse/hosts/types.ts";
import { assertEquals, assertFails, assertIncludes } from "../../assert.ts";
import { openTargets } from "../../core/parts/targets.ts";

const DONE = { output: "WRITE_OK", created: true, size: 0, sha256: "e3b0", mode: "0644", not_kept: [] };

const STRANGE: readonly HelperReply[] = [
  { ok: true, data: {} },
  { ok: true, data: { ...DONE, size: -1 } },
  { ok: true, data: { ...DONE, output: "WRITE_FAILED" } },
  { ok: true, data: JSON.parse('{"__proto__":{"output":"WRITE_OK"},"created":true}') },
  { ok: true, data: { raw: "WRITE_OK" } },
  { ok: false, error: { code: "DONE_ALREADY", message: "?", detail: null, exitCode: null } },
  { ok: false, error: { code: "CANCELLED", message: "?", detail: null, exitCode: null } },
];

Deno.test("a machine's answer that cannot be read leaves a change open, and fails a read", async () => {
  for (const reply of STRANGE) {
    const change = orderOf("write_file", { path: "/tmp/a", content: "" });
    await assertFails(async () => await Promise.resolve(answerOf(change, reply)), "AMBIGUOUS_OUTCOME");
    const read = orderOf("read_file", { path: "/tmp/a" });
    await assertFails(async () => await Promise.resolve(answerOf(read, reply)), "UPSTREAM_PROTOCOL");
  }
});

Deno.test("a change that was made, and whose answer cannot be sent, is no failure that one may repeat", async () => {
  for (const value of [{ text: 7 }, { text: "a", more: true }, { text: "x".repeat(1_100_000) }, null]) {
    const open = openTargets();
    open.memory.holds = () => Promise.resolve(true);
    open.memory.begin = open.memory.beginAsked;
    open.world.run = () => value;
    const outcome = await invoke(open.house, open.call("changes"));
    assertIncludes(JSON.stringify(outcome), "AMBIGUOUS_OUTCOME");
    assertEquals(open.rows.at(-1)?.outcome, "AMBIGUOUS_OUTCOME");
    const read = await invoke(open.house, open.call("looks"));
    assertEquals(JSON.stringify(read).includes("AMBIGUOUS_OUTCOME"), false);
  }
});
