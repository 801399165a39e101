/** Checks that carry out hostile code, and go for the program's own state: a run still ends with its report. */
import { assertEquals, assertTrue } from "../../assert.ts";
import { LINT, ServedFlow } from "../parts/served.ts";
import { call, text, verdict } from "../parts/scripted_model.ts";

const STATE = "$HOME/.local/state/gatehouse/flow";

for (
  const [what, cmd] of [
    ["is removed", `rm -rf ${STATE}`],
    ["is emptied", `for f in ${STATE}/*/*; do : > $f; done`],
    ["is filled with other words", `for f in ${STATE}/*/*; do echo '{"kind":"run"}' > $f; done`],
    ["is replaced by a link", `mv ${STATE} $HOME/kept; ln -s $HOME/kept ${STATE}`],
    ["is open to all", `chmod -R a+rwx ${STATE}`],
  ] as const
) {
  Deno.test(`when a run's journal ${what} by a check, the report is whole, and undo invents nothing`, async () => {
    const toml = `[checks.evil]\ncmd = ["sh", "-c", ${JSON.stringify(cmd)}]\nrequired = false\n`;
    await using flow = await ServedFlow.open({
      toml: `${LINT}${toml}[agent]\nmax_cycles = 1\n`,
      files: { "edited.py": "value = 41\n" },
      script: [
        text("plan"),
        call("file_write", { path: "edited.py", content: "value = 42\n" }),
        call("flow_check", {}),
        call("file_edit", { path: "edited.py", old: "42", new: "42 " }),
        text("done"),
        verdict(true),
      ],
    });
    const { report } = await flow.call("flow_run", { task: "Make it 42" });
    assertEquals(flow.defects, []);
    assertEquals([report.changed_files, report.roles?.length], [["edited.py"], 3], JSON.stringify(report));
    const undone = await flow.command("undo");
    const now = await flow.place.read("edited.py");
    assertTrue(
      now === (undone.status === "ok" ? "value = 41\n" : "value = 42 \n"),
      `${undone.status} ${now}`,
    );
  });
}
