/** A server with prompts: what it says it can do, its list, and one of them. */
import { answerInShell } from "../../lib/dispatch/shell.ts";
import { eraOf } from "../../lib/dispatch/era.ts";
import { parseText } from "../../lib/dispatch/frames.ts";
import type { Serving } from "../../lib/dispatch/serving.ts";
import { openSide } from "../../lib/dispatch/side.ts";
import { assertEquals, assertTrue } from "../assert.ts";
import type { Frame } from "./parts/schema.ts";
import { createServing } from "./parts/serving.ts";
import { initialize, legacy, modern, Wire } from "./parts/wire.ts";

const PROMPT = {
  name: "greet",
  title: "Greet",
  description: "How to greet",
  text: "Say hello\nand your name",
};

/** The test family's serving, with a prompt; `lost`: the family does not have it any more. */
function withPrompt({ lost = false } = {}): { serving: Serving; defects: unknown[] } {
  const { serving, defects } = createServing({ publicLists: false });
  const { catalogue } = serving.house;
  const { text: _, ...listed } = PROMPT;
  const house = {
    ...serving.house,
    catalogue: {
      ...catalogue,
      prompts: [{ family: "parts", ...listed }],
      load: async (name: string) => ({ ...await catalogue.load(name), prompts: lost ? [] : [PROMPT] }),
    },
  };
  return { serving: { ...serving, house }, defects };
}

function resultOf(frame: Frame): Frame {
  return frame["result"] as Frame;
}

for (
  const frame of [initialize(1, "2025-11-25"), initialize(1, "2025-03-26"), modern(1, "server/discover")]
) {
  const { protocolVersion = "2026-07-28" } = frame["params"] as Frame;
  Deno.test(`prompts are told of in ${protocolVersion}, by the shell as by the SDK`, async () => {
    const { serving } = withPrompt();
    const parsed = parseText(JSON.stringify(frame));
    assertTrue(parsed.kind === "request");
    const era = eraOf(parsed.frame, false);
    const shell = await answerInShell(serving, parsed.frame, { era, via: "stdio" });
    const { promise, resolve } = Promise.withResolvers<object>();
    const side = await openSide(serving, { era, send: resolve });
    side.deliver(parsed.frame);
    const sdk = JSON.parse(JSON.stringify(await promise));
    side.close();
    const own = JSON.parse(JSON.stringify(shell));
    assertEquals(resultOf(own)["capabilities"], resultOf(sdk)["capabilities"]);
    assertTrue("prompts" in (resultOf(own)["capabilities"] as Frame));
  });
}

Deno.test("the list holds name, title and description, and is as private as the other lists", async () => {
  await using wire = new Wire(withPrompt().serving);
  const { prompts, ttlMs, cacheScope } = resultOf(await wire.ask(modern(1, "prompts/list")));
  assertEquals(prompts, [{ name: "greet", title: "Greet", description: "How to greet" }]);
  assertEquals([ttlMs, cacheScope], [3_600_000, "private"]);
  await wire.ask(initialize(2, "2025-11-25"));
  assertEquals(resultOf(await wire.ask(legacy(3, "prompts/list"))), { prompts });
  const cursor = await wire.ask(modern(4, "prompts/list", { cursor: "next" }));
  assertEquals((cursor["error"] as Frame)["code"], -32602);
});

Deno.test("a prompt is what a person would say, in both eras", async () => {
  await using wire = new Wire(withPrompt().serving);
  const messages = [{ role: "user", content: { type: "text", text: PROMPT.text } }];
  const now = resultOf(await wire.ask(modern(1, "prompts/get", { name: "greet" })));
  assertEquals([now["messages"], now["description"]], [messages, "How to greet"]);
  await wire.ask(initialize(2, "2025-11-25"));
  const before = resultOf(await wire.ask(legacy(3, "prompts/get", { name: "greet" })));
  assertEquals(before["messages"], messages);
});

for (const params of [{ name: "none" }, {}, { name: 7 }, { name: "greet", arguments: [] }]) {
  Deno.test(`prompts/get with ${JSON.stringify(params)} is -32602 in both eras`, async () => {
    await using wire = new Wire(withPrompt().serving);
    await wire.ask(initialize(0, "2025-11-25"));
    for (const request of [modern, legacy]) {
      const answer = await wire.ask(request(1, "prompts/get", params));
      assertEquals((answer["error"] as Frame)["code"], -32602);
    }
  });
}

Deno.test("a prompt that its family has lost is a defect of ours, and nothing of it is shown", async () => {
  const { serving, defects } = withPrompt({ lost: true });
  await using wire = new Wire(serving);
  const { code, message } = (await wire.ask(modern(1, "prompts/get", { name: "greet" })))["error"] as Frame;
  assertEquals([code, message, defects.length], [-32603, "Internal error", 1]);
});
