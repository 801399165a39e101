/** What a machine says of its jobs is not trusted. */
import fc from "fast-check";
import { assertEquals, assertFails, assertTrue } from "../../assert.ts";
import { ToolError } from "gatehouse/core/errors.ts";
import { answerOf, orderOf } from "gatehouse/hosts/remote/operations.ts";

const RECORD = {
  jobId: "a".repeat(32),
  state: "running",
  requestDigest: "0".repeat(64),
  createdAt: 1.5,
  safeToRetry: false,
};

const PAGE = { data: "a", encoding: "utf-8", next_offset: 1, eof: false, size: 1, state: "running" };

const OPERATIONS = ["start", "status", "wait", "output", "cancel"].map((name) => `remote_job_${name}`);

const read = (operation: string, data: Record<string, unknown>) =>
  // deno-lint-ignore no-explicit-any -- a test names the fields that it expects
  answerOf(orderOf(operation, {}), { ok: true, data }) as any;

Deno.test("an answer of another form is refused with its code, never a defect and never passed on", () => {
  const strange = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(fc.property(fc.constantFrom(...OPERATIONS), strange, (operation, data) => {
    try {
      read(operation, data);
      return false;
    } catch (error) {
      const code = orderOf(operation, {}).changes ? "AMBIGUOUS_OUTCOME" : "UPSTREAM_PROTOCOL";
      return error instanceof ToolError && error.code === code;
    }
  }));
});

Deno.test("each value of a record has its type and range; what is not known is null", async () => {
  const { record } = read("remote_job_status", {
    record: { ...RECORD, payload: { stdin: "secret" }, more: 1 },
  });
  assertTrue(!("payload" in record) && !("more" in record));
  assertEquals([record.exitCode, record.error, record.runtimeIdentity, record.limits], [
    null,
    null,
    null,
    null,
  ]);
  for (
    const wrong of [
      { state: "sleeping" },
      { state: null },
      { jobId: 7 },
      { createdAt: -1 },
      { createdAt: "1" },
      { exitCode: 256 },
      { exitCode: 0.5 },
      { runtimeIdentity: { pid: 7, pgid: "7", startTicks: "7" } },
      { terminated: "yes" },
      { stdoutDiscardedBytes: -1 },
    ]
  ) {
    await assertFails(
      () => read("remote_job_status", { record: { ...RECORD, ...wrong } }),
      "UPSTREAM_PROTOCOL",
    );
  }
});

Deno.test("texts come out harmless and bounded, and it is said how many characters were written otherwise", () => {
  const { record } = read("remote_job_status", {
    record: { ...RECORD, error: `\x1b[2J${"x".repeat(9_000)}` },
  });
  assertTrue(record.error.startsWith("\\u{1b}[2Jxxx") && record.error.length === 8_192);
  const page = read("remote_job_output", { ...PAGE, data: "a\x1b[0mb\r\n" });
  assertEquals([page.data, page.controls_escaped], ["a\\u{1b}[0mb\r\n", 1]);
});

Deno.test("a start that the machine ended from outside is ambiguous, and a look is not", async () => {
  const fail = (operation: string) => () =>
    answerOf(orderOf(operation, {}), {
      ok: false,
      error: { code: "TIMEOUT", message: "Ended", detail: null, exitCode: null },
    });
  for (const name of ["start", "cancel"]) await assertFails(fail(`remote_job_${name}`), "AMBIGUOUS_OUTCOME");
  for (const name of ["status", "wait", "output"]) await assertFails(fail(`remote_job_${name}`), "TIMEOUT");
});
