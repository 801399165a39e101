/** The modern revision over HTTP: headers that mirror the body, and the status of each answer. */
import { assertEquals, assertIncludes } from "../assert.ts";
import { createConformanceServing } from "../conformance/serving.ts";
import {
  codeOf,
  type Endpoint,
  headersFor,
  openEndpoint,
  readReply,
  type Reply,
  resultOf,
} from "./parts/endpoint.ts";
import type { Frame } from "./parts/schema.ts";
import { createServing } from "./parts/serving.ts";
import { envelope, modern } from "./parts/wire.ts";

const CALL = modern(1, "tools/call", { name: "echo", arguments: { text: "hi" } });
const PREFIX = "io.modelcontextprotocol/";

async function withEndpoint(test: (endpoint: Endpoint) => Promise<void>): Promise<void> {
  await using endpoint = await openEndpoint(createServing().serving);
  await test(endpoint);
}

function summary({ status, frame }: Reply): unknown[] {
  return [status, codeOf(frame), frame["id"]];
}

async function post(endpoint: Endpoint, body: string | Uint8Array<ArrayBuffer>): Promise<Reply> {
  return await readReply(await endpoint.send({ method: "POST", headers: headersFor(CALL), body }));
}

Deno.test("A body that is no JSON is 400 with -32700 and the id null", () =>
  withEndpoint(async (endpoint) => {
    for (const body of ["", "{", "nonsense", '{"jsonrpc":"2.0","id":1,}']) {
      assertEquals(summary(await post(endpoint, body)), [400, -32700, null], body);
    }
  }));

Deno.test("A body that is no UTF-8 is 400 with -32700 and the id null", () =>
  withEndpoint(async (endpoint) => {
    const body = new TextEncoder().encode(JSON.stringify(CALL));
    body[body.indexOf("h".charCodeAt(0))] = 0xff;
    assertEquals(summary(await post(endpoint, body)), [400, -32700, null]);
  }));

Deno.test("A batch is 400 with -32600, in either era", () =>
  withEndpoint(async (endpoint) => {
    for (const batch of [[], [CALL], [{ jsonrpc: "2.0", id: 1, method: "ping" }]]) {
      assertEquals(summary(await post(endpoint, JSON.stringify(batch))), [400, -32600, null]);
    }
  }));

Deno.test("A body that is no frame is 400 with -32600, and keeps its id when that is valid", () =>
  withEndpoint(async (endpoint) => {
    assertEquals(summary(await post(endpoint, "7")), [400, -32600, null]);
    assertEquals(summary(await post(endpoint, '{"jsonrpc":"1.0","id":7,"method":"x"}')), [400, -32600, 7]);
  }));

Deno.test("A missing MCP-Protocol-Version is 400 with -32020", () =>
  withEndpoint(async (endpoint) => {
    assertEquals(summary(await endpoint.ask(CALL, { "MCP-Protocol-Version": null })), [400, -32020, 1]);
  }));

Deno.test("An MCP-Protocol-Version other than the body's is 400 with -32020, even when both are served", () =>
  withEndpoint(async (endpoint) => {
    for (const version of ["2025-11-25", "2099-01-01", "2026-07-28 ,2026-07-28"]) {
      assertEquals(summary(await endpoint.ask(CALL, { "MCP-Protocol-Version": version })), [400, -32020, 1]);
    }
  }));

Deno.test("An unsupported version is 400 with -32022 and names what is supported and what was asked", () =>
  withEndpoint(async (endpoint) => {
    const _meta = envelope({ [`${PREFIX}protocolVersion`]: "2099-01-01" });
    const frame = modern(1, "server/discover", { _meta });
    const reply = await endpoint.ask(frame, { "MCP-Protocol-Version": "2099-01-01" });
    assertEquals(summary(reply), [400, -32022, 1]);
    assertEquals((reply.frame["error"] as Frame)["data"], {
      supported: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
      requested: "2099-01-01",
    });
  }));

