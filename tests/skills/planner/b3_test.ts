import { b3Plan } from "../../../lib/skills/planner/b3.ts";
import type { B3Plan, B3PlanOptions } from "../../../lib/skills/planner/types.ts";
import type { Profile, Skill } from "../../../lib/skills/types.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { profileWith, skillWith } from "./samples.ts";

const HELLO = skillWith("hello-python");
const BOTH = { clientCapabilities: ["filesystem_read", "filesystem_search"] };

function planned(skills: readonly Skill[], options: B3PlanOptions, profile: Profile = profileWith()): B3Plan {
  const result = b3Plan(skills, profile, options);
  assertTrue(result.ok, JSON.stringify(result));
  return result.plan;
}

function refusal(skills: readonly Skill[], options: B3PlanOptions, profile: Profile = profileWith()): string {
  const result = b3Plan(skills, profile, options);
  assertTrue(!result.ok);
  return result.issues.map(({ code }) => code).join();
}

Deno.test("A fitting skill whose capabilities are all declared is selected at position 1 without limitation", () => {
  assertEquals(planned([HELLO], BOTH), {
    plan_version: "B3",
    plan_status: "READY",
    project_profile: {
      blocked: false,
      exists: true,
      facts: ["has_python", "has_source_code"],
      languages: ["python"],
      types: ["python"],
    },
    client_capabilities: ["filesystem_read", "filesystem_search"],
    skills_selected: [{
      skill_id: "hello-python",
      position: 1,
      reason_codes: ["PROJECT_TYPE_MATCH", "REQUIRED_CLIENT_CAPABILITIES_AVAILABLE"],
      required_capabilities: ["filesystem_read"],
      optional_capabilities: ["filesystem_search"],
      limitations: [],
    }],
    skills_not_applicable: [],
    skills_blocked: [],
    skills_missing: [],
    warnings: [],
    steps: [{
      position: 1,
      skill_id: "hello-python",
      action: "READ_AND_EXECUTE_SKILL",
      reason_codes: ["PROJECT_TYPE_MATCH", "REQUIRED_CLIENT_CAPABILITIES_AVAILABLE"],
      required_capabilities: ["filesystem_read"],
      gate: 0,
    }],
  });
});

Deno.test("An absent optional capability is a limitation and a warning, and the plan stays ready", () => {
  const plan = planned([HELLO], { clientCapabilities: ["filesystem_read"] });
  assertEquals(plan.plan_status, "READY");
  assertEquals(plan.warnings, ["OPTIONAL_CLIENT_CAPABILITY_MISSING"]);
  assertEquals(plan.skills_selected[0]?.limitations, ["OPTIONAL_CAPABILITY_UNAVAILABLE:filesystem_search"]);
  assertEquals(plan.skills_selected[0]?.reason_codes, [
    "PROJECT_TYPE_MATCH",
    "REQUIRED_CLIENT_CAPABILITIES_AVAILABLE",
    "OPTIONAL_CLIENT_CAPABILITY_MISSING",
  ]);
});

Deno.test("Capabilities that were not declared are none, and the plan says that they were not", () => {
  for (const options of [{}, { clientCapabilities: null }]) {
    const plan = planned([HELLO], options);
    assertEquals(plan.plan_status, "BLOCKED");
    assertEquals(plan.client_capabilities, []);
    assertEquals(plan.warnings, ["CLIENT_CAPABILITIES_UNDECLARED", "NO_EXECUTABLE_SKILL"]);
    assertEquals(plan.skills_blocked, [{
      skill_id: "hello-python",
      reason_codes: ["REQUIRED_CLIENT_CAPABILITY_MISSING"],
      missing_capabilities: ["filesystem_read"],
    }]);
  }
});

Deno.test("An empty list of capabilities is a declaration", () => {
  const plan = planned([HELLO], { clientCapabilities: [] });
  assertEquals(plan.warnings, ["NO_EXECUTABLE_SKILL"]);
});

Deno.test("A forbidden capability that is present blocks, and is named", () => {
  const plan = planned([HELLO], { clientCapabilities: ["web", "filesystem_read"] });
  assertEquals(plan.plan_status, "BLOCKED");
  assertEquals(plan.skills_blocked, [{
    skill_id: "hello-python",
    reason_codes: ["FORBIDDEN_CLIENT_CAPABILITY_PRESENT"],
    missing_capabilities: ["web"],
  }]);
});

