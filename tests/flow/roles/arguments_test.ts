import fc from "fast-check";
import { argumentFault } from "gatehouse/flow/roles/arguments.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";

const READ = {
  type: "object",
  properties: { path: { type: "string" }, limit: { type: "integer" } },
  required: ["path"],
};

const of = (property: unknown) => ({ type: "object", properties: { value: property } });

Deno.test("a key that the schema does not name is refused, and the fault names it and what is missing", () => {
  assertEquals(argumentFault({ path: "a" }, READ), null);
  const fault = argumentFault({ cwd: "/", limit: 1 }, READ) ?? "";
  assertIncludes(fault, "missing: path");
  assertIncludes(fault, "unknown: cwd");
  assertIncludes(fault, "path, limit");
  assertTrue(argumentFault({ extra: 1 }, { type: "object" }) !== null);
  assertTrue(argumentFault(JSON.parse('{"path":"a","__proto__":1}'), READ) !== null);
});

Deno.test("a boolean is no integer, and neither is a fraction or what is not finite", () => {
  for (const value of [true, 1.5, "1", NaN, Infinity, 2 ** 60, null]) {
    assertTrue(argumentFault({ value }, of({ type: "integer" })) !== null, String(value));
  }
  for (const value of [NaN, Infinity, -Infinity, true, "1"]) {
    assertTrue(argumentFault({ value }, of({ type: "number" })) !== null, String(value));
  }
  assertEquals(argumentFault({ value: -0.5 }, of({ type: "number" })), null);
});

Deno.test("a schema with a type that is not known, or none, accepts nothing", () => {
  for (const schema of [{ type: "date" }, { type: 7 }, { type: [] }, {}, { enum: "x" }, "string", null]) {
    assertTrue(argumentFault({ value: "x" }, of(schema)) !== null, JSON.stringify(schema));
  }
});

Deno.test("one of several types and the choices of an enum are enough", () => {
  assertEquals(argumentFault({ value: null }, of({ type: ["string", "null"] })), null);
  assertEquals(argumentFault({ value: "status" }, of({ enum: ["status"] })), null);
  assertIncludes(argumentFault({ value: "run" }, of({ type: "string", enum: ["status"] })) ?? "", '"status"');
});

Deno.test("arguments that are no object are refused", () => {
  for (const args of [null, [], "x", 1, undefined]) assertTrue(argumentFault(args, READ) !== null);
});

Deno.test("what stands in lists and objects is checked as well", () => {
  const schema = of({ type: "array", items: { type: "object", properties: { n: { type: "integer" } } } });
  assertEquals(argumentFault({ value: [{ n: 1 }] }, schema), null);
  assertIncludes(argumentFault({ value: [{ n: 1 }, { n: true }] }, schema) ?? "", "value[1].n");
  assertTrue(argumentFault({ value: [1] }, of({ type: "array" })) !== null);
});

Deno.test("16 levels and 4,096 values are the most", () => {
  const nested = (levels: number): unknown => levels === 0 ? [] : [nested(levels - 1)];
  const schema = (levels: number): unknown => ({
    type: "array",
    ...(levels === 0 ? {} : { items: schema(levels - 1) }),
  });
  assertEquals(argumentFault({ value: nested(14) }, of(schema(30))), null);
  assertIncludes(argumentFault({ value: nested(15) }, of(schema(30))) ?? "", "deeper");
  const list = { type: "array", items: { type: "integer" } };
  assertEquals(argumentFault({ value: new Array(4_094).fill(1) }, of(list)), null);
  assertIncludes(argumentFault({ value: new Array(4_095).fill(1) }, of(list)) ?? "", "4096");
  assertIncludes(argumentFault({ value: new Array(1_000_000).fill(1) }, of(list)) ?? "", "4096");
});

Deno.test("no arguments whatever make the check fail, and a fault is one bounded line", () => {
  fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (args, property) => {
    const fault = argumentFault({ value: args }, of(property));
    assertTrue(fault === null || (fault.length < 4_000 && !fault.includes("\n")));
  }));
});
