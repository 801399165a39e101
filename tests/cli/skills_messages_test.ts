/** What `gatehouse skills …` says of a wrong call and of a failure, and the next step that it names. */
import { join } from "node:path";
import { targetStep } from "gatehouse/cli/skills_codes.ts";
import { assertEquals, assertIncludes, assertMatch } from "../assert.ts";
import { makeFifo } from "../core/files_parts.ts";
import { writeAgentSkill, writePackage } from "../skills/parts/package.ts";
import { Place, TODAY } from "../skills/parts/served.ts";
import { run } from "./parts/run.ts";

const DAY = ["--today", TODAY] as const;
const LEGAL = { domain: "legal", rules_path: "rules" } as const;

/** A rule of the law that passes today. */
const RULE = {
  rule_id: "FR-001",
  jurisdiction: "FR",
  authority: "CNIL",
  title: "Cookies",
  source_url: "https://www.cnil.fr/fr/cookies",
  verified_on: new Date().toISOString().slice(0, 10),
  freshness_window_days: 90,
  applicability: "Sites that set cookies",
  confidence: "HIGH",
  status: "en_vigueur",
};

Deno.test("new takes types by comma, one by one, and both at once", async () => {
  await using place = await Place.make();
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ["by-comma", ["--type", "web,python"], ["python", "web"]],
    ["with-blanks", ["--type", "web, python"], ["python", "web"]],
    ["both", ["--type", "web,python", "--type", "apk"], ["apk", "python", "web"]],
    ["none", ["--type", ","], ["python"]],
  ];
  for (const [name, flags, types] of cases) {
    const { code, err } = await run(["skills", "new", name, ...flags], { cwd: place.path });
    assertEquals(code, 0, err);
    assertIncludes(err, "gatehouse skills validate DIR");
    const manifest = JSON.parse(await Deno.readTextFile(join(place.path, name, "phases.json")));
    assertEquals(manifest.project_types.toSorted(), types, name);
  }
});

Deno.test("a file of a package is refused, and the next step names its folder", async () => {
  await using place = await Place.make();
  const path = await writePackage(join(place.path, "mine"));
  for (const file of ["SKILL.md", "phases.json"]) {
    for (const mode of [[], ["--mode", "skill"]]) {
      const { code, out, err } = await run(["skills", "validate", ...DAY, ...mode, join(path, file)]);
      assertEquals([code, out], [2, ""]);
      assertEquals(err, `gatehouse: ${join(path, file)} is a part of a package. Name the package: ${path}\n`);
    }
  }
  const forced = await run(["skills", "validate", ...DAY, "--mode", "report", join(path, "phases.json")]);
  assertEquals(forced.code, 1, forced.err);
});

Deno.test("a folder is no report, and a file no package", async () => {
  await using place = await Place.make();
  const path = await writePackage(join(place.path, "mine"));
  const folder = await run(["skills", "validate", ...DAY, "--mode", "report", path]);
  assertEquals([folder.code, folder.out], [2, ""]);
  assertEquals(folder.err, `gatehouse: ${path} is a folder. Name a report's file\n`);
  const report = await place.file("report.json", "{}");
  const file = await run(["skills", "validate", ...DAY, "--mode", "skill", report]);
  assertEquals([file.code, file.out], [2, ""]);
  assertEquals(file.err, `gatehouse: ${report} is a file. Name a package's directory\n`);
});

Deno.test("what validate is to look at and is not there is named as it was understood", async () => {
  await using place = await Place.make();
  const { code, err } = await run(["skills", "validate", ...DAY, "./none/../gone"], { cwd: place.path });
  assertEquals(code, 2);
  assertIncludes(
    err,
    `gatehouse: There is no ${place.path}/gone. Name a package's folder, or a report's file`,
  );
});