Deno.test("A modern header over a body without a context is 400 with -32602", () =>
  withEndpoint(async (endpoint) => {
    const frame = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const headers = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list" };
    assertEquals(summary(await endpoint.ask(frame, headers)), [400, -32602, 1]);
  }));

Deno.test("An unknown version in the header over a body without a context is 400 with -32602", () =>
  withEndpoint(async (endpoint) => {
    const frame = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    assertEquals(summary(await endpoint.ask(frame, { "MCP-Protocol-Version": "2099-01-01" })), [
      400,
      -32602,
      1,
    ]);
  }));

Deno.test("A context without a required key is 400 with -32602", () =>
  withEndpoint(async (endpoint) => {
    for (const key of ["protocolVersion", "clientCapabilities"]) {
      const _meta = envelope();
      delete _meta[PREFIX + key];
      assertEquals(summary(await endpoint.ask(modern(1, "tools/list", { _meta }))), [400, -32602, 1], key);
    }
  }));

Deno.test("A context without clientInfo is served", () =>
  withEndpoint(async (endpoint) => {
    assertEquals((await endpoint.ask(modern(1, "server/discover"))).status, 200);
  }));

Deno.test("A missing or different Mcp-Method is 400 with -32020; values are compared by case", () =>
  withEndpoint(async (endpoint) => {
    for (const method of [null, "tools/list", "Tools/Call", ""]) {
      assertEquals(
        summary(await endpoint.ask(CALL, { "Mcp-Method": method })),
        [400, -32020, 1],
        String(method),
      );
    }
  }));

Deno.test("A missing or different Mcp-Name is 400 with -32020 for a tool and for a resource", () =>
  withEndpoint(async (endpoint) => {
    const read = modern(2, "resources/read", { uri: "parts://note" });
    for (const name of [null, "other", "Echo", "=?base64?!?="]) {
      assertEquals(summary(await endpoint.ask(CALL, { "Mcp-Name": name })), [400, -32020, 1], String(name));
      assertEquals(summary(await endpoint.ask(read, { "Mcp-Name": name })), [400, -32020, 2], String(name));
    }
  }));

Deno.test("A name in Base64 is decoded before it is compared, and header names have no case", () =>
  withEndpoint(async (endpoint) => {
    const reply = await endpoint.ask(CALL, { "MCP-NAME": `=?base64?${btoa("echo")}?=` });
    assertEquals([reply.status, resultOf(reply.frame)["structuredContent"]], [200, { text: "hi" }]);
  }));

Deno.test("An argument that its tool mirrors in a header must be mirrored, or the call is 400 with -32020", async () => {
  await using endpoint = await openEndpoint(createConformanceServing());
  const call = (args: Frame): Frame =>
    modern(1, "tools/call", { name: "test_x_mcp_header", arguments: args });
  const ask = async (args: Frame, headers: Readonly<Record<string, string>>): Promise<unknown[]> =>
    summary(await endpoint.ask(call(args), headers));
  const REFUSED = [400, -32020, 1];
  const SERVED = [200, undefined, 1];

  assertEquals(await ask({ region: "eu" }, { "Mcp-Param-Region": "eu" }), SERVED);
  assertEquals(await ask({ region: "eu" }, {}), REFUSED);
  assertEquals(await ask({ region: "eu" }, { "Mcp-Param-Region": "us" }), REFUSED);
  assertEquals(await ask({ region: "eu" }, { "mcp-param-region": "eu" }), SERVED);
  assertEquals(await ask({ region: "東京" }, { "Mcp-Param-Region": "=?base64?5p2x5Lqs?=" }), SERVED);
  const region = { "Mcp-Param-Region": "eu" };
  assertEquals(await ask({ region: "eu", limit: 42 }, { ...region, "Mcp-Param-Limit": "42.0" }), SERVED);
  assertEquals(await ask({ region: "eu", limit: 42 }, { ...region, "Mcp-Param-Limit": "0x2a" }), REFUSED);
  assertEquals(await ask({ region: "eu", dry: true }, { ...region, "Mcp-Param-Dry-Run": "true" }), SERVED);
  assertEquals(await ask({ region: "eu", dry: true }, { ...region, "Mcp-Param-Dry-Run": "True" }), REFUSED);
  // What is not in the body needs no header; the tool's own schema refuses the null.
  assertEquals(await ask({ region: "eu" }, { ...region, "Mcp-Param-Limit": "42" }), SERVED);
  assertEquals(await ask({ region: null }, {}), [200, -32602, 1]);
});

