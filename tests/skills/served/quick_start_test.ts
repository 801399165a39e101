/** What the page of the tools' first server promises a newcomer, word for word. */
import { join } from "node:path";
import { assertEquals, assertTrue } from "../../assert.ts";
import { run } from "../../cli/parts/run.ts";
import type { Frame } from "../../dispatch/parts/schema.ts";
import { ROOT } from "../../tasks/parts/tree.ts";
import { Place, saidIn, Served } from "../parts/served.ts";

const EXAMPLES = join(ROOT, "skills-examples");

/** The call as it is printed, its two paths put in. */
function printedCall(target: string): string {
  return '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"phases_agents_plan",' +
    ` "arguments":{"root_ids":["demo"],"target":${JSON.stringify(target)},` +
    ' "today":"2026-08-27","plan_version":"B3",' +
    ' "client_capabilities":["filesystem_read","filesystem_search"]}}}';
}

/** The file of roots as it is printed, its path put in. */
function printedRoots(path: string): string {
  return `{
  "config_version": "1.0",
  "roots": [
    { "id": "demo", "path": ${JSON.stringify(path)} }
  ]
}
`;
}

async function prepared(place: Place): Promise<{ roots: string; target: string }> {
  await place.file("project/app.py", "print('hello')\n");
  return {
    roots: await place.file("skills-roots.json", printedRoots(EXAMPLES)),
    target: join(place.path, "project"),
  };
}

Deno.test("a phases_agents_plan call against a Python project then selects hello-python", async () => {
  await using place = await Place.make();
  const { roots, target } = await prepared(place);
  await using served = new Served(["--skills-config", roots]);
  const { isError, value } = saidIn(await served.line(printedCall(target), 1));
  assertEquals(isError, false);
  const plan = value["plan"] as Frame;
  const [first] = plan["skills_selected"] as readonly Frame[];
  assertEquals([first?.["skill_id"], first?.["position"], first?.["limitations"]], ["hello-python", 1, []]);
  assertEquals(plan["plan_status"], "READY");
});

Deno.test("the printed client configuration works when only its command is ours", async () => {
  await using place = await Place.make();
  const { roots, target } = await prepared(place);
  const block = {
    mcpServers: { "phases-agents": { command: "phases-agents", args: ["--skills-config", roots] } },
  };
  const { args } = block.mcpServers["phases-agents"];
  await using served = new Served(args);
  const answer = await served.ask("legacy", "initialize", {
    protocolVersion: "2024-11-05",
    capabilities: {},
    clientInfo: { name: "claude-code", version: "1" },
  });
  assertEquals((answer["result"] as Frame)["protocolVersion"], "2024-11-05");
  const { tools } = (await served.ask("legacy", "tools/list"))["result"] as { tools: { name: string }[] };
  assertEquals(tools.map(({ name }) => name).filter((name) => name.startsWith("phases_agents_")), [
    "phases_agents_detect",
    "phases_agents_get_skill",
    "phases_agents_list_skills",
    "phases_agents_plan",
    "phases_agents_refresh_skills",
  ]);
  const plan = { root_ids: ["demo"], target, today: "2026-08-27" };
  assertEquals((await served.say("legacy", "plan", plan)).isError, false);
});

Deno.test('"-m phases_agents.server --skills-config FILE" serves the five tools and no others', async () => {
  await using place = await Place.make();
  const { roots } = await prepared(place);
  const stdin = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';
  const { code, out } = await run(["-m", "phases_agents.server", "--skills-config", roots], { stdin });
  assertEquals(code, 0);
  const { tools } = JSON.parse(out).result as { tools: { name: string; inputSchema: Frame }[] };
  assertEquals(tools.length, 5);
  assertTrue(tools.every(({ name }) => name.startsWith("phases_agents_")));
  for (const { inputSchema } of tools) assertEquals(inputSchema["additionalProperties"], false);
});

Deno.test("every example package is valid", async () => {
  await using place = await Place.make();
  const { roots } = await prepared(place);
  const { code, out } = await run(["skills", "refresh", "--skills-config", roots, "--today", "2026-08-27"]);
  assertEquals(code, 0);
  const lines = out.trimEnd().split("\n");
  assertTrue(lines.length >= 6 && lines.every((line) => line.startsWith("VALID")), out);
});

Deno.test("the examples are for every type of project that is detected", async () => {
  await using place = await Place.make();
  const { roots } = await prepared(place);
  const { out } = await run(["skills", "list", "--json", "--skills-config", roots, "--today", "2026-08-27"]);
  const types = (JSON.parse(out).skills as { project_types: string[] }[]).flatMap(({ project_types }) =>
    project_types
  );
  assertEquals([...new Set(types)].sort(), ["apk", "python", "skill_package", "solana", "web"]);
});
