/** A worker that is killed while its run goes on. */
import { assertEquals, assertTrue } from "../../assert.ts";
import { goneSoon, soon } from "../../isolate/parts/world.ts";
import { call, text, verdict } from "../parts/scripted_model.ts";
import { ServedFlow } from "../parts/served.ts";

Deno.test("a worker that is killed in a check makes a report; nothing of the check is left, undo and the next run work", async () => {
  const told = "echo $PPID $$ $! >../pipe";
  await using flow = await ServedFlow.open({
    files: { "edited.py": "value = 1\n" },
    toml: `[checks.slow]
cmd = ["sh", "-c", "[ -e ../go ] || { sleep 60 & ${told}; sleep 60; }"]
kind = "lint"
filetypes = ["python"]
`,
    script: [
      ...[text("plan"), call("file_write", { path: "edited.py", content: "value = 42\n" }), text("done")],
      ...[text("plan"), text("nothing to do"), verdict(true)],
    ],
  });
  const pipe = `${flow.place.home}/pipe`;
  assertTrue((await new Deno.Command("mkfifo", { args: [pipe] }).output()).success);
  const run = flow.call("flow_run", { task: "Make it 42" });
  const { stdout } = await soon(new Deno.Command("cat", { args: [pipe] }).output());
  const [worker = 0, ...pids] = new TextDecoder().decode(stdout).trim().split(" ").map(Number);
  Deno.kill(worker, "SIGKILL");
  const { isError, report } = await soon(run);
  assertEquals([isError, report.status, report.verified, report.code], [
    true,
    "error",
    false,
    "ISOLATE_LOST",
  ]);
  assertTrue(report.reasons.length > 0 && typeof report.next === "string", JSON.stringify(report));
  for (const pid of pids) await goneSoon(pid);
  assertEquals(await flow.place.read("edited.py"), "value = 42\n");
  assertEquals((await flow.call("flow_status")).report.busy, false);
  assertEquals((await flow.command("undo")).status, "ok");
  assertEquals(await flow.place.read("edited.py"), "value = 1\n");
  await Deno.writeTextFile(`${flow.place.home}/go`, "");
  const { report: next } = await flow.call("flow_run", { task: "Look at it" });
  assertEquals(next.verified, true, JSON.stringify(next));
});