Deno.test("a day that no calendar has is a wrong call, for packages and for reports", async () => {
  await using place = await Place.make();
  const path = await writePackage(join(place.path, "mine"));
  const report = await place.file("report.json", "{}");
  for (const day of ["2026-02-30", "tomorrow", "27.08.2026", ""]) {
    for (const checked of [[path], [report], ["--package", path, report]]) {
      const { code, out, err } = await run(["skills", "validate", `--today`, day, ...checked]);
      assertEquals([code, out], [2, ""], `${day}: ${err}`);
      assertMatch(err, /(?:is no calendar date|No date was given)\. Give the day as YYYY-MM-DD/);
    }
  }
});

Deno.test("which day was taken is said where a rule of the law or a report is judged, and nowhere else", async () => {
  await using place = await Place.make();
  const plain = await writePackage(join(place.path, "plain", "mine"));
  const legal = await writePackage(join(place.path, "legal", "law"), {
    manifest: {
      ...LEGAL,
      files: ["references/guide.md", "rules/a.json", "scripts/README.md", "tests/README.md"],
    },
    files: { "rules/rules.md": null, "rules/a.json": JSON.stringify(RULE) },
  });
  const stale = await writePackage(join(place.path, "stale", "old"), { manifest: LEGAL });
  const project = join(place.path, "project");
  await place.file("project/app.py", "x = 1\n");
  const told = /^gatehouse\[info\]: Judged by the date of today, \d{4}-\d{2}-\d{2} \(UTC\)/m;
  for (const [folder, isTold] of [[plain, false], [legal, true], [stale, true]] as const) {
    const roots = await place.roots({ own: join(folder, "..") });
    const flags = ["--skills-config", roots];
    const name = folder === legal ? "law" : "mine";
    const report = await place.file("report.json", "{}");
    const calls = [
      ["list", ...flags],
      ["refresh", ...flags],
      ["get", ...flags, name],
      ["plan", ...flags, project],
      ["validate", folder],
      ...(isTold ? [["validate", report]] : []),
    ];
    for (const call of calls) {
      const { code, err } = await run(["skills", ...call]);
      assertEquals(
        [code, told.test(err)],
        [folder === stale || call.includes(report) ? 1 : 0, isTold],
        `${call}: ${err}`,
      );
      const given = await run(["skills", ...call, ...DAY]);
      assertEquals(told.test(given.err), false, `${call}`);
    }
  }
});

Deno.test("an ordinary package's domain is no law to it", async () => {
  await using place = await Place.make();
  const frontmatter = "name: mine\ndescription: Reads\nmetadata:\n  domain: legal";
  const path = await writeAgentSkill(join(place.path, "mine"), { frontmatter });
  const { code, err } = await run(["skills", "validate", "--format", "agent-skills", path]);
  assertEquals([code, err], [0, ""]);
});

Deno.test("a replay without roots says how to name them, before it looks at the stored plan", async () => {
  const { code, out, err } = await run(["skills", "plan", "--replay", "/nowhere.json", "/tmp"]);
  assertEquals([code, out], [2, ""]);
  assertIncludes(err, "No root of skill packages is configured. Name a file of roots: --skills-config FILE");
});

Deno.test("a plan without capabilities is told how to declare them", async () => {
  await using place = await Place.make();
  await writePackage(join(place.path, "root", "mine"));
  await place.file("project/app.py", "x = 1\n");
  const flags = ["--skills-config", await place.roots({ own: join(place.path, "root") }), ...DAY];
  const { out } = await run(["skills", "plan", ...flags, "project"], { cwd: place.path });
  assertMatch(
    out,
    /^warning +CLIENT_CAPABILITIES_UNDECLARED +Say what the client can do: --capabilities filesystem_read/m,
  );
});

Deno.test("a target that is not there is told as it was understood, by each command that looks at one", async () => {
  await using place = await Place.make();
  await writePackage(join(place.path, "root", "mine"));
  await place.file("project/app.py", "x = 1\n");
  const flags = ["--skills-config", await place.roots({ own: join(place.path, "root") })];
  const planned = ["skills", "plan", ...flags, ...DAY, "--digests", "--json", "project"];
  const stored = await place.file("plan.json", (await run(planned, { cwd: place.path })).out);
  for (
    const command of [["detect"], ["plan", ...flags, ...DAY], ["plan", ...flags, "--replay", stored]]
  ) {
    const { code, out, err } = await run(["skills", ...command, "./x/../gone"], { cwd: place.path });
    assertEquals([code, out], [1, ""]);
    assertIncludes(
      err,
      `PROJECT_TARGET (there is no such target). Looked for ${place.path}/gone: name a folder`,
    );
  }
});

