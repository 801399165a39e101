import fc from "fast-check";
import { eachLine } from "gatehouse/isolate/lines.ts";
import { assertEquals, assertTrue } from "../assert.ts";

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(chunks);
}

async function linesOf(
  chunks: readonly Uint8Array[],
  options: { max: number; cut?: boolean },
): Promise<string[]> {
  const lines: string[] = [];
  await eachLine(streamOf(chunks), { ...options, onLine: (line) => void lines.push(line) });
  return lines;
}

const encoder = new TextEncoder();

Deno.test("lines come out as they went in, however the bytes are cut", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: "binary" }).map((text) => text.replaceAll("\n", ""))),
      fc.integer({ min: 1, max: 7 }),
      async (lines, size) => {
        const whole = lines.map((line) => new TextDecoder().decode(encoder.encode(line)));
        const bytes = encoder.encode(whole.map((line) => `${line}\n`).join(""));
        const chunks = Array.from(
          { length: Math.ceil(bytes.length / size) },
          (_, at) => bytes.slice(at * size, (at + 1) * size),
        );
        assertEquals(await linesOf(chunks, { max: 1_000 }), whole.map(withoutMark));
      },
    ),
  );
});

Deno.test("a line over the limit ends the reading, with a line feed or without one", async () => {
  for (const text of ["12345\n", "12345", "1\n12345\n"]) {
    const failure = await linesOf([encoder.encode(text)], { max: 4 }).then(() => null, (error) => error);
    assertTrue(failure instanceof RangeError, text);
  }
  assertEquals(await linesOf([encoder.encode("1234\n1234")], { max: 4 }), ["1234", "1234"]);
});

Deno.test("a line that may be cut comes in pieces, and none is held longer", async () => {
  const pieces = await linesOf([1, 2, 3].map(() => encoder.encode("123")), { max: 4, cut: true });
  assertEquals(pieces, ["123123", "123"]);
});

/** A decoder takes a byte order mark away from the front of each line. */
function withoutMark(line: string): string {
  return line.replace(/^\ufeff/, "");
}
