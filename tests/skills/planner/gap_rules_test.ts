import { parseGapRules } from "../../../lib/skills/planner/gap_rules.ts";
import { EXAMPLE_GAP_RULES } from "../../../lib/skills/planner/gaps.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";

const RULE = {
  gap_id: "SHOP-1",
  required_facts: ["uses_payments", "has_ecommerce"],
  capability: "payment_audit",
  severity: "blocking",
  reason_code: "NO_INSTALLED_SKILL_FOR_CAPABILITY",
};
const OTHER = { ...RULE, gap_id: "SHOP-2", capability: "api_audit" };

function file(...rules: unknown[]): string {
  const head = { schema_id: "SKILL_GAP_RULES", version: "1.0.0", description: "What a shop needs" };
  return JSON.stringify({ ...head, rules }, null, 2);
}

function codes(text: string | Uint8Array): string {
  const read = parseGapRules(text);
  return read.ok ? "" : [...new Set(read.issues.map(({ code }) => code))].join();
}

Deno.test("A file of rules is read in the order of capabilities, its facts sorted", () => {
  const read = parseGapRules(file(RULE, OTHER));
  assertTrue(read.ok);
  assertEquals(read.rules.map(({ gap_id }) => gap_id), ["SHOP-2", "SHOP-1"]);
  assertEquals(read.rules[0]?.required_facts, ["has_ecommerce", "uses_payments"]);
});

Deno.test("A file without rules is a file of rules", () => {
  const read = parseGapRules(file());
  assertTrue(read.ok && read.rules.length === 0);
});

Deno.test("The built-in example passes the check that users' rules must pass", () => {
  assertEquals(codes(file(...EXAMPLE_GAP_RULES)), "");
});

Deno.test("What is no strict JSON, too large, or of another shape is GAP_RULES_INVALID", () => {
  const wrong = [
    "",
    "{",
    "[]",
    "null",
    `\ufeff${file(RULE)}`,
    file(RULE).replace('"rules"', '"Rules"'),
    file(RULE).replace('"version": "1.0.0"', '"version": "1.0.0", "VERSION": "1.0.0"'),
    file(RULE).replace("1.0.0", "2.0.0"),
    file({ ...RULE, note: "x" }),
    file({ ...RULE, severity: "fatal" }),
    file({ ...RULE, reason_code: "BECAUSE" }),
    file({ ...RULE, required_facts: "uses_payments" }),
    file({ ...RULE, gap_id: "" }),
    file(5),
    file(RULE) + " ".repeat(65_536),
  ];
  for (const text of wrong) assertEquals(codes(text), "GAP_RULES_INVALID", text.slice(0, 200));
  assertEquals(codes(new Uint8Array([0xff, 0xfe])), "GAP_RULES_INVALID");
});

Deno.test("Each fault of a rule has its code", () => {
  assertEquals(codes(file(RULE, { ...OTHER, gap_id: "SHOP-1" })), "GAP_RULE_DUPLICATE");
  for (const gap_id of ["shop", "1A", "A_B", `A${"B".repeat(64)}`]) {
    assertEquals(codes(file({ ...RULE, gap_id })), "GAP_RULE_ID_INVALID");
  }
  assertEquals(codes(file(RULE, { ...OTHER, capability: "payment_audit" })), "GAP_CAPABILITY_DUPLICATE");
  for (const capability of ["Payment", "payment-audit", "1a", `a${"b".repeat(64)}`]) {
    assertEquals(codes(file({ ...RULE, capability })), "GAP_CAPABILITY_UNKNOWN");
  }
  assertEquals(codes(file({ ...RULE, required_facts: ["has_api", "has_api"] })), "GAP_FACT_DUPLICATE");
  assertEquals(codes(file({ ...RULE, required_facts: ["has_wings"] })), "GAP_FACT_UNKNOWN");
  assertEquals(codes(file({ ...RULE, required_facts: [] })), "GAP_FACTS_EMPTY");
});

Deno.test("Every fault of a file is named with its line and how to mend it", () => {
  const read = parseGapRules(file({ ...RULE, gap_id: "shop", required_facts: ["has_wings"] }));
  assertTrue(!read.ok);
  const [id, fact] = read.issues;
  assertEquals([id?.code, id?.line, fact?.code, fact?.line], [
    "GAP_RULE_ID_INVALID",
    7,
    "GAP_FACT_UNKNOWN",
    9,
  ]);
  assertTrue(read.issues.every(({ mend, message }) => mend !== "" && message !== ""));
});

Deno.test("A hostile id is shown on one line, escaped and cut", () => {
  const read = parseGapRules(file({ ...RULE, gap_id: `a\n\u202e${"x".repeat(5000)}` }));
  assertTrue(!read.ok);
  const message = read.issues[0]?.message ?? "";
  assertIncludes(message, "\\u{a}\\u{202e}");
  assertTrue(message.length < 200);
});
