/** The program is killed while a change runs on a real server: nobody runs it again by itself. */
import { assertEquals, assertIncludes } from "../assert.ts";
import { Program } from "../cli/parts/program.ts";
import { withState } from "../cli/parts/run.ts";
import { mustRun } from "../tasks/parts/child.ts";
import { Sshd } from "./parts/sshd.ts";
import { addSystemctl, StandIns } from "./parts/stand_ins.ts";

Deno.test("a server that is killed while a machine changes leaves an ambiguous outcome, and ends the work", () =>
  withState(async (state) => {
    await using standIns = await StandIns.make();
    const begun = standIns.file("begun");
    await mustRun(["mkfifo", begun]);
    await addSystemctl(standIns, { action: `echo begun > '${begun}'; exec sleep 60` });
    await using sshd = await Sshd.start({ bin: [standIns.bin] });
    const box = {
      type: "ssh",
      host: "127.0.0.1",
      port: sshd.port,
      user: sshd.user,
      ssh_key: sshd.client.path,
      known_hosts_file: await sshd.knownHosts(),
    };
    const environment = {
      ...state,
      MCP_SERVERS: JSON.stringify({ box }),
      MCP_WRITE_ENABLED: "true",
      MCP_ALLOWED_SCOPES: "tool:*,target:*,target-id:*,resource:*,data:*,write:server",
    };
    const gatehouse = async (...args: readonly string[]) => {
      await using started = new Program(args, environment);
      await started.send("");
      return await started.ended();
    };
    const change = JSON.stringify({ name: "app", action: "restart" });
    const approve = () => gatehouse("approve", "change_service_state", "--args", change);
    const restarts = async () =>
      (await standIns.calls("systemctl")).filter((call) => call.includes("restart")).length;

    assertEquals((await approve()).code, 0);
    await using killed = new Program(["call", "change_service_state", change], environment);
    // Opening a named pipe waits for the other end.
    assertEquals(await Deno.readTextFile(begun), "begun\n");
    killed.kill("SIGKILL");
    await killed.ended();
    await sshd.idle();
    for (let again = 0; again < 2; again++) {
      const { code, err } = await gatehouse("call", "change_service_state", change);
      assertEquals(code, 1);
      assertIncludes(err, "what came of it is not known");
    }
    assertEquals(await restarts(), 1);

    // Only a newer approval lets it run.
    await addSystemctl(standIns);
    assertEquals((await approve()).code, 0);
    assertEquals((await gatehouse("call", "change_service_state", change)).code, 0);
    assertEquals(await restarts(), 2);
  }));
