import { assertEquals } from "../assert.ts";
import type { Frame } from "./parts/schema.ts";
import { createServing } from "./parts/serving.ts";
import { initialize, legacy, modern, Wire } from "./parts/wire.ts";

function resultOf(frame: Frame): Frame {
  return frame["result"] as Frame;
}

function codeOf(frame: Frame): unknown {
  return (frame["error"] as Frame | undefined)?.["code"];
}

const answered: Record<string, string> = {
  "2025-11-25": "2025-11-25",
  "2025-06-18": "2025-06-18",
  "2025-03-26": "2025-03-26",
  "2024-11-05": "2024-11-05",
  "2024-10-07": "2025-11-25",
  "2026-07-28": "2025-11-25",
  "": "2025-11-25",
};
for (const [asked, version] of Object.entries(answered)) {
  Deno.test(`initialize with ${asked || "an empty version"} is answered with ${version}`, async () => {
    await using wire = new Wire(createServing().serving);
    assertEquals(resultOf(await wire.ask(initialize(1, asked)))["protocolVersion"], version);
  });
}

Deno.test("2024-11-05 is answered exactly as in its time: the capability of tools and nothing else", async () => {
  await using wire = new Wire(createServing().serving);
  assertEquals(resultOf(await wire.ask(initialize(1, "2024-11-05"))), {
    protocolVersion: "2024-11-05",
    capabilities: { tools: {} },
    serverInfo: { name: "gatehouse", version: "1.2.3" },
    instructions: "Tools for tests.",
  });
});

for (const version of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
  Deno.test(`A client of ${version} gets through its whole life`, async () => {
    await using wire = new Wire(createServing().serving);
    await wire.ask(initialize(1, version));
    await wire.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    assertEquals(resultOf(await wire.ask(legacy(2, "ping"))), {});
    assertEquals((resultOf(await wire.ask(legacy(3, "tools/list")))["tools"] as Frame[]).length, 5);
    const call = legacy(4, "tools/call", { name: "echo", arguments: { text: "hi" } });
    assertEquals(resultOf(await wire.ask(call)), {
      content: [{ type: "text", text: '{\n  "text": "hi"\n}' }],
      structuredContent: { text: "hi" },
      isError: false,
    });
    const read = resultOf(await wire.ask(legacy(5, "resources/read", { uri: "parts://note" })));
    assertEquals(read, { contents: [{ uri: "parts://note", mimeType: "text/plain", text: "Hello" }] });
    assertEquals((await wire.ask(legacy(6, "shutdown")))["result"], null);
  });
}

Deno.test("Legacy requests are answered before initialize", async () => {
  await using wire = new Wire(createServing().serving);
  assertEquals(resultOf(await wire.ask(legacy(1, "ping"))), {});
  assertEquals("tools" in resultOf(await wire.ask(legacy(2, "tools/list"))), true);
  const call = legacy(3, "tools/call", { name: "echo", arguments: { text: "hi" } });
  assertEquals(resultOf(await wire.ask(call))["structuredContent"], { text: "hi" });
  assertEquals((await wire.ask(legacy(4, "shutdown")))["result"], null);
});

Deno.test("Unknown legacy methods, and those of capabilities that are not offered, are -32601", async () => {
  await using wire = new Wire(createServing().serving);
  await wire.ask(initialize(0, "2025-11-25"));
  for (const method of ["logging/setLevel", "prompts/list", "completion/complete", "no/such", "toString"]) {
    assertEquals(codeOf(await wire.ask(legacy(method, method, {}))), -32601, method);
  }
});

Deno.test("An initialize without a version, capabilities or a client is -32602", async () => {
  await using wire = new Wire(createServing().serving);
  const whole = initialize(1, "2025-11-25");
  for (const name of ["protocolVersion", "capabilities", "clientInfo"]) {
    const params = { ...whole["params"] as Frame };
    delete params[name];
    assertEquals(codeOf(await wire.ask({ ...whole, params })), -32602, name);
  }
  // None of them opened the connection: a bare resources/list is still the modern era's, and lacks its context.
  assertEquals(codeOf(await wire.ask(legacy(2, "resources/list"))), -32602);
});

Deno.test("The era is decided for each message: both live on one connection", async () => {
  await using wire = new Wire(createServing().serving);
  const call = { name: "echo", arguments: { text: "hi" } };
  const era = (frame: Frame) => "resultType" in resultOf(frame) ? "modern" : "legacy";
  assertEquals(era(await wire.ask(modern(1, "tools/call", call))), "modern");
  assertEquals(era(await wire.ask(legacy(2, "tools/call", call))), "legacy");
  assertEquals(era(await wire.ask(initialize(3, "2025-06-18"))), "legacy");
  assertEquals(era(await wire.ask(modern(4, "server/discover"))), "modern");
  assertEquals(era(await wire.ask(legacy(5, "resources/list"))), "legacy");
  assertEquals(era(await wire.ask(modern(6, "resources/list"))), "modern");
  assertEquals(era(await wire.ask(legacy(7, "tools/list", { _meta: { progressToken: 1 } }))), "legacy");
});

Deno.test("server/discover and resources without an initialize belong to the modern era, which misses their context", async () => {
  await using wire = new Wire(createServing().serving);
  for (const method of ["server/discover", "resources/list", "resources/read"]) {
    assertEquals(codeOf(await wire.ask(legacy(method, method, { uri: "parts://note" }))), -32602, method);
  }
  await wire.ask(initialize(1, "2025-11-25"));
  assertEquals(codeOf(await wire.ask(legacy(2, "server/discover"))), -32602);
});
