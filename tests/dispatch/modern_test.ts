import { VERSIONS } from "../../lib/dispatch/serving.ts";
import { assertEquals, assertIncludes } from "../assert.ts";
import type { Frame } from "./parts/schema.ts";
import { createServing } from "./parts/serving.ts";
import { envelope, initialize, legacy, modern, Wire } from "./parts/wire.ts";

const PREFIX = "io.modelcontextprotocol/";

function errorOf(frame: Frame): Frame {
  return frame["error"] as Frame;
}

function resultOf(frame: Frame): Frame {
  return frame["result"] as Frame;
}

Deno.test("server/discover names every served version, newest first, for everybody and for an hour", async () => {
  await using wire = new Wire(createServing({ publicLists: false }).serving);
  assertEquals(resultOf(await wire.ask(modern(1, "server/discover"))), {
    resultType: "complete",
    supportedVersions: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
    capabilities: { tools: {}, resources: {}, logging: {} },
    instructions: "Tools for tests.",
    ttlMs: 3_600_000,
    cacheScope: "public",
    _meta: { [`${PREFIX}serverInfo`]: { name: "gatehouse", version: "1.2.3" } },
  });
});

Deno.test("The lists are public only when what is served declares nothing private", async () => {
  for (const publicLists of [true, false]) {
    await using wire = new Wire(createServing({ publicLists }).serving);
    for (const method of ["tools/list", "resources/list", "resources/templates/list"]) {
      const { ttlMs, cacheScope } = resultOf(await wire.ask(modern(method, method)));
      assertEquals([ttlMs, cacheScope], [3_600_000, publicLists ? "public" : "private"], method);
    }
  }
});

for (const key of ["protocolVersion", "clientCapabilities"]) {
  Deno.test(`A modern request without ${key} is answered with -32602 that names it`, async () => {
    await using wire = new Wire(createServing().serving);
    const _meta = envelope();
    delete _meta[PREFIX + key];
    for (const method of ["tools/list", "tools/call", "server/discover", "resources/read", "ping"]) {
      const error = errorOf(
        await wire.ask(modern(method, method, { _meta, name: "echo", uri: "parts://note" })),
      );
      assertEquals(error["code"], -32602);
      assertIncludes(JSON.stringify(error["data"]), key);
    }
  });
}

Deno.test("A modern request of another version is answered with -32022 and the versions that are served", async () => {
  await using wire = new Wire(createServing().serving);
  for (const requested of ["2025-11-25", "2099-01-01", ""]) {
    const _meta = envelope({ [`${PREFIX}protocolVersion`]: requested });
    const error = errorOf(await wire.ask(modern(requested, "tools/list", { _meta })));
    assertEquals([error["code"], error["data"]], [-32022, { supported: VERSIONS, requested }]);
  }
});

const refused = [
  "initialize",
  "ping",
  "shutdown",
  "logging/setLevel",
  "subscriptions/listen",
  "prompts/list",
  "completion/complete",
  "tasks/get",
  "no/such",
  "toString",
  "__proto__",
];
for (const method of refused) {
  Deno.test(`The modern era has no ${method}: -32601 with the versions that are served`, async () => {
    await using wire = new Wire(createServing().serving);
    const error = errorOf(await wire.ask(modern(1, method)));
    assertEquals([error["code"], error["data"]], [-32601, { supportedVersions: VERSIONS }]);
  });
}

Deno.test("A server without resources has no method for them", async () => {
  const { serving } = createServing();
  const house = { ...serving.house, catalogue: { ...serving.house.catalogue, resources: [] } };
  await using wire = new Wire({ ...serving, house });
  assertEquals(errorOf(await wire.ask(modern(1, "resources/list")))["code"], -32601);
  assertEquals(resultOf(await wire.ask(modern(2, "server/discover")))["capabilities"], {
    tools: {},
    logging: {},
  });
});

Deno.test("An unknown tool is -32602 in both eras", async () => {
  await using wire = new Wire(createServing().serving);
  for (const request of [modern, legacy]) {
    const { code, message } = errorOf(
      await wire.ask(request(1, "tools/call", { name: "none\u202e", arguments: {} })),
    );
    assertEquals([code, message], [-32602, "Unknown tool: none\\u{202e}"]);
  }
});

Deno.test("Refused arguments are -32602 with path and problem in both eras", async () => {
  await using wire = new Wire(createServing().serving);
  const cases: [Frame, (string | number)[]][] = [
    [{ text: "a".repeat(101) }, ["text"]],
    [{}, ["text"]],
    [{ text: "a", more: 1 }, []],
    [{ text: "a", times: 6 }, ["times"]],
  ];
  for (const request of [modern, legacy]) {
    for (const [args, path] of cases) {
      const error = errorOf(await wire.ask(request(1, "tools/call", { name: "echo", arguments: args })));
      const { issues } = error["data"] as { issues: Frame[] };
      assertEquals([error["code"], issues[0]?.["path"]], [-32602, path]);
    }
  }
});

Deno.test("A call without a name or with arguments that are no object, a read without a uri and a cursor that nobody gave out are -32602 in both eras", async () => {
  await using wire = new Wire(createServing().serving);
  await wire.ask(initialize(0, "2025-11-25"));
  for (const request of [modern, legacy]) {
    const frames = [
      request(1, "tools/call", {}),
      request(1, "tools/call", { name: 5 }),
      request(1, "tools/call", { name: "echo", arguments: "hi" }),
      request(1, "tools/call", { name: "echo", arguments: [1] }),
      request(1, "resources/read", {}),
      request(1, "tools/list", { cursor: "next" }),
      request(1, "resources/list", { cursor: "next" }),
    ].map((frame) => request === modern ? withEnvelope(frame) : frame);
    for (const frame of frames) {
      assertEquals(errorOf(await wire.ask(frame))["code"], -32602, JSON.stringify(frame));
    }
  }
});

function withEnvelope(frame: Frame): Frame {
  return { ...frame, params: { ...frame["params"] as Frame, _meta: envelope() } };
}

Deno.test("A resource is read as the family's text, for everybody and for an hour", async () => {
  await using wire = new Wire(createServing().serving);
  const { contents, ttlMs, cacheScope, resultType } = resultOf(
    await wire.ask(modern(1, "resources/read", { uri: "parts://note" })),
  );
  assertEquals(contents, [{ uri: "parts://note", mimeType: "text/plain", text: "Hello" }]);
  assertEquals([ttlMs, cacheScope, resultType], [3_600_000, "public", "complete"]);
});

Deno.test("An unknown resource is -32602 in the modern era and -32002 in the legacy one, with its uri", async () => {
  await using wire = new Wire(createServing().serving);
  await wire.ask(initialize(0, "2025-11-25"));
  for (const [request, code] of [[modern, -32602], [legacy, -32002]] as const) {
    const error = errorOf(await wire.ask(request(1, "resources/read", { uri: "parts://none" })));
    assertEquals([error["code"], error["data"]], [code, { uri: "parts://none" }]);
  }
});

Deno.test("An answer says when the audit log is not being written", async () => {
  const { serving } = createServing();
  const audit = { ...serving.house.audit, degraded: "the disk is full" };
  await using wire = new Wire({ ...serving, house: { ...serving.house, audit } });
  const call = { name: "echo", arguments: { text: "hi" } };
  for (const _meta of [envelope(), envelope({ progressToken: 1 })]) {
    const { _meta: meta } = resultOf(await wire.ask(modern(1, "tools/call", { ...call, _meta })));
    assertEquals((meta as Frame)["gatehouse/degraded"], "the disk is full");
    assertEquals(Object.keys(meta as Frame).length, 2);
  }
});
