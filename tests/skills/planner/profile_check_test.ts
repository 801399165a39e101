import { b3Plan } from "../../../lib/skills/planner/b3.ts";
import { legacyPlan } from "../../../lib/skills/planner/legacy.ts";
import { checkProfile } from "../../../lib/skills/planner/profile_check.ts";
import { assertEquals, assertTrue } from "../../assert.ts";
import { profileWith, skillWith } from "./samples.ts";

const codes = (profile: unknown) => checkProfile(profile).map(({ code }) => code).join();

Deno.test("Names that differ in case alone, are decomposed, or are more than 1,000, do not keep a project from its plan", () => {
  const markers = {
    web: ["Button.tsx", "button.tsx", "cafe\u0301.ts", "café.ts"],
    python: Array.from({ length: 4000 }, (_, at) => `module_${at}.py`),
  };
  const profile = profileWith({ types: ["python", "web"], markers });
  assertEquals(codes(profile), "");
  assertTrue(b3Plan([skillWith("a")], profile, { clientCapabilities: ["filesystem_read"] }).ok);
  const older = legacyPlan([skillWith("a")], profile);
  assertTrue(older.ok);
  assertEquals(older.plan.project_profile.markers["python"]?.length, 4000);
  assertEquals(older.plan.project_profile.markers["web"]?.length, 4);
});

Deno.test("A profile that names an unknown project is planned with", () => {
  assertEquals(codes(profileWith({ types: ["inconnu"], languages: ["rust"], markers: {} })), "");
});

Deno.test("What is no profile is PROFILE_INVALID, whatever part of it is wrong", () => {
  const wrong: unknown[] = [
    null,
    [],
    "profile",
    {},
    { ...profileWith(), target: "/home/me" },
    { ...profileWith(), exists: "yes" },
    { ...profileWith(), types: [] },
    { ...profileWith(), types: ["cobol"] },
    { ...profileWith(), types: ["web", "web"] },
    { ...profileWith(), types: "web" },
    { ...profileWith(), languages: ["cobol"] },
    { ...profileWith(), facts: ["has_wings"] },
    { ...profileWith(), facts: [5] },
    { ...profileWith(), likely: ["has_wings"] },
    { ...profileWith(), issues: ["READ_ERROR"] },
    { ...profileWith(), issues: null },
    { ...profileWith(), markers: [] },
    { ...profileWith(), markers: { cobol: ["a.cob"] } },
    { ...profileWith(), markers: { web: "index.html" } },
    { ...profileWith(), markers: { web: [""] } },
    { ...profileWith(), markers: { web: ["src/index.html"] } },
    { ...profileWith(), evidence: {} },
  ];
  for (const profile of wrong) assertEquals(codes(profile), "PROFILE_INVALID", JSON.stringify(profile));
});

Deno.test("A target that does not exist, or that a problem was met in, is PROFILE_BLOCKED", () => {
  assertEquals(codes(profileWith({ exists: false, types: ["inconnu"] })), "PROFILE_BLOCKED");
  assertEquals(codes(profileWith({ blocked: true, issues: ["UNSAFE_FILE"] })), "PROFILE_BLOCKED");
});
