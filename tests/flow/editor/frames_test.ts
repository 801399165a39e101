import { decode, encode } from "@msgpack/msgpack";
import fc from "fast-check";
import { Frames } from "gatehouse/flow/editor/frames.ts";
import { assertEquals, assertFails } from "../../assert.ts";

const LIMITS = { bytes: 1_000_000, depth: 64, values: 100_000 };

function pieces(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

Deno.test("messages come out as they went in, however the stream is cut", () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 5 }),
    fc.uint8Array({ maxLength: 300 }),
    fc.string({ maxLength: 70_000 }),
    fc.array(fc.integer(), { maxLength: 70_000, size: "max" }),
    fc.dictionary(fc.string().filter((key) => key !== "__proto__"), fc.double(), { maxKeys: 30 }),
    fc.date({ noInvalidDate: true }),
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(Number),
  );
  fc.assert(
    fc.property(fc.array(value, { maxLength: 5 }), fc.array(fc.nat(), { maxLength: 10 }), (values, cuts) => {
      const frames = new Frames(LIMITS);
      const messages = values.map((one) => encode(one));
      const found = pieces(joined(messages), cuts).flatMap((piece) => [...frames.add(piece)]);
      assertEquals(found, messages.map((message) => new Uint8Array(message)));
    }),
    { numRuns: 60 },
  );
});

Deno.test("every form of MessagePack has the length that its decoder finds", () => {
  for (let form = 0; form < 256; form++) {
    if (form === 0xc1) continue;
    // Enough for the largest fixed form; counts are small, and what is counted are zeros.
    const bytes = new Uint8Array(64);
    bytes[0] = form;
    if (form >= 0xc4 && form <= 0xc9 || form >= 0xd9 && form <= 0xdf) bytes[widthOf(form)] = 2;
    const [frame] = new Frames(LIMITS).add(bytes);
    const length = frame?.length ?? 0;
    decodes(bytes.subarray(0, length), form);
    if (length > 1) assertEquals([...new Frames(LIMITS).add(bytes.subarray(0, length - 1))].length, 0);
  }
});

/** The decoder takes the bytes whole, with nothing left and nothing missing. */
function decodes(bytes: Uint8Array, form: number): void {
  try {
    // Keys that are numbers.
    decode(bytes);
  } catch (error) {
    throw new Error(`${form.toString(16)}: ${bytes.length} bytes: ${error}`);
  }
}

/** Where the last byte of the form's count stands. */
function widthOf(form: number): number {
  const [first, width] = form <= 0xc6
    ? [0xc4, 1]
    : form <= 0xc9
    ? [0xc7, 1]
    : form <= 0xdb
    ? [0xd9, 1]
    : form <= 0xdd
    ? [0xdc, 2]
    : [0xde, 2];
  return width << (form - first);
}

Deno.test("the limits hold exactly", async () => {
  const at = { bytes: 100, depth: 4, values: 10 };
  const add = (bytes: Uint8Array) => [...new Frames(at).add(bytes)];
  const nested = (levels: number) => new Uint8Array([...Array(levels).fill(0x91), 0xc0]);
  assertEquals(add(encode("x".repeat(98))).length, 1);
  await assertFails(() => add(encode("x".repeat(99))), "EDITOR_MALFORMED");
  assertEquals(add(nested(4)).length, 1);
  await assertFails(() => add(nested(5)), "EDITOR_MALFORMED");
  assertEquals(add(encode(Array(9).fill(0))).length, 1);
  await assertFails(() => add(encode(Array(10).fill(0))), "EDITOR_MALFORMED");
  await assertFails(() => add(encode([[0, 0, 0, 0], [0, 0, 0, 0], 0])), "EDITOR_MALFORMED");
});

Deno.test("a message at the limits may come a byte at a time", () => {
  const frames = new Frames({ bytes: 100, depth: 4, values: 10 });
  const message = encode([[["x".repeat(40)]], 300, -300, 1.5, "y".repeat(32), null, true]);
  const found = [...message].flatMap((byte) => [...frames.add(new Uint8Array([byte]))]);
  assertEquals(found, [new Uint8Array(message)]);
});

Deno.test("the limits are of each message, not of the stream", () => {
  const frames = new Frames({ bytes: 100, depth: 4, values: 10 });
  const message = encode([[1, 2], ["x".repeat(50)]]);
  for (let time = 0; time < 20; time++) assertEquals([...frames.add(joined([message, message]))].length, 2);
});

Deno.test("what claims to be too large is refused by its header alone", async () => {
  for (
    const bytes of [[0xdb, 0, 1, 0, 0], [0xdd, 0xff, 0xff, 0xff, 0xff], [0xdf, 0x7f, 0xff, 0xff, 0xff], [
      0xc1,
    ]]
  ) {
    const frames = new Frames({ bytes: 1_000, depth: 4, values: 100 });
    await assertFails(() => [...frames.add(new Uint8Array(bytes))], "EDITOR_MALFORMED");
  }
});
