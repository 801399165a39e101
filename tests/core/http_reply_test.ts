/** How an HTTP/1.1 response is read, in any pieces, and which are refused. */
import fc from "fast-check";
import { HttpReplyError, readHttpReply } from "gatehouse/core/http_reply.ts";
import { assertEquals, assertTrue } from "../assert.ts";

/** A connection that gives the bytes in pieces of these sizes, and then ends. */
function reading(bytes: Uint8Array, sizes: readonly number[] = [65_536]) {
  let at = 0;
  let turn = 0;
  return (into: Uint8Array): Promise<number | null> => {
    if (at >= bytes.length) return Promise.resolve(null);
    const part = bytes.subarray(at, at + Math.min(into.length, sizes[turn++ % sizes.length] ?? 1));
    into.set(part);
    at += part.length;
    return Promise.resolve(part.length);
  };
}

async function read(
  text: string,
  { sizes = [65_536], maxBytes = 1_000 }: { sizes?: number[]; maxBytes?: number } = {},
) {
  const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const { status, headers, body } = await readHttpReply(reading(bytes, sizes), { maxBytes });
  return { status, headers: Object.fromEntries(headers), body: String.fromCharCode(...body) };
}

for (
  const [what, text, body] of [
    ["a length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", "{}"],
    ["a length, and more behind it", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}xx", "{}"],
    ["the same length twice", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\ncontent-length: 2\r\n\r\n{}", "{}"],
    ["the connection's end", "HTTP/1.0 200 OK\r\n\r\nabc", "abc"],
    [
      "chunks",
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n1\r\na\r\n0A;x="y"\r\n0123456789\r\n0\r\n\r\n',
      "a0123456789",
    ],
    [
      "chunks and trailers",
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\nx: y\r\n\r\n",
      "a",
    ],
    ["no body by its status", "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", ""],
    [
      "an interim response first",
      "HTTP/1.1 103 Early\r\nlink: x\r\n\r\nHTTP/1.1 200\r\ncontent-length: 1\r\n\r\na",
      "a",
    ],
    ["no reason phrase", "HTTP/1.1 200 \r\ncontent-length: 0\r\n\r\n", ""],
    ["identity", "HTTP/1.1 200 OK\r\ncontent-encoding: identity\r\ncontent-length: 1\r\n\r\na", "a"],
  ] as const
) {
  Deno.test(`a body that is bounded by ${what} is read, byte by byte as well`, async () => {
    assertEquals((await read(text)).body, body);
    assertEquals((await read(text, { sizes: [1] })).body, body);
    assertEquals((await read(text, { sizes: [3, 7] })).body, body);
  });
}

for (
  const [what, text, reason] of [
    ["nothing", "", "cut"],
    ["half a status line", "HTTP/1.1 20", "cut"],
    ["half a head", "HTTP/1.1 200 OK\r\na: b\r\n", "cut"],
    ["too few bytes", "HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nab", "cut"],
    ["a chunk that ends early", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab", "cut"],
    ["no last chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n", "cut"],
    ["no end of the trailers", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n", "cut"],
    ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n", "malformed"],
    ["HTTP/2", "HTTP/2 200 OK\r\n\r\n", "malformed"],
    ["a status of no class", "HTTP/1.1 999 X\r\n\r\n", "malformed"],
    ["another protocol from here on", "HTTP/1.1 101 Switching\r\n\r\n", "malformed"],
    ["lines without CR", "HTTP/1.1 200 OK\ncontent-length: 0\n\n", "malformed"],
    ["a folded line", "HTTP/1.1 200 OK\r\na: b\r\n c\r\ncontent-length: 0\r\n\r\n", "malformed"],
    ["a blank before the colon", "HTTP/1.1 200 OK\r\ncontent-length : 0\r\n\r\n", "malformed"],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab", "malformed"],
    ["a list of lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1, 1\r\n\r\na", "malformed"],
    ["a negative length", "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n", "malformed"],
    ["a length with a sign", "HTTP/1.1 200 OK\r\ncontent-length: +1\r\n\r\na", "malformed"],
    [
      "a length and chunks",
      "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      "malformed",
    ],
    ["another coding", "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "malformed"],
    [
      "a compressed body",
      "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 1\r\n\r\na",
      "malformed",
    ],
    ["a chunk of no size", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n\r\n", "malformed"],
    [
      "a chunk of a signed size",
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n+1\r\na\r\n",
      "malformed",
    ],
    [
      "a chunk that is longer than it says",
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nab\r\n",
      "malformed",
    ],
    ["a line of 9,000 characters", `HTTP/1.1 200 OK\r\na: ${"b".repeat(9_000)}\r\n\r\n`, "malformed"],
    ["a line without an end", "x".repeat(100_000), "malformed"],
    ["200 header lines", `HTTP/1.1 200 OK\r\n${"a: b\r\n".repeat(200)}\r\n`, "malformed"],
    ["interim responses only", "HTTP/1.1 100 Continue\r\n\r\n".repeat(50), "malformed"],
    ["a length above the bound", "HTTP/1.1 200 OK\r\ncontent-length: 1001\r\n\r\n", "too_large"],
    ["a length of 15 digits", "HTTP/1.1 200 OK\r\ncontent-length: 999999999999999\r\n\r\n", "too_large"],
    [
      "chunks above the bound",
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3e8\r\n${"a".repeat(1_000)}\r\n1\r\n`,
      "too_large",
    ],
    ["a chunk of 4 GB", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffff\r\n", "too_large"],
    ["an endless body", `HTTP/1.1 200 OK\r\n\r\n${"a".repeat(1_001)}`, "too_large"],
  ] as const
) {
  Deno.test(`${what}: ${reason}`, async () => {
    for (const sizes of [[65_536], [1], [5, 2]]) {
      const error = await read(text, { sizes }).catch((caught) => caught);
      assertTrue(error instanceof HttpReplyError, JSON.stringify(error));
      assertEquals(error.reason, reason);
    }
  });
}

for (const [what, behind] of [["extensions", `;${"x".repeat(300)}`], ["blanks", " ".repeat(300)]] as const) {
  Deno.test(`the ${what} of chunks count as well, so that small chunks have an end`, async () => {
    const text = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${
      `1${behind}\r\na\r\n`.repeat(4)
    }0\r\n\r\n`;
    assertEquals((await read(text, { maxBytes: 1_300 })).body, "aaaa");
    const error = await read(text, { maxBytes: 1_000 }).catch((error: unknown) => error);
    assertTrue(error instanceof HttpReplyError && error.reason === "too_large");
  });
}

Deno.test("exactly the bound is read", async () => {
  const body = "a".repeat(1_000);
  assertEquals((await read(`HTTP/1.1 200 OK\r\n\r\n${body}`)).body, body);
  assertEquals((await read(`HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n${body}`)).body, body);
});

Deno.test("a header's value is what stands between the blanks", async () => {
  const { headers } = await read("HTTP/1.1 200 OK\r\nRetry-After:  7 \t\r\nX: \r\nContent-Length: 0\r\n\r\n");
  assertEquals(headers, { "retry-after": "7", "x": "", "content-length": "0" });
});

Deno.test("any bytes are a response or one of three failures, in any pieces the same", async () => {
  const part = fc.constantFrom(
    "HTTP/1.1 200 OK",
    "\r\n",
    "\n",
    "content-length: ",
    "3",
    "transfer-encoding: chunked",
    "\r\n\r\n",
    "a",
    "0",
    ":",
    " ",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 25 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      async (parts, sizes) => {
        const outcome = async (pieces: number[]) => {
          try {
            return await read(parts.join(""), { sizes: pieces });
          } catch (error) {
            assertTrue(error instanceof HttpReplyError, String(error));
            return error.reason;
          }
        };
        assertEquals(await outcome(sizes), await outcome([65_536]));
      },
    ),
    { numRuns: 500 },
  );
});