Deno.test("An unknown method and each removed one are 404 with -32601 and the served versions", () =>
  withEndpoint(async (endpoint) => {
    for (
      const method of [
        "initialize",
        "ping",
        "shutdown",
        "logging/setLevel",
        "subscriptions/listen",
        "resources/subscribe",
        "unknown/method",
      ]
    ) {
      const reply = await endpoint.ask(modern(1, method));
      assertEquals(summary(reply), [404, -32601, 1], method);
      assertIncludes(JSON.stringify((reply.frame["error"] as Frame)["data"]), "supportedVersions");
    }
  }));

Deno.test("A question to a client without the capability is 400 with -32021", () =>
  withEndpoint(async (endpoint) => {
    const reply = await endpoint.ask(modern(1, "tools/call", { name: "ask", arguments: { what: "go" } }));
    assertEquals(summary(reply), [400, -32021, 1]);
  }));

Deno.test("A question ends the call as one JSON object, and the retry with the answer goes on", () =>
  withEndpoint(async (endpoint) => {
    const params = { name: "ask", arguments: { what: "go" }, _meta: envelope({}, { elicitation: {} }) };
    const question = await endpoint.ask(modern(1, "tools/call", params));
    const { resultType, requestState } = resultOf(question.frame);
    assertEquals([question.headers.get("content-type"), resultType], ["application/json", "input_required"]);
    const inputResponses = { sure: { action: "accept", content: { yes: true } } };
    const done = await endpoint.ask(modern(2, "tools/call", { ...params, inputResponses, requestState }));
    assertEquals(done.headers.get("content-type"), "application/json");
    assertEquals(resultOf(done.frame)["structuredContent"], { action: "accept" });
  }));

Deno.test("Bad arguments and an unknown tool are -32602 with status 200", () =>
  withEndpoint(async (endpoint) => {
    const bad = modern(1, "tools/call", { name: "echo", arguments: { text: 7 } });
    assertEquals(summary(await endpoint.ask(bad)), [200, -32602, 1]);
    assertEquals(summary(await endpoint.ask(modern(1, "tools/call", { name: "none" }))), [200, -32602, 1]);
  }));

Deno.test("A resource is read as one JSON object with its caching hint; an unknown one is -32602", () =>
  withEndpoint(async (endpoint) => {
    const reply = await endpoint.ask(modern(1, "resources/read", { uri: "parts://note" }));
    assertEquals([reply.status, resultOf(reply.frame)["ttlMs"]], [200, 3_600_000]);
    assertEquals(
      codeOf((await endpoint.ask(modern(1, "resources/read", { uri: "parts://none" }))).frame),
      -32602,
    );
  }));

Deno.test("A notification is 202 with an empty body", () =>
  withEndpoint(async (endpoint) => {
    for (const params of [{}, { _meta: envelope() }]) {
      const frame = {
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: 1, ...params },
      };
      const { status, frames } = await endpoint.ask(frame);
      assertEquals([status, frames], [202, []]);
    }
  }));

Deno.test("Mcp-Session-Id and Last-Event-ID are ignored, and no session is ever given out", () =>
  withEndpoint(async (endpoint) => {
    const { status, headers } = await endpoint.ask(CALL, { "Mcp-Session-Id": "stale", "Last-Event-ID": "9" });
    assertEquals([status, headers.get("mcp-session-id")], [200, null]);
  }));

Deno.test("A client that accepts a stream alone gets its one answer as an event", () =>
  withEndpoint(async (endpoint) => {
    const { headers, frames } = await endpoint.ask(CALL, { Accept: "text/event-stream" });
    assertEquals([headers.get("content-type"), frames.length], ["text/event-stream", 1]);
  }));
