import { openExporter } from "gatehouse/telemetry/exporter.ts";
import type { CallTrace, Tracer } from "gatehouse/core/trace.ts";
import { assertEquals, assertMatch, assertTrue } from "../assert.ts";
import { endpointAt, openCollector } from "./parts/collector.ts";

const OK = { outcome: "ok", tool: "gate", family: "gate" } as const;

/** A call of two phases: three spans. */
function call(tracer: Tracer): void {
  const trace = tracer.begin({ via: "stdio" });
  trace?.phase("run");
  trace?.end(OK);
}

Deno.test("a batch is sent once the first call has waited, with a span for the call and one for each phase", async () => {
  await using collector = openCollector();
  const exporter = openExporter(collector.endpoint, { warn() {}, gatherMs: 1 });
  call(exporter);
  call(exporter);
  await collector.has(6);
  await exporter.close(1_000);
  const [request] = collector.requests;
  assertEquals(request?.path, "/v1/traces");
  assertEquals(request?.headers.get("content-type"), "application/json");
  const [root, lookUp, run, second] = collector.spans;
  assertTrue(root !== undefined && lookUp !== undefined && run !== undefined && second !== undefined);
  assertEquals([root.name, lookUp.name, run.name], ["tools/call gate", "look_up", "run"]);
  assertEquals([root.kind, root.parentSpanId], [2, undefined]);
  assertMatch(root.traceId, /^[0-9a-f]{32}$/);
  assertMatch(root.spanId, /^[0-9a-f]{16}$/);
  for (const below of [lookUp, run]) {
    assertEquals([below.traceId, below.parentSpanId, below.kind], [root.traceId, root.spanId, 1]);
    assertTrue(BigInt(below.startTimeUnixNano) >= BigInt(root.startTimeUnixNano));
    assertTrue(BigInt(below.endTimeUnixNano) <= BigInt(root.endTimeUnixNano));
  }
  assertTrue(second.traceId !== root.traceId, "each call is a trace of its own");
  assertEquals(lookUp.endTimeUnixNano, run.startTimeUnixNano);
  assertEquals(exporter.dropped, 0);
});

Deno.test("what waits is sent at the end", async () => {
  await using collector = openCollector();
  const exporter = openExporter(collector.endpoint, { warn() {} });
  for (let at = 0; at < 400; at++) call(exporter);
  await exporter.close(5_000);
  assertEquals([collector.spans.length, exporter.dropped], [1_200, 0]);
  assertTrue(collector.requests.length >= 3, "one batch holds about 256 spans");
  assertEquals(exporter.begin({ via: "stdio" }), null);
});

Deno.test("nothing is opened before a call has ended", async () => {
  await using collector = openCollector();
  const exporter = openExporter(collector.endpoint, { warn() {} });
  exporter.begin({ via: "stdio" })?.phase("run");
  await exporter.close(100);
  assertEquals(collector.requests.length, 0);
});

Deno.test("a caller's span is the parent, and a caller that does not record is not recorded", async () => {
  await using collector = openCollector();
  const exporter = openExporter(collector.endpoint, { warn() {} });
  const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331";
  const begin = (flags: string) =>
    exporter.begin({
      via: "http",
      origin: { era: "modern", meta: { traceparent: `${parent}-${flags}`, tracestate: "a=b" } },
    });
  assertEquals(begin("00"), null);
  begin("01")?.end({ outcome: "NOT_FOUND", tool: "t", family: "f", requestId: "abc" });
  await exporter.close(1_000);
  const [root] = collector.spans;
  assertEquals(
    [root?.traceId, root?.parentSpanId, root?.traceState],
    ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", "a=b"],
  );
  assertEquals(root?.status, { code: 2 });
  assertEquals(root?.attributes, {
    "mcp.method.name": "tools/call",
    "gen_ai.tool.name": "t",
    "gatehouse.family": "f",
    "gatehouse.outcome": "NOT_FOUND",
    "gatehouse.transport": "http",
    "gatehouse.era": "modern",
    "gatehouse.request_id": "abc",
    "error.type": "NOT_FOUND",
  });
});

Deno.test("a text in an outcome's place is not sent", async () => {
  await using collector = openCollector();
  const exporter = openExporter(collector.endpoint, { warn() {} });
  const trace = exporter.begin({ via: "stdio" });
  trace?.failed("rm -rf /home/anna");
  trace?.end({ ...OK, outcome: "could not read /home/anna" });
  await exporter.close(1_000);
  assertEquals(collector.spans.map(({ attributes }) => attributes["error.type"]), ["OTHER", "OTHER"]);
  assertTrue(!collector.requests.some(({ text }) => text.includes("anna")));
});

/** A listener that does with each connection what the test says. */
function openBare(take: (connection: Deno.Conn) => void | Promise<void>) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open: Deno.Conn[] = [];
  const first = Promise.withResolvers<void>();
  const accepting = (async () => {
    for await (const connection of listener) {
      open.push(connection);
      first.resolve();
      await take(connection);
    }
  })();
  return {
    endpoint: endpointAt(`http://127.0.0.1:${listener.addr.port}`),
    first: first.promise,
    connections: open,
    async [Symbol.asyncDispose]() {
      for (const connection of open) {
        try {
          connection.close();
        } catch {
          // The exporter's end and ours may close in any order.
        }
      }
      listener.close();
      await accepting;
    },
  };
}

