/** What `gatehouse skills …` prints, and what it ends with. */
import { join } from "node:path";
import { assertEquals, assertIncludes, assertMatch, assertTrue } from "../assert.ts";
import { writeAgentSkill, writePackage } from "../skills/parts/package.ts";
import { Place, TODAY } from "../skills/parts/served.ts";
import { ROOT } from "../tasks/parts/tree.ts";
import { run } from "./parts/run.ts";

const EXAMPLES = join(ROOT, "skills-examples");
const DAY = ["--today", TODAY] as const;

interface Set {
  readonly place: Place;
  /** A file of roots with the examples as `demo`. */
  readonly roots: string;
  readonly project: string;
}

async function withSet(work: (set: Set) => Promise<void>): Promise<void> {
  await using place = await Place.make();
  await place.file("project/app.py", "x = 1\n");
  await work({ place, roots: await place.roots({ demo: EXAMPLES }), project: join(place.path, "project") });
}

Deno.test("detect prints types, languages and facts, and with --evidence which file shows what", async () => {
  await withSet(async ({ project }) => {
    const { code, out } = await run(["skills", "detect", project]);
    assertEquals(code, 0);
    assertMatch(out, /^types +python$/m);
    assertMatch(out, /^facts +has_python has_source_code$/m);
    const more = await run(["skills", "detect", "--evidence", project]);
    assertMatch(more.out, /^CONFIRMED +has_python +app\.py/m);
  });
});

Deno.test("a relative target stands in the working directory", async () => {
  await withSet(async ({ place }) => {
    for (const target of ["project", "./project/.", "x/../project"]) {
      const { code, out } = await run(["skills", "detect", "--json", target], { cwd: place.path });
      assertEquals([code, JSON.parse(out).profile.types], [0, ["python"]], target);
    }
  });
});

Deno.test("a target that is not there ends with 1 and is told on stderr", async () => {
  const { code, out, err } = await run(["skills", "detect", "/nowhere/at/all"]);
  assertEquals([code, out], [1, ""]);
  assertIncludes(err, "PROJECT_TARGET (there is no such target)");
});

Deno.test("why a target has no profile is said in words", async () => {
  await withSet(async ({ place }) => {
    await Deno.symlink(place.path, join(place.path, "project", "link"));
    const { code, err } = await run(["skills", "detect", "project"], { cwd: place.path });
    assertEquals(code, 1);
    assertIncludes(err, "REPARSE_POINT (a link is in the target, or in the path that leads to it)");
  });
});

Deno.test("list prints each skill, of all roots unless some are named", async () => {
  await withSet(async ({ roots }) => {
    const { code, out } = await run(["skills", "list", "--skills-config", roots, ...DAY]);
    assertEquals(code, 0);
    assertMatch(out, /^hello-python +1\.0\.0 +python +First look at a Python project$/m);
    const named = await run(["skills", "list", "--skills-config", roots, "--roots", "DEMO", ...DAY]);
    assertEquals(named.out, out);
    const other = await run(["skills", "list", "--skills-config", roots, "--roots", "other", ...DAY]);
    assertEquals([other.code, other.out], [1, ""]);
    assertIncludes(other.err, "gatehouse: SKILL_ROOT_UNKNOWN");
  });
});

Deno.test("get prints the skill, or with --document a file that it declares", async () => {
  await withSet(async ({ roots }) => {
    const flags = ["--skills-config", roots, ...DAY];
    const { code, out } = await run(["skills", "get", ...flags, "hello-python"]);
    assertEquals([code, out], [0, await Deno.readTextFile(join(EXAMPLES, "hello-python", "SKILL.md"))]);
    const path = "references/where-to-look.md";
    const read = await run(["skills", "get", ...flags, "--document", path, "hello-python"]);
    assertEquals(read.out, await Deno.readTextFile(join(EXAMPLES, "hello-python", path)));
    assertEquals((await run(["skills", "get", ...flags, "none"])).code, 1);
  });
});

Deno.test("plan prints position, skill and reasons, and --explain a row for each reason", async () => {
  await withSet(async ({ roots, project }) => {
    const flags = ["--skills-config", roots, ...DAY, "--capabilities", "filesystem_read,filesystem_search"];
    const { code, out } = await run(["skills", "plan", ...flags, project]);
    assertEquals(code, 0);
    assertMatch(out, /^1 +hello-python +PROJECT_TYPE_MATCH REQUIRED_CLIENT_CAPABILITIES_AVAILABLE$/m);
    assertMatch(out, /^no match +web-page-safety +PROJECT_TYPE_MISMATCH$/m);
    assertMatch(out, /^READY$/m);
    const explained = (await run(["skills", "plan", ...flags, "--explain", project])).out;
    assertMatch(explained, /^SKILL +CATEGORY +REASON$/m);
    assertMatch(explained, /^hello-python +selected +PROJECT_TYPE_MATCH:python$/m);
  });
});

