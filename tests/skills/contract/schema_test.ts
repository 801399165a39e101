import fc from "fast-check";
import { checkShape, type Schema } from "gatehouse/skills/contract/schema.ts";
import { checkSchema } from "gatehouse/skills/contract/schema_check.ts";
import { OFFICIAL } from "gatehouse/skills/contract/schemas/mod.ts";
import { parseJson } from "gatehouse/skills/text/strict_json.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";

const schema: Schema = {
  type: "object",
  required: ["id", "list"],
  properties: {
    id: { type: "string", minLength: 1 },
    list: { type: "array", minItems: 1, items: { type: "string", enum: ["a", "b"] } },
    count: { type: "integer" },
    flag: { type: "boolean" },
    inner: { type: "object", additionalProperties: true },
  },
  additionalProperties: false,
};
const codesOf = (value: unknown) => checkShape(value, schema, { file: "x.json" }).map(({ code }) => code);

Deno.test("a value of the right shape has no issues", () => {
  assertEquals(codesOf({ id: "x", list: ["a", "b", "a"], count: -3, flag: false, inner: { any: [1] } }), []);
});

Deno.test("each fault has its code", () => {
  const whole = { id: "x", list: ["a"] };
  for (
    const [value, code] of [
      [{ list: ["a"] }, "REQUIRED"],
      [{ ...whole, other: 1 }, "UNKNOWN_PROPERTY"],
      [{ ...whole, id: 5 }, "TYPE"],
      [{ ...whole, list: "a" }, "TYPE"],
      [{ ...whole, list: [null] }, "TYPE"],
      [{ ...whole, list: [{}] }, "TYPE"],
      [{ ...whole, count: 1.5 }, "TYPE"],
      [{ ...whole, count: true }, "TYPE"],
      [{ ...whole, flag: 1 }, "TYPE"],
      [{ ...whole, inner: [] }, "TYPE"],
      [[], "TYPE"],
      [null, "TYPE"],
      [{ ...whole, list: ["c"] }, "ENUM"],
      [{ ...whole, id: "" }, "EMPTY_STRING"],
      [{ ...whole, id: " \n" }, "EMPTY_STRING"],
      [{ ...whole, list: [] }, "EMPTY_ARRAY"],
    ] as const
  ) assertEquals(codesOf(value), [code], JSON.stringify(value));
});

Deno.test("all faults are reported, each with its pointer, its line and how to mend it", () => {
  const read = parseJson('{\n "id": "",\n "list": ["a",\n  "c"],\n "x/y": 1\n}', { file: "phases.json" });
  assertTrue(read.ok);
  const issues = checkShape(read.value, schema, { file: "phases.json", lineOf: read.lineOf });
  assertEquals(issues.map(({ code, line, file }) => [code, line, file]), [
    ["EMPTY_STRING", 2, "phases.json"],
    ["ENUM", 4, "phases.json"],
    ["UNKNOWN_PROPERTY", 5, "phases.json"],
  ]);
  assertIncludes(issues[1]?.message ?? "", "/list/1");
  assertIncludes(issues[1]?.mend ?? "", "a, b");
  assertIncludes(issues[2]?.message ?? "", "/x~1y");
});

Deno.test("a hostile value is answered with a bounded list of bounded lines", () => {
  const issues = checkShape({ id: "x", list: Array(100_000).fill("\u202e".repeat(1000)) }, schema, {
    file: "x.json",
  });
  assertEquals(issues.length, 200);
  assertTrue(issues.every(({ message }) => message.length < 1200 && !message.includes("\u202e")));
});

Deno.test("inherited members are neither known nor present", () => {
  const open: Schema = {
    type: "object",
    required: ["toString"],
    properties: {},
    additionalProperties: false,
  };
  assertEquals(checkShape({}, open, { file: "x" }).map(({ code }) => code), ["REQUIRED"]);
  assertEquals(checkShape({ constructor: 1 }, open, { file: "x" }).map(({ code }) => code), [
    "REQUIRED",
    "UNKNOWN_PROPERTY",
  ]);
});

Deno.test("the order of members changes no issue", () => {
  fc.assert(fc.property(fc.dictionary(fc.constantFrom("id", "list", "x", "y"), fc.jsonValue()), (value) => {
    const turned = Object.fromEntries(Object.entries(value).reverse());
    assertEquals(checkShape(turned, schema, { file: "x" }), checkShape(value, schema, { file: "x" }));
  }));
});

Deno.test("a schema that does not keep to its language is refused", () => {
  const codes = (value: unknown) => checkSchema(value, "X.json").map(({ code }) => code);
  const cycle: Record<string, unknown> = { type: "array" };
  cycle["items"] = cycle;
  let deep: Schema = { type: "string" };
  for (let level = 0; level < 50; level++) deep = { type: "array", items: deep };
  assertEquals(codes(schema), []);
  assertEquals(codes(5), ["SCHEMA_SHAPE"]);
  assertEquals(codes({ type: "array", items: {} }), ["SCHEMA_TYPE"]);
  assertEquals(codes({ type: "number" }), ["SCHEMA_TYPE"]);
  for (const key of ["pattern", "oneOf", "if", "$ref", "format", "maxLength", "__proto__x"]) {
    assertEquals(codes({ type: "string", [key]: "x" }), ["SCHEMA_UNKNOWN_KEY"], key);
  }
  for (
    const extra of [
      { type: "string", enum: [] },
      { type: "string", enum: [1] },
      { type: "string", minLength: -1 },
      { type: "string", required: ["a"] },
      { type: "object", additionalProperties: {} },
      { type: "array", minItems: "1" },
      { type: "object", $schema: "draft-07" },
    ]
  ) assertEquals(codes(extra), ["SCHEMA_KW_TYPE"], JSON.stringify(extra));
  assertEquals(codes({ type: "array", items: [] }), ["SCHEMA_KW_TYPE", "SCHEMA_SHAPE"]);
  assertEquals(codes(cycle), ["SCHEMA_CYCLE"]);
  assertEquals(codes(deep), ["TOO_DEEP"]);
});

Deno.test("the nine official schemas keep to their language and carry their names", () => {
  assertEquals(Object.keys(OFFICIAL), [
    "CLIENT_CAPABILITIES_SCHEMA",
    "FINDING_SCHEMA",
    "PLAN_B3_SCHEMA",
    "PROJECT_FACTS_SCHEMA",
    "PROJECT_PROFILE_SCHEMA",
    "REPORT_SCHEMA",
    "SKILLS_QA_SCHEMA",
    "SKILL_GAP_RULES_SCHEMA",
    "SKILL_MANIFEST_SCHEMA",
  ]);
  for (const [name, official] of Object.entries(OFFICIAL)) {
    assertEquals(checkSchema(official, name), []);
    assertEquals([official.schema_id, official.$schema], [name, "PHASES_SCHEMA_V1"]);
    assertTrue(/^\d+\.\d+\.\d+$/.test(official.version ?? ""));
  }
});
