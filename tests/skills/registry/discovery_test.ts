import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { LIMITS } from "gatehouse/skills/contract/limits.ts";
import { discover, type Discovered } from "gatehouse/skills/registry/discovery.ts";
import { validateCandidate } from "gatehouse/skills/registry/packages.ts";
import { scanRoots } from "gatehouse/skills/registry/scan.ts";
import type { Limits, Root } from "gatehouse/skills/types.ts";
import { writeAgentSkill, writePackage } from "../parts/package.ts";
import { fill, mkfifo, Place, walkOptions } from "./parts.ts";

const TODAY = "2026-08-27";

function discovered(
  roots: readonly Root[],
  { quarantine = false, ...lower }: Partial<Limits> & { readonly quarantine?: boolean } = {},
): Discovered {
  const options = walkOptions(roots, lower);
  const validate = validateCandidate({ today: TODAY, limits: options.limits });
  return discover(scanRoots(roots, options), { limits: options.limits, quarantine, validate });
}

/** Each record in short: where, state, codes. */
function records({ discovery }: Discovered): string[] {
  return discovery.records.map(({ relative_path, state, error_codes }) =>
    [relative_path, state, ...error_codes].join(" ")
  );
}

Deno.test("packages that pass become skills, and say so", async () => {
  await using place = await Place.make();
  for (const name of ["b", "A", "c"]) await writePackage(`${place.path}/${name}`);
  const found = discovered([place.root()]);
  assertEquals(records(found), ["root[0]/A VALID", "root[0]/b VALID", "root[0]/c VALID"]);
  assertEquals(found.skills.map(({ id, rootId }) => [id, rootId]), [["A", "demo"], ["b", "demo"], [
    "c",
    "demo",
  ]]);
  assertEquals(found.discovery.complete, true);
  assertEquals(found.issues, []);
  assertEquals(found.discovery.records[0], {
    error_codes: [],
    relative_path: "root[0]/A",
    root_index: 0,
    skill_id: "A",
    state: "VALID",
  });
});

Deno.test("a directory whose name stands decomposed has the key of its composed form", async () => {
  await using place = await Place.make();
  const id = "\u00e9clair";
  await writePackage(`${place.path}/${id.normalize("NFD")}`, { manifest: { id, title: "A title" } });
  const found = discovered([place.root()]);
  assertEquals(records(found), [`root[0]/${id} VALID`]);
  await writePackage(`${place.path}/${id}`);
  assertEquals(records(discovered([place.root()])), [
    `root[0]/${id} DUPLICATE SKILL_DUPLICATE`,
    `root[0]/${id} DUPLICATE SKILL_DUPLICATE`,
  ]);
});

Deno.test("an empty root is a registry without skills", async () => {
  await using place = await Place.make();
  assertEquals(discovered([place.root()]).discovery, { complete: true, fatal_codes: [], records: [] });
});

Deno.test("twins in two roots are both duplicates, and nobody is elected", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/one/Audit`);
  await writePackage(`${place.path}/two/audit`);
  await writePackage(`${place.path}/two/other`);
  const roots = ["one", "two"].map((id) => place.root(id, { path: `${place.path}/${id}` }));
  const found = discovered(roots);
  assertEquals(found.discovery.fatal_codes, ["SKILL_DUPLICATE"]);
  assertEquals(found.discovery.complete, false);
  assertEquals(records(found), [
    "root[0]/Audit DUPLICATE SKILL_DUPLICATE",
    "root[1]/audit DUPLICATE SKILL_DUPLICATE",
    "root[1]/other VALID",
  ]);
  assertEquals(found.skills, []);
  assertIncludes(found.issues[0]?.message ?? "", "root[1]/audit");
  const aside = discovered(roots, { quarantine: true });
  assertEquals(aside.discovery.fatal_codes, []);
  assertEquals(aside.skills.map(({ id }) => id), ["other"]);
  assertEquals(records(aside), records(found));
});

Deno.test("case variants in one root are twins too, wherever folding makes them one", async () => {
  await using place = await Place.make();
  for (const name of ["straße", "STRASSE", "sécurité", "SÉCURITÉ"]) {
    await writePackage(`${place.path}/${name}`);
  }
  const found = discovered([place.root()]);
  assertEquals(found.discovery.records.map(({ state }) => state), Array(4).fill("DUPLICATE"));
});

Deno.test("ids that look the same are both refused", async () => {
  await using place = await Place.make();
  for (const name of ["papa", "\u0440\u0430\u0440\u0430", "other"]) {
    await writePackage(`${place.path}/${name}`);
  }
  const found = discovered([place.root()], { quarantine: true });
  assertEquals(records(found), [
    "root[0]/other VALID",
    "root[0]/papa INVALID SKILL_ID_CONFUSABLE",
    "root[0]/\u0440\u0430\u0440\u0430 INVALID SKILL_ID_CONFUSABLE",
  ]);
  assertEquals(found.skills.map(({ id }) => id), ["other"]);
});

Deno.test("what is wrong is told by code, file, line and mend", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/named`, { manifest: { id: "otherwise" } });
  await Deno.mkdir(`${place.path}/docs`);
  await writePackage(`${place.path}/half`, { files: { "phases.json": null } });
  const found = discovered([place.root()]);
  assertEquals(records(found), [
    "root[0]/docs INVALID MANIFEST_MISSING SKILL_MISSING",
    "root[0]/half INVALID MANIFEST_MISSING",
    "root[0]/named INVALID SKILL_ID_MISMATCH",
  ]);
  const mismatch = found.issues.find(({ code }) => code === "SKILL_ID_MISMATCH");
  assertEquals(mismatch?.file, "root[0]/named/phases.json");
  assertTrue((mismatch?.line ?? 0) > 0);
  for (const { message, mend } of found.issues) assertTrue(message !== "" && mend !== "");
  assertEquals(
    found.issues.map(({ file }) => file),
    found.issues.map(({ file }) => file).sort(),
  );
});

