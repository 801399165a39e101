import { assertEquals } from "../assert.ts";
import { complaint, load } from "./parts/load.ts";

Deno.test("roots may be a list of tables as well", async () => {
  const { settings } = await load({ file: '[[skills.roots]]\nid = "own"\npath = "/srv/own"\n' });
  assertEquals(settings.familySettings.skills.roots, [{ id: "own", path: "/srv/own" }]);
});

Deno.test("the flags name a file of roots, a file of gap rules, the format and the quarantine", async () => {
  const flags = {
    skillsConfig: "roots.json",
    gapRules: "/gaps.json",
    format: "agent-skills",
    quarantine: true,
  };
  const { settings: { familySettings: { skills } }, origin } = await load({ flags });
  assertEquals(skills.configFile?.endsWith("/roots.json"), true);
  assertEquals([skills.gapRules, skills.format, skills.quarantine], ["/gaps.json", "agent-skills", true]);
  assertEquals(origin("skills.config"), "--skills-config");
});

const TAKES =
  "Give at most 16 tables of an absolute path, and format = phases or agent-skills, follow_links = true or false";

for (
  const roots of [
    '[skills.roots.own]\npath = "own"',
    "[skills.roots.own]\nformat = 1",
    '[skills.roots.own]\npath = "/own"\nformat = "zip"',
    '[skills.roots.own]\npath = "/own"\nfollow = true',
    '[[skills.roots]]\npath = "/own"',
    '[skills]\nroots = "/own"',
    Array.from({ length: 17 }, (_, at) => `[skills.roots.r${at}]\npath = "/r${at}"`).join("\n"),
  ]
) {
  Deno.test(`${JSON.stringify(roots).slice(0, 60)} is refused as a whole`, async () => {
    const told = await complaint({ file: roots });
    assertEquals([told.startsWith("Could not use skills.roots "), told.endsWith(TAKES)], [true, true], told);
  });
}

Deno.test("a format that does not exist is refused", async () => {
  assertEquals(
    await complaint({ flags: { format: "zip" } }),
    "Could not use skills.format zip from --format. Give phases or agent-skills",
  );
});
