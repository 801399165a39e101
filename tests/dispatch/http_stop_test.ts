/** Stopping: everything that is open ends, whatever the clients do. */
import { assertEquals, assertFails, assertIncludes } from "../assert.ts";
import { serveHttp } from "../../lib/dispatch/http.ts";
import { headersFor, openEndpoint, readRaw } from "./parts/endpoint.ts";
import { createServing } from "./parts/serving.ts";
import { envelope, legacy, modern } from "./parts/wire.ts";

const PLAIN = modern(1, "tools/call", { name: "slow", arguments: {} });
const STREAMED = modern(1, "tools/call", {
  name: "slow",
  arguments: {},
  _meta: envelope({ progressToken: "p" }),
});
const LEGACY = legacy(1, "tools/call", { name: "slow", arguments: {} });

Deno.test("Stopping closes an open stream and aborts its call", async () => {
  const { serving, slow, defects } = createServing();
  await using endpoint = await openEndpoint(serving);
  const response = await endpoint.send({
    method: "POST",
    headers: headersFor(STREAMED),
    body: JSON.stringify(STREAMED),
  });
  await slow.started();
  endpoint.stop();
  await slow.stopped();
  assertEquals((await response.text()).includes('"result"'), false);
  await endpoint.ended;
  assertEquals(defects, []);
});

for (const [era, frame] of [["modern", PLAIN], ["legacy", LEGACY]] as const) {
  Deno.test(`Stopping aborts a plain ${era} call and answers it with 503`, async () => {
    const { serving, slow, audited, defects } = createServing();
    await using endpoint = await openEndpoint(serving);
    const waiting = endpoint.ask(frame);
    await slow.started();
    endpoint.stop();
    assertEquals((await waiting).status, 503);
    await slow.stopped();
    await endpoint.ended;
    assertEquals(audited.map(({ outcome }) => outcome), ["CANCELLED"]);
    assertEquals(defects, []);
  });
}

Deno.test("Stopping waits for no connection that is idle or has sent half a head", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  const { port } = endpoint;
  using idle = await Deno.connect({ port });
  const body = JSON.stringify(legacy(1, "ping"));
  await idle.write(new TextEncoder().encode(
    `POST /mcp HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  ));
  assertIncludes(await readRaw(idle), "HTTP/1.1 200");
  using half = await Deno.connect({ port });
  await half.write(new TextEncoder().encode("POST /mcp HTTP/1.1\r\nHo"));
  using silent = await Deno.connect({ port });
  endpoint.stop();
  await endpoint.ended;
  for (const connection of [idle, half, silent]) assertEquals(await readRaw(connection), "");
});

Deno.test("Stopping answers a request whose body is still on its way with 503", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  const { port } = endpoint;
  const connection = await Deno.connect({ port });
  await connection.write(new TextEncoder().encode(
    `POST /mcp HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\n` +
      `Expect: 100-continue\r\nContent-Length: 100\r\n\r\n`,
  ));
  // The server asks for the body when it begins to read it.
  assertIncludes(await readRaw(connection), "HTTP/1.1 100");
  endpoint.stop();
  assertIncludes(await readRaw(connection), "HTTP/1.1 503");
  connection.close();
  await endpoint.ended;
});

Deno.test("After the stop the port is free again", async () => {
  const first = await openEndpoint(createServing().serving);
  first.stop();
  await first.ended;
  await using second = await openEndpoint(createServing().serving, { port: first.port });
  assertEquals(second.port, first.port);
});

Deno.test("A port that is taken is ADDRESS_UNAVAILABLE and names the port", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  const { signal } = new AbortController();
  const error = await assertFails(
    () => serveHttp(createServing().serving, { hostname: "127.0.0.1", port: endpoint.port, signal }),
    "ADDRESS_UNAVAILABLE",
  );
  assertIncludes(error.message, String(endpoint.port));
});

Deno.test("The address of IPv6 loopback is served by its literal", async () => {
  await using endpoint = await openEndpoint(createServing().serving, { hostname: "::1" });
  const response = await fetch(`http://[::1]:${endpoint.port}/mcp`, {
    method: "POST",
    headers: headersFor(legacy(1, "ping")),
    body: JSON.stringify(legacy(1, "ping")),
  });
  assertEquals(await response.json(), { jsonrpc: "2.0", id: 1, result: {} });
});

Deno.test("a client that goes away cancels its plain call in the modern revision, and the next call is answered", async () => {
  const { serving, slow, audited, defects } = createServing();
  await using endpoint = await openEndpoint(serving);
  const leaving = new AbortController();
  const waiting = fetch(`http://127.0.0.1:${endpoint.port}/mcp`, {
    method: "POST",
    headers: headersFor(PLAIN),
    body: JSON.stringify(PLAIN),
    signal: leaving.signal,
  }).then((response) => response.text(), (error: Error) => error.name);
  await slow.started();
  leaving.abort();
  await slow.stopped();
  assertEquals(await waiting, "AbortError");
  assertEquals((await endpoint.ask(modern(2, "tools/list"))).status, 200);
  endpoint.stop();
  await endpoint.ended;
  assertEquals(audited.map(({ outcome }) => outcome), ["CANCELLED"]);
  assertEquals(defects, []);
});
