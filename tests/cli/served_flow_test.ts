/** Each way in which the older program for tasks is started works when only the command is ours. */
import { assertEquals, assertIncludes } from "../assert.ts";
import { FlowProject, GOOD, LINT } from "./parts/flow_project.ts";
import { framesIn, reportOf, StrictClient } from "./parts/strict_client.ts";
import { run } from "./parts/run.ts";

/** The operator's file as the older program prints it, with commands that are on every machine of tests. */
const PRINTED = (root: string) =>
  `workspace_dir = "${root}"

[ollama]
base_url = "http://127.0.0.1:11434"
model = "qwen2.5-coder:7b"
timeout = 120 # seconds

[models]
planner = "qwen2.5-coder:7b"
coder = "qwen2.5-coder:7b"
reviewer = "qwen2.5-coder:7b"

[agent]
max_iterations = 6      # model turns per role invocation
max_cycles = 2          # coder → verification → reviewer cycles
max_tool_calls = 64     # total across the entire run
max_context_chars = 100000

[checks.tests]
cmd = ["python3", "-c", "import edited"]
timeout = 60000         # milliseconds, as in Rose
required = true
kind = "test"
filetypes = ["python"]

[checks.lint]
cmd = ["python3", "-c", "import edited"]
timeout = 30000
required = true
kind = "lint"
filetypes = ["python"]
`;

async function printed(project: FlowProject): Promise<string> {
  const path = `${project.outside}/flow-operator.toml`;
  await Deno.writeTextFile(path, PRINTED(project.root), { mode: 0o600 });
  return path;
}

for (const entry of [["flow", "serve"], ["serve"], []]) {
  const name = ["gatehouse", ...entry].join(" ");
  Deno.test(`"${name}" serves with the file and the flags that an editor adds`, async () => {
    await using project = await FlowProject.open({ "edited.py": GOOD });
    await Deno.chmod(project.outside, 0o700);
    // Nobody listens there: an editor that went away must not keep the session from beginning.
    const socket = `${project.outside}/nvim.sock`;
    const config = ["--config", await printed(project)];
    const added = ["--workspace", project.root, "--trusted", "--nvim", socket, "--editor-timeout", "120"];
    await using program = project.start(...entry, ...config, ...added);
    const client = new StrictClient(program);
    await client.greet();
    const { result } = await client.ask(1, "tools/list");
    const names = (result as { tools: { name: string }[] }).tools.map(({ name }) => name);
    assertEquals(names.filter((tool) => tool.startsWith("flow_")), ["flow_run", "flow_status", "flow_check"]);
    assertEquals(names.length === 3, entry[0] === "flow");
    const status = reportOf(await client.ask(2, "tools/call", { name: "flow_status" }));
    assertEquals([status["status"], status["trusted"], status["workspace"]], ["ok", true, project.root]);
    assertEquals((status["editor"] as Record<string, unknown>)["status"], "unavailable");
    await program.send("");
    assertEquals((await program.ended()).code, 0);
  });
}

for (
  const args of [
    ["flow", "check", "--config", "FILE", "--trusted"],
    ["flow", "status", "--workspace", "ROOT"],
    ["flow", "--trusted", "check", "--config", "FILE"],
  ]
) {
  Deno.test(`"${args.join(" ")}" does what the older program did`, async () => {
    await using project = await FlowProject.open({ "edited.py": GOOD });
    const file = await printed(project);
    const words = args.map((arg) => arg === "FILE" ? file : arg === "ROOT" ? project.root : arg);
    const { code, out } = await project.run(...words);
    assertEquals([code, JSON.parse(out).status], [0, "ok"]);
  });
}

Deno.test("over HTTP a project is not served without a token", async () => {
  await using project = await FlowProject.open();
  const { code, err } = await run(["serve", "--http", "--port", "0", "--workspace", project.root]);
  assertEquals(code, 2);
  assertIncludes(err, "A project is not worked on over HTTP without a token");
});

Deno.test("--read-only serves nothing that writes", async () => {
  await using project = await FlowProject.open();
  const operator = await project.operator({ checks: { lint: LINT } });
  await using program = project.start("serve", "--config", operator, "--read-only", "--trusted");
  await program.send('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
  const [list] = framesIn((await program.ended()).out);
  const names = (list?.["result"] as { tools: { name: string }[] }).tools.map(({ name }) => name);
  assertEquals(names.filter((name) => name.startsWith("flow_")), ["flow_status"]);
});
