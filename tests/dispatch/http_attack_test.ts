/** What a hostile program or page on this machine can try: refused early, nothing runs, the next request is served. */
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { codeOf, type Endpoint, headersFor, openEndpoint, readRaw, readReply } from "./parts/endpoint.ts";
import { createServing } from "./parts/serving.ts";
import { envelope, legacy, modern } from "./parts/wire.ts";

const CALL = modern(1, "tools/call", { name: "echo", arguments: { text: "hi" } });
const encoder = new TextEncoder();

function head(endpoint: Endpoint, rest: string): Uint8Array {
  return encoder.encode(
    `POST /mcp HTTP/1.1\r\nHost: localhost:${endpoint.port}\r\nContent-Type: application/json\r\n${rest}\r\n\r\n`,
  );
}

async function stillServes(endpoint: Endpoint): Promise<void> {
  assertEquals((await endpoint.ask(CALL)).status, 200);
}

Deno.test("A body of 100 MB without a length is 413, and the connection is cut long before its end", async () => {
  const { serving, audited } = createServing();
  await using endpoint = await openEndpoint(serving);
  using connection = await Deno.connect({ port: endpoint.port });
  await connection.write(head(endpoint, "Transfer-Encoding: chunked"));
  const reply = readRaw(connection);
  const chunk = encoder.encode(`10000\r\n${" ".repeat(65_536)}\r\n`);
  let sent = 0;
  while (sent < 1_600 && await connection.write(chunk).then(() => true, () => false)) sent++;
  assertIncludes(await reply, "HTTP/1.1 413");
  assertTrue(sent < 800, `${sent} chunks of 64 KiB were taken`);
  assertEquals(audited, []);
  await stillServes(endpoint);
});

Deno.test("A body that does not come in time is 408", async () => {
  const { serving, audited } = createServing();
  await using endpoint = await openEndpoint(serving, { bodyMs: 20 });
  const connection = await Deno.connect({ port: endpoint.port });
  await connection.write(head(endpoint, "Content-Length: 100"));
  await connection.write(encoder.encode('{"jsonrpc":'));
  assertIncludes(await readRaw(connection), "HTTP/1.1 408");
  connection.close();
  assertEquals(audited, []);
  await stillServes(endpoint);
});

Deno.test("A body that breaks off runs nothing", async () => {
  const { serving, audited } = createServing();
  await using endpoint = await openEndpoint(serving);
  const body = JSON.stringify(legacy(1, "tools/call", { name: "echo", arguments: { text: "hi" } }));
  const connection = await Deno.connect({ port: endpoint.port });
  // The whole frame is there, but the length says that more was meant.
  await connection.write(head(endpoint, `Content-Length: ${body.length + 1}`));
  await connection.write(encoder.encode(body));
  await connection.closeWrite();
  assertTrue(!(await readRaw(connection)).includes("HTTP/1.1 200"));
  connection.close();
  assertEquals(audited, []);
  await stillServes(endpoint);
});

Deno.test("Two lengths, or a length beside chunks, smuggle no second request", async () => {
  const { serving, audited } = createServing();
  await using endpoint = await openEndpoint(serving);
  const body = JSON.stringify(legacy(1, "tools/call", { name: "echo", arguments: { text: "hi" } }));
  for (
    const lengths of [
      `Content-Length: 0\r\nContent-Length: ${body.length}`,
      `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked`,
      "Content-Length: -1",
      "Content-Length: +5",
    ]
  ) {
    const connection = await Deno.connect({ port: endpoint.port });
    await connection.write(head(endpoint, lengths));
    await connection.write(encoder.encode(body)).catch(() => {});
    assertTrue(!(await readRaw(connection)).includes("HTTP/1.1 200"), lengths);
    connection.close();
  }
  assertEquals(audited, []);
});

Deno.test("Headers that say something else than the body run nothing", async () => {
  const { serving, audited } = createServing();
  await using endpoint = await openEndpoint(serving);
  for (
    const [name, value] of [["Mcp-Name", "harmless"], ["Mcp-Method", "tools/list"], [
      "Mcp-Name",
      "echo, echo",
    ]]
  ) {
    assertEquals((await endpoint.ask(CALL, { [name ?? ""]: value ?? "" })).status, 400);
  }
  assertEquals(audited, []);
});

Deno.test("A second Host, Origin or token beside the right one opens nothing", async () => {
  const token = "a-token-of-at-least-32-characters";
  const { serving, audited } = createServing();
  await using endpoint = await openEndpoint(serving, { token });
  const body = JSON.stringify(legacy(1, "ping"));
  const right = `Authorization: Bearer ${token}\r\nContent-Length: ${body.length}`;
  for (
    const [wrong, status] of [["Host: evil.example", 400], ["Origin: null", 403], [
      "Authorization: Bearer x",
      401,
    ]]
  ) {
    const connection = await Deno.connect({ port: endpoint.port });
    await connection.write(head(endpoint, `${wrong}\r\n${right}`));
    await connection.write(encoder.encode(body));
    assertIncludes(await readRaw(connection), `HTTP/1.1 ${status}`);
    connection.close();
  }
  assertEquals(audited, []);
});

Deno.test("Arguments nested a hundred thousand deep are refused as arguments, in both eras", async () => {
  const { serving, defects } = createServing();
  await using endpoint = await openEndpoint(serving);
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  const params = { name: "echo", arguments: { text: "hi" } };
  for (const frame of [CALL, legacy(1, "tools/call", params)]) {
    const body = JSON.stringify(frame).replace('"hi"', deep);
    const reply = await readReply(
      await endpoint.send({ method: "POST", headers: headersFor(frame), body }),
      frame,
    );
    assertEquals([reply.status, codeOf(reply.frame)], [200, -32602]);
  }
  assertEquals(defects, []);
});

Deno.test("Keys named after an object's own machinery are plain keys", async () => {
  const { serving } = createServing();
  await using endpoint = await openEndpoint(serving);
  const body = JSON.stringify(CALL).replace('{"text":"hi"}', '{"text":"hi","__proto__":{"times":5}}');
  const reply = await readReply(
    await endpoint.send({ method: "POST", headers: headersFor(CALL), body }),
    CALL,
  );
  assertEquals(codeOf(reply.frame), -32602);
});

Deno.test("More than 256 requests at one time are 503 with Retry-After, until one of them ends", async () => {
  const { serving, slow } = createServing();
  await using endpoint = await openEndpoint(serving);
  const waiting = modern(1, "tools/call", {
    name: "slow",
    arguments: {},
    _meta: envelope({ progressToken: "p" }),
  });
  const init = { method: "POST", headers: headersFor(waiting), body: JSON.stringify(waiting) };
  const open = await Promise.all(Array.from({ length: 256 }, () => endpoint.send(init)));
  assertEquals(open.map(({ status }) => status), Array(256).fill(200));
  const { status, headers } = await endpoint.ask(CALL);
  assertEquals([status, headers.get("retry-after")], [503, "1"]);
  await open.pop()?.body?.cancel();
  await slow.stopped();
  await stillServes(endpoint);
  await Promise.all(open.map((response) => response.body?.cancel()));
});

Deno.test("A refused client that neither sends its body nor goes away does not hold the stop", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  const connection = await Deno.connect({ port: endpoint.port });
  await connection.write(
    encoder.encode("POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 100\r\n\r\n"),
  );
  assertIncludes(await readRaw(connection), "HTTP/1.1 403");
  endpoint.stop();
  await endpoint.ended;
  connection.close();
});
