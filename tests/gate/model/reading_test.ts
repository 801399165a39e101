import fc from "fast-check";
import { endpointOf } from "gatehouse/core/endpoint.ts";
import { ToolError } from "gatehouse/core/errors.ts";
import { readOllama } from "gatehouse/gate/model/ollama.ts";
import type { Question, Reply } from "gatehouse/gate/model/question.ts";
import { readSystemone } from "gatehouse/gate/model/systemone.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

const endpoint = endpointOf("http://127.0.0.1:8155");
assertTrue(endpoint !== null);

const questions: readonly Question[] = [
  { kind: "noul", id: "n", text: "?", threshold: 0.65 },
  { kind: "score", id: "s", text: "?", min: 0, max: 10 },
  { kind: "choice", id: "c", text: "?", options: ["a", "b", "c"] },
];

/** A reply whose every number is one that the question allows, or a refusal. */
function assertSound(read: () => Reply): "read" | "refused" {
  let reply: Reply;
  try {
    reply = read();
  } catch (error) {
    assertTrue(error instanceof ToolError && error.code === "MODEL_MALFORMED", String(error));
    return "refused";
  }
  const [noul, score, choice] = questions.map(({ id }) => reply.answers[id]?.value ?? NaN);
  assertTrue(noul !== undefined && noul >= 0 && noul <= 1);
  assertTrue(score !== undefined && score >= 0 && score <= 10);
  assertTrue(choice !== undefined && [0, 1, 2].includes(choice));
  return "read";
}

/** Right answers, almost right ones, and anything. */
const answer = fc.oneof(
  { arbitrary: fc.integer({ min: 0, max: 1 }), weight: 12 },
  fc.boolean(),
  fc.double(),
  fc.integer({ min: -2, max: 12 }),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom("1", "0.9", "NaN", "", null),
  fc.jsonValue(),
  fc.record({ value: fc.oneof(fc.integer({ min: 0, max: 2 }), fc.jsonValue()) }),
);

const body = fc.record({
  model: fc.jsonValue(),
  answers: fc.oneof({ arbitrary: fc.record({ n: answer, s: answer, c: answer }), weight: 9 }, fc.jsonValue()),
  option_scores: fc.option(
    fc.oneof(fc.record({ n: fc.array(fc.double(), { maxLength: 3 }), c: fc.jsonValue() }), fc.jsonValue()),
    { nil: undefined, freq: 2 },
  ),
  answer_confidence: fc.jsonValue(),
  usage: fc.jsonValue(),
});

Deno.test("whatever a service answers, what is read of it is in range, or it is refused", () => {
  const counts = { read: 0, refused: 0 };
  fc.assert(
    fc.property(body, (value) => {
      const text = JSON.stringify(value);
      counts[assertSound(() => readSystemone(text, { questions, endpoint }))]++;
      const content = JSON.stringify(value.answers) ?? "";
      const chat = JSON.stringify({ done: true, message: { role: "assistant", content } });
      assertSound(() => readOllama(chat, { questions, endpoint }));
    }),
    { numRuns: 3_000 },
  );
  // Else the property would say nothing.
  assertTrue(counts.read > 100 && counts.refused > 10, JSON.stringify(counts));
});

Deno.test("whatever text comes, it is read or refused", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.string().map((text) => `{"answers":${text}`)), (text) => {
      assertEquals(assertSound(() => readSystemone(text, { questions, endpoint })), "refused");
    }),
  );
});

Deno.test("names that every object has are no answers", () => {
  const asked: readonly Question[] = [{ kind: "score", id: "constructor", text: "?", min: 0, max: 10 }];
  for (const text of ['{"answers":{}}', '{"answers":{"__proto__":{"constructor":1}}}']) {
    let code = "";
    try {
      readSystemone(text, { questions: asked, endpoint });
    } catch (error) {
      code = error instanceof ToolError ? error.code : String(error);
    }
    assertEquals(code, "MODEL_MALFORMED");
  }
});
