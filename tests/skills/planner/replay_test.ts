import { type PlanDocument, readPlanDocument } from "../../../lib/skills/planner/document.ts";
import { EXAMPLE_GAP_RULES } from "../../../lib/skills/planner/gaps.ts";
import { replay } from "../../../lib/skills/planner/replay.ts";
import type { Constraints, PlanParameters } from "../../../lib/skills/planner/types.ts";
import { canonicalJson } from "../../../lib/skills/text/canonical_json.ts";
import { digestOf } from "../../../lib/skills/text/digest.ts";
import type { Profile, Skill } from "../../../lib/skills/types.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { planDocument } from "./plan_document.ts";
import { profileWith, skillWith } from "./samples.ts";

const WHEN = { root_ids: ["demo"], today: "2026-08-27" };
const B3: PlanParameters = {
  plan_version: "B3",
  ...WHEN,
  client_capabilities: ["filesystem_read"],
  accept_likely: ["has_api"],
  gap_rules: EXAMPLE_GAP_RULES,
};
const OLDER: PlanParameters = {
  plan_version: "1.0",
  ...WHEN,
  constraints: { capabilities: ["filesystem_read"] },
};
const SKILLS = [
  skillWith("alpha"),
  skillWith("beta", { project_types: ["web"] }),
  skillWith("gamma", { requires_capabilities: ["shell"] }),
];
const PROFILE = profileWith({ facts: ["has_python", "uses_payments"], likely: ["has_api"] });

function made(
  parameters: PlanParameters,
  skills: readonly Skill[] = SKILLS,
  profile: Profile = PROFILE,
): PlanDocument {
  const document = planDocument(skills, profile, parameters);
  assertTrue(document !== null);
  return document;
}

/** Every copy of a JSON value in which one scalar was changed, one member was left out, or one list was cut. */
function* changed(value: unknown): Generator<unknown> {
  if (typeof value === "string") yield `${value}x`;
  else if (typeof value === "number") yield value + 1;
  else if (typeof value === "boolean") yield !value;
  else if (value === null) yield [];
  else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      yield value.toSpliced(at, 1);
      for (const other of changed(item)) yield value.with(at, other);
    }
    yield [...value, "x"];
  } else {
    const members = Object.entries(value as object);
    for (const [key, item] of members) {
      yield Object.fromEntries(members.filter(([other]) => other !== key));
      for (const other of changed(item)) yield { ...value as object, [key]: other };
    }
  }
}

for (const parameters of [B3, OLDER]) {
  const version = parameters.plan_version;

  Deno.test(`A stored ${version} plan that comes out again is identical in every part`, () => {
    const stored = readPlanDocument(JSON.parse(canonicalJson({ discovery: {}, ...made(parameters) })));
    assertTrue(stored.ok);
    const outcome = replay(stored.document, made(parameters, SKILLS.toReversed()));
    assertEquals(outcome.difference, null);
    assertTrue(outcome.identical && outcome.rows.length === 4 && outcome.rows.every((row) => row.identical));
  });

  Deno.test(`Any single change to a stored ${version} document is noticed`, () => {
    const document = made(parameters);
    let count = 0;
    for (const other of changed(document)) {
      count++;
      const read = readPlanDocument(other);
      const noticed = !read.ok || !replay(read.document, document).identical;
      assertTrue(noticed, canonicalJson(other));
    }
    assertTrue(count > 50, `${count} changes`);
  });

  Deno.test(`Any single change to a stored ${version} plan is noticed even when its digest is changed with it`, () => {
    const document = made(parameters);
    for (const plan of changed(document.plan)) {
      const forged = { ...document, plan, digests: { ...document.digests, plan: digestOf(plan) } };
      const read = readPlanDocument(forged);
      const outcome = read.ok ? replay(read.document, document) : null;
      assertTrue(outcome === null || outcome.difference?.part === "plan", canonicalJson(plan));
    }
  });

  Deno.test(`Any single change to a manifest is noticed by the replay of a ${version} plan`, () => {
    const [first, ...rest] = SKILLS;
    assertTrue(first !== undefined);
    for (const manifest of changed(first.manifest)) {
      // Such manifests need not be valid ones.
      const other = { ...first, manifest: { ...first.manifest, ...manifest as object } };
      if (canonicalJson(other) === canonicalJson(first)) continue;
      const now = planDocument([other, ...rest], PROFILE, parameters);
      if (now !== null) assertEquals(replay(made(parameters), now).difference?.part, "catalogue");
    }
  });
}

Deno.test("The first value of a plan that differs is named with both values", () => {
  const document = made(B3);
  const plan = { ...document.plan, plan_status: "READY" } as PlanDocument["plan"];
  const forged = { ...document, plan, digests: { ...document.digests, plan: digestOf(plan) } };
  assertEquals(replay(forged, document).difference, {
    part: "plan",
    pointer: "/plan/plan_status",
    stored: '"READY"',
    now: '"PARTIAL"',
  });
});

Deno.test("A value that is missing on one side is named as nothing", () => {
  const document = made(B3);
  const now = made({ ...B3, client_capabilities: ["filesystem_read", "shell"] });
  assertEquals(replay(document, now).difference, {
    part: "parameters",
    pointer: "/parameters/client_capabilities/1",
    stored: null,
    now: '"shell"',
  });
});

