/** Every way in which a service fails ends in one error with its code, and in one request. */
import type { ToolError } from "gatehouse/core/errors.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { closedPort } from "../../parts/systemone.ts";
import { fault, redirect, type Reply, ScriptedModel, status, text } from "../parts/scripted_model.ts";
import { BOTH, clientOf, MODEL, never, turnOf } from "./parts/client.ts";

/** A whole answer, for faults that come after it. */
const FAULTS:
  readonly (readonly [string, Reply, string, { readonly next?: string; readonly only?: string }?])[] = [
    ["has no such model", status(404, `model "${MODEL}" not found, try pulling it first`), "MODEL_MISSING", {
      next: `ollama pull ${MODEL}`,
    }],
    ["has no such path", status(404, "404 page not found"), "MODEL_UNAVAILABLE", { next: "ollama.api" }],
    ["has a model without tools", status(400, `registry/${MODEL} does not support tools`), "MODEL_NO_TOOLS", {
      next: "qwen3",
    }],
    ["refuses the request", status(400, "invalid tool call arguments"), "MODEL_REJECTED"],
    ["wants a key", status(401, "unauthorized"), "MODEL_REJECTED", { next: "no key" }],
    ["forbids it", status(403, "cloud is disabled"), "MODEL_REJECTED"],
    ["is asked too often", status(429, "slow down"), "MODEL_UNAVAILABLE", { next: "less busy" }],
    ["breaks", status(500, "model requires more system memory"), "MODEL_UNAVAILABLE"],
    ["stands behind a broken gateway", status(502, "bad gateway"), "MODEL_UNAVAILABLE"],
    ["is overloaded", status(503, "server busy"), "MODEL_UNAVAILABLE", { next: "less busy" }],
    ["sends elsewhere", redirect("http://127.0.0.1:1/"), "MODEL_UNAVAILABLE", { next: "ollama.base_url" }],
    ["answers without content", { raw: "body", status: 204, framing: "close" }, "MODEL_UNAVAILABLE"],
    [
      "cannot read its model's call",
      status(500, "error parsing tool call: raw='{', err=invalid character 'x'"),
      "MODEL_TOOL_FORMAT",
    ],
    ["cannot read XML", status(500, "XML syntax error on line 5: unexpected EOF"), "MODEL_TOOL_FORMAT"],
    ["breaks within a stream", text("half", { errorAfter: "an error was encountered" }), "MODEL_UNAVAILABLE"],
    [
      "cannot read a call within a stream",
      text("half", { errorAfter: "error parsing tool call: raw='{'" }),
      "MODEL_TOOL_FORMAT",
    ],
    ["closes the connection at once", fault.close(), "MODEL_UNAVAILABLE"],
    ["closes the connection in the midst", text("half", { cutAfter: true }), "MODEL_UNAVAILABLE"],
    ["ends its stream too early", { raw: "body", body: "" }, "MODEL_UNAVAILABLE"],
    ["says no JSON", fault.noJson(), "MODEL_MALFORMED", { only: "ollama" }],
    ["says half a line", fault.lines('{"message":{"content":"x"'), "MODEL_MALFORMED", { only: "ollama" }],
    ["says a list", fault.lines("[]"), "MODEL_MALFORMED", { only: "ollama" }],
    ["says a message that is none", fault.lines('{"message":"x"}'), "MODEL_MALFORMED", { only: "ollama" }],
    ["says no JSON in an event", { raw: "body", body: "data: <html>\n\n" }, "MODEL_MALFORMED", {
      only: "openai",
    }],
    ["says a page", { raw: "body", contentType: "text/html", body: "<html>" }, "MODEL_MALFORMED"],
    ["says too much", { ...fault.oversize() }, "MODEL_MALFORMED", { only: "ollama" }],
    ["says too much with its length", { ...fault.oversize(), framing: "length" }, "MODEL_MALFORMED"],
    [
      "says too much up to the connection's end",
      { ...fault.oversize(), framing: "close" },
      "MODEL_MALFORMED",
      {
        only: "ollama",
      },
    ],
    ["says no UTF-8", { raw: "body", body: new Uint8Array([0x22, 0xff, 0x22, 0x0a]) }, "MODEL_MALFORMED"],
    [
      "packs its answer",
      { raw: "body", headers: { "content-encoding": "gzip" }, body: "x" },
      "MODEL_MALFORMED",
    ],
    ["says content that is no text", { content: { a: 1 } }, "MODEL_MALFORMED"],
    ["says a number as content", { content: 0 }, "MODEL_MALFORMED"],
    ["says calls that are no list", { rawCalls: { name: "f" } }, "MODEL_MALFORMED"],
    ["says a call that is text", { rawCalls: ["file_list"] }, "MODEL_MALFORMED"],
    [
      "says 2,000 calls",
      { rawCalls: Array(2_000).fill({ function: { name: "f", arguments: {} } }) },
      "MODEL_MALFORMED",
    ],
  ];

