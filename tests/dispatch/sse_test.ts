import { eventOf, readEvents } from "../../lib/dispatch/sse.ts";
import { assertEquals, assertTrue } from "../assert.ts";

/** The text as a stream of pieces of that many bytes. */
function inPieces(text: string, size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at += size));
    },
  });
}

Deno.test("Events are read whole, however the bytes are cut", async () => {
  const frames = ['{"a":"é"}', '{"b":"\\n"}', "{}"];
  const text = `: alive\n\n${frames.map(eventOf).join("id: 7\n")}`;
  for (let size = 1; size <= text.length; size++) {
    assertEquals(await Array.fromAsync(readEvents(inPieces(text, size))), frames);
  }
});

Deno.test("A reader that stops early cancels the stream", async () => {
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(eventOf("{}"))),
    cancel() {
      cancelled = true;
    },
  });
  for await (const json of readEvents(stream)) {
    assertEquals(json, "{}");
    break;
  }
  assertTrue(cancelled);
});