Deno.test("A changed input is named before the plan that it changed", () => {
  const stored = made(B3);
  const part = (now: PlanDocument) => replay(stored, now).difference?.part;
  assertEquals(part(made(B3, SKILLS, { ...PROFILE, facts: ["has_python"] })), "profile");
  assertEquals(part(made(B3, SKILLS.slice(1))), "catalogue");
  assertEquals(part(made({ ...B3, today: "2026-08-28" })), "parameters");
  assertEquals(part(made({ ...B3, gap_rules: [] })), "parameters");
});

Deno.test("Of several values that differ, the first by its member's name is named", () => {
  const document = made(B3);
  const plan = { ...document.plan, warnings: [], plan_status: "READY", client_capabilities: [] };
  const forged = { ...document, plan, digests: { ...document.digests, plan: digestOf(plan) } };
  const read = readPlanDocument(forged);
  assertTrue(read.ok);
  assertEquals(replay(read.document, document).difference?.pointer, "/plan/client_capabilities/0");
});

Deno.test("Every constraint counts in the digest of the parameters", () => {
  const digest = (constraints: Constraints | null) =>
    made({ plan_version: "1.0", ...WHEN, constraints }).digests.parameters;
  const different: (Constraints | null)[] = [
    null,
    { platforms: ["a"] },
    { platforms: ["b"] },
    { domains: ["a"] },
    { domains: ["b"] },
    { capabilities: [] },
    { capabilities: ["a"] },
    { capabilities: ["b"] },
  ];
  assertEquals(new Set(different.map(digest)).size, different.length);
  for (const none of [{}, { platforms: [] }, { domains: [], platforms: [] }]) {
    assertEquals(digest(none), digest(null));
  }
});

Deno.test("A document whose plan was changed by hand is named as such, wherever it is replayed", () => {
  const document = made(B3);
  const forged = { ...document, plan: { ...document.plan, warnings: [] } };
  const { difference } = replay(forged, document);
  assertEquals([difference?.part, difference?.pointer], ["document", "/digests/plan"]);
});

Deno.test("The content of a package is part of the catalogue's digest; where it lies is not", () => {
  const [first, ...rest] = SKILLS;
  assertTrue(first !== undefined);
  const rewritten = made(B3, [{ ...first, digest: "2".repeat(64) }, ...rest]);
  assertEquals(replay(made(B3), rewritten).difference?.part, "catalogue");
  const moved = made(B3, [{ ...first, directory: "/elsewhere/alpha", rootId: "main" }, ...rest]);
  assertTrue(replay(made(B3), moved).identical);
});

Deno.test("Where a fact was seen is no part of the profile's digest", () => {
  const evidence = [{
    finding: "has_python",
    state: "CONFIRMED",
    file: "app.py",
    why: "The extension .py",
  }] as const;
  assertTrue(replay(made(B3), made(B3, SKILLS, { ...PROFILE, evidence })).identical);
});

Deno.test("A document without a plan, digests or parameters that can be planned with is refused with REPLAY_INVALID", () => {
  const document = made(B3);
  const older = made(OLDER);
  const wrong: unknown[] = [
    null,
    [document],
    { ...document, plan: null },
    { ...document, digests: undefined },
    { ...document, parameters: [] },
    { ...document, digests: { ...document.digests, plan: document.digests.plan.toUpperCase() + "x" } },
    { ...document, digests: { ...document.digests, other: document.digests.plan } },
    { ...document, parameters: { ...document.parameters, plan_version: "2.0" } },
    { ...document, parameters: older.parameters },
    { ...document, parameters: { ...document.parameters, constraints: null } },
    { ...document, parameters: { ...document.parameters, root_ids: "demo" } },
    { ...document, parameters: { ...document.parameters, today: "yesterday" } },
    { ...document, parameters: { ...document.parameters, client_capabilities: "web" } },
    { ...document, parameters: { ...document.parameters, accept_likely: [5] } },
    { ...document, parameters: { ...document.parameters, gap_rules: null } },
    { ...document, parameters: { ...document.parameters, gap_rules: [{ gap_id: "lower" }] } },
    { ...older, parameters: { ...older.parameters, constraints: { colours: [] } } },
    { ...older, parameters: { ...older.parameters, constraints: { domains: "x" } } },
    { ...older, parameters: { ...older.parameters, constraints: undefined } },
    { ...older, parameters: { ...older.parameters, constraints: [] } },
    { ...older, parameters: { ...older.parameters, constraints: "none" } },
    { ...older, parameters: { ...older.parameters, root_ids: ["demo", 5] } },
  ];
  for (const value of wrong) {
    const read = readPlanDocument(value);
    assertTrue(!read.ok);
    assertEquals(read.issues.map(({ code }) => code), ["REPLAY_INVALID"]);
  }
});

Deno.test("A difference is shown on one line, escaped and cut", () => {
  const document = made(OLDER, [], profileWith({ markers: { python: [`a\u202e${"x".repeat(500)}.py`] } }));
  const now = made(OLDER, [], profileWith({ markers: { python: ["a.py"] } }));
  // The profile's digest differs first; here the plan's own difference is looked at.
  const same = { ...now, digests: { ...now.digests, profile: document.digests.profile } };
  const { difference } = replay(document, same);
  assertEquals(difference?.pointer, "/plan/project_profile/markers/python/0");
  assertIncludes(difference?.stored ?? "", "\\u{202e}");
  assertTrue((difference?.stored?.length ?? 0) < 300);
});
