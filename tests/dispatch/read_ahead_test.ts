import { ReadAhead } from "../../lib/dispatch/read_ahead.ts";
import { serveStdio } from "../../lib/dispatch/stdio.ts";
import { assertEquals, assertTrue } from "../assert.ts";
import { createServing } from "./parts/serving.ts";
import { legacy, modern } from "./parts/wire.ts";

/** A client that wrote all of this, and takes nothing. */
function deafClient(frames: readonly object[], { closes }: { closes: boolean }) {
  const text = frames.map((frame) => `${JSON.stringify(frame)}\n`).join("");
  const wrote = Promise.withResolvers<void>();
  const input = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      if (closes) controller.close();
    },
  });
  const output = new WritableStream<Uint8Array>({
    write() {
      wrote.resolve();
      return new Promise(() => {});
    },
  });
  return { input, output, wrote: wrote.promise };
}

const LISTS = Array.from({ length: 2_000 }, (_, id) => legacy(id, "tools/list"));

Deno.test("The service ends when a client that does not read has closed its side", async () => {
  const client = deafClient(LISTS, { closes: true });
  assertEquals(await serveStdio(createServing().serving, client), "eof");
});

Deno.test("The service ends on its signal while a client does not read", async () => {
  const client = deafClient(LISTS, { closes: false });
  const stop = new AbortController();
  const ended = serveStdio(createServing().serving, { ...client, signal: stop.signal });
  await client.wrote;
  stop.abort();
  assertEquals(await ended, "aborted");
});

Deno.test("The service ends when a client closed its side while more calls wait than may", async () => {
  const { serving, slow } = createServing();
  const calls = Array.from({ length: 2_000 }, (_, id) => modern(id, "tools/call", { name: "slow" }));
  const client = deafClient(calls, { closes: true });
  assertEquals(await serveStdio(serving, client), "eof");
  await slow.stopped();
  assertEquals(slow.running, 0);
});

Deno.test("At most 1 MiB and a chunk are read ahead", async () => {
  let pulled = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const ahead = new ReadAhead(stream.getReader());
  for (let turn = 0; turn < 200; turn++) await Promise.resolve();
  // The stream itself holds one chunk more.
  assertTrue(pulled > 1 && pulled <= 18, `${pulled}`);
  for (let taken = 0; taken < 40; taken++) assertEquals((await ahead.next())?.byteLength, 65_536);
  ahead.cancel();
  assertEquals(await ahead.next(), undefined);
});

Deno.test("A stream that fails has ended, after what came before", async () => {
  let turn = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (turn++ === 0) controller.enqueue(new Uint8Array(3));
      else controller.error(new Error("gone"));
    },
  });
  const ahead = new ReadAhead(stream.getReader());
  await ahead.orEnd(new Promise(() => {}));
  assertEquals([(await ahead.next())?.byteLength, await ahead.next()], [3, undefined]);
});
