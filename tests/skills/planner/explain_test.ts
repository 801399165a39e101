import { explain } from "../../../lib/skills/planner/explain.ts";
import { EXAMPLE_GAP_RULES } from "../../../lib/skills/planner/gaps.ts";
import type { Constraints, PlanParameters } from "../../../lib/skills/planner/types.ts";
import { assertEquals } from "../../assert.ts";
import { profileWith, skillWith } from "./samples.ts";

const WHEN = { root_ids: ["demo"], today: "2026-08-27" };

function b3(
  client_capabilities: readonly string[] | null,
  accept_likely: readonly string[] = [],
): PlanParameters {
  return { plan_version: "B3", ...WHEN, client_capabilities, accept_likely, gap_rules: EXAMPLE_GAP_RULES };
}

function older(constraints: Constraints | null): PlanParameters {
  return { plan_version: "1.0", ...WHEN, constraints };
}

Deno.test("A skill that fails every test of a B3 plan is told all of them, the deciding one first", () => {
  const skill = skillWith("all-wrong", {
    project_types: ["web", "apk"],
    activation: { any: ["has_web", "has_api"] },
    requires_capabilities: ["shell", "browser"],
    exclusions: ["Generated code"],
  });
  assertEquals(explain([skill], profileWith({ likely: ["has_api"] }), { parameters: b3(["web"]) }), [{
    skill_id: "all-wrong",
    category: "not_applicable",
    reasons: [
      "PROJECT_TYPE_MISMATCH:apk",
      "PROJECT_TYPE_MISMATCH:web",
      "ACTIVATION_FACT_MISMATCH:has_api",
      "ACTIVATION_FACT_MISMATCH:has_web",
      "ACTIVATION_FACT_LIKELY:has_api",
      "REQUIRED_CLIENT_CAPABILITY_MISSING:browser",
      "REQUIRED_CLIENT_CAPABILITY_MISSING:shell",
      "FORBIDDEN_CLIENT_CAPABILITY_PRESENT:web",
      "OPTIONAL_CAPABILITY_UNAVAILABLE:filesystem_search",
      "EXCLUSIONS_NOT_EVALUATED",
    ],
  }]);
});

Deno.test("A selected skill is told what speaks for it", () => {
  const [row] = explain([skillWith("a")], profileWith(), {
    parameters: b3(["filesystem_read", "filesystem_search"]),
  });
  assertEquals(row, {
    skill_id: "a",
    category: "selected",
    reasons: [
      "PROJECT_TYPE_MATCH:python",
      "ACTIVATION_FACT_MATCH:has_python",
      "REQUIRED_CLIENT_CAPABILITIES_AVAILABLE",
    ],
  });
});

Deno.test("A likely fact is named as such until it is accepted", () => {
  const skill = skillWith("a", { activation: { any: ["has_api"] } });
  const profile = profileWith({ likely: ["has_api"] });
  const reasons = (accept: readonly string[]) =>
    explain([skill], profile, { parameters: b3(null, accept) })[0]?.reasons
      .filter((reason) => reason.startsWith("ACTIVATION"));
  assertEquals(reasons([]), ["ACTIVATION_FACT_MISMATCH:has_api", "ACTIVATION_FACT_LIKELY:has_api"]);
  assertEquals(reasons(["has_api"]), ["ACTIVATION_FACT_MATCH:has_api"]);
});

Deno.test("A skill without activation facts is said to have none", () => {
  const [row] = explain([skillWith("a", { activation: { any: [] } })], profileWith(), {
    parameters: b3(null),
  });
  assertEquals(row?.reasons[1], "ACTIVATION_NOT_DECLARED");
});

Deno.test("The older plan's reasons name the words that they are about", () => {
  const asked = { platforms: ["ios"], domains: ["quality"], capabilities: ["web"] };
  assertEquals(explain([skillWith("a")], profileWith(), { parameters: older(asked) }), [{
    skill_id: "a",
    category: "rejected",
    reasons: [
      "PROJECT_TYPE_MATCH:python",
      "PLATFORM_MISMATCH:any",
      "DOMAIN_MATCH:quality",
      "CAPABILITY_MISSING:filesystem_read",
      "CAPABILITY_FORBIDDEN:web",
    ],
  }]);
  assertEquals(explain([skillWith("a")], profileWith(), { parameters: older(null) })[0]?.reasons, [
    "PROJECT_TYPE_MATCH:python",
  ]);
});
