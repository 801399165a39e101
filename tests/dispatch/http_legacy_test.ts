/** The older revisions over HTTP: no state, no session, one JSON object where there is nothing else to say. */
import { assertEquals } from "../assert.ts";
import { createConformanceServing } from "../conformance/serving.ts";
import { codeOf, type Endpoint, openEndpoint, resultOf } from "./parts/endpoint.ts";
import { createServing } from "./parts/serving.ts";
import { initialize, legacy } from "./parts/wire.ts";

const CALL = legacy(1, "tools/call", { name: "echo", arguments: { text: "hi" } });
const JSON_TYPE = "application/json";
const SSE_TYPE = "text/event-stream";

async function withEndpoint(test: (endpoint: Endpoint) => Promise<void>): Promise<void> {
  await using endpoint = await openEndpoint(createServing().serving);
  await test(endpoint);
}

Deno.test("initialize needs no version header and gives out no session", () =>
  withEndpoint(async (endpoint) => {
    const { status, headers, frame } = await endpoint.ask(initialize(1, "2025-06-18"));
    assertEquals([status, headers.get("mcp-session-id")], [200, null]);
    assertEquals(resultOf(frame)["protocolVersion"], "2025-06-18");
  }));

Deno.test("Each older version is answered with itself, and its requests after it", () =>
  withEndpoint(async (endpoint) => {
    for (const version of ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]) {
      const { frame } = await endpoint.ask(initialize(1, version));
      assertEquals(resultOf(frame)["protocolVersion"], version);
      const { status } = await endpoint.ask(legacy(2, "tools/list"), { "MCP-Protocol-Version": version });
      assertEquals(status, 200, version);
    }
  }));

Deno.test("initialize of a version that is not served is negotiated, whatever its header says", () =>
  withEndpoint(async (endpoint) => {
    const headers = { "MCP-Protocol-Version": "2024-10-07" };
    const { status, frame } = await endpoint.ask(initialize(1, "2024-10-07"), headers);
    assertEquals([status, resultOf(frame)["protocolVersion"]], [200, "2025-11-25"]);
  }));

Deno.test("initialize under a modern header is 400 with -32020", () =>
  withEndpoint(async (endpoint) => {
    const reply = await endpoint.ask(initialize(1, "2025-11-25"), { "MCP-Protocol-Version": "2026-07-28" });
    assertEquals([reply.status, codeOf(reply.frame)], [400, -32020]);
  }));

Deno.test("Requests are answered without an initialize before them", () =>
  withEndpoint(async (endpoint) => {
    assertEquals((await endpoint.ask(legacy(1, "tools/list"))).status, 200);
    assertEquals(resultOf((await endpoint.ask(CALL)).frame)["structuredContent"], { text: "hi" });
  }));

Deno.test("Each served version in the header is let in, with any other a request is 400", () =>
  withEndpoint(async (endpoint) => {
    for (const version of ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]) {
      assertEquals((await endpoint.ask(CALL, { "MCP-Protocol-Version": version })).status, 200, version);
    }
    for (const version of ["1999-01-01", "", "2025-11-25, 2025-06-18"]) {
      assertEquals((await endpoint.ask(CALL, { "MCP-Protocol-Version": version })).status, 400, version);
    }
  }));

Deno.test("A notification with a version that is not served is 400, any other is 202", () =>
  withEndpoint(async (endpoint) => {
    const frame = { jsonrpc: "2.0", method: "notifications/initialized" };
    assertEquals((await endpoint.ask(frame, { "MCP-Protocol-Version": "1999-01-01" })).status, 400);
    assertEquals((await endpoint.ask(frame, { "MCP-Protocol-Version": "2025-11-25" })).status, 202);
  }));

Deno.test("An answer that nobody waits for is 202", () =>
  withEndpoint(async (endpoint) => {
    assertEquals((await endpoint.ask({ jsonrpc: "2.0", id: 5, result: {} })).status, 202);
  }));

Deno.test("A plain call is one JSON object, for a client of both types and of JSON alone", () =>
  withEndpoint(async (endpoint) => {
    for (const accept of [`${JSON_TYPE}, ${SSE_TYPE}`, JSON_TYPE, "*/*"]) {
      const { headers, frame } = await endpoint.ask(CALL, { Accept: accept });
      assertEquals(headers.get("content-type"), JSON_TYPE, accept);
      assertEquals(resultOf(frame)["structuredContent"], { text: "hi" });
    }
  }));

Deno.test("A call that asks for progress is a stream, unless the client takes JSON alone", () =>
  withEndpoint(async (endpoint) => {
    const call = legacy(1, "tools/call", {
      name: "steps",
      arguments: { steps: 2 },
      _meta: { progressToken: "p" },
    });
    const streamed = await endpoint.ask(call);
    assertEquals(streamed.headers.get("content-type"), SSE_TYPE);
    assertEquals(streamed.frames.map(({ method }) => method), [
      "notifications/progress",
      "notifications/progress",
      undefined,
    ]);
    const single = await endpoint.ask(call, { Accept: JSON_TYPE });
    assertEquals([single.headers.get("content-type"), single.frames.length], [JSON_TYPE, 1]);
  }));

Deno.test("A call that reports before its answer becomes a stream by itself", async () => {
  await using endpoint = await openEndpoint(createConformanceServing());
  const call = legacy(1, "tools/call", { name: "test_tool_with_logging", arguments: {} });
  const { headers, frames } = await endpoint.ask(call);
  assertEquals(headers.get("content-type"), SSE_TYPE);
  assertEquals(frames.length, 4);
});

Deno.test("An unknown method is -32601 with status 200, bad arguments are -32602", () =>
  withEndpoint(async (endpoint) => {
    const unknown = await endpoint.ask(legacy(1, "unknown/method"));
    assertEquals([unknown.status, codeOf(unknown.frame)], [200, -32601]);
    const bad = await endpoint.ask(legacy(1, "tools/call", { name: "echo", arguments: {} }));
    assertEquals([bad.status, codeOf(bad.frame)], [200, -32602]);
  }));

Deno.test("ping is answered with nothing, shutdown with null", () =>
  withEndpoint(async (endpoint) => {
    assertEquals((await endpoint.ask(legacy(1, "ping"))).frame["result"], {});
    assertEquals((await endpoint.ask(legacy(1, "shutdown"))).frame["result"], null);
  }));

Deno.test("resources/* without a context belongs to the modern era unless the header names an older one", () =>
  withEndpoint(async (endpoint) => {
    const bare = await endpoint.ask(legacy(1, "resources/list"));
    assertEquals([bare.status, codeOf(bare.frame)], [400, -32020]);
    const named = await endpoint.ask(legacy(1, "resources/list"), { "MCP-Protocol-Version": "2025-11-25" });
    assertEquals(named.status, 200);
  }));
