import fc from "fast-check";
import { b3Plan } from "../../../lib/skills/planner/b3.ts";
import { checkB3Plan } from "../../../lib/skills/planner/check.ts";
import { explain } from "../../../lib/skills/planner/explain.ts";
import { legacyPlan } from "../../../lib/skills/planner/legacy.ts";
import { planFor } from "../../../lib/skills/planner/plan_for.ts";
import { canonicalJson } from "../../../lib/skills/text/canonical_json.ts";
import type { PlanParameters } from "../../../lib/skills/planner/types.ts";
import type { Profile, Skill } from "../../../lib/skills/types.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { planDocument } from "./plan_document.ts";
import { accepted, capabilities, constraints, gapRules, profiles, shuffled, skills } from "./arbitrary.ts";

const WHEN = { root_ids: ["demo", "main"], today: "2026-08-27" };

const b3Parameters: fc.Arbitrary<PlanParameters> = fc.record({
  client_capabilities: capabilities,
  accept_likely: accepted,
  gap_rules: gapRules,
}).map((given) => ({ plan_version: "B3", ...WHEN, ...given }));

const olderParameters: fc.Arbitrary<PlanParameters> = fc.option(constraints)
  .map((given) => ({ plan_version: "1.0", ...WHEN, constraints: given }));

Deno.test("Every valid skill lands in exactly one category of a B3 plan, with its reason", () => {
  fc.assert(fc.property(skills, profiles, capabilities, accepted, (catalogue, profile, declared, likely) => {
    const planned = b3Plan(catalogue, profile, { clientCapabilities: declared, acceptLikely: likely });
    assertTrue(planned.ok);
    const { skills_selected, skills_not_applicable, skills_blocked } = planned.plan;
    const placed = [...skills_selected, ...skills_not_applicable, ...skills_blocked];
    assertEquals(placed.map(({ skill_id }) => skill_id).sort(), catalogue.map(({ id }) => id).sort());
    assertTrue(placed.every(({ reason_codes }) => reason_codes.length > 0));
  }));
});

Deno.test("Every valid skill is either selected or rejected by the older plan, with its reasons", () => {
  fc.assert(fc.property(skills, profiles, constraints, (catalogue, profile, asked) => {
    const planned = legacyPlan(catalogue, profile, { constraints: asked });
    assertTrue(planned.ok);
    const placed = [...planned.plan.selected_skills, ...planned.plan.rejected_skills];
    assertEquals(placed.map(({ skill_id }) => skill_id).sort(), catalogue.map(({ id }) => id).sort());
    assertTrue(placed.every(({ reason_codes }) => reason_codes.length > 0));
  }));
});

Deno.test("Every B3 plan is of the published shape and passes the public checker", () => {
  fc.assert(
    fc.property(
      skills,
      profiles,
      capabilities,
      accepted,
      gapRules,
      (catalogue, profile, declared, likely, rules) => {
        const options = { clientCapabilities: declared, acceptLikely: likely, gapRules: rules };
        const planned = b3Plan(catalogue, profile, options);
        assertTrue(planned.ok, JSON.stringify(planned));
        assertEquals(checkB3Plan(JSON.parse(canonicalJson(planned.plan))), []);
      },
    ),
  );
});

Deno.test("What can be carried out is exactly what is declared: no selected skill lacks or offends a capability", () => {
  fc.assert(fc.property(skills, profiles, capabilities, (catalogue, profile, declared) => {
    const planned = b3Plan(catalogue, profile, { clientCapabilities: declared });
    assertTrue(planned.ok);
    for (const { skill_id } of planned.plan.skills_selected) {
      const manifest = catalogue.find(({ id }) => id === skill_id)?.manifest;
      assertTrue(manifest?.requires_capabilities.every((name) => declared?.includes(name)));
      assertTrue(!manifest?.forbidden_capabilities.some((name) => declared?.includes(name)));
    }
  }));
});

/** The same profile with all lists in another order. */
function otherOrder(profile: Profile): fc.Arbitrary<Profile> {
  return fc.record({
    types: shuffled(profile.types),
    languages: shuffled(profile.languages),
    facts: shuffled(profile.facts),
    likely: shuffled(profile.likely),
    names: shuffled(profile.markers["web"] ?? []),
  }).map(({ names, ...lists }) => ({ ...profile, ...lists, markers: { web: names } }));
}