Deno.test("A missing required capability is told before a present forbidden one", () => {
  const plan = planned([HELLO], { clientCapabilities: ["web"] });
  assertEquals(plan.skills_blocked[0]?.reason_codes, ["REQUIRED_CLIENT_CAPABILITY_MISSING"]);
});

Deno.test("A skill for another type of project is not applicable, and nothing else is found", () => {
  const plan = planned([skillWith("page-check", { project_types: ["web"] })], BOTH);
  assertEquals(plan.skills_not_applicable, [{
    skill_id: "page-check",
    reason_codes: ["PROJECT_TYPE_MISMATCH"],
  }]);
  assertEquals(plan.warnings, ["NO_COMPATIBLE_SKILL"]);
  assertEquals(plan.plan_status, "BLOCKED");
});

Deno.test("A skill of the right type whose activation facts are all absent is not applicable", () => {
  const plan = planned([skillWith("pay", { activation: { any: ["uses_payments", "has_ecommerce"] } })], BOTH);
  assertEquals(plan.skills_not_applicable, [{ skill_id: "pay", reason_codes: ["ACTIVATION_FACT_MISMATCH"] }]);
});

Deno.test("A skill that names no activation facts needs none", () => {
  const plan = planned([skillWith("plain", { activation: { any: [] } })], BOTH);
  assertEquals(plan.skills_selected.length, 1);
});

Deno.test("The types of a project are compared without regard to case", () => {
  assertEquals(planned([skillWith("loud", { project_types: ["PYTHON"] })], BOTH).skills_selected.length, 1);
});

Deno.test("An empty registry makes a valid, empty plan", () => {
  const plan = planned([], BOTH);
  assertEquals(plan.warnings, ["NO_COMPATIBLE_SKILL"]);
  assertEquals(plan.plan_status, "BLOCKED");
  assertEquals(plan.steps, []);
});

const PAYING = profileWith({ facts: ["has_python", "has_source_code", "uses_payments"] });
const PROVIDES = { provides_capabilities: ["example_domain_audit"] };

Deno.test("A declared fact without a provider opens a gap, and the plan is partial", () => {
  const plan = planned([HELLO], BOTH, PAYING);
  assertEquals(plan.plan_status, "PARTIAL");
  assertEquals(plan.warnings, ["NO_INSTALLED_SKILL_FOR_CAPABILITY"]);
  assertEquals(plan.skills_missing, [{
    gap_id: "GAP-EXAMPLE",
    capability: "example_domain_audit",
    severity: "warning",
    reason_code: "NO_INSTALLED_SKILL_FOR_CAPABILITY",
    required_facts: ["uses_payments"],
  }]);
});

Deno.test("A gap opens when all of its facts hold, not one of them", () => {
  const rule = {
    gap_id: "OWN-1",
    required_facts: ["has_python", "has_api"],
    capability: "own_audit",
    severity: "warning",
    reason_code: "NO_INSTALLED_SKILL_FOR_CAPABILITY",
  } as const;
  assertEquals(planned([HELLO], { ...BOTH, gapRules: [rule] }).skills_missing, []);
  const api = profileWith({ facts: ["has_api", "has_python"] });
  assertEquals(planned([HELLO], { ...BOTH, gapRules: [rule] }, api).skills_missing.length, 1);
});

Deno.test("A gap with nothing selected leaves the plan blocked", () => {
  const plan = planned([], BOTH, PAYING);
  assertEquals(plan.plan_status, "BLOCKED");
  assertEquals(plan.warnings, ["NO_COMPATIBLE_SKILL", "NO_INSTALLED_SKILL_FOR_CAPABILITY"]);
});

Deno.test("A selected provider closes the gap", () => {
  assertEquals(planned([skillWith("auditor", PROVIDES)], BOTH, PAYING).skills_missing, []);
});

Deno.test("A provider that is installed and blocked, or not applicable, leaves the gap open", () => {
  for (const changes of [{ requires_capabilities: ["shell"] }, { project_types: ["web"] }]) {
    const plan = planned([HELLO, skillWith("auditor", { ...PROVIDES, ...changes })], BOTH, PAYING);
    assertEquals(plan.skills_missing.map(({ gap_id }) => gap_id), ["GAP-EXAMPLE"]);
    assertEquals(plan.plan_status, "PARTIAL");
  }
});

