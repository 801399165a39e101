/** The clients' pages say what the declarations say. */
import { codecOf } from "gatehouse/cli/clients/codec.ts";
import type { Machine } from "gatehouse/cli/clients/client.ts";
import { clients } from "gatehouse/cli/clients/mod.ts";
import { foundClients } from "gatehouse/cli/clients/found.ts";
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";

const docs = new URL("../../docs/", import.meta.url);
const started = { command: "/usr/local/bin/gatehouse", args: [] };

/** As a page writes the place. */
const machines: readonly Machine[] = [
  { os: "linux", home: "~", environment: {} },
  { os: "darwin", home: "~", environment: {} },
  { os: "windows", home: "~", environment: { APPDATA: "C:/A" } },
];

for (const client of clients) {
  Deno.test(`the page of ${client.name} has its places and its entry, and is on the list`, async () => {
    const page = await Deno.readTextFile(new URL(`clients/${client.name}.md`, docs));
    for (const machine of machines) {
      const file = client.file(machine);
      assertTrue(file !== null);
      const shown = file.startsWith("C:/A") ? file.replace("C:/A", "%APPDATA%").replaceAll("/", "\\") : file;
      assertIncludes(page, `\`${shown}\``);
    }
    const block = /```(?:json|toml)\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
    assertEquals((await codecOf(client)).entryOf(block), client.entry(started));
    assertIncludes(await Deno.readTextFile(new URL("clients.md", docs)), `(clients/${client.name}.md)`);
  });
}

Deno.test("variables move the places that they move for the client itself, and a relative one does not", () => {
  const at = (os: Machine["os"], environment: Machine["environment"]) =>
    Object.fromEntries(clients.map(({ name, file }) => [name, file({ os, home: "/h", environment })]));
  const linux = at("linux", { XDG_CONFIG_HOME: "/x", CODEX_HOME: "/c", CLAUDE_CONFIG_DIR: "/k/" });
  assertEquals(linux, {
    "claude-code": "/k/.claude.json",
    "claude-desktop": "/x/Claude/claude_desktop_config.json",
    "codex": "/c/config.toml",
    "cursor": "/h/.cursor/mcp.json",
    "vs-code": "/x/Code/User/mcp.json",
    "windsurf": "/h/.codeium/windsurf/mcp_config.json",
    "zed": "/x/zed/settings.json",
  });
  assertEquals(
    at("linux", { XDG_CONFIG_HOME: "x", CODEX_HOME: "c", CLAUDE_CONFIG_DIR: "." }),
    at("linux", {}),
  );
  assertEquals(at("darwin", { XDG_CONFIG_HOME: "/x" }), at("darwin", {}));
  assertEquals(at("windows", {})["zed"], null);
});

Deno.test("a client is found by any one of its traces, and not without one", async () => {
  const home = await Deno.realPath(await Deno.makeTempDir());
  const machine: Machine = { os: "linux", home, environment: {} };
  assertEquals(foundClients(machine), []);
  await Deno.writeTextFile(`${home}/.claude.json`, "{}");
  for (
    const path of [
      ".codex",
      ".config/zed",
      ".config/Claude",
      ".config/Code/User",
      ".codeium/windsurf",
      ".cursor",
    ]
  ) {
    await Deno.mkdir(`${home}/${path}`, { recursive: true });
  }
  assertEquals(foundClients(machine).map(({ client }) => client.name), clients.map(({ name }) => name));
});
