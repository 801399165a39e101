/** However the network cuts a stream, the same is read from it. */
import fc from "fast-check";
import { ExchangeError } from "gatehouse/flow/model/exchange.ts";
import { eventsOf, linesOf } from "gatehouse/flow/model/lines.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

/** The bytes in pieces of these sizes. */
async function* inPieces(bytes: Uint8Array<ArrayBuffer>, sizes: readonly number[]) {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield await Promise.resolve(bytes.subarray(at, at + size));
    at += size;
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 });
const line = fc.stringMatching(/^[a-z:ż🐢 ]{0,12}$/u);

Deno.test("lines are the same in any pieces, also when a character is cut", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line), sizes, fc.constantFrom("\n", "\r\n"), async (lines, cut, end) => {
      const bytes = new TextEncoder().encode(lines.map((one) => one + end).join(""));
      assertEquals(await Array.fromAsync(linesOf(inPieces(bytes, cut))), lines);
    }),
  );
});

Deno.test("a last line without an end is a line", async () => {
  const bytes = new TextEncoder().encode("a\nb");
  assertEquals(await Array.fromAsync(linesOf(inPieces(bytes, [1]))), ["a", "b"]);
});

Deno.test("events are the same in any pieces, with comments and other fields between them", async () => {
  const data = fc.array(line, { minLength: 1, maxLength: 3 });
  await fc.assert(fc.asyncProperty(fc.array(data), sizes, async (events, cut) => {
    const text = events.map((lines) =>
      `: comment\nevent: message\n${lines.map((one) => `data: ${one}\n`).join("")}id: 1\n\n\n`
    ).join("");
    const read = await Array.fromAsync(eventsOf(linesOf(inPieces(new TextEncoder().encode(text), cut))));
    assertEquals(read, events.map((lines) => lines.join("\n")));
  }));
});

Deno.test("what is no UTF-8 is refused, also when it ends within a character", async () => {
  for (const bytes of [[0xff], [0x61, 0xc5], [0xc5, 0x0a]]) {
    const failed = await Array.fromAsync(linesOf(inPieces(new Uint8Array(bytes), [1]))).catch((error) =>
      error
    );
    assertTrue(failed instanceof ExchangeError && failed.obstacle === "not_utf8");
  }
});
