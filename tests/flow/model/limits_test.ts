/** How long is waited for what, and what happens when nobody waits any more. */
import { assertEquals, assertFails, assertIncludes } from "../../assert.ts";
import { ScriptedModel, text } from "../parts/scripted_model.ts";
import { BOTH, clientOf, MODEL, never, turnOf } from "./parts/client.ts";

const NEVER = new Promise<never>(() => {});

/** Seconds; short, so that the tests that wait for it are. */
const SHORT = 0.2;

for (const api of BOTH) {
  Deno.test(`${api}: a loaded model that does not begin is given up after the timeout, and its connection closed`, async () => {
    await using model = new ScriptedModel([text("late", { before: NEVER })]);
    const client = clientOf(model, { api, timeoutSeconds: SHORT });
    const { message } = await assertFails(() => client.turn(turnOf(), never()), "MODEL_UNAVAILABLE");
    assertIncludes(message, "nothing came within 0.2 s");
    await model.left(1);
    assertEquals(model.turns.length, 1);
  });

  Deno.test(`${api}: a model that falls silent is given up, also when it was just loaded, and its connection closed`, async () => {
    await using model = new ScriptedModel([text("half of it", { pause: NEVER })], { loaded: false });
    const client = clientOf(model, { api, timeoutSeconds: SHORT });
    const { message } = await assertFails(() => client.turn(turnOf(), never()), "MODEL_UNAVAILABLE");
    assertIncludes(message, "nothing more came within 0.2 s");
    await model.left(1);
  });

  Deno.test(`${api}: a model that still has to be loaded is waited for beyond the timeout`, async () => {
    const load = Promise.withResolvers<void>();
    await using model = new ScriptedModel([
      text("here", { before: load.promise }),
      text("late", { before: NEVER }),
    ], { loaded: false });
    const cold = clientOf(model, { api, timeoutSeconds: SHORT }).turn(turnOf(), never());
    cold.catch(() => {});
    await model.asked(1);
    // Whose limit began later and has passed, so the first one's would have passed as well.
    model.options = { loaded: true };
    const other = clientOf(model, { api, timeoutSeconds: SHORT });
    await assertFails(() => other.turn(turnOf(), never()), "MODEL_UNAVAILABLE");
    load.resolve();
    assertEquals((await cold).text, "here");
  });

  Deno.test(`${api}: cancelling closes the connection, before the headers and after them`, async () => {
    await using model = new ScriptedModel([
      text("late", { before: NEVER }),
      text("half of it", { pause: NEVER }),
      text("here"),
    ]);
    const client = clientOf(model, { api });
    for (const count of [1, 2]) {
      const stop = new AbortController();
      const turn = assertFails(() => client.turn(turnOf(), stop.signal), "MODEL_CANCELLED");
      await model.asked(count);
      stop.abort();
      await turn;
      await model.left(count);
    }
    assertEquals((await client.turn(turnOf(), never())).text, "here");
  });

  Deno.test(`${api}: what was cancelled before is not sent`, async () => {
    await using model = new ScriptedModel([text("here")]);
    await assertFails(() => clientOf(model, { api }).turn(turnOf(), AbortSignal.abort()), "MODEL_CANCELLED");
    assertEquals(model.seen.length, 0);
  });
}

Deno.test("whether a model is loaded is asked before its turn, but not while it answers one after the other", async () => {
  await using model = new ScriptedModel(["a", "b", "c", "d"].map((word) => text(word)));
  const client = clientOf(model);
  for (const name of [MODEL, MODEL, "other:1b", MODEL]) await client.turn(turnOf({ model: name }), never());
  assertEquals(model.seen.map(({ path }) => path), [
    ...["/api/show", "/api/ps", "/api/chat"],
    ...["/api/chat"],
    ...["/api/show", "/api/ps", "/api/chat"],
    ...["/api/ps", "/api/chat"],
  ]);
});

Deno.test("a service that does not tell what is loaded is given the timeout", async () => {
  await using model = new ScriptedModel([text("late", { before: NEVER })], { without: ["/api/ps"] });
  const client = clientOf(model, { timeoutSeconds: SHORT });
  await assertFails(() => client.turn(turnOf(), never()), "MODEL_UNAVAILABLE");
});

Deno.test("the answer is there when its last line is, whether or not the connection stays open", async () => {
  await using server = new ScriptedModel([{
    raw: "body",
    framing: "close",
    body: '{"message":{"content":"yes"},"done":true}\n{"message":{"content":" and more"}}\n',
  }]);
  assertEquals((await clientOf(server).turn(turnOf(), never())).text, "yes");
});
