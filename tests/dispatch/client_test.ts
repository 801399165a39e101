/** The official client against the program, in each way in which it can choose a version. */
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { assertEquals, assertTrue } from "../assert.ts";

const MAIN = fileURLToPath(import.meta.resolve("./parts/stdio_main.ts"));
const ARGS = ["run", "--quiet", "--no-prompt", "--allow-env", MAIN];

const modes = {
  "its default": [undefined, "2025-11-25"],
  "auto": ["auto", "2026-07-28"],
  "a pinned 2026-07-28": [{ pin: "2026-07-28" }, "2026-07-28"],
} as const;

for (const [name, [mode, version]] of Object.entries(modes)) {
  Deno.test(`The official client with ${name} lists, calls, reads, is asked and cancels over stdio`, async () => {
    const client = new Client({ name: "test", version: "0" }, {
      capabilities: { elicitation: { form: {} } },
      ...(mode === undefined ? {} : { versionNegotiation: { mode } }),
    });
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { yes: true } }));
    const transport = new StdioClientTransport({ command: Deno.execPath(), args: ARGS, stderr: "inherit" });
    await client.connect(transport);
    try {
      assertEquals(client.getNegotiatedProtocolVersion(), version);
      assertEquals(client.getServerVersion()?.name, "gatehouse");
      assertEquals((await client.listTools()).tools.length, 5);
      const echoed = await client.callTool({ name: "echo", arguments: { text: "hi" } });
      assertEquals(echoed.structuredContent, { text: "hi" });
      const refused = await client.callTool({ name: "echo", arguments: {} }).then(
        () => null,
        (error) => error.code,
      );
      assertEquals(refused, -32602);
      assertEquals((await client.listResources()).resources.map(({ uri }) => uri), ["parts://note"]);
      const { contents } = await client.readResource({ uri: "parts://note" });
      assertEquals(contents, [{ uri: "parts://note", mimeType: "text/plain", text: "Hello" }]);
      const asked = await client.callTool({ name: "ask", arguments: { what: "go" } });
      assertEquals(asked.structuredContent, { action: "accept" });
      const controller = new AbortController();
      const slow = client.callTool({ name: "slow", arguments: {} }, { signal: controller.signal });
      controller.abort(new Error("no longer wanted"));
      assertTrue(await slow.then(() => false, () => true));
      assertEquals((await client.callTool({ name: "echo", arguments: { text: "on" } })).structuredContent, {
        text: "on",
      });
    } finally {
      await client.close();
    }
  });
}

Deno.test("The program ends with code 0 when its input ends, and stdout held nothing but frames", async () => {
  const child = new Deno.Command(Deno.execPath(), { args: ARGS, stdin: "piped", stdout: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  await writer.write(new TextEncoder().encode(`${JSON.stringify(ping)}\n`));
  await writer.close();
  const { code, stdout } = await child.output();
  assertEquals(code, 0);
  assertEquals(new TextDecoder().decode(stdout), '{"jsonrpc":"2.0","id":1,"result":{}}\n');
});

Deno.test("The program ends when its client closes stdout alone", async () => {
  const child = new Deno.Command(Deno.execPath(), { args: ARGS, stdin: "piped", stdout: "piped" }).spawn();
  await child.stdout.cancel();
  const writer = child.stdin.getWriter();
  const ping = new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  // One write may still fit into a pipe that nobody reads; the program ends at the first that fails.
  const status = child.status;
  await writer.write(ping).catch(() => {});
  assertTrue((await status).success);
  await writer.close().catch(() => {});
});
