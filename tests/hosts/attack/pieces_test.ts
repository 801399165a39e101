/** What a server sends a byte at a time costs the worker no more than what it sends at once. */
import { Buffer } from "node:buffer";
import { EventEmitter } from "node:events";
import fc from "fast-check";
import { readHttpReply } from "gatehouse/core/http_reply.ts";
import { HelperChannel } from "gatehouse/hosts/ssh/helper_channel.ts";
import { Pieces } from "gatehouse/hosts/ssh/pieces.ts";
import { runScript } from "gatehouse/hosts/ssh/shell_channel.ts";
import type { Channel } from "gatehouse/hosts/ssh/ssh2.ts";
import { assertEquals, assertFails, assertTrue } from "../../assert.ts";

/** The client's end of a channel; what is written to it is thrown away. */
function channelEnd() {
  const end = Object.assign(new EventEmitter(), {
    stderr: Object.assign(new EventEmitter(), { resume() {} }),
    write() {},
    end() {},
    close() {},
  });
  // Only what the two readers use.
  return { end, channel: end as unknown as Channel };
}

/** A piece of one byte that keeps a packet of 4 KiB alive, as those of a connection may. */
const piece = () => Buffer.alloc(4_096, 32).subarray(0, 1);

const PIECES = 200_000;
const LIMIT = 256 * 1_048_576;

/** Bytes of buffers that are kept; of this test's own isolate, whatever runs beside it. */
const taken = () => Deno.memoryUsage().external;

Deno.test("a reply of many pieces keeps none of them", async () => {
  const { end, channel } = channelEnd();
  const helper = new HelperChannel(channel, () => {});
  const order = { nonce: "n".repeat(32), operation: "o", input: {}, budgetMs: 1, sudo: null };
  const reply = helper.carryOut(order, { key: "k", text: "" });
  end.emit("data", Buffer.from(`${order.nonce} 0 ${PIECES + 2}\n{`));
  const before = taken();
  for (let count = 0; count < PIECES; count++) end.emit("data", piece());
  assertTrue(taken() - before < LIMIT, `${taken() - before}`);
  end.emit("data", Buffer.from("}"));
  assertEquals((await reply).text.length, PIECES + 2);
});

Deno.test("nor does what a shell says, and one that goes on after its end is not listened to", async () => {
  const { end, channel } = channelEnd();
  const reply = runScript(channel, { commands: "", nonce: "n" });
  const before = taken();
  for (let count = 0; count < PIECES; count++) end.emit("data", piece());
  for (let count = 0; count < 10_000; count++) end.emit("data", Buffer.alloc(65_536));
  assertTrue(taken() - before < LIMIT, `${taken() - before}`);
  end.emit("close");
  await assertFails(() => reply, undefined as never);
});

Deno.test("an account's reply in chunks of a byte each keeps none of them", async () => {
  const header = new TextEncoder().encode("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
  const chunk = new TextEncoder().encode("1\r\n \r\n");
  const last = new TextEncoder().encode("0\r\n\r\n");
  let turn = 0;
  const before = taken();
  const { body } = await readHttpReply((into) => {
    const bytes = turn === 0 ? header : turn <= PIECES ? chunk : last;
    turn++;
    into.set(bytes);
    return Promise.resolve(bytes.length);
  }, { maxBytes: 1_000_000 });
  assertTrue(taken() - before < LIMIT, `${taken() - before}`);
  assertEquals(body.length, PIECES);
});

Deno.test("pieces that are added and dropped are what they would be in one", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.uint8Array({ maxLength: 9_000 }), fc.integer({ min: 0, max: 20_000 })), {
        maxLength: 30,
      }),
      (steps) => {
        const pieces = new Pieces();
        let whole = Buffer.alloc(0);
        for (const step of steps) {
          if (typeof step === "number") {
            pieces.drop(step);
            whole = whole.subarray(step);
          } else {
            pieces.push(step);
            whole = Buffer.concat([whole, step]);
          }
          assertEquals([pieces.size, pieces.bytes.equals(whole)], [whole.length, true]);
        }
      },
    ),
    { numRuns: 200 },
  );
});
