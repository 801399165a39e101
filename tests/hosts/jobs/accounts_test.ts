/** Durable jobs of an account without root's rights. */
import { assertEquals, assertFails, assertIncludes } from "../../assert.ts";
import { mustRun } from "../../tasks/parts/child.ts";
import { canMakeAccounts, makeAccount } from "../parts/account.ts";
import { endJobs, ofJobs } from "../parts/jobs_machine.ts";
import { Operating } from "../parts/operating.ts";
import { Sshd } from "../parts/sshd.ts";

const order = (job_id: string, script: string) => ({
  job_id,
  request_digest: "0".repeat(64),
  executable: "sh",
  argv: ["-s"],
  stdin: script,
  drain_grace_seconds: 1,
});

if (canMakeAccounts) {
  Deno.test("an account runs, reads and cancels its jobs, and nobody's job is another's", async () => {
    await using account = await makeAccount();
    await using sshd = await Sshd.start();
    // Its sessions have the fixture's home.
    await mustRun(["chown", `${account.name}:${account.name}`, sshd.home]);
    await using at = await Operating.of(sshd, { user: account.name });
    const root = `${sshd.home}/.cache/mikrus-mcp/remote-jobs`;
    const first = "a".repeat(32);
    await at.do("remote_job_start", order(first, "id -un; (setsid sleep 300 &)"));
    const { record } = await at.do("remote_job_wait", { job_id: first, timeout_seconds: 20 });
    assertEquals([record.state, record.exitCode, record.terminated], ["failed", 0, true]);
    assertIncludes(record.error, "left 1 processes behind");
    assertEquals(
      (await at.do("remote_job_output", { job_id: first, stream: "stdout" }))["data"],
      `${account.name}\n`,
    );
    const second = "b".repeat(32);
    await at.do("remote_job_start", order(second, "trap '' TERM; while :; do sleep 1; done"));
    const cancelled = (await at.do("remote_job_cancel", { job_id: second }))["record"];
    assertEquals([cancelled.state, cancelled.terminated], ["cancelled", true]);
    assertEquals(await ofJobs(root), []);

    // Another account's directory is none of ours, even where it could be read.
    await using other = await Operating.of(sshd);
    const { message } = await assertFails(
      () => other.do("remote_job_status", { job_id: first }),
      "UPSTREAM_FAILED",
    );
    assertIncludes(message, "JOB_ROOT_UNSAFE");
    endJobs(await ofJobs(root));
  });
}
