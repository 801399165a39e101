import { b3Plan } from "../../../lib/skills/planner/b3.ts";
import { checkB3Plan } from "../../../lib/skills/planner/check.ts";
import type { B3Plan } from "../../../lib/skills/planner/types.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { profileWith, skillWith } from "./samples.ts";

/** A plan that has something in every list. */
function fullPlan(): B3Plan {
  const planned = b3Plan(
    [
      skillWith("alpha", { optional_capabilities: ["filesystem_search", "browser"] }),
      skillWith("beta"),
      skillWith("gamma", { requires_capabilities: ["shell", "filesystem_write"] }),
      skillWith("delta", { project_types: ["web"] }),
      skillWith("epsilon", { activation: { any: ["has_api"] } }),
    ],
    profileWith({
      types: ["python", "web"],
      languages: ["python", "typescript"],
      facts: ["has_python", "uses_payments"],
    }),
    {
      clientCapabilities: ["filesystem_read", "human_question"],
      gapRules: [
        {
          gap_id: "G-1",
          required_facts: ["has_python", "uses_payments"],
          capability: "one",
          severity: "warning",
          reason_code: "NO_INSTALLED_SKILL_FOR_CAPABILITY",
        },
        {
          gap_id: "G-2",
          required_facts: ["uses_payments"],
          capability: "two",
          severity: "warning",
          reason_code: "NO_INSTALLED_SKILL_FOR_CAPABILITY",
        },
      ],
    },
  );
  assertTrue(planned.ok);
  return planned.plan;
}

/** The codes for a plan after a change to its JSON. */
// deno-lint-ignore no-explicit-any
function codes(change: (plan: any) => void): string[] {
  const plan = JSON.parse(JSON.stringify(fullPlan()));
  change(plan);
  return [...new Set(checkB3Plan(plan).map(({ code }) => code))];
}

Deno.test("A plan as it was made passes", () => {
  assertEquals(checkB3Plan(fullPlan()), []);
  assertTrue(fullPlan().skills_missing.length === 2 && fullPlan().skills_blocked.length === 1);
});

Deno.test("A word that stands twice is PLAN_DUPLICATE", () => {
  assertEquals(codes((plan) => plan.project_profile.facts.push("uses_payments")), ["PLAN_DUPLICATE"]);
  assertEquals(codes((plan) => plan.client_capabilities.push("human_question")), ["PLAN_DUPLICATE"]);
  assertEquals(codes((plan) => plan.warnings.push(plan.warnings.at(-1))), ["PLAN_DUPLICATE"]);
  assertEquals(codes((plan) => plan.skills_blocked[0].missing_capabilities.push("shell")), [
    "PLAN_DUPLICATE",
  ]);
  assertEquals(codes((plan) => plan.skills_not_applicable[0].reason_codes.push("ACTIVATION_FACT_MISMATCH")), [
    "PLAN_DUPLICATE",
  ]);
  assertEquals(codes((plan) => plan.skills_missing[1] = { ...plan.skills_missing[0] }), ["PLAN_DUPLICATE"]);
});

Deno.test("A list out of its order is PLAN_ORDER", () => {
  assertEquals(codes((plan) => plan.project_profile.types.reverse()), ["PLAN_ORDER"]);
  assertEquals(codes((plan) => plan.project_profile.languages.reverse()), ["PLAN_ORDER"]);
  assertEquals(codes((plan) => plan.warnings.reverse()), ["PLAN_ORDER"]);
  assertEquals(codes((plan) => plan.skills_selected[0].limitations.reverse()), ["PLAN_ORDER"]);
  assertEquals(codes((plan) => plan.skills_selected[0].optional_capabilities.reverse()), ["PLAN_ORDER"]);
  assertEquals(codes((plan) => plan.skills_blocked[0].missing_capabilities.reverse()), ["PLAN_ORDER"]);
  assertEquals(codes((plan) => plan.skills_missing.reverse()), ["PLAN_ORDER"]);
  assertEquals(codes((plan) => plan.skills_missing[0].required_facts.reverse()), ["PLAN_ORDER"]);
});

Deno.test("Skills out of their order are PLAN_ORDER, and so are positions that do not count from 1", () => {
  const swap = (list: unknown[]) => list.reverse();
  assertEquals(codes((plan) => (swap(plan.skills_selected), swap(plan.steps))), ["PLAN_ORDER"]);
  assertEquals(codes((plan) => (plan.skills_selected[0].position = 7, plan.steps[0].position = 7)), [
    "PLAN_ORDER",
  ]);
});

Deno.test("Capabilities out of their order are CLIENT_CAPABILITIES_ORDER", () => {
  assertEquals(codes((plan) => plan.client_capabilities.reverse()), ["CLIENT_CAPABILITIES_ORDER"]);
});

Deno.test("A skill in two categories, or in two spellings, is PLAN_SKILL_PARTITION", () => {
  const entry = { skill_id: "GAMMA", reason_codes: ["PROJECT_TYPE_MISMATCH"] };
  assertEquals(codes((plan) => plan.skills_not_applicable = [entry]), ["PLAN_SKILL_PARTITION"]);
});

Deno.test("A gap that the rules' own check would refuse has its code", () => {
  assertEquals(codes((plan) => plan.skills_missing[0].gap_id = "Aardvark"), ["PLAN_GAP_ID_INVALID"]);
  assertEquals(codes((plan) => plan.skills_missing[0].capability = "One"), ["PLAN_GAP_CAPABILITY_INVALID"]);
});

Deno.test("Steps that are not the selection's are PLAN_STEP", () => {
  assertEquals(codes((plan) => plan.steps.pop()), ["PLAN_STEP"]);
  assertEquals(codes((plan) => plan.steps[0].gate = 1), ["PLAN_STEP"]);
  assertEquals(codes((plan) => plan.steps[0].skill_id = "other"), ["PLAN_STEP"]);
});

Deno.test("A status that the rest does not come to is PLAN_STATUS", () => {
  assertEquals(codes((plan) => plan.plan_status = "READY"), ["PLAN_STATUS"]);
});

Deno.test("A plan of another shape has the codes of its schema and crashes nothing", () => {
  assertTrue(codes((plan) => delete plan.steps).includes("REQUIRED"));
  assertTrue(codes((plan) => plan.digests = {}).includes("UNKNOWN_PROPERTY"));
  assertTrue(codes((plan) => plan.warnings = [5]).includes("TYPE"));
  assertTrue(codes((plan) => plan.plan_version = "B4").includes("ENUM"));
  assertTrue(codes((plan) => plan.skills_selected[0].skill_id = "").includes("EMPTY_STRING"));
  assertTrue(codes((plan) => plan.skills_missing[0].required_facts = []).includes("EMPTY_ARRAY"));
  for (const strange of [null, 5, "plan", [], { skills_selected: [null, 5], steps: null }]) {
    assertTrue(checkB3Plan(strange).length > 0);
  }
});
