/** What is refused before a body is read, in the order in which it is checked. */
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { codeOf, type Endpoint, openEndpoint, readReply, type Reply, sendRaw } from "./parts/endpoint.ts";
import { createServing, type TestServing } from "./parts/serving.ts";
import { legacy, modern } from "./parts/wire.ts";

const TOKEN = "a-token-of-at-least-32-characters";
const CALL = modern(1, "tools/call", { name: "echo", arguments: { text: "hi" } });

/** The status of a request made by hand with these headers; `port` stands for ours. */
async function statusOf(endpoint: Endpoint, headers: Readonly<Record<string, string>>): Promise<number> {
  const lines = Object.entries(headers).map(([name, value]) =>
    `${name}: ${value.replace("PORT", String(endpoint.port))}\r\n`
  );
  const text = `POST /mcp HTTP/1.1\r\n${lines.join("")}Content-Length: 0\r\nConnection: close\r\n\r\n`;
  return Number((await sendRaw(endpoint.port, text)).split(" ", 2)[1]);
}

function ranNothing({ audited }: TestServing): void {
  assertEquals(audited, []);
}

async function bare(endpoint: Endpoint, init: RequestInit): Promise<Reply> {
  return await readReply(await endpoint.send(init));
}

Deno.test("A path other than /mcp is 404", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  for (const path of ["/", "/mcp/", "/MCP", "/mcp/x", "/.well-known/oauth-protected-resource"]) {
    const response = await fetch(`http://127.0.0.1:${endpoint.port}${path}`, { method: "POST" });
    await response.body?.cancel();
    assertEquals(response.status, 404, path);
  }
});

Deno.test("A Host that is no loopback address with our port is 403", async () => {
  const parts = createServing();
  await using endpoint = await openEndpoint(parts.serving);
  for (
    const host of [
      "evil.example:PORT",
      "localhost.evil.example:PORT",
      "127.0.0.1.evil.example:PORT",
      "127.0.0.1",
      "127.0.0.1:1",
      "0.0.0.0:PORT",
      "127.1:PORT",
      "user@localhost:PORT",
      "localhost:PORT?",
      "[::ffff:127.0.0.1]:PORT",
      "",
    ]
  ) assertEquals(await statusOf(endpoint, { Host: host }), 403, host);
  ranNothing(parts);
});

Deno.test("A target that names another host is 403, whatever Host says", async () => {
  const parts = createServing();
  await using endpoint = await openEndpoint(parts.serving);
  const { port } = endpoint;
  const body = JSON.stringify(legacy(1, "tools/call", { name: "echo", arguments: { text: "x" } }));
  const statusFor = async (target: string): Promise<string | undefined> => {
    const head = `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`;
    const text = await sendRaw(port, `${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    return text.split(" ")[1];
  };
  for (const host of ["evil.example", `evil.example:${port}`, `x@127.0.0.1:${port}`, "127.0.0.1:1"]) {
    assertEquals(await statusFor(`http://${host}/mcp`), "403", host);
  }
  ranNothing(parts);
  assertEquals(await statusFor(`http://localhost:${port}/mcp`), "200");
});

Deno.test("Each loopback name with our port is let in", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  for (const host of ["127.0.0.1:PORT", "[::1]:PORT", "localhost:PORT", "LocalHost:PORT"]) {
    assertEquals(await statusOf(endpoint, { Host: host }), 415, host);
  }
});

Deno.test("An Origin that is no loopback page with our port is 403", async () => {
  const parts = createServing();
  await using endpoint = await openEndpoint(parts.serving);
  for (
    const origin of [
      "http://evil.example",
      "http://evil.example:PORT",
      "http://localhost.evil.example:PORT",
      "http://localhost",
      "http://localhost:1",
      "null",
      "",
      "file://",
      "localhost:PORT",
      "chrome-extension://localhost:PORT",
      "http://localhost:PORT/",
      "http://localhost:PORT, http://evil.example",
    ]
  ) assertEquals(await statusOf(endpoint, { Host: "localhost:PORT", Origin: origin }), 403, origin);
  ranNothing(parts);
});

Deno.test("A loopback page with our port is let in", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  for (const origin of ["http://localhost:PORT", "https://127.0.0.1:PORT", "http://[::1]:PORT"]) {
    assertEquals(await statusOf(endpoint, { Host: "localhost:PORT", Origin: origin }), 415, origin);
  }
});

Deno.test("A foreign Host is refused before the body has come", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  // The body never comes: an answer can only be given without it.
  const head = `POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json\r\n` +
    `Content-Length: 100\r\nConnection: close\r\n\r\n`;
  assertIncludes(await sendRaw(endpoint.port, head), "HTTP/1.1 403");
});

