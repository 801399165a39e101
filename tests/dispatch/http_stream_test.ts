/** Streams: who gets one, and that a client which goes away takes its call with it. */
import { assertEquals, assertTrue } from "../assert.ts";
import { headersFor, openEndpoint } from "./parts/endpoint.ts";
import type { Frame } from "./parts/schema.ts";
import { createServing } from "./parts/serving.ts";
import { envelope, legacy, modern } from "./parts/wire.ts";

const PREFIX = "io.modelcontextprotocol/";

function steps(more: Frame): Frame {
  return modern(1, "tools/call", { name: "steps", arguments: { steps: 3 }, _meta: envelope(more) });
}

function methods(frames: readonly Frame[]): unknown[] {
  return frames.map(({ method }) => method ?? "answer");
}

Deno.test("A call with a progress token is a stream of its progress and its answer", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  const { headers, frames } = await endpoint.ask(steps({ progressToken: "p" }));
  assertEquals(headers.get("content-type"), "text/event-stream");
  assertEquals(methods(frames), [...Array(3).fill("notifications/progress"), "answer"]);
});

Deno.test("A call with a log level is a stream of the log lines from that level up and its answer", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  const { frames } = await endpoint.ask(steps({ [`${PREFIX}logLevel`]: "warning" }));
  assertEquals(methods(frames), ["notifications/message", "answer"]);
});

Deno.test("A client that takes JSON alone gets one object, whatever it asked to be told", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  const frame = steps({ progressToken: "p", [`${PREFIX}logLevel`]: "debug" });
  const { headers, frames } = await endpoint.ask(frame, { Accept: "application/json" });
  assertEquals(headers.get("content-type"), "application/json");
  assertEquals(methods(frames), ["answer"]);
});

Deno.test("A plain call is one object for a client that takes both", async () => {
  await using endpoint = await openEndpoint(createServing().serving);
  const { headers, frames } = await endpoint.ask(steps({}));
  assertEquals(headers.get("content-type"), "application/json");
  assertEquals(methods(frames), ["answer"]);
});

for (
  const [era, frame] of [
    [
      "modern",
      modern(1, "tools/call", { name: "slow", arguments: {}, _meta: envelope({ progressToken: "p" }) }),
    ],
    ["legacy", legacy(1, "tools/call", { name: "slow", arguments: {}, _meta: { progressToken: "p" } })],
  ] as const
) {
  Deno.test(`A ${era} client that closes its stream cancels the call`, async () => {
    const { serving, slow, audited, defects } = createServing();
    await using endpoint = await openEndpoint(serving);
    const response = await endpoint.send({
      method: "POST",
      headers: headersFor(frame),
      body: JSON.stringify(frame),
    });
    assertEquals(response.headers.get("content-type"), "text/event-stream");
    await slow.started();
    await response.body?.cancel();
    await slow.stopped();
    endpoint.stop();
    await endpoint.ended;
    assertEquals(audited.map(({ outcome }) => outcome), ["CANCELLED"]);
    assertEquals(defects, []);
  });
}

Deno.test("Streams are separate: one client's end does not touch another's call", async () => {
  const { serving, slow } = createServing();
  await using endpoint = await openEndpoint(serving);
  const frame = modern(1, "tools/call", {
    name: "slow",
    arguments: {},
    _meta: envelope({ progressToken: "p" }),
  });
  const init = { method: "POST", headers: headersFor(frame), body: JSON.stringify(frame) };
  const [first, second] = await Promise.all([endpoint.send(init), endpoint.send(init)]);
  await slow.started();
  await first.body?.cancel();
  await slow.stopped();
  assertEquals(slow.running, 1);
  slow.release();
  assertTrue((await second.text()).includes('"resultType":"complete"'));
});
