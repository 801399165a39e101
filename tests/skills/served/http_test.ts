/** The five tools over Streamable HTTP, by the official client. */
import { join } from "node:path";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { assertEquals, assertTrue } from "../../assert.ts";
import { Program } from "../../cli/parts/program.ts";
import type { Frame } from "../../dispatch/parts/schema.ts";
import { modernClient } from "../../tasks/parts/client.ts";
import { ROOT } from "../../tasks/parts/tree.ts";
import { Place, TODAY } from "../parts/served.ts";

Deno.test("a client lists the tools and has a project planned over HTTP", async () => {
  await using place = await Place.make();
  await place.file("project/app.py", "x = 1\n");
  const roots = await place.roots({ demo: join(ROOT, "skills-examples") });
  await using program = new Program(["serve", "--http", "--port", "0", "--skills-config", roots]);
  const address = await program.until("err", /http:\S+\/mcp/);
  const client = modernClient();
  await client.connect(new StreamableHTTPClientTransport(new URL(address)));
  const { tools } = await client.listTools();
  assertTrue(tools.some(({ name }) => name === "phases_agents_plan"));
  const target = join(place.path, "project");
  const args = {
    root_ids: ["demo"],
    target,
    today: TODAY,
    plan_version: "B3",
    client_capabilities: ["filesystem_read"],
  };
  const { structuredContent } = await client.callTool({ name: "phases_agents_plan", arguments: args });
  const [first] = ((structuredContent as Frame)["plan"] as Frame)["skills_selected"] as readonly Frame[];
  assertEquals(first?.["skill_id"], "hello-python");
  await client.close();
});