Deno.test("the older plan takes platforms, domains and capabilities", async () => {
  await withSet(async ({ roots, project }) => {
    const flags = ["--skills-config", roots, ...DAY, "--plan-version", "1.0", "--json"];
    const planned = await run([
      "skills",
      "plan",
      ...flags,
      "--domains",
      "onboarding",
      "--platforms",
      "linux",
      project,
    ]);
    assertEquals(planned.code, 0);
    const { selected_skills } = JSON.parse(planned.out).plan;
    assertEquals(selected_skills.map(({ skill_id }: { skill_id: string }) => skill_id), ["hello-python"]);
  });
});

Deno.test("a stored plan comes out again, until something changes, and then it is said what", async () => {
  await withSet(async ({ place, roots, project }) => {
    const flags = ["--skills-config", roots];
    const asked = ["--capabilities", "filesystem_read", "--digests", "--json", ...DAY];
    const stored = await place.file(
      "plan.json",
      (await run(["skills", "plan", ...flags, ...asked, project])).out,
    );
    const same = await run(["skills", "plan", ...flags, "--replay", stored, project]);
    assertEquals(same.code, 0, same.err);
    assertMatch(same.out, /^plan +same +[0-9a-f]{64}$/m);
    await place.file("project/index.html", "<p>");
    const changed = await run(["skills", "plan", ...flags, "--replay", stored, project]);
    assertEquals(changed.code, 1);
    assertMatch(changed.out, /^profile +differs/m);
    assertMatch(changed.out, /^catalogue +same/m);
    const forged = await place.file(
      "forged.json",
      (await Deno.readTextFile(stored)).replace('"READY"', '"BLOCKED"'),
    );
    assertEquals((await run(["skills", "plan", ...flags, "--replay", forged, project])).code, 1);
  });
});

Deno.test("what is no stored plan is a wrong call", async () => {
  await withSet(async ({ place, roots, project }) => {
    const flags = ["skills", "plan", "--skills-config", roots];
    for (const text of ["no JSON", "{}", '{"plan":{}}', "[]"]) {
      const file = await place.file("plan.json", text);
      assertEquals((await run([...flags, "--replay", file, project])).code, 2, text);
    }
    assertEquals((await run([...flags, "--replay", "/nowhere.json", project])).code, 2);
    const file = await place.file("plan.json", "{}");
    assertEquals((await run([...flags, ...DAY, "--replay", file, project])).code, 2);
  });
});

Deno.test("one bad package ends list with 1, by path, code, line and remedy; --quarantine sets it aside", async () => {
  await using place = await Place.make();
  const root = join(place.path, "root");
  await writePackage(join(root, "good"));
  await writePackage(join(root, "bad"), { frontmatter: "name: other" });
  const roots = await place.roots({ own: root });
  const blocked = await run(["skills", "list", "--skills-config", roots, ...DAY]);
  assertEquals([blocked.code, blocked.out], [1, ""]);
  assertMatch(blocked.err, /^INVALID +root\[0\]\/bad +MANIFEST_MISMATCH$/m);
  assertMatch(blocked.err, /bad\/SKILL\.md:2: MANIFEST_MISMATCH: .+\. .+$/m);
  const aside = await run(["skills", "list", "--skills-config", roots, "--quarantine", ...DAY]);
  assertEquals([aside.code, aside.out.startsWith("good ")], [0, true]);
  assertMatch(aside.err, /^INVALID +root\[0\]\/bad/m);
});

Deno.test("--format agent-skills takes ordinary packages", async () => {
  await using place = await Place.make();
  const root = join(place.path, "root");
  await writeAgentSkill(join(root, "plain"), { frontmatter: "name: plain\ndescription: Reads a project" });
  const flags = ["--skills-config", await place.roots({ own: root }), ...DAY];
  assertEquals((await run(["skills", "list", ...flags])).code, 1);
  const { code, out } = await run(["skills", "list", "--format", "agent-skills", ...flags]);
  assertEquals([code, out.startsWith("plain ")], [0, true], out);
  assertEquals(
    (await run(["skills", "validate", "--format", "agent-skills", join(root, "plain"), ...DAY])).code,
    0,
  );
});