Deno.test("Without the configured token a request is 401 and told how to bring one", async () => {
  const parts = createServing();
  await using endpoint = await openEndpoint(parts.serving, { token: TOKEN });
  const { status, headers } = await endpoint.ask(CALL);
  assertEquals(status, 401);
  assertEquals(headers.get("www-authenticate"), 'Bearer realm="gatehouse"');
  ranNothing(parts);
});

Deno.test("With a wrong token a request is 401, and the token is in no answer", async () => {
  const parts = createServing();
  await using endpoint = await openEndpoint(parts.serving, { token: TOKEN });
  for (
    const given of [
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      `Basic ${TOKEN}`,
      TOKEN,
      "Bearer",
      "Bearer  ",
    ]
  ) {
    const { status, headers, frame } = await endpoint.ask(CALL, { Authorization: given });
    assertEquals(status, 401, given);
    assertEquals(headers.get("www-authenticate"), 'Bearer realm="gatehouse", error="invalid_token"');
    assertTrue(!JSON.stringify(frame).includes(TOKEN.slice(1)));
  }
  ranNothing(parts);
});

Deno.test("With the token a call runs, and the audit log names the token's digest and not the token", async () => {
  const parts = createServing();
  await using endpoint = await openEndpoint(parts.serving, { token: TOKEN });
  const { status } = await endpoint.ask(CALL, { Authorization: `bearer ${TOKEN}` });
  assertEquals(status, 200);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(TOKEN)));
  assertEquals(parts.audited.map(({ principal, via }) => ({ principal, via })), [
    { principal: `bearer-sha256:${digest.toHex()}`, via: "http" },
  ]);
});

Deno.test("Every method but POST is 405 with Allow: POST", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  for (const method of ["GET", "DELETE", "PUT", "PATCH", "OPTIONS", "HEAD"]) {
    const response = await endpoint.send({ method });
    await response.body?.cancel();
    assertEquals([response.status, response.headers.get("allow")], [405, "POST"], method);
  }
});

Deno.test("A Content-Type other than application/json is 415", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  for (const type of ["text/plain", "application/json-seq", "application/x-www-form-urlencoded", "json"]) {
    assertEquals((await endpoint.ask(CALL, { "Content-Type": type })).status, 415, type);
  }
  assertEquals((await endpoint.ask(CALL, { "Content-Type": null })).status, 415);
  assertEquals((await endpoint.ask(CALL, { "Content-Type": "Application/JSON; charset=utf-8" })).status, 200);
});

Deno.test("An Accept with neither application/json nor text/event-stream is 406", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  for (const accept of ["text/html", "application/xml, image/*", "application/json;q=0", "jso/n", ","]) {
    assertEquals((await endpoint.ask(CALL, { Accept: accept })).status, 406, accept);
  }
});

Deno.test("An Accept with either type, or a wildcard over one, is answered", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  for (
    const accept of [
      "application/json",
      "text/event-stream",
      "*/*",
      "application/*",
      "text/*",
      "a/b, */*;q=0.1",
    ]
  ) {
    const { status, frame } = await endpoint.ask(CALL, { Accept: accept });
    assertEquals([status, frame["id"]], [200, 1], accept);
  }
});

Deno.test("A body over 1 MiB is 413 by its Content-Length alone", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  const head =
    `POST /mcp HTTP/1.1\r\nHost: localhost:${endpoint.port}\r\nContent-Type: application/json\r\n` +
    `Content-Length: 1048577\r\nConnection: close\r\n\r\n`;
  assertIncludes(await sendRaw(endpoint.port, head), "HTTP/1.1 413");
});

Deno.test("A body of exactly 1 MiB is read", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  const body = "[" + " ".repeat(1_048_574) + "]";
  const reply = await bare(endpoint, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
  });
  assertEquals([reply.status, codeOf(reply.frame)], [400, -32600]);
});

Deno.test("Every answer may be kept by nobody, is not guessed at and opens itself to no other origin", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
  const replies = [
    await endpoint.ask(CALL),
    await endpoint.ask(notification),
    await endpoint.ask(CALL, { Accept: "text/event-stream" }),
    await endpoint.ask(CALL, { Accept: "text/html" }),
    await bare(endpoint, { method: "GET" }),
    await endpoint.ask({
      jsonrpc: "2.0",
      id: 2,
      method: "tools/call",
      params: { name: "echo", arguments: {} },
    }),
  ];
  for (const { headers } of replies) {
    assertEquals(headers.get("cache-control"), "no-store");
    assertEquals(headers.get("x-content-type-options"), "nosniff");
    const names = [...headers.keys()];
    assertEquals(names.filter((name) => /^access-control|^mcp-session-id$|^set-cookie$/.test(name)), []);
  }
});
