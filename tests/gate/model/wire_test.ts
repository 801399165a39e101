/** What goes over the wire to a decision service and to Ollama, and what is taken from there. */
import { fileURLToPath } from "node:url";
import { endpointOf } from "gatehouse/core/endpoint.ts";
import { VERSION } from "gatehouse/core/version.ts";
import { model } from "gatehouse/gate/model/backend.ts";
import { strictObject } from "gatehouse/gate/model/strict_json.ts";
import { systemoneUrl } from "gatehouse/gate/model/systemone.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { says, StandIn } from "../../parts/systemone.ts";
import { GREY, serve } from "../parts/asked.ts";

for (
  const [base, url] of [
    ["http://127.0.0.1:8155", "http://127.0.0.1:8155/v1/systemone"],
    ["http://127.0.0.1:8155/", "http://127.0.0.1:8155/v1/systemone"],
    ["http://127.0.0.1:8155///", "http://127.0.0.1:8155/v1/systemone"],
    ["http://127.0.0.1:8155/api/", "http://127.0.0.1:8155/api/v1/systemone"],
    ["http://127.0.0.1:8155/v1/systemone", "http://127.0.0.1:8155/v1/systemone"],
    ["http://127.0.0.1:8155/v1/systemone/", "http://127.0.0.1:8155/v1/systemone"],
  ] as const
) {
  Deno.test(`${base} is asked at ${url}`, () => {
    assertEquals(systemoneUrl(endpointOf(base)?.base ?? ""), url);
  });
}

Deno.test("a request names its type and our version, and the configured model", async () => {
  await using service = new StandIn();
  await (await serve({ l1Enabled: true, server: service.url, model: "Other" })).call("gate", GREY);
  const { headers, body } = service.seen[0] ?? {};
  assertEquals(headers?.get("content-type"), "application/json");
  assertEquals(headers?.get("user-agent"), `gatehouse/${VERSION}`);
  assertEquals([headers?.get("authorization"), body?.["model"]], [null, "Other"]);
});

for (
  const text of [
    '{"a":1,"a":1}',
    '{"b":{"a":1,"a":2}}',
    '{"b":[{"a":1,"a":2}]}',
    '{"a":"}","a":2}',
    '{"a\\"":1,"a\\u0022":2}',
    "[]",
    "null",
    '"a"',
    '{"a":01}',
    '{"a":Infinity}',
    '{"a":1}x',
    "",
  ]
) {
  Deno.test(`${text === "" ? "nothing" : text} is no object to read`, () => {
    assertEquals(strictObject(text), null);
  });
}

for (
  const text of [
    '{"a":{"a":{"a":1}}}',
    '{"a":"a","b":"a"}',
    '{"a":["a","a"],"b":[{"a":1},{"a":2}]}',
    '{"a":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a":"\\\\","b":"\\\\"}',
  ]
) {
  Deno.test(`${text} repeats no name`, () => assertTrue(strictObject(text) !== null));
}

for (
  const [settings, net] of [
    [{}, ["127.0.0.1:8155"]],
    [{ server: "http://localhost:9/" }, ["127.0.0.1:9"]],
    [{ server: "http://[::1]" }, ["[::1]:80"]],
    [{ servers: ["http://127.0.0.1:8155/x", "http://127.0.0.1:2"] }, ["127.0.0.1:8155", "127.0.0.1:2"]],
    [{ servers: ["https://m.example.com"] }, ["127.0.0.1:8155"]],
    [{ servers: ["https://m.example.com"], allowRemote: true }, ["127.0.0.1:8155", "m.example.com:443"]],
  ] as const
) {
  Deno.test(`${JSON.stringify(settings)} lets the worker reach ${net.join(" and ")}, and nothing else`, () => {
    assertEquals(model.permissions(settings, ""), { net });
  });
}

Deno.test("a proxy that the environment names is not used, though the runtime would", async () => {
  await using service = new StandIn();
  await using proxy = new StandIn();
  const names = ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"];
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--no-check",
      "--allow-net",
      fileURLToPath(new URL("./proxy_main.ts", import.meta.url)),
      service.url,
    ],
    env: Object.fromEntries(names.map((name) => [name, proxy.url])),
  }).output();
  assertEquals([code, new TextDecoder().decode(stdout).trim()], [0, "0.9"]);
  assertEquals([service.seen.length, proxy.seen.length], [1, 1]);
});

