import fc from "fast-check";
import { traceParentOf } from "gatehouse/telemetry/trace_parent.ts";
import { assertEquals, assertTrue } from "../assert.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";
const GOOD = `00-${TRACE}-${SPAN}-01`;

Deno.test("a valid traceparent is read, also one of a later version with more behind it", () => {
  const expected = { traceId: TRACE, spanId: SPAN, sampled: true, state: "" };
  assertEquals(traceParentOf({ traceparent: GOOD }), expected);
  assertEquals(traceParentOf({ traceparent: `cc-${TRACE}-${SPAN}-03-what-comes` }), expected);
  assertEquals(traceParentOf({ traceparent: `00-${TRACE}-${SPAN}-02` })?.sampled, false);
});

Deno.test("what does not hold is no traceparent", () => {
  for (
    const traceparent of [
      "",
      GOOD.toUpperCase(),
      `ff-${TRACE}-${SPAN}-01`,
      `00-${TRACE}-${SPAN}-01-more`,
      `00-${"0".repeat(32)}-${SPAN}-01`,
      `00-${TRACE}-${"0".repeat(16)}-01`,
      ` ${GOOD}`,
      `${GOOD}\n`,
      `00-${TRACE}-${SPAN}`,
      7,
      null,
      [GOOD],
      { toString: () => GOOD },
    ]
  ) assertEquals(traceParentOf({ traceparent }), null, String(traceparent));
  for (const meta of [undefined, null, GOOD, [], 1]) assertEquals(traceParentOf(meta), null);
});

Deno.test("a tracestate is handed on as it came, and one with a bad member not at all", () => {
  const state = (tracestate: unknown) => traceParentOf({ traceparent: GOOD, tracestate })?.state;
  assertEquals(state("rojo=00f067aa0ba902b7, congo=t61rcWkgMzE"), "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE");
  assertEquals(state("1tenant@vendor=a b"), "1tenant@vendor=a b");
  for (const bad of ["Upper=1", "a=", "a=b=c", "a=b\u0000", "a=\n", "x".repeat(600), 7, "a=ż", "=b"]) {
    assertEquals(state(bad), "", String(bad));
  }
  assertEquals(state(Array.from({ length: 33 }, (_, at) => `k${at}=v`).join(",")), "");
});

Deno.test("whatever comes, nothing is thrown and nothing but hexadecimal digits and safe text comes out", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constant(GOOD),
    fc.stringMatching(/^0{2}-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
  );
  fc.assert(fc.property(text, text, (traceparent, tracestate) => {
    const found = traceParentOf({ traceparent, tracestate });
    if (found === null) return;
    assertTrue(/^[0-9a-f]{32}$/.test(found.traceId) && /^[0-9a-f]{16}$/.test(found.spanId));
    assertTrue(/^[\x20-\x7e]*$/.test(found.state));
  }));
});
