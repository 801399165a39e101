import fc from "fast-check";
import { frameOf } from "gatehouse/isolate/protocol.ts";
import { workerPermissions } from "gatehouse/isolate/permissions.ts";
import { Prints } from "gatehouse/isolate/prints.ts";
import { assertEquals, assertTrue } from "../assert.ts";

Deno.test("what is no frame is nothing, and nothing throws", () => {
  for (
    const text of [
      "",
      "nonsense",
      "[]",
      "null",
      "1",
      "{}",
      '{"id":"1","ok":true}',
      '{"id":1}',
      '{"id":1,"ok":"true"}',
      '{"id":1,"ok":false}',
      '{"id":1,"ok":false,"error":{"code":"lower","message":"m"}}',
      '{"id":1,"ok":false,"error":{"code":"CODE"}}',
      '{"ready":1}',
      '{"ended":"otherwise"}',
      '{"id":"1","event":1}',
      '{"event":1}',
    ]
  ) assertEquals(frameOf(text), null, text);
  fc.assert(fc.property(fc.json(), (text) => void frameOf(text)));
});

Deno.test("a worker cannot say what only its parent knows", () => {
  for (const code of ["CANCELLED", "DEADLINE_EXCEEDED", "ISOLATE_LOST", "ISOLATE_UNAVAILABLE"]) {
    assertEquals(frameOf(JSON.stringify({ id: 1, ok: false, error: { code, message: "m" } })), null, code);
  }
});

Deno.test("what a worker says of a failure is one bounded, visible line", () => {
  const error = { code: "CODE", message: `a\n\u202e${"x".repeat(5_000)}`, next: "b\u0000", retryable: 1 };
  const frame = frameOf(JSON.stringify({ id: 1, ok: false, error }));
  assertTrue(frame?.kind === "failure");
  assertTrue(frame.error.message.startsWith("a\\u{a}\\u{202e}x") && frame.error.message.length < 2_100);
  assertEquals(frame.error.next, "b\\u{0}");
  assertEquals(frame.error.retryable, false);
});

Deno.test("permissions that are wider than they look are refused", () => {
  for (
    const wider of [
      { net: ["127.0.0.1"] },
      { net: ["*:443"] },
      { net: [""] },
      { net: ["host:1,other:2"] },
      { net: ["10.0.0.0/8:80"] },
      { net: ["unix:relative"] },
      { net: ["unix:"] },
      { net: ["unix:/a\0b"] },
      { read: ["relative"] },
      { read: [""] },
      { write: ["./here"] },
      { read: ["/a\0b"] },
    ]
  ) {
    let refused = false;
    try {
      workerPermissions(wider);
    } catch (error) {
      refused = error instanceof RangeError;
    }
    assertTrue(refused, JSON.stringify(wider));
  }
});

Deno.test("what is not listed is not granted, an empty list neither, and nothing is inherited", () => {
  const none = {
    net: false,
    read: false,
    write: false,
    run: false,
    env: false,
    sys: false,
    ffi: false,
    import: false,
  };
  assertEquals<unknown>(workerPermissions({}), none);
  assertEquals<unknown>(workerPermissions({ net: [], read: [], write: [] }), none);
  assertEquals<unknown>(
    workerPermissions({ net: ["[::1]:80", "a.example:443", "unix:/a b"], read: ["/a"] }),
    {
      ...none,
      net: ["[::1]:80", "a.example:443", "unix:/a b"],
      read: ["/a"],
    },
  );
});

Deno.test("prints are handed on up to a number, and their flood is not", () => {
  const told: string[] = [];
  const prints = new Prints((line) => told.push(line));
  for (let at = 0; at < 10_000; at++) prints.take(`${at}`);
  prints.take("");
  assertEquals(told[0], "0");
  // The second may turn while this runs, and a line then says how many there were.
  assertTrue(told.length >= 100 && told.length < 400, `${told.length}`);
});