Deno.test("a target that is reached by a link is told its real path", async () => {
  await using place = await Place.make();
  await place.file("project/app.py", "x = 1\n");
  await Deno.symlink(join(place.path, "project"), join(place.path, "link"));
  const { code, err } = await run(["skills", "detect", "link"], { cwd: place.path });
  assertEquals(code, 1);
  assertIncludes(err, `Name it by its real path, ${place.path}/project`);
});

Deno.test("a folder in a root that is no package is told what it might be", async () => {
  await using place = await Place.make();
  await place.file("root/notes/todo.txt", "x\n");
  await writeAgentSkill(join(place.path, "root", "plain"));
  const flags = ["--skills-config", await place.roots({ own: join(place.path, "root") }), ...DAY];
  const { code, err } = await run(["skills", "list", ...flags]);
  assertEquals(code, 1);
  assertMatch(err, /notes\/phases\.json: .+; or move the folder out of the root if it is no package$/m);
  assertMatch(err, /plain\/phases\.json: .+; or take ordinary packages as they are: --format agent-skills$/m);
});

Deno.test("the entry that a target is refused for is named, with the folder to leave out", async () => {
  const acts: readonly (readonly [string, string, (path: string) => Promise<unknown>])[] = [
    ["REPARSE_POINT", "-type l", (path) => Deno.symlink("/usr/bin/env", path)],
    ["UNSAFE_FILE", "-type f -links +1", (path) => Deno.link(join(path, "../../../../a.txt"), path)],
    ["SPECIAL_FILE", "! -type f ! -type d ! -type l", makeFifo],
  ];
  for (const [code, tests, act] of acts) {
    await using place = await Place.make();
    await writePackage(join(place.path, "root", "mine"));
    await place.file("a.txt", "x\n");
    await place.file("project/app.py", "x = 1\n");
    await Deno.mkdir(join(place.path, "project/.tox/bin"), { recursive: true });
    await act(join(place.path, "project/.tox/bin/python"));
    const flags = ["--skills-config", await place.roots({ own: join(place.path, "root") }), ...DAY];
    for (const command of [["detect"], ["plan", ...flags]]) {
      const { code: ended, out, err } = await run(["skills", ...command, "project"], { cwd: place.path });
      assertEquals([ended, out], [1, ""]);
      assertIncludes(err, `gatehouse: ${code} (`);
      assertIncludes(err, "). It is .tox/bin/python: name a folder without .tox, or move .tox away; ");
      assertIncludes(err, `to see all: find TARGET ${tests}\n`);
    }
    const { out } = await run(["skills", "detect", "--json", "project"], { cwd: place.path });
    assertEquals(out.includes("python"), false, out);
  }
});

Deno.test("codes that a target is refused for have a step where there is one", () => {
  const path = "/p";
  const none = "Name a folder in it that has none, or move it away; to see it: find TARGET";
  assertEquals(targetStep("PROJECT_TARGET", { path }), "Looked for /p: name a folder or a file that exists");
  assertEquals(targetStep("REPARSE_POINT", { path, real: "/q" }), "Name it by its real path, /q");
  assertEquals(targetStep("REPARSE_POINT", { path, real: "/p" }), `${none} -type l`);
  assertEquals(targetStep("REPARSE_POINT", { path }), `${none} -type l`);
  assertEquals(targetStep("UNSAFE_FILE", { path, real: "/q" }), `${none} -type f -links +1`);
  assertEquals(targetStep("SPECIAL_FILE", { path }), `${none} ! -type f ! -type d ! -type l`);
  for (const code of ["SCAN_LIMIT", "SKILL_INVALID", "toString"]) {
    assertEquals(targetStep(code, { path, real: "/q" }), undefined, code);
  }
});
