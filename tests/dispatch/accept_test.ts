import { readAccept } from "../../lib/dispatch/accept.ts";
import { assertEquals } from "../assert.ts";

const cases: Readonly<Record<string, readonly [json: boolean, sse: boolean]>> = {
  "application/json": [true, false],
  "text/event-stream": [false, true],
  "APPLICATION/JSON;charset=utf-8, Text/Event-Stream": [true, true],
  "*/*": [true, true],
  "application/*": [true, false],
  "text/*;q=0.1": [false, true],
  "application/json;q=0": [false, false],
  "application/json; q=0.000, text/event-stream": [false, true],
  "application/json;q=0.001": [true, false],
  "application/jsonp, text/plain": [false, false],
  "": [false, false],
};

for (const [header, [json, sse]] of Object.entries(cases)) {
  Deno.test(`Accept ${JSON.stringify(header)} allows ${json ? "" : "no "}JSON and ${sse ? "" : "no "}stream`, () => {
    assertEquals(readAccept(header), { json, sse });
  });
}

Deno.test("A request without Accept takes anything", () => {
  assertEquals(readAccept(null), { json: true, sse: true });
});