Deno.test("gap rules of one's own say what a plan should cover", async () => {
  await withSet(async ({ place, roots, project }) => {
    const rules = await place.file(
      "gaps.json",
      JSON.stringify({
        schema_id: "SKILL_GAP_RULES",
        version: "1.0.0",
        description: "What we look at",
        rules: [{
          gap_id: "OURS-1",
          required_facts: ["has_python"],
          capability: "licence_audit",
          severity: "blocking",
          reason_code: "NO_INSTALLED_SKILL_FOR_CAPABILITY",
        }],
      }),
    );
    const flags = [
      "--skills-config",
      roots,
      "--gap-rules",
      rules,
      ...DAY,
      "--capabilities",
      "filesystem_read",
    ];
    const { code, out } = await run(["skills", "plan", ...flags, project]);
    assertEquals(code, 0);
    assertMatch(out, /^gap +OURS-1 +licence_audit \(blocking\) is not covered; asked for by has_python$/m);
    assertMatch(out, /^PARTIAL$/m);
    await Deno.writeTextFile(rules, "{}");
    const bad = await run(["skills", "plan", ...flags, project]);
    assertEquals([bad.code, bad.out], [2, ""]);
    assertIncludes(bad.err, "gatehouse: Invalid skills configuration: GAP_RULES_INVALID");
  });
});

Deno.test("a bad configuration of roots ends serve and every command with 2, stdout empty", async () => {
  await using place = await Place.make();
  const root = join(place.path, "root");
  await Deno.mkdir(root);
  await Deno.symlink(root, join(place.path, "link"));
  const cases: readonly (readonly [string, string])[] = [
    ["SKILL_ROOT_CONFIG", await place.file("1.json", "{}")],
    ["SKILL_ROOT_CONFIG", await place.file("2.json", "no JSON")],
    ["SKILL_ROOT_CONFIG", join(place.path, "none.json")],
    ["SKILL_ROOT_CONFIG", await place.roots({ own: join(place.path, "link") }, "3.json")],
    ["SKILL_ROOT_CONFIG", await place.roots({ own: join(place.path, "none") }, "4.json")],
    ["SKILL_ROOT_DUPLICATE", await place.roots({ main: root, "ｍａｉｎ": place.path }, "5.json")],
    ["SKILL_ROOT_DUPLICATE", await place.roots({ one: root, two: root }, "6.json")],
  ];
  for (const [why, file] of cases) {
    for (const command of [[], ["skills", "list"], ["serve"]]) {
      const { code, out, err } = await run([...command, "--skills-config", file], { stdin: "" });
      assertEquals([code, out], [2, ""], `${file}: ${err}`);
      assertTrue(err.includes(`gatehouse: Invalid skills configuration: ${why}`), err);
    }
  }
});

Deno.test("without a root the commands that need one say how to name it", async () => {
  for (const command of [["list"], ["refresh"], ["get", "x"], ["plan", "/tmp"]]) {
    const { code, out, err } = await run(["skills", ...command, ...DAY]);
    assertEquals([code, out], [2, ""]);
    assertIncludes(err, "No root of skill packages is configured");
  }
});

Deno.test("a refused argument is a wrong call, and the next step has the words it takes", async () => {
  await withSet(async ({ roots, project }) => {
    for (
      const [flag, value, next] of [
        ["--capabilities", "teleport", "Give browser, dependency_installation, filesystem_read"],
        ["--plan-version", "7", "Give 1.0, B3"],
        ["--roots", "..", "Names of configured roots"],
        ["--accept-likely", "has_wings", "Give collects_personal_data, has_api"],
      ] as const
    ) {
      const flags = ["--skills-config", roots, ...DAY, flag, value];
      const { code, out, err } = await run(["skills", "plan", ...flags, project]);
      assertEquals([code, out], [2, ""]);
      assertTrue(err.startsWith("gatehouse: Refused the arguments: ") && err.includes(next), err);
    }
  });
});

Deno.test("a fact that only signs speak for counts when --accept-likely names it", async () => {
  await withSet(async ({ place, roots, project }) => {
    await place.file("project/requirements.txt", "flask-login==0.6.3\n");
    await place.file("project/auth/login.py", "x = 1\n");
    const detected = JSON.parse((await run(["skills", "detect", "--evidence", "--json", project])).out);
    const fact = "has_authentication";
    assertTrue(
      detected.likely.includes(fact) && !detected.profile.facts.includes(fact),
      JSON.stringify(detected),
    );
    const flags = ["--skills-config", roots, ...DAY, "--capabilities", "filesystem_read,filesystem_search"];
    const selected = async (...more: string[]) =>
      /^\d +personal-data-map /m.test((await run(["skills", "plan", ...flags, ...more, project])).out);
    assertEquals([await selected(), await selected("--accept-likely", fact)], [false, true]);
  });
});

Deno.test("roots in the settings and in a file of their own are served together", async () => {
  await using place = await Place.make();
  const config = await place.file("gatehouse.toml", `[skills.roots.own]\npath = "${place.path}/own"\n`);
  await writePackage(join(place.path, "own", "mine"));
  const roots = await place.roots({ demo: join(EXAMPLES) });
  const { code, out } = await run(["skills", "list", "--config", config, "--skills-config", roots, ...DAY]);
  assertEquals(code, 0);
  assertTrue(out.includes("\nmine ") && out.includes("\nhello-python "), out);
});
