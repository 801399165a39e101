/** What is known of a model before it is asked for anything, and which models and services are refused. */
import { wasTruncated } from "gatehouse/flow/model/estimate.ts";
import { factsOf } from "gatehouse/flow/model/shown.ts";
import { modelClient } from "gatehouse/flow/model/client.ts";
import type { ToolError } from "gatehouse/core/errors.ts";
import { assertEquals, assertFails, assertIncludes } from "../../assert.ts";
import { ScriptedModel, text } from "../parts/scripted_model.ts";
import { BOTH, clientOf, MODEL, never, turnOf } from "./parts/client.ts";

for (const api of BOTH) {
  Deno.test(`${api}: a model's abilities are asked once`, async () => {
    await using model = new ScriptedModel([text("a")], {
      models: { [MODEL]: { thinking: true, contextLength: 40_960 } },
    });
    const client = clientOf(model, { api });
    const expected = { tools: true, thinking: true, contextLength: 40_960 };
    assertEquals(await client.preflight(MODEL, never()), expected);
    assertEquals(await client.preflight(MODEL, never()), expected);
    await client.turn(turnOf(), never());
    assertEquals(model.seen.filter(({ path }) => path === "/api/show").length, 1);
  });

  Deno.test(`${api}: a model that is not installed is refused with the command that installs it`, async () => {
    await using model = new ScriptedModel([text("a")], { models: {} });
    const client = clientOf(model, { api });
    for (const call of [() => client.preflight(MODEL, never()), () => client.turn(turnOf(), never())]) {
      const error = await assertFails(call, "MODEL_MISSING") as ToolError;
      assertIncludes(error.next ?? "", `ollama pull ${MODEL}`);
    }
    assertEquals(model.turns.length, 0);
  });

  Deno.test(`${api}: a model without tools is not asked for a turn with tools`, async () => {
    await using model = new ScriptedModel([text("a")], { models: { [MODEL]: { tools: false } } });
    const client = clientOf(model, { api });
    const { message } = await assertFails(() => client.turn(turnOf(), never()), "MODEL_NO_TOOLS");
    assertIncludes(message, MODEL);
    assertEquals(model.turns.length, 0);
    assertEquals((await client.turn(turnOf({ tools: [] }), never())).text, "a");
  });

  Deno.test(`${api}: a model that the service passes on to a cloud is refused before a word of the task leaves`, async () => {
    const models = { "mine:latest": { remoteHost: "https://ollama.com:443" }, "glm-4.6:cloud": {} };
    await using model = new ScriptedModel([text("a"), text("b")], { models });
    const client = clientOf(model, { api });
    const { message } = await assertFails(
      () => client.turn(turnOf({ model: "mine" }), never()),
      "MODEL_REMOTE",
    );
    assertIncludes(message, "https://ollama.com:443");
    await assertFails(() => client.turn(turnOf({ model: "glm-4.6:cloud" }), never()), "MODEL_REMOTE");
    await assertFails(() => client.preflight("gpt-oss:120b-cloud", never()), "MODEL_REMOTE");
    assertEquals(model.seen.map(({ path }) => path), ["/api/show"]);
    const allowed = clientOf(model, { api, allowRemote: true });
    assertEquals((await allowed.turn(turnOf({ model: "mine" }), never())).text, "a");
    assertEquals((await allowed.turn(turnOf({ model: "glm-4.6:cloud" }), never())).text, "b");
  });

  Deno.test(`${api}: the models are listed`, async () => {
    await using model = new ScriptedModel([], { models: { "b:1": {}, "a:2": {} } });
    assertEquals(await clientOf(model, { api }).list(never()), ["b:1", "a:2"]);
  });
}

Deno.test("an answer that says it came from elsewhere is refused, even if nothing said so before", async () => {
  await using model = new ScriptedModel([text("a", { more: { remote_host: "https://ollama.com" } })]);
  await assertFails(() => clientOf(model).turn(turnOf(), never()), "MODEL_REMOTE");
});

Deno.test("thinking is turned off where the model knows it, and not spoken of elsewhere", async () => {
  await using model = new ScriptedModel([text("a"), text("b")], {
    models: { "thinks:1": { thinking: true }, "plain:1": {} },
  });
  const client = clientOf(model);
  for (const name of ["thinks:1", "plain:1"]) await client.turn(turnOf({ model: name }), never());
  assertEquals(model.turns.map(({ body }) => body["think"]), [false, undefined]);
});

