/** The official client over HTTP, in each way in which it can choose a version. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { assertEquals, assertTrue } from "../assert.ts";
import { createConformanceServing } from "../conformance/serving.ts";
import { openEndpoint } from "./parts/endpoint.ts";
import { createServing } from "./parts/serving.ts";

const TOKEN = "a-token-of-at-least-32-characters";

const modes = {
  "its default": [undefined, "2025-11-25"],
  "auto": ["auto", "2026-07-28"],
  "a pinned 2026-07-28": [{ pin: "2026-07-28" }, "2026-07-28"],
} as const;

for (const [name, [mode, version]] of Object.entries(modes)) {
  Deno.test(`The official client with ${name} lists, calls, reads, follows and cancels over HTTP`, async () => {
    const { serving, slow, defects } = createServing();
    await using endpoint = await openEndpoint(serving, { token: TOKEN });
    const client = new Client({ name: "test", version: "0" }, {
      capabilities: { elicitation: { form: {} } },
      ...(mode === undefined ? {} : { versionNegotiation: { mode } }),
    });
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { yes: true } }));
    const transport = new StreamableHTTPClientTransport(new URL(endpoint.url), {
      requestInit: { headers: { Authorization: `Bearer ${TOKEN}` } },
    });
    await client.connect(transport);
    try {
      assertEquals(client.getNegotiatedProtocolVersion(), version);
      assertEquals(client.getServerVersion()?.name, "gatehouse");
      assertEquals(transport.sessionId, undefined);
      assertEquals((await client.listTools()).tools.length, 5);
      const echoed = await client.callTool({ name: "echo", arguments: { text: "hi" } });
      assertEquals(echoed.structuredContent, { text: "hi" });
      const refused = await client.callTool({ name: "echo", arguments: {} }).then(
        () => null,
        (error) => error.code,
      );
      assertEquals(refused, -32602);
      const { contents } = await client.readResource({ uri: "parts://note" });
      assertEquals(contents, [{ uri: "parts://note", mimeType: "text/plain", text: "Hello" }]);

      const done: number[] = [];
      const followed = await client.callTool({ name: "steps", arguments: { steps: 3 } }, {
        onprogress: ({ progress }) => done.push(progress),
      });
      assertEquals([followed.structuredContent, done], [{ steps: 3 }, [1, 2, 3]]);

      const controller = new AbortController();
      const waiting = client.callTool({ name: "slow", arguments: {} }, {
        signal: controller.signal,
        onprogress: () => {},
      });
      await slow.started();
      controller.abort(new Error("no longer wanted"));
      assertTrue(await waiting.then(() => false, () => true));
      if (version === "2026-07-28") {
        // The older revisions cancel by a message, and without sessions nobody can say whose call it names.
        await slow.stopped();
        const asked = await client.callTool({ name: "ask", arguments: { what: "go" } });
        assertEquals(asked.structuredContent, { action: "accept" });
      }
    } finally {
      await client.close();
    }
    endpoint.stop();
    await endpoint.ended;
    assertEquals(defects, []);
  });
}

Deno.test("The official client mirrors the arguments that a tool wants mirrored", async () => {
  await using endpoint = await openEndpoint(createConformanceServing());
  const client = new Client({ name: "test", version: "0" }, {
    versionNegotiation: { mode: { pin: "2026-07-28" } },
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint.url)));
  try {
    await client.listTools();
    for (const region of ["eu-west", "東京", " padded ", "=?base64?x?="]) {
      const args = { region, limit: 7, dry: false };
      const { content } = await client.callTool({ name: "test_x_mcp_header", arguments: args });
      assertEquals(content, [{ type: "text", text: `Region: ${region}` }]);
    }
  } finally {
    await client.close();
  }
});
