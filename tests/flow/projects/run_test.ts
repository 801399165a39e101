import { assertEquals, assertIncludes } from "../../assert.ts";
import { checksToml, PROJECTS } from "../parts/projects.ts";
import { call, text, verdict } from "../parts/scripted_model.ts";
import { ServedFlow } from "../parts/served.ts";

for (const language of ["python", "deno"] as const) {
  const project = PROJECTS[language];
  const { broken, files, mended, mistaken, task } = project;
  const test = Object.keys(files).find((name) => name.includes("test")) ?? "none";

  Deno.test(`the ${language} project is mended at the second try, verified by its own checks, and put back`, async () => {
    await using flow = await ServedFlow.open({
      files,
      toml: checksToml(project),
      script: [
        ...[call("file_read", { path: broken }), text("Mend the loop")],
        ...[call("file_write", { path: broken, content: mistaken }), text("Mended"), verdict(true)],
        ...[call("file_write", { path: broken, content: mended }), text("Mended"), verdict(true)],
      ],
    });
    const { report } = await flow.call("flow_run", { task });
    assertEquals([report.status, report.verified, report.cycles], ["ok", true, 2], JSON.stringify(report));
    assertEquals([report.changed_files, report.changed_tests], [[broken], []]);
    assertEquals(await flow.place.read(broken), mended);
    // What the coder is told of its first try is what the tests printed.
    const repair = flow.model.turns[5]?.body.messages?.[1]?.content ?? "";
    assertIncludes(repair, "previous_implementation");
    assertEquals((await flow.command("undo")).status, "ok");
    assertEquals(await flow.place.read(broken), files[broken]);
  });

  Deno.test(`in the ${language} project no model makes the tests easier, and the run says that it tried`, async () => {
    await using flow = await ServedFlow.open({
      files,
      toml: `${checksToml(project)}\n[agent]\nmax_cycles = 1\n`,
      script: [
        text("Weaken the tests"),
        call("file_write", { path: test, content: "" }),
        text("Done"),
        verdict(true),
      ],
    });
    const { report } = await flow.call("flow_run", { task });
    assertEquals([report.verified, report.changed_files], [false, []], JSON.stringify(report));
    assertEquals(report.events[0].status, "error");
    assertEquals(await flow.place.read(test), files[test]);
  });
}
