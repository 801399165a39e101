/** What the program's exit code says of a run that is not verified, and what its environment does not change. */
import { assertEquals, assertIncludes } from "../../assert.ts";
import { BAD, FlowProject, GOOD } from "../../cli/parts/flow_project.ts";
import { gatehouseArgs } from "../../tasks/parts/config.ts";
import { run } from "../../tasks/parts/child.ts";
import { closedPort } from "../../parts/systemone.ts";
import { call, fault, redirect, ScriptedModel, status, text, verdict } from "../parts/scripted_model.ts";

const writes = (content: string) => [
  text("plan"),
  call("file_write", { path: "edited.py", content }),
  text("done"),
  verdict(true),
];

const ONCE = "[agent]\nmax_cycles = 1\n";

Deno.test("a run whose check failed ends with 1, though the model calls it done and approves it", async () => {
  await using project = await FlowProject.open();
  await using model = new ScriptedModel(writes(BAD));
  const operator = await project.operator({ model, tables: ONCE });
  const { code, err, report } = await project.run("flow", "run", "--trusted", "-c", operator, "Set it");
  assertEquals([code, err, report["status"], report["verified"]], [1, "", "failed", false]);
});

for (
  const [what, reply] of [
    ["answers with 500", status(500, "broken")],
    ["says no JSON", fault.noJson()],
    ["says more than 2 MiB", fault.oversize()],
    ["sends elsewhere", redirect("http://127.0.0.1:1/api/chat")],
  ] as const
) {
  Deno.test(`a service that ${what} ends the program with 1 and one explained report`, async () => {
    await using project = await FlowProject.open();
    await using model = new ScriptedModel(Array(4).fill(reply));
    const operator = await project.operator({ model });
    const { code, err, report } = await project.run("flow", "run", "--trusted", "-c", operator, "Set it");
    assertEquals([code, err, report["status"]], [1, "", "error"]);
    assertIncludes(String(report["error"]), "model service");
  });
}

Deno.test("proxies in the environment do not keep the program from the service of this machine", async () => {
  await using project = await FlowProject.open();
  await using model = new ScriptedModel(writes(GOOD));
  const operator = await project.operator({ model });
  const dead = `http://127.0.0.1:${closedPort()}`;
  const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"];
  const { code, stderr } = await run(
    [Deno.execPath(), ...gatehouseArgs("flow", "run", "--trusted", "-c", operator, "Set it")],
    { env: { ...project.environment, ...Object.fromEntries(names.map((name) => [name, dead])) } },
  );
  assertEquals([code, model.turns.length], [0, 4], stderr);
});
