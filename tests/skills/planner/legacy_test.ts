import { legacyPlan } from "../../../lib/skills/planner/legacy.ts";
import type { Constraints, LegacyPlan } from "../../../lib/skills/planner/types.ts";
import type { Profile, Skill } from "../../../lib/skills/types.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { profileWith, skillWith } from "./samples.ts";

const HELLO = skillWith("hello-python");

function planned(
  skills: readonly Skill[],
  constraints: Constraints | null = null,
  profile: Profile = profileWith(),
): LegacyPlan {
  const result = legacyPlan(skills, profile, { constraints });
  assertTrue(result.ok, JSON.stringify(result));
  return result.plan;
}

Deno.test("The older plan has its own shape, and says what it did not evaluate", () => {
  assertEquals(planned([HELLO, skillWith("page-check", { project_types: ["web"] })]), {
    plan_version: "1.0",
    project_profile: {
      blocked: false,
      exists: true,
      languages: ["python"],
      markers: { python: ["app.py", "pyproject.toml"] },
      types: ["python"],
    },
    selected_skills: [{
      position: 1,
      prerequisites: [],
      reason_codes: ["PROJECT_TYPE_MATCH"],
      skill_id: "hello-python",
    }],
    rejected_skills: [{ reason_codes: ["PROJECT_TYPE_MISMATCH"], skill_id: "page-check" }],
    steps: [{ action: "PROVIDE_SKILL", position: 1, skill_id: "hello-python" }],
    warnings: ["ACTIVATION_FACTS_NOT_EVALUATED", "CAPABILITIES_NOT_EVALUATED", "DEPENDENCIES_NOT_DECLARED"],
  });
});

Deno.test("The older plan selects a skill whose activation facts are absent", () => {
  const plan = planned([skillWith("pay", { activation: { any: ["uses_payments"] } })]);
  assertEquals(plan.selected_skills.map(({ skill_id }) => skill_id), ["pay"]);
});

Deno.test("An empty list of capabilities is judged; an absent one is not", () => {
  const empty = planned([HELLO], { capabilities: [] });
  assertEquals(empty.rejected_skills[0]?.reason_codes, ["CAPABILITY_MISSING"]);
  assertTrue(!empty.warnings.includes("CAPABILITIES_NOT_EVALUATED"));
  const absent = planned([HELLO], {});
  assertEquals(absent.selected_skills.length, 1);
  assertTrue(absent.warnings.includes("CAPABILITIES_NOT_EVALUATED"));
});

Deno.test("Every reason against a skill is given, sorted", () => {
  const constraints = { platforms: ["ios"], domains: ["security"], capabilities: ["web"] };
  assertEquals(planned([skillWith("x", { project_types: ["web"] })], constraints).rejected_skills[0], {
    reason_codes: [
      "CAPABILITY_FORBIDDEN",
      "CAPABILITY_MISSING",
      "DOMAIN_MISMATCH",
      "PLATFORM_MISMATCH",
      "PROJECT_TYPE_MISMATCH",
    ],
    skill_id: "x",
  });
});

Deno.test("The reasons for a skill stand in one order, one for each constraint that was given", () => {
  const constraints = { platforms: ["ANY"], domains: ["Quality"], capabilities: ["Filesystem_Read"] };
  assertEquals(planned([HELLO], constraints).selected_skills[0]?.reason_codes, [
    "PROJECT_TYPE_MATCH",
    "PLATFORM_MATCH",
    "DOMAIN_MATCH",
    "CAPABILITIES_MATCH",
  ]);
  assertEquals(planned([HELLO], { platforms: [], domains: [] }).selected_skills[0]?.reason_codes, [
    "PROJECT_TYPE_MATCH",
  ]);
});

Deno.test("An empty registry makes a valid, empty older plan", () => {
  const plan = planned([]);
  assertEquals(plan.selected_skills, []);
  assertTrue(plan.warnings.includes("NO_COMPATIBLE_SKILL"));
});

Deno.test("Constraints that name one thing twice, but for case, are refused", () => {
  const wrong = [
    { domains: ["quality", "Quality"] },
    { platforms: [""] },
    { platforms: [" x"] },
    { capabilities: ["a\u202eb"] },
    { capabilities: ["x".repeat(129)] },
    { domains: Array.from({ length: 101 }, (_, at) => `d${at}`) },
  ];
  for (const constraints of wrong) {
    const result = legacyPlan([HELLO], profileWith(), { constraints });
    assertTrue(!result.ok);
    assertEquals(result.issues.map(({ code }) => code), ["PLAN_INVALID"]);
  }
});

Deno.test("Constraints may have 100 entries of 128 characters", () => {
  const domains = Array.from({ length: 100 }, (_, at) => `${at}`.padStart(128, "d"));
  assertEquals(planned([HELLO], { domains }).selected_skills, []);
});

Deno.test("Marker names stand without regard to case, then by code units", () => {
  const plan = planned(
    [],
    null,
    profileWith({ markers: { web: ["b.ts", "Button.tsx", "button.tsx", "a.ts"] } }),
  );
  assertEquals(plan.project_profile.markers, { web: ["a.ts", "b.ts", "Button.tsx", "button.tsx"] });
});

Deno.test("An older plan that is too large is refused and not cut", () => {
  const result = legacyPlan([HELLO], profileWith(), { maxBytes: 100 });
  assertTrue(!result.ok);
  assertEquals(result.issues[0]?.code, "PLAN_LIMIT");
});