Deno.test("a hard-linked SKILL.md, a pipe and a link block their package", async () => {
  await using place = await Place.make();
  const path = `${place.path}/root`;
  for (const name of ["hard", "link", "pipe"]) await writePackage(`${path}/${name}`);
  await Deno.link(`${path}/hard/SKILL.md`, `${place.path}/outside.md`);
  await Deno.symlink("../../hard", `${path}/link/tests/loop`);
  await Deno.remove(`${path}/pipe/SKILL.md`);
  await mkfifo(`${path}/pipe/SKILL.md`);
  const found = discovered([place.root("demo", { path })]);
  assertEquals(records(found), [
    "root[0]/hard BLOCKED PATH_UNSAFE",
    "root[0]/link BLOCKED PATH_UNSAFE",
    "root[0]/pipe BLOCKED PATH_UNSAFE",
  ]);
  const files = found.issues.map(({ file }) => file);
  for (const file of ["hard/SKILL.md", "link/tests/loop", "pipe/SKILL.md"]) {
    assertTrue(files.includes(`root[0]/${file}`), file);
  }
});

Deno.test("a SKILL.md of more than 256 KiB is too large", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/large`, { skill: "x".repeat(262_145) });
  assertEquals(records(discovered([place.root()])), ["root[0]/large TOO_LARGE TOO_LARGE"]);
});

Deno.test("a folder like .git blocks by default and is set aside in quarantine", async () => {
  await using place = await Place.make();
  await place.write(".git/HEAD");
  await writePackage(`${place.path}/good`);
  const found = discovered([place.root()], { quarantine: true });
  assertEquals(records(found), ["root[0]/<invalid> BLOCKED PATH_UNSAFE", "root[0]/good VALID"]);
  assertEquals(found.skills.map(({ id }) => id), ["good"]);
});

Deno.test("1,001 packages are refused before one is read", async () => {
  await using place = await Place.make();
  fill(place.path, { directories: 1_001 });
  const found = discovered([place.root()], { quarantine: true });
  assertEquals(found.discovery, { complete: false, fatal_codes: ["SKILL_PACKAGE_LIMIT"], records: [] });
  await Deno.remove(`${place.path}/d0`);
  assertEquals(discovered([place.root()], { quarantine: true }).discovery.records.length, 1_000);
});

Deno.test("skills too large together, or for one answer, are refused", async () => {
  await using place = await Place.make();
  for (const name of ["one", "two"]) await writePackage(`${place.path}/${name}`);
  const roots = [place.root()];
  assertEquals(discovered(roots, { snapshotBytes: 1_000 }).discovery.fatal_codes, ["SKILL_SNAPSHOT_LIMIT"]);
  assertEquals(discovered(roots, { resultBytes: 900 }).discovery, {
    complete: false,
    fatal_codes: ["SKILL_RESULT_LIMIT"],
    records: [],
  });
});

Deno.test("packages that are certainly too large together are not all read", async () => {
  await using place = await Place.make();
  for (let at = 0; at < 8; at++) await writePackage(`${place.path}/p${at}`);
  const roots = [place.root()];
  const options = walkOptions(roots, { snapshotBytes: 1_500 });
  let read = 0;
  const validate = validateCandidate({ today: TODAY, limits: options.limits });
  const { discovery } = discover(scanRoots(roots, options), {
    limits: options.limits,
    quarantine: false,
    validate: (candidate) => {
      read++;
      return validate(candidate);
    },
  });
  assertEquals(discovery.fatal_codes, ["SKILL_SNAPSHOT_LIMIT"]);
  assertTrue(read < 8, `${read}`);
});

Deno.test("a root of ordinary Agent Skills packages needs no manifest in them", async () => {
  await using place = await Place.make();
  await writeAgentSkill(`${place.path}/plain`);
  await writeAgentSkill(`${place.path}/nameless`, { frontmatter: "description: What it does" });
  const found = discovered([place.root("demo", { format: "agent-skills" })], { quarantine: true });
  assertEquals(found.discovery.records.map(({ relative_path, state }) => `${relative_path} ${state}`), [
    "root[0]/nameless INVALID",
    "root[0]/plain VALID",
  ]);
  assertEquals(found.skills.map(({ id, format }) => [id, format]), [["plain", "agent-skills"]]);
});

Deno.test("more codes than the limit end in one that says so", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/bad`, { manifestText: "{}", skill: "---\nname: [\n---\n" });
  const [all] = discovered([place.root()]).discovery.records;
  assertTrue((all?.error_codes.length ?? 0) > 2);
  const [few] = discovered([place.root()], { issuesPerPackage: 2 }).discovery.records;
  assertEquals(few?.error_codes.length, 2);
  assertEquals(few?.error_codes[1], "ISSUE_LIMIT");
});

Deno.test("a package that changes while it is read makes the discovery unstable", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/one`);
  const roots = [place.root()];
  const found = discover(scanRoots(roots, walkOptions(roots)), {
    limits: LIMITS,
    quarantine: false,
    validate: () => ({
      ok: false,
      issues: [{ code: "FILE_CHANGED", message: "It was changed", file: "SKILL.md", mend: "Wait" }],
    }),
  });
  assertEquals(found.isUnstable, true);
});