for (const api of BOTH) {
  for (const [what, reply, code, { next = "", only = api } = {}] of FAULTS) {
    if (only !== api) continue;
    Deno.test(`${api}: a service that ${what} is ${code}, after one request`, async () => {
      await using model = new ScriptedModel([reply, text("a second request")]);
      const error = await assertFails(() => clientOf(model, { api }).turn(turnOf(), never()), code);
      assertIncludes((error as ToolError).next ?? "", next);
      assertEquals(model.turns.length, 1);
    });
  }

  Deno.test(`${api}: a redirect is not followed`, async () => {
    await using other = new ScriptedModel([text("here")]);
    await using model = new ScriptedModel([redirect(`${other.url}/api/chat`)]);
    await assertFails(() => clientOf(model, { api }).turn(turnOf(), never()), "MODEL_UNAVAILABLE");
    assertEquals(other.seen.length, 0);
  });

  Deno.test(`${api}: nobody at the address is MODEL_UNAVAILABLE, and says how to start somebody`, async () => {
    await using model = new ScriptedModel();
    const client = clientOf(model, { api, baseUrl: `http://127.0.0.1:${closedPort()}` });
    const error = await assertFails(() => client.turn(turnOf(), never()), "MODEL_UNAVAILABLE");
    assertIncludes((error as ToolError).next ?? "", "ollama serve");
  });
}

Deno.test("a service that says when to try again is quoted", async () => {
  await using model = new ScriptedModel([status(503, "busy", { "retry-after": "7" })]);
  const error = await assertFails(
    () => clientOf(model).turn(turnOf(), never()),
    "MODEL_UNAVAILABLE",
  ) as ToolError;
  assertEquals([error.retryAfterSeconds, error.retryable], [7, true]);
});

Deno.test("an error shows the service's words on one short line", async () => {
  await using model = new ScriptedModel([status(500, `bad\u001b[31m\nthing ${"x".repeat(5_000)}`)]);
  const { message } = await assertFails(() => clientOf(model).turn(turnOf(), never()), "MODEL_UNAVAILABLE");
  assertIncludes(message, "bad\\u{1b}[31m\\u{a}thing");
  assertTrue(message.length < 400 && !message.includes("\n"));
});

Deno.test("an error that is longer than any error is not read", async () => {
  await using model = new ScriptedModel([status(500, "x".repeat(100_000))]);
  const { message } = await assertFails(() => clientOf(model).turn(turnOf(), never()), "MODEL_UNAVAILABLE");
  assertTrue(message.endsWith("status 500"), message);
});

Deno.test("an error does not repeat what the service was sent, nor what its model wrote", async () => {
  const secret = "password = correct horse battery staple";
  await using model = new ScriptedModel([
    status(400, `body: input should be a string, input: ${secret}`),
    status(500, `error parsing tool call: raw='{"content":"${secret}', err=unexpected end of JSON input`),
  ]);
  const client = clientOf(model);
  const turn = turnOf({ messages: [{ role: "user", content: secret }] });
  const first = await assertFails(() => client.turn(turn, never()), "MODEL_REJECTED");
  const second = await assertFails(() => client.turn(turn, never()), "MODEL_TOOL_FORMAT");
  assertTrue(!/horse/.test(first.message + second.message));
  assertIncludes(second.message, "unexpected end of JSON input");
});
