import { invoke, type Outcome } from "../../lib/core/invoke.ts";
import { assertEquals, assertTrue } from "../assert.ts";
import { openTargets } from "../core/parts/targets.ts";
import { bench, CALL, linesOf, started, STORES } from "./approvals_parts.ts";

function errorOf(outcome: Outcome): { readonly code: string; readonly message: string } {
  assertTrue(outcome.kind === "result" && outcome.isError === true, JSON.stringify(outcome));
  return JSON.parse(String(outcome.content[0]?.["text"])).error;
}

for (const store of STORES) {
  Deno.test(`${store}: of eight processes that race for one approval, exactly one gets it`, async () => {
    await using desk = await bench(store, { clocks: "the system's" });
    for (let round = 0; round < 3; round++) {
      await desk.approvals.grant(CALL, 300_000);
      const children = Array.from(
        { length: 8 },
        () => started("approver.ts", [desk.directory, desk.file ?? "-"]),
      );
      const lines = children.map(linesOf);
      for (const line of lines) assertEquals((await line.next()).value, "ready");
      const writers = children.map(({ stdin }) => stdin.getWriter());
      await Promise.all(writers.map((writer) => writer.write(new Uint8Array(1))));
      const said = await Promise.all(lines.map(async (line) => (await line.next()).value));
      assertEquals(said.toSorted(), [...Array(7).fill("false"), "true"]);
      await Promise.all(writers.map((writer) => writer.close().catch(() => {})));
      for (const line of lines) await line.return(undefined);
      for (const child of children) assertTrue((await child.status).success);
    }
  });

  for (
    const [where, name, runs] of [
      ["spent", "between spend and run", 0],
      ["running", "in the run", 1],
      ["ran", "between run and record", 1],
    ] as const
  ) {
    Deno.test(`${store}: a process killed ${name} leaves an ambiguous outcome, and nothing is run again`, async () => {
      await using desk = await bench(store, { clocks: "the system's" });
      const { house, world, call } = openTargets({ approvals: desk.approvals });
      const asked = errorOf(await invoke(house, call("changes")));
      const id = /req-\w+/.exec(asked.message)?.[0] ?? "";
      assertTrue(await desk.approvals.approve(id, 300_000) !== null, asked.message);

      const child = started("changer.ts", [desk.directory, desk.file ?? "-", where]);
      const lines = linesOf(child);
      assertEquals((await lines.next()).value, "stopped");
      child.kill("SIGKILL");
      assertEquals((await child.status).signal, "SIGKILL");
      await lines.return(undefined);
      await child.stdin.close().catch(() => {});

      for (let time = 0; time < 3; time++) {
        world.log.length = 0;
        assertEquals(errorOf(await invoke(house, call("changes"))).code, "AMBIGUOUS_OUTCOME");
        assertEquals(world.log, ["resolve vps"]);
      }
      assertEquals(await runsOf(desk.directory), runs);
      assertEquals(
        errorOf(await invoke(house, call("changes", { path: "/b" }))).code,
        "AUTHORIZATION_FAILED",
      );

      // Whoever approves it now knows of the open end.
      await desk.approvals.grant(await bindingOf(house, call("changes")), 60_000);
      assertEquals((await invoke(house, call("changes"))).kind, "result");
      assertEquals(world.log.filter((line) => line.startsWith("run")).length, 1);
      assertEquals(errorOf(await invoke(house, call("changes"))).code, "AUTHORIZATION_FAILED");
    });
  }
}

async function bindingOf(...bound: Parameters<typeof import("../../lib/core/bind.ts").bindCall>) {
  const { bindCall } = await import("../../lib/core/bind.ts");
  return (await bindCall(...bound)).binding;
}

async function runsOf(directory: string): Promise<number> {
  const text = await Deno.readTextFile(`${directory}/runs`).catch(() => "");
  return text.split("\n").length - 1;
}
