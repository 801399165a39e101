/** No process stays behind, however the program ends. */
import { assertEquals, assertTrue } from "../../assert.ts";
import type { Scenario } from "./scenarios.ts";
import { goneSoon, listed, type Program, soon, World } from "./world.ts";

/** Starts the program as a parent whose worker is busy, ends it, and looks for the child. */
function orphan(end: (parent: Deno.ChildProcess) => unknown): Scenario {
  return async (program: Program) => {
    const parent = new Deno.Command(program.path, {
      args: [...program.args, "parent"],
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const input = parent.stdin.getWriter();
    const output = parent.stdout.pipeThrough(new TextDecoderStream()).getReader();
    try {
      const { value } = await soon(output.read());
      const pid = Number(value);
      assertTrue(pid > 0, `no child: ${value}`);
      assertTrue((await listed("--ppid", `${parent.pid}`)).includes(pid), "it is no child of the parent");
      await end(parent);
      await goneSoon(pid);
    } finally {
      try {
        parent.kill("SIGKILL");
      } catch {
        // It has ended.
      }
      await parent.status;
      await Promise.all([input.close().catch(() => {}), output.cancel()]);
    }
  };
}

/** By sentence. */
export const endings: Readonly<Record<string, Scenario>> = {
  "no child is left when the program is killed while its worker is busy": orphan((parent) =>
    parent.kill("SIGKILL")
  ),
  "no child is left when the program ends while its worker is busy": orphan((parent) =>
    parent.kill("SIGTERM")
  ),
  "closing leaves no child, ends the calls, and refuses later ones": async (program) => {
    await using world = new World(program);
    const worker = world.faults();
    const pid = Number(await worker.value("pid"));
    assertTrue((await listed("--ppid", `${Deno.pid}`)).includes(pid));
    const busy = worker.code("busy");
    await world.isolates.close();
    assertEquals(await busy, "ISOLATE_LOST");
    assertTrue(!(await listed("--ppid", `${Deno.pid}`)).includes(pid));
    assertEquals(await worker.code("echo"), "ISOLATE_UNAVAILABLE");
  },
  "signals for the group do not end a child before its parent": async (program) => {
    await using world = new World(program);
    const worker = world.faults();
    const pid = Number(await worker.value("pid"));
    Deno.kill(pid, "SIGINT");
    Deno.kill(pid, "SIGTERM");
    assertEquals(await worker.value("pid"), pid);
  },
  "a program that cannot be started is unavailable": async () => {
    await using world = new World({ path: "/nowhere/gatehouse", args: [] });
    assertEquals(await world.faults().code("echo"), "ISOLATE_UNAVAILABLE");
  },
  "a program that is no child is unavailable": async () => {
    await using world = new World({ path: "/bin/true", args: [] });
    assertEquals(await world.faults().code("echo"), "ISOLATE_UNAVAILABLE");
  },
  "a setup that fails is how its call fails, and the next call tries again": async (program) => {
    await using world = new World(program);
    let tries = 0;
    const worker = world.faults({
      setup() {
        if (tries++ === 0) throw new Error("no secret");
        return "second";
      },
    });
    assertEquals(await worker.code("setup"), "ISOLATE_UNAVAILABLE");
    assertEquals(await worker.value("setup"), "second");
  },
};