Deno.test("an https service is spoken to in TLS from the first byte on", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const first = (async () => {
    using connection = await listener.accept();
    const bytes = new Uint8Array(1);
    await connection.read(bytes);
    return bytes[0];
  })();
  const served = await serve({ l1Enabled: true, server: `https://127.0.0.1:${listener.addr.port}` });
  const { answer } = await served.call("gate", GREY);
  // RFC 8446, section 5.1: a handshake record.
  assertEquals(await first, 22);
  assertEquals([answer["decision"], answer["error"]], ["deny", "unavailable"]);
});

const OLLAMA = { engine: "ollama", model: "small:1b", l1Enabled: true };

Deno.test("Ollama is asked the same questions, with a schema and without chance", async () => {
  await using service = new StandIn();
  const { answer } = await (await serve({ ...OLLAMA, server: service.url })).call("gate", GREY);
  assertEquals([answer["decision"], answer["engine"], answer["model"]], [
    "allow",
    "ollama:small:1b",
    "small:1b",
  ]);
  const [{ path, body }] = [service.seen[0] ?? { path: "", body: {} as Record<string, unknown> }];
  assertEquals([path, body["model"], body["stream"]], ["/api/chat", "small:1b", false]);
  assertEquals((body["options"] as Record<string, unknown>)["temperature"], 0);
  assertEquals(body["format"], {
    type: "object",
    properties: {
      gate_noul: { type: "number", minimum: 0, maximum: 1 },
      gate_score: { type: "number", minimum: 0, maximum: 10 },
    },
    required: ["gate_noul", "gate_score"],
    additionalProperties: false,
  });
  const messages = body["messages"] as readonly { role: string; content: string }[];
  assertEquals(messages.map(({ role }) => role), ["system", "user", "user"]);
  assertIncludes(messages[1]?.content ?? "", "True means safe to run");
  assertEquals(JSON.parse(messages[2]?.content ?? "").command, GREY.command);
});

Deno.test("Ollama answers classify, route and score as well", async () => {
  await using service = new StandIn({ say: ({ type }) => type === "choice" ? 1 : 6.5 });
  const served = await serve({ ...OLLAMA, server: service.url });
  const classified = (await served.call("classify", { state: "s", labels: ["a", "b"] })).answer;
  assertEquals([classified["label"], classified["usage"]], ["b", { input_tokens: 11, output_tokens: 5 }]);
  const [, options] = service.seen[0]?.body["messages"] as readonly { content: string }[];
  assertIncludes(options?.content ?? "", '0: "a"\n1: "b"');
  assertEquals((await served.call("route", { state: "s", tools: ["a", "b"] })).answer["tool"], "b");
  assertEquals((await served.call("score", { state: "s", criteria: ["c"] })).answer["score"], 6.5);
});

for (
  const [what, more] of [
    ["breaks off", { done: false }],
    ["runs out of tokens", { done_reason: "length" }],
    ["says nothing", { message: { role: "assistant", content: "" } }],
    ["says words", { message: { role: "assistant", content: "Sure! It is safe." } }],
    ["wraps its answer in words", {
      message: { role: "assistant", content: 'Sure: {"gate_noul":1,"gate_score":2}' },
    }],
    ["answers twice", {
      message: { role: "assistant", content: '{"gate_noul":0,"gate_noul":1,"gate_score":2}' },
    }],
    ["answers half", { message: { role: "assistant", content: '{"gate_noul":1}' } }],
    ["answers in an array", { message: { role: "assistant", content: "[1,2]" } }],
    ["sends no message", { message: null }],
    ["was only loaded", { done_reason: "load" }],
    ["speaks of an error", { error: "out of memory" }],
    ["gives our own words back", { message: { role: "user", content: '{"gate_noul":1,"gate_score":2}' } }],
  ] as const
) {
  Deno.test(`a model of Ollama that ${what} denies`, async () => {
    await using service = new StandIn({ more: () => more });
    const { answer } = await (await serve({ ...OLLAMA, server: service.url })).call("gate", GREY);
    assertEquals([answer["decision"], answer["layer"], answer["error"]], [
      "deny",
      "fail_closed",
      "malformed",
    ]);
  });
}

for (const say of [says("0.9", 2), says(1.1, 2), says(0.9, 11), says(0.9, true), says(null, 2)]) {
  Deno.test(`a number of Ollama's that is none, or out of range, denies (${JSON.stringify(say({ id: "", type: "noul" }, {}))}, ${JSON.stringify(say({ id: "", type: "score" }, {}))})`, async () => {
    await using service = new StandIn({ say });
    const { answer } = await (await serve({ ...OLLAMA, server: service.url })).call("gate", GREY);
    assertEquals([answer["decision"], answer["error"]], ["deny", "malformed"]);
  });
}
