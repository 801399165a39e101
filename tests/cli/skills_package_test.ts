/** What an author of packages does on the command line: write one, and have it checked. */
import { join } from "node:path";
import { assertEquals, assertIncludes, assertMatch } from "../assert.ts";
import { ROOT } from "../tasks/parts/tree.ts";
import { manifestOf, TITLES, writePackage } from "../skills/parts/package.ts";
import { Place, TODAY } from "../skills/parts/served.ts";
import { run } from "./parts/run.ts";

const DAY = ["--today", TODAY] as const;

for (const types of [["python"], ["web"], ["apk", "solana"], ["skill_package"]]) {
  Deno.test(`a new package for ${types.join(" and ")} validates as written, and is planned`, async () => {
    await using place = await Place.make();
    await Deno.mkdir(join(place.path, "root"));
    const given = types.flatMap((type) => ["--type", type]);
    const written = await run(["skills", "new", "first-look", ...given, "--in", "root"], { cwd: place.path });
    assertEquals(written.code, 0, written.err);
    assertIncludes(written.out, join(place.path, "root", "first-look", "SKILL.md"));
    const path = join(place.path, "root", "first-look");
    const { code, out } = await run(["skills", "validate", ...DAY, path]);
    assertEquals([code, out], [0, "first-look: STRUCTURALLY_VALIDATED\n"]);
    const roots = await place.roots({ own: join(place.path, "root") });
    assertEquals((await run(["skills", "list", "--skills-config", roots, ...DAY])).code, 0);
  });
}

Deno.test("new never overwrites what is there", async () => {
  await using place = await Place.make();
  const kept = await place.file("mine/SKILL.md", "kept\n");
  const { code, err } = await run(["skills", "new", "mine"], { cwd: place.path });
  assertEquals([code, await Deno.readTextFile(kept)], [1, "kept\n"]);
  assertIncludes(err, "is there already, and nothing was written");
  assertEquals((await Array.fromAsync(Deno.readDir(join(place.path, "mine")))).length, 1);
});

for (const name of ["../up", "a b", "con", "", "p\u0430ypal", "x".repeat(65)]) {
  Deno.test(`new refuses the name ${JSON.stringify(name).slice(0, 30)} and writes nothing`, async () => {
    await using place = await Place.make();
    const { code } = await run(["skills", "new", name], { cwd: place.path });
    assertEquals([code, (await Array.fromAsync(Deno.readDir(place.path))).length], [2, 0]);
  });
}

Deno.test("new refuses a type that no project has", async () => {
  await using place = await Place.make();
  const { code, err } = await run(["skills", "new", "mine", "--type", "cobol"], { cwd: place.path });
  assertEquals(code, 2);
  assertIncludes(err, "Give one of apk, python, skill_package, solana, web");
});

Deno.test("validate names each defect by file, line, code and remedy, and ends with 1", async () => {
  await using place = await Place.make();
  const path = await writePackage(join(place.path, "bad"), {
    body: "# No section\n",
    manifest: { version: "1" },
  });
  const { code, out } = await run(["skills", "validate", ...DAY, path]);
  assertEquals(code, 1);
  assertEquals(out.match(/: SKILL_SECTION: /g)?.length, 14);
  assertMatch(out, /^phases\.json:\d+: VERSION_FORMAT: .+\. .+$/m);
  const json = JSON.parse((await run(["skills", "validate", "--json", ...DAY, path])).out);
  assertEquals([json.valid, json.level, json.issues.length >= 15], [false, null, true]);
});

Deno.test("validate checks a report, and --mode says which of the two a path is", async () => {
  await using place = await Place.make();
  const report = await place.file(
    "report.json",
    '{"skill_id": "a",\n "version": "1.0.0",\n "findings": []}\n',
  );
  const { code, out } = await run(["skills", "validate", ...DAY, report]);
  assertEquals(code, 1);
  assertMatch(out, /^report\.json:3: EMPTY_REPORT: /m);
  const asSkill = await run(["skills", "validate", "--mode", "skill", ...DAY, report]);
  assertEquals([asSkill.code, asSkill.out], [2, ""]);
  assertIncludes(asSkill.err, "report.json is a file. Name a package's directory");
  assertEquals((await run(["skills", "validate", "--mode", "plan", ...DAY, report])).code, 2);
});

Deno.test("a report may cite the rules of the package that it goes by, and no others", async () => {
  const report = join(ROOT, "skills-examples", "hello-python-report.json");
  const codes = async (...flags: string[]) => {
    const { issues } = JSON.parse(
      (await run(["skills", "validate", "--json", ...DAY, ...flags, report])).out,
    );
    return (issues as { code: string }[]).map(({ code }) => code);
  };
  assertEquals((await codes()).includes("UNKNOWN_RULE"), true);
  assertEquals(await codes("--package", join(ROOT, "skills-examples", "hello-python")), []);
});

Deno.test("help skills has every heading and field, what is not promised, and what a gap does not prove", async () => {
  const page = (await run(["help", "skills", "all"])).out.replace(/\s+/g, " ");
  for (const part of [...TITLES, ...Object.keys(manifestOf("any"))]) assertIncludes(page, part);
  const unpromised = [
    ...["a skill is relevant", "anybody approved", "scripts do is harmless", "a profile saw all of it"],
    ...[
      "nothing moved",
      "every form of HTML",
      "every secret found",
      "Anything in law",
      "no market and no download",
    ],
  ];
  for (const part of unpromised) assertIncludes(page, part);
  assertIncludes(page, "A gap never proves non-compliance");
});

Deno.test("what cannot be looked at ends validate with 2", async () => {
  for (const path of ["/nowhere/at/all", "/dev/null"]) {
    assertEquals((await run(["skills", "validate", ...DAY, path])).code, 2, path);
  }
  assertEquals((await run(["skills", "validate", "--format", "zip", "/"])).code, 2);
});

Deno.test("validate gives up all it does not need: it only reads", async () => {
  const { revoked } = await run(["skills", "validate", ...DAY, "/tmp"]);
  assertEquals(["net", "run", "env", "write"].filter((kind) => !revoked.some((given) => given === kind)), []);
});