Deno.test("a model that cannot be kept from thinking is told to think as little as it can", () => {
  const think = (thinking: unknown) => factsOf({ capabilities: ["thinking"], thinking }).think;
  assertEquals(think({ values: ["high", "medium", "low"], default: "medium" }), "low");
  assertEquals([think({ values: [true, false] }), think(undefined), think({})], [false, false, false]);
  assertEquals(think({ values: ["deep"] }), undefined);
  assertEquals(factsOf({ capabilities: ["tools"], thinking: { values: ["low"] } }).think, undefined);
});

Deno.test("what an older service does not say is not known", () => {
  assertEquals(factsOf({ model_info: { "llama.context_length": 8_192 } }), {
    ...{ isOllama: true, tools: null, thinking: null, contextLength: 8_192 },
    ...{ remoteHost: null, think: undefined },
  });
  for (const length of [0, -1, 1.5, "8192"]) {
    assertEquals(factsOf({ model_info: { "llama.context_length": length } }).contextLength, null);
  }
});

Deno.test("the context is never larger than what the model can take", async () => {
  await using model = new ScriptedModel([text("a")], { models: { [MODEL]: { contextLength: 4_096 } } });
  await clientOf(model).turn(turnOf(), never());
  assertEquals(model.turns[0]?.body["options"], { num_ctx: 4_096, num_predict: 2_048, temperature: 0.2 });
});

Deno.test("a service of the other wire that knows no /api/show is used without knowing more", async () => {
  await using model = new ScriptedModel([text("a")], { without: ["/api/show", "/api/ps", "/api/version"] });
  const client = clientOf(model, { api: "openai" });
  const unknown = { tools: null, thinking: null, contextLength: null };
  assertEquals(await client.preflight(MODEL, never()), unknown);
  assertEquals((await client.turn(turnOf(), never())).text, "a");
  assertEquals(await client.version(never()), null);
  assertEquals(model.seen.some(({ path }) => path === "/api/ps"), false);
});

Deno.test("a service that is no Ollama is told from a missing model", async () => {
  await using model = new ScriptedModel([], { without: ["/api/show"] });
  const error = await assertFails(
    () => clientOf(model).preflight(MODEL, never()),
    "MODEL_UNAVAILABLE",
  ) as ToolError;
  assertIncludes(error.next ?? "", "ollama.api");
});

Deno.test("the version is told", async () => {
  await using model = new ScriptedModel();
  assertEquals(await clientOf(model).version(never()), "0.20.7");
});

Deno.test("a service on IPv6 is reached by its literal", async () => {
  await using model = new ScriptedModel([text("a")], { hostname: "::1" });
  assertEquals((await clientOf(model).turn(turnOf(), never())).text, "a");
  assertEquals(model.seen[0]?.headers.get("host"), `[::1]:${model.port}`);
});

Deno.test("only origins of this machine are taken, others when they are allowed", async () => {
  const open = (baseUrl: string, allowRemote: boolean) => () =>
    modelClient({
      ...{ baseUrl, allowRemote, api: "ollama" },
      ...{ temperature: 0, contextLength: 4_096, timeoutSeconds: 1 },
    });
  for (const origin of ["http://127.0.0.1:1", "http://localhost:1/", "http://[::1]:1", "https://127.9.9.9"]) {
    open(origin, false)();
  }
  for (const origin of ["http://10.0.0.5:11434", "http://models.example", "http://localhost.example"]) {
    await assertFails(open(origin, false), "MODEL_REMOTE");
    open(origin, true)();
  }
  for (const rest of ["/v1", "?a=1", "#a"]) {
    await assertFails(open(`http://127.0.0.1:1${rest}`, true), "MODEL_REJECTED");
  }
  const error = await assertFails(open("http://me:hush@127.0.0.1:1", true), "MODEL_REJECTED") as ToolError;
  assertEquals(error.line.includes("hush"), false);
  for (const text of ["ftp://127.0.0.1", "127.0.0.1:11434", ""]) {
    await assertFails(open(text, true), "MODEL_REJECTED");
  }
});

Deno.test("a service that read far less than it was sent has dropped a part of it", () => {
  const seen = (promptTokens: number | null, estimate: number) =>
    wasTruncated(promptTokens, { estimate, contextLength: 16_384 });
  assertEquals([seen(2_051, 15_700), seen(4_096, 12_000), seen(16_384, 60_000)], [true, true, true]);
  assertEquals([seen(9_000, 12_000), seen(null, 60_000), seen(3, 100)], [false, false, false]);
});
