/** A client of `flow serve` that sends whatever comes to its mind. */
import fc from "fast-check";
import { serveStdio } from "../../../lib/dispatch/stdio.ts";
import { createServing } from "../../dispatch/parts/serving.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

const VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;

/** What stands on stdout after these lines and the end of the input. */
async function answersTo(
  lines: readonly string[],
  chunk: number,
): Promise<{ text: string; defects: unknown[] }> {
  const { serving, defects } = createServing();
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  const input = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += chunk) controller.enqueue(bytes.slice(at, at + chunk));
      controller.close();
    },
  });
  let text = "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const output = new WritableStream<Uint8Array>({
    write: (part) => void (text += decoder.decode(part, { stream: true })),
  });
  assertEquals(await serveStdio(serving, { input, output, strict: { versions: VERSIONS } }), "eof");
  return { text, defects };
}

/** A value as JSON text, so that numbers can be what JavaScript's are not. */
const odd = fc.oneof(
  fc.constantFrom(
    "null",
    "true",
    "1.5",
    "-0",
    "1e400",
    "1E2",
    "0",
    "-1",
    '""',
    "[]",
    "{}",
    '"a"',
    '"\\ud800"',
  ),
  fc.constantFrom("9007199254740993", "-9007199254740993", `1${"0".repeat(400)}`, '"\\u0000"', '"__proto__"'),
  fc.json({ maxDepth: 2 }),
);
const id = fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }).map(String) }, {
  weight: 1,
  arbitrary: odd,
});
const method = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      "ping",
      "initialize",
      "tools/list",
      "tools/call",
      "notifications/initialized",
      "notifications/cancelled",
      "shutdown",
      "server/discover",
      "resources/list",
      "notifications/progress",
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
).map((name) => JSON.stringify(name));
const greeting = '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}';
const params = fc.oneof(
  fc.constantFrom(
    greeting,
    '{"name":"echo","arguments":{"text":"\\ud800\\u001b[2J\u009b"}}',
    '{"name":"nothing"}',
    '{"requestId":1}',
  ),
  fc.tuple(odd, odd).map(([name, given]) => `{"name":${name},"arguments":${given}}`),
  fc.tuple(odd, odd).map(([token, name]) =>
    `{"name":"steps","arguments":{"steps":3},"_meta":{"progressToken":${token},"x":${name}}}`
  ),
  odd.map((of) => `{"requestId":${of},"reason":${of}}`),
  odd,
);
const member = fc.tuple(
  fc.constantFrom("id", "method", "jsonrpc", "params", "result", "error", "__proto__", "x"),
  odd,
)
  .map(([key, value]) => `"${key}":${value}`);
const frame = fc.tuple(
  fc.option(id, { freq: 4 }),
  fc.option(method, { freq: 9 }),
  fc.option(params, { freq: 4 }),
  fc.array(member, { maxLength: 1 }),
).map(([ownId, ownMethod, ownParams, more]) =>
  `{${
    [
      '"jsonrpc":"2.0"',
      ...(ownId === null ? [] : [`"id":${ownId}`]),
      ...(ownMethod === null ? [] : [`"method":${ownMethod}`]),
      ...(ownParams === null ? [] : [`"params":${ownParams}`]),
      ...more,
    ].join(",")
  }}`
);
const line = fc.oneof(
  { weight: 8, arbitrary: frame },
  { weight: 1, arbitrary: odd },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", " ", "[]", `[${frame}]`, "{", "\ufeff{}", "NaN", "[".repeat(200)),
  },
);

Deno.test("whatever comes in, what goes out is one JSON object of ASCII a line, and answers what was asked", async () => {
  const greeted = [
    `{"jsonrpc":"2.0","id":"greeting","method":"initialize","params":${greeting}}`,
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(line, { maxLength: 30 }),
      fc.integer({ min: 1, max: 300 }),
      async (isGreeted, lines, chunk) => {
        const sent = [
          ...(isGreeted ? greeted : []),
          ...lines,
          '{"jsonrpc":"2.0","id":"last","method":"ping"}',
        ];
        const { text, defects } = await answersTo(sent, chunk);
        assertEquals(defects, []);
        assertTrue(/^[\x20-\x7e\n]*$/.test(text) && text.endsWith("\n"));
        const asked = sent.flatMap((of) => {
          try {
            const value: unknown = JSON.parse(of);
            return typeof value === "object" && value !== null && "id" in value && !Array.isArray(value)
              ? [JSON.stringify(value.id)]
              : [];
          } catch {
            return [];
          }
        });
        for (const out of text.trimEnd().split("\n")) {
          const answer = JSON.parse(out);
          assertEquals(answer.jsonrpc, "2.0");
          if ("method" in answer) {
            assertEquals(answer.method, "notifications/progress");
            continue;
          }
          assertTrue(("result" in answer) !== ("error" in answer), out);
          if (answer.id === null) continue;
          const at = asked.indexOf(JSON.stringify(answer.id));
          assertTrue(at >= 0, `an answer to nothing: ${out}`);
          asked.splice(at, 1);
        }
        assertTrue(!asked.includes('"last"'), "no answer to the last ping");
      },
    ),
    { numRuns: 400 },
  );
});
