/** A job's record that was written over does not make another process one of the job's. */
import { assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { mustRun, run } from "../../tasks/parts/child.ts";
import { openMachine } from "../parts/jobs_machine.ts";

Deno.test("a record that names a foreign process, and no worker, ends nothing", async () => {
  await using machine = await openMachine();
  const foreign = new Deno.Command("setsid", { args: ["sleep", "300"] }).spawn();
  try {
    const { stdout: stat } = await mustRun(["cat", `/proc/${foreign.pid}/stat`]);
    const startTicks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
    const pid = String(foreign.pid);
    const id = await machine.shell("sleep 300");
    await machine.edit(id, (record) => {
      record.runtimeIdentity = { pid, pgid: pid, startTicks };
      delete record.workerIdentity;
    });
    const { message } = await assertFails(() => machine.cancel(id), "CONFLICT");
    assertIncludes(message, "PID_IDENTITY_CHANGED");
    assertTrue(await machine.lives(foreign.pid));
  } finally {
    await run(["kill", "-KILL", String(foreign.pid)]);
    await foreign.status;
  }
});