Deno.test("a collector that never answers holds nothing up: more calls are dropped and counted, and the end comes", async () => {
  await using silent = openBare(() => {});
  const told: string[] = [];
  const exporter = openExporter(silent.endpoint, { warn: (text) => told.push(text), sendMs: 60_000 });
  for (let at = 0; at < 3_000; at++) call(exporter);
  await silent.first;
  await exporter.close(20);
  assertEquals(exporter.dropped, 9_000);
  assertEquals(silent.connections.length, 1, "one batch at a time");
  assertEquals(told.length, 2);
  assertMatch(
    told.join(),
    /^\d+ spans did not reach the collector http:\/\/127\.0\.0\.1:\d+\. More calls ended/,
  );
  assertMatch(told[1] ?? "", /It did not answer in time$/);
});

Deno.test("a collector that takes too long for a batch loses it", async () => {
  await using silent = openBare(() => {});
  const told = Promise.withResolvers<string>();
  const exporter = openExporter(silent.endpoint, { warn: told.resolve, gatherMs: 1, sendMs: 10 });
  call(exporter);
  assertMatch(await told.promise, /^3 spans did not reach .*\. It did not answer in time$/);
  await exporter.close(10);
});

Deno.test("after a failure nothing is sent for a while, and then again", async () => {
  let status = 503;
  await using collector = openCollector(() => Response.json({}, { status }));
  const told = Promise.withResolvers<string>();
  const exporter = openExporter(collector.endpoint, { warn: told.resolve, gatherMs: 1, pauseMs: 50 });
  call(exporter);
  assertMatch(await told.promise, /It answered with status 503$/);
  status = 200;
  call(exporter);
  await collector.has(6);
  await exporter.close(1_000);
  assertEquals(exporter.dropped, 3);
});

Deno.test("a redirect is not followed, and nobody else is asked", async () => {
  await using other = openCollector();
  await using collector = openCollector(() => Response.redirect(`${other.url}/v1/traces`, 307));
  const exporter = openExporter(collector.endpoint, { warn() {} });
  call(exporter);
  await exporter.close(1_000);
  assertEquals([other.requests.length, exporter.dropped], [0, 3]);
});

Deno.test("a proxy of the environment is not used", async () => {
  await using proxy = openCollector();
  await using collector = openCollector();
  const before = Deno.env.get("HTTP_PROXY");
  Deno.env.set("HTTP_PROXY", proxy.url);
  try {
    const exporter = openExporter(collector.endpoint, { warn() {} });
    call(exporter);
    await exporter.close(1_000);
  } finally {
    if (before === undefined) Deno.env.delete("HTTP_PROXY");
    else Deno.env.set("HTTP_PROXY", before);
  }
  assertEquals([proxy.requests.length, collector.spans.length], [0, 3]);
});

Deno.test("what a collector rejects is counted, and garbage from it harms nothing", async () => {
  await using rejecting = openCollector(() => Response.json({ partialSuccess: { rejectedSpans: "2" } }));
  const first = openExporter(rejecting.endpoint, { warn() {} });
  call(first);
  await first.close(1_000);
  assertEquals(first.dropped, 2);
  for (const answer of ["\0\0\0", "HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n", ""]) {
    await using garbage = openBare(async (connection) => {
      await connection.read(new Uint8Array(1_024));
      await connection.write(new TextEncoder().encode(answer));
      connection.close();
    });
    const told: string[] = [];
    const exporter = openExporter(garbage.endpoint, { warn: (text) => told.push(text) });
    call(exporter);
    await exporter.close(1_000);
    assertEquals([exporter.dropped, told.length], [3, 1]);
    assertMatch(told[0] ?? "", /The connection failed$/);
  }
});

Deno.test("an https collector that takes the connection and says nothing holds nothing up", async () => {
  await using silent = openBare(() => {});
  const endpoint = endpointAt(silent.endpoint.base.replace("http:", "https:"));
  const told: string[] = [];
  const exporter = openExporter(endpoint, { warn: (text) => told.push(text), sendMs: 60_000 });
  call(exporter);
  await exporter.close(20);
  assertEquals(exporter.dropped, 3);
  assertMatch(told.join(), /It (?:did not answer|could not be reached) in time$/);
});

Deno.test("an https collector is never spoken to without encryption", async () => {
  const said: string[] = [];
  await using plain = openBare(async (connection) => {
    const bytes = new Uint8Array(4_096);
    const count = await connection.read(bytes);
    said.push(new TextDecoder().decode(bytes.subarray(0, count ?? 0)));
    await connection.write(new TextEncoder().encode("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"));
    connection.close();
  });
  const endpoint = endpointAt(plain.endpoint.base.replace("http:", "https:"));
  const exporter = openExporter(endpoint, { warn() {} });
  call(exporter);
  await exporter.close(1_000);
  assertEquals([exporter.dropped, said.length], [3, 1]);
  assertTrue(!/POST|gatehouse|tools/.test(said.join()));
});

Deno.test("a call that a defect keeps in phases stays bounded", async () => {
  await using collector = openCollector();
  const exporter = openExporter(collector.endpoint, { warn() {} });
  const trace: CallTrace | null = exporter.begin({ via: "cli" });
  for (let at = 0; at < 1_000; at++) trace?.phase("run");
  trace?.end(OK);
  trace?.end(OK);
  await exporter.close(1_000);
  assertEquals(collector.spans.length, 33);
});