Deno.test("Rules of one's own take the place of the example; a blocking gap does not change the status", () => {
  const rule = {
    gap_id: "OWN-1",
    required_facts: ["has_python"],
    capability: "own_audit",
    severity: "blocking",
    reason_code: "NO_INSTALLED_SKILL_FOR_CAPABILITY",
  } as const;
  const plan = planned([HELLO], { ...BOTH, gapRules: [rule] }, PAYING);
  assertEquals(plan.skills_missing.map(({ gap_id }) => gap_id), ["OWN-1"]);
  assertEquals(plan.plan_status, "PARTIAL");
  assertEquals(planned([HELLO], { ...BOTH, gapRules: [] }, PAYING).skills_missing, []);
});

const MAYBE = profileWith({ likely: ["has_api", "uses_payments"] });
const API = skillWith("api-check", { activation: { any: ["has_api"] } });

Deno.test("A likely fact neither activates a skill nor opens a gap", () => {
  const plan = planned([API], BOTH, MAYBE);
  assertEquals(plan.skills_not_applicable.map(({ skill_id }) => skill_id), ["api-check"]);
  assertEquals(plan.skills_missing, []);
  assertTrue(!plan.project_profile.facts.includes("has_api"));
});

Deno.test("A likely fact that the caller accepts by name counts like a declared one, and the plan says so", () => {
  const plan = planned([API], { ...BOTH, acceptLikely: ["has_api"] }, MAYBE);
  assertEquals(plan.skills_selected.map(({ skill_id }) => skill_id), ["api-check"]);
  assertEquals(plan.project_profile.facts, ["has_api", "has_python", "has_source_code"]);
  assertEquals(plan.skills_missing, []);
  assertEquals(planned([], { ...BOTH, acceptLikely: ["uses_payments"] }, MAYBE).skills_missing.length, 1);
});

Deno.test("Accepting what no sign speaks for changes nothing", () => {
  assertEquals(planned([API], { ...BOTH, acceptLikely: ["has_api"] }), planned([API], BOTH));
});

Deno.test("Accepting what is no fact is refused", () => {
  assertEquals(refusal([HELLO], { ...BOTH, acceptLikely: ["has_wings"] }), "ACCEPT_LIKELY_UNKNOWN");
});

Deno.test("Skills stand in the order of their canonical ids, and positions count from 1", () => {
  const plan = planned([skillWith("b"), skillWith("C"), skillWith("A")], BOTH);
  assertEquals(plan.skills_selected.map(({ skill_id, position }) => `${position}${skill_id}`), [
    "1A",
    "2b",
    "3C",
  ]);
});

Deno.test("Each fault of declared capabilities has its code", () => {
  // What a caller without types may hand over.
  const declare = (clientCapabilities: unknown) => refusal([], { clientCapabilities } as B3PlanOptions);
  assertEquals(declare("web"), "CLIENT_CAPABILITIES_TYPE");
  assertEquals(declare(Array(33).fill("web")), "CLIENT_CAPABILITIES_LIMIT");
  assertEquals(declare(Array(32).fill("web")), "CLIENT_CAPABILITY_DUPLICATE");
  for (const bad of ["Web", "", "a".repeat(65), "web ", 5, null, {}]) {
    assertEquals(declare([bad]), "CLIENT_CAPABILITY_INVALID");
  }
  assertEquals(declare(["teleport"]), "CLIENT_CAPABILITY_UNKNOWN");
  assertEquals(declare(["web", "web"]), "CLIENT_CAPABILITY_DUPLICATE");
});

Deno.test("Two skills with one key are not planned with", () => {
  assertEquals(refusal([skillWith("Audit"), skillWith("audit")], BOTH), "REGISTRY_INVALID");
});

Deno.test("A plan that is too large is refused and not cut", () => {
  assertEquals(refusal([HELLO], { ...BOTH, maxBytes: 400 }), "PLAN_LIMIT");
  const many = Array.from(
    { length: 1000 },
    (_, at) => skillWith(`skill-${"x".repeat(55)}${String(at).padStart(3, "0")}`),
  );
  assertTrue(b3Plan(many, profileWith(), BOTH).ok);
});

Deno.test("A blocked or missing target is not planned for", () => {
  assertEquals(refusal([], BOTH, profileWith({ blocked: true, issues: ["SCAN_LIMIT"] })), "PROFILE_BLOCKED");
  assertEquals(refusal([], BOTH, profileWith({ exists: false })), "PROFILE_BLOCKED");
});
