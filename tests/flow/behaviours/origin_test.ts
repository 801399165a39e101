/** Where the model service may be, as the program takes it. */
import { assertEquals, assertMatch } from "../../assert.ts";
import { FlowProject, GOOD } from "../../cli/parts/flow_project.ts";
import { call, ScriptedModel, text, verdict } from "../parts/scripted_model.ts";

for (const rest of ["/?a=1", "?a=1", "#a", "/v1", "/api"]) {
  Deno.test(`an address that ends in ${rest} is no origin, and ends the program with 2`, async () => {
    await using project = await FlowProject.open();
    await using model = new ScriptedModel();
    const path = `${project.outside}/rest.toml`;
    await Deno.writeTextFile(path, `[ollama]\nbase_url = "${model.url}${rest}"\n`, { mode: 0o600 });
    const { code, out, err } = await project.run("flow", "run", "-c", path, "Do it");
    assertEquals([code, out, model.seen.length], [2, "", 0]);
    assertMatch(err, /^gatehouse: [^\n]+\n$/);
  });
}

Deno.test("a service at the literal of IPv6's own machine is spoken to", async () => {
  await using project = await FlowProject.open();
  await using model = new ScriptedModel([
    text("plan"),
    call("file_write", { path: "edited.py", content: GOOD }),
    text("done"),
    verdict(true),
  ], { hostname: "::1" });
  assertEquals(model.url, `http://[::1]:${model.port}`);
  const args = ["--trusted", "-c", await project.operator({ model })];
  const { code, report } = await project.run("flow", "run", ...args, "Set it");
  assertEquals([code, report["verified"]], [0, true]);
});