/** The same parameters with all lists in another order. */
function otherParameters(parameters: PlanParameters): fc.Arbitrary<PlanParameters> {
  const root_ids = shuffled(parameters.root_ids);
  if (parameters.plan_version === "1.0") {
    const { platforms = [], domains = [], capabilities } = parameters.constraints ?? {};
    return fc.record({
      root_ids,
      platforms: shuffled(platforms),
      domains: shuffled(domains),
      capabilities: capabilities === undefined ? fc.constant(null) : shuffled(capabilities),
    }).map(({ root_ids, capabilities, ...lists }) => ({
      ...parameters,
      root_ids,
      constraints: { ...lists, ...(capabilities === null ? {} : { capabilities }) },
    }));
  }
  const { client_capabilities } = parameters;
  return fc.record({
    root_ids,
    client_capabilities: client_capabilities === null ? fc.constant(null) : shuffled(client_capabilities),
    accept_likely: shuffled(parameters.accept_likely),
    gap_rules: shuffled(parameters.gap_rules)
      .map((rules) => rules.map((rule) => ({ ...rule, required_facts: rule.required_facts.toReversed() }))),
  }).map((lists) => ({ ...parameters, ...lists }));
}

for (const [name, parameters] of [["B3", b3Parameters], ["1.0", olderParameters]] as const) {
  Deno.test(`The order of skills, facts, capabilities and rules changes no byte of a ${name} plan or of its digests`, () => {
    const twice = fc.tuple(skills, profiles, parameters).chain(([catalogue, profile, given]) =>
      fc.tuple(
        fc.constant({ catalogue, profile, given }),
        fc.record({
          catalogue: shuffled(catalogue),
          profile: otherOrder(profile),
          given: otherParameters(given),
        }),
      )
    );
    fc.assert(fc.property(twice, ([one, other]) => {
      const [a, b] = [one, other].map(({ catalogue, profile, given }) =>
        planDocument(catalogue, profile, given)
      );
      assertTrue(a && b);
      assertEquals(canonicalJson(b), canonicalJson(a));
      assertEquals(
        canonicalJson(explain(other.catalogue, other.profile, { parameters: other.given })),
        canonicalJson(explain(one.catalogue, one.profile, { parameters: one.given })),
      );
    }));
  });
}

/** The same skill with all lists of its manifest in another order, and each word twice. */
function otherLists(skill: Skill): Skill {
  const twice = (list: readonly string[]) => [...list, ...list].reverse();
  const { manifest } = skill;
  return {
    ...skill,
    manifest: {
      ...manifest,
      project_types: twice(manifest.project_types),
      platforms: twice(manifest.platforms),
      activation: { any: twice(manifest.activation.any) },
      requires_capabilities: twice(manifest.requires_capabilities),
      optional_capabilities: twice(manifest.optional_capabilities),
      forbidden_capabilities: twice(manifest.forbidden_capabilities),
      provides_capabilities: twice(manifest.provides_capabilities),
    },
  };
}

Deno.test("The order of a manifest's lists changes no byte of a plan or of its explanation", () => {
  fc.assert(
    fc.property(
      skills,
      profiles,
      fc.oneof(b3Parameters, olderParameters),
      (catalogue, profile, parameters) => {
        const others = catalogue.map(otherLists);
        assertEquals(planFor(others, profile, { parameters }), planFor(catalogue, profile, { parameters }));
        assertEquals(explain(others, profile, { parameters }), explain(catalogue, profile, { parameters }));
      },
    ),
  );
});

Deno.test("The explanation places every skill where the plan does, and gives the reason that decided", () => {
  fc.assert(
    fc.property(
      skills,
      profiles,
      fc.oneof(b3Parameters, olderParameters),
      (catalogue, profile, parameters) => {
        const planned = planFor(catalogue, profile, { parameters });
        assertTrue(planned.ok);
        const { plan } = planned;
        const categories = plan.plan_version === "B3"
          ? {
            selected: plan.skills_selected,
            not_applicable: plan.skills_not_applicable,
            blocked: plan.skills_blocked,
          }
          : { selected: plan.selected_skills, rejected: plan.rejected_skills };
        const rows = explain(catalogue, profile, { parameters });
        assertEquals(rows.length, catalogue.length);
        for (const [category, entries] of Object.entries(categories)) {
          for (const { skill_id, reason_codes } of entries) {
            const row = rows.find((one) => one.skill_id === skill_id);
            assertEquals(row?.category, category);
            const codes = row?.reasons.map((reason) => reason.split(":")[0]) ?? [];
            const told = reason_codes.filter((code) => code !== "OPTIONAL_CLIENT_CAPABILITY_MISSING");
            assertTrue(told.every((code) => codes.includes(code)), `${row?.reasons} lacks one of ${told}`);
          }
        }
      },
    ),
  );
});
