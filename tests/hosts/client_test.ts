/** The official client, which holds every answer against the tool's published schema, and its person. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { scratch } from "../core/files_parts.ts";
import { serverEnv } from "../tasks/parts/client.ts";
import { gatehouseArgs } from "../tasks/parts/config.ts";
import { Sshd } from "./parts/sshd.ts";

interface World {
  readonly client: Client;
  /** What the person was asked. */
  readonly asked: string[];
  readonly top: string;
}

/** A client whose person says that to every question. */
async function withClient(
  { says, mode, variables = {} }: {
    readonly says: Record<string, unknown>;
    readonly mode?: "auto";
    readonly variables?: Record<string, string>;
  },
  work: (world: World) => Promise<void>,
): Promise<void> {
  await using sshd = await Sshd.start();
  await using state = await scratch();
  const top = await Deno.realPath(await Deno.makeTempDir({ dir: "/tmp", prefix: "gatehouse-client-" }));
  const box = {
    type: "ssh",
    host: "127.0.0.1",
    port: sshd.port,
    user: sshd.user,
    ssh_key: sshd.client.path,
    known_hosts_file: await sshd.knownHosts(),
  };
  const asked: string[] = [];
  const client = new Client({ name: "test", version: "0" }, {
    capabilities: { elicitation: { form: {} } },
    ...(mode === undefined ? {} : { versionNegotiation: { mode } }),
  });
  client.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(String(params.message));
    return says as { action: "accept" };
  });
  const transport = new StdioClientTransport({
    command: Deno.execPath(),
    args: gatehouseArgs("-m", "mikrus_mcp"),
    env: { ...serverEnv(state.path), MCP_SERVERS: JSON.stringify({ box }), ...variables },
    stderr: "inherit",
  });
  await client.connect(transport);
  try {
    await work({ client, asked, top });
  } finally {
    await client.close();
    await Deno.remove(top, { recursive: true });
  }
}

for (const mode of [undefined, "auto"] as const) {
  Deno.test(`the official client (${mode ?? "its default"}) finds each read's answer as its schema has it`, async () => {
    await withClient(
      { says: { action: "decline" }, ...(mode === undefined ? {} : { mode }) },
      async ({ client }) => {
        const listed = (await client.listTools()).tools.map(({ name }) => name);
        const told = await client.callTool({ name: "describe_mikrus_capabilities", arguments: {} });
        const { data } = told.structuredContent as { readonly data: { readonly active: readonly string[] } };
        assertEquals(listed, [...data.active]);
        for (
          const [name, args] of [
            ["list_configured_servers", {}],
            ["describe_mikrus_capabilities", {}],
            ["get_memory_info", {}],
            ["read_file", { path: "/etc/hostname" }],
            ["list_directory", { path: "/etc", server: "box" }],
            ["list_processes", {}],
            ["get_network_info", {}],
          ] as const
        ) {
          const { isError, structuredContent } = await client.callTool({ name, arguments: args });
          assertTrue(isError !== true, name);
          assertEquals((structuredContent as Record<string, unknown>)["success"], true, name);
        }
        const failed = await client.callTool({
          name: "read_file",
          arguments: { path: "/etc/there-is-none" },
        });
        assertEquals(failed.isError, true);
        const { messages } = await client.getPrompt({ name: "safe_administration_workflow" });
        assertEquals(messages.length, 1);
      },
    );
  });
}

const WRITES = {
  MCP_WRITE_ENABLED: "true",
  MCP_ALLOWED_SCOPES: "tool:*,target:*,target-id:*,resource:*,data:*,write:server",
};

async function elicits(says: Record<string, unknown>, check: (world: World, text: string) => Promise<void>) {
  await using config = await scratch();
  await Deno.mkdir(`${config.path}/gatehouse`);
  await Deno.writeTextFile(`${config.path}/gatehouse/gatehouse.toml`, '[policy]\napprovals = "elicit"\n');
  const variables = { ...WRITES, XDG_CONFIG_HOME: config.path };
  await withClient({ says, mode: "auto", variables }, async (world) => {
    const path = `${world.top}/a`;
    const result = await world.client.callTool({ name: "write_file", arguments: { path, content: "x" } });
    await check(world, JSON.stringify(result));
  });
}

Deno.test("where the operator lets the client's person decide, a yes makes the change, once", async () => {
  await elicits({ action: "accept", content: { approve: true } }, async ({ asked, top }, text) => {
    assertEquals(asked.length, 1);
    assertIncludes(asked[0] ?? "", "write_file");
    assertIncludes(text, "WRITE_OK");
    assertEquals(await Deno.readTextFile(`${top}/a`), "x");
  });
});

Deno.test("and a no makes none", async () => {
  await elicits({ action: "decline" }, async ({ top }, text) => {
    assertIncludes(text, "AUTHORIZATION_FAILED");
    assertEquals(await Deno.stat(`${top}/a`).then(() => true, () => false), false);
  });
});
