import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { EXAMPLE_GAP_RULES } from "gatehouse/skills/planner/gaps.ts";
import type { CacheOptions } from "gatehouse/skills/registry/cache.ts";
import type { Answer } from "gatehouse/skills/registry/payloads.ts";
import { RegistryService } from "gatehouse/skills/registry/service.ts";
import { canonicalJson } from "gatehouse/skills/text/canonical_json.ts";
import type { Profile, Root } from "gatehouse/skills/types.ts";
import { bodyOf, frontmatterOf, manifestOf, writePackage } from "../parts/package.ts";
import { Place } from "./parts.ts";

const ASKED = { root_ids: ["demo"], today: "2026-08-27" };

const PROFILE: Profile = {
  exists: true,
  blocked: false,
  issues: [],
  types: ["python"],
  languages: ["python"],
  facts: ["has_python", "has_source_code"],
  markers: { python: ["a.py"] },
  likely: [],
  evidence: [],
};

/** A service that lets go of its watches with the test. */
class Service extends RegistryService implements Disposable {
  constructor(roots: readonly Root[], options: Partial<CacheOptions> & { quarantine?: boolean } = {}) {
    super({ roots, gapRules: EXAMPLE_GAP_RULES, quarantine: options.quarantine ?? false }, options);
  }

  [Symbol.dispose](): void {
    this.cache.close();
  }
}

const codes = ({ value }: Answer) => value["codes"];

Deno.test("a list has what the manifest says of each skill, and a record for each package", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/one`);
  using service = new Service([place.root()]);
  const { value, masked } = await service.list(ASKED);
  assertEquals(masked, 0);
  assertEquals(value, {
    discovery: {
      complete: true,
      fatal_codes: [],
      records: [{
        error_codes: [],
        relative_path: "root[0]/one",
        root_index: 0,
        skill_id: "one",
        state: "VALID",
      }],
    },
    skills: [{
      description: "Reads a project and says what it found",
      domain: "engineering",
      platforms: ["linux", "macos"],
      project_types: ["python"],
      skill_id: "one",
      title: "Skill one",
      version: "1.0.0",
    }],
  });
});

Deno.test("a skill is found in any case, and its instructions come as they were written", async () => {
  await using place = await Place.make();
  const skill = `---\r\n${
    frontmatterOf(manifestOf("One"))
  }\r\n---\r\n\n${bodyOf()}GET /api/users // a note, /review\n`;
  await writePackage(`${place.path}/One`, { skill });
  using service = new Service([place.root()]);
  const { value, masked } = await service.get({ ...ASKED, skill_id: "ONE" });
  assertEquals(masked, 0);
  // What the answer holds is looked at field by field.
  const found = value["skill"] as Record<string, unknown>;
  assertEquals(found["content"], skill);
  assertEquals(found["skill_id"], "One");
  assertEquals(found["validation_level"], "STRUCTURALLY_VALIDATED");
  assertEquals(Object.keys(value).sort(), ["discovery", "skill"]);
});

Deno.test("a skill that is not there is not found, whatever its id looks like", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/one`);
  using service = new Service([place.root()]);
  for (const skill_id of ["two", "../one", "one/SKILL.md", "__proto__"]) {
    const answer = await service.get({ ...ASKED, skill_id });
    assertEquals(codes(answer), ["SKILL_NOT_FOUND"]);
    assertEquals(Object.keys(answer.value).sort(), ["codes", "discovery"]);
  }
});

Deno.test("an unknown root answers with its code and nothing else, and so does a service without roots", async () => {
  await using place = await Place.make();
  using service = new Service([place.root()]);
  assertEquals(await service.list({ ...ASKED, root_ids: ["nowhere"] }), {
    value: { codes: ["SKILL_ROOT_UNKNOWN"] },
    masked: 0,
  });
  using without = new Service([]);
  assertEquals(codes(await without.list(ASKED)), ["SKILL_ROOT_CONFIG"]);
});

Deno.test("a root's id counts in any case, and roots in any order", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/a/one`);
  await writePackage(`${place.path}/b/two`);
  const roots = ["a", "b"].map((id) => place.root(id, { path: `${place.path}/${id}` }));
  using service = new Service(roots);
  const first = await service.list({ ...ASKED, root_ids: ["B", "a"] });
  assertEquals(await service.list({ ...ASKED, root_ids: ["a", "b"] }), first);
  assertEquals(service.cache.builds, 1);
  assertIncludes(JSON.stringify(first), "root[0]/one");
});

Deno.test("a day is required and must be one", async () => {
  await using place = await Place.make();
  using service = new Service([place.root()]);
  assertEquals(codes(await service.list({ root_ids: ["demo"] })), ["TODAY_REQUIRED"]);
  for (const today of ["2026-02-30", "2026-7-1", "", "today"]) {
    assertEquals(codes(await service.list({ ...ASKED, today })), ["TODAY_INVALID"]);
  }
});

Deno.test("one bad package refuses all by default, and the answer says which and why", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/good`);
  await writePackage(`${place.path}/bad`, { files: { "phases.json": null } });
  using service = new Service([place.root()]);
  for (const answer of [await service.list(ASKED), await service.load(ASKED), await service.refresh(ASKED)]) {
    assertEquals(codes(answer), ["SKILL_INVALID"]);
    const text = JSON.stringify(answer.value);
    assertIncludes(text, '"relative_path":"root[0]/bad"');
    assertIncludes(text, '"file":"root[0]/bad/phases.json"');
    assertIncludes(text, '"code":"MANIFEST_MISSING"');
    assertIncludes(text, '"mend":"');
    assertEquals(text.includes(place.path), false);
    assertEquals("skills" in answer.value, false);
  }
});

Deno.test("in quarantine the bad package is reported and the good one served", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/good`);
  await writePackage(`${place.path}/bad`, { files: { "phases.json": null } });
  await place.write(".git/HEAD");
  using service = new Service([place.root()], { quarantine: true });
  const { value } = await service.list(ASKED);
  // What the answer holds is looked at field by field.
  const { skills, discovery } = value as {
    skills: { skill_id: string }[];
    discovery: { issues: { file: string }[] };
  };
  assertEquals(skills.map(({ skill_id }) => skill_id), ["good"]);
  assertEquals(discovery.issues.map(({ file }) => file), ["root[0]/<invalid>", "root[0]/bad/phases.json"]);
  assertEquals(Object.keys((await service.load(ASKED)).value), ["build"]);
});

Deno.test("validating keeps nothing and refuses nothing: it says what is wrong with each package", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/good`);
  using service = new Service([place.root()]);
  assertEquals((await service.validate(ASKED)).value["valid"], true);
  await place.directory("empty");
  const { value } = await service.validate(ASKED);
  assertEquals(value["valid"], false);
  assertIncludes(JSON.stringify(value), "SKILL_MISSING");
  assertEquals(service.cache.builds, 0);
});

Deno.test("a declared file is read, and nothing else of the package or beyond", async () => {
  await using place = await Place.make();
  await place.write("outside.md");
  await writePackage(`${place.path}/root/one`, { files: { "references/other.md": "not declared" } });
  using service = new Service([place.root("demo", { path: `${place.path}/root` })]);
  const get = (document: string) => service.get({ ...ASKED, skill_id: "one", document });
  for (const document of ["references/guide.md", "references\\guide.md"]) {
    const read = (await get(document)).value["document"] as Record<string, unknown>;
    assertEquals([read["path"], read["content"]], [
      "references/guide.md",
      "# Guide\n\nWhat to read first.\n",
    ]);
  }
  const others = [
    "references/other.md",
    "../../outside.md",
    "references/../../../outside.md",
    `${place.path}/outside.md`,
    "references",
    "references/guide.md/",
    "",
    "references/\u0000",
    "~/x",
  ];
  for (const document of others) assertEquals(codes(await get(document)), ["DOCUMENT_UNKNOWN"], document);
});

Deno.test("a lower limit holds for its call alone, and none can be raised", async () => {
  await using place = await Place.make();
  for (const name of ["one", "two"]) await writePackage(`${place.path}/${name}`);
  using service = new Service([place.root()]);
  assertEquals(codes(await service.list({ ...ASKED, limits: { packages: 1 } })), ["SKILL_PACKAGE_LIMIT"]);
  assertEquals(codes(await service.list(ASKED)), undefined);
  await assertFails(() => service.list({ ...ASKED, limits: { packages: 1_001 } }), "SKILL_LIMITS");
  const { value } = await service.get({ ...ASKED, skill_id: "one", limits: { resultBytes: 3_000 } });
  assertTrue("skill" in value);
});

Deno.test("an answer that is too large says so", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/one`, { files: { "references/guide.md": "x".repeat(5_000) } });
  using service = new Service([place.root()]);
  const asked = { ...ASKED, skill_id: "one", limits: { resultBytes: 5_000 } };
  assertTrue("skill" in (await service.get(asked)).value);
  const { value } = await service.get({ ...asked, document: "references/guide.md" });
  assertEquals(value, { code: "RESULT_TOO_LARGE" });
});

Deno.test("a plan has the discovery beside it, and digests and reasons when they are asked for", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/one`);
  using service = new Service([place.root()]);
  const asked = {
    ...ASKED,
    profile: PROFILE,
    plan_version: "B3" as const,
    client_capabilities: ["filesystem_read", "filesystem_search"],
  };
  const { value } = await service.plan(asked);
  assertEquals(Object.keys(value).sort(), ["discovery", "plan"]);
  // What the answer holds is looked at field by field.
  assertEquals((value["plan"] as Record<string, unknown>)["plan_status"], "READY");
  assertEquals(await service.plan(asked), { value, masked: 0 });
  const more = await service.plan({ ...asked, digests: true, explain: true });
  assertEquals(Object.keys(more.value).sort(), ["digests", "discovery", "explain", "parameters", "plan"]);
  assertEquals(more.value["plan"], value["plan"]);
  const older = await service.plan({ ...asked, plan_version: "1.0" });
  assertEquals((older.value["plan"] as Record<string, unknown>)["plan_version"], "1.0");
});

Deno.test("a profile that no plan can be made of is refused with the discovery", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/one`);
  using service = new Service([place.root()]);
  const profile = { ...PROFILE, types: ["cobol"] };
  const answer = await service.plan({ ...ASKED, profile, plan_version: "1.0" });
  assertEquals(codes(answer), ["PROFILE_INVALID"]);
  assertTrue("discovery" in answer.value);
});

Deno.test("100 runs over directories listed in another order each time, cold and warm, give one answer byte by byte", async () => {
  await using place = await Place.make();
  for (const name of ["b", "A", "c", "\u00e9t\u00e9", "z_9"]) await writePackage(`${place.path}/${name}`);
  await place.directory("bad");
  const asked = { ...ASKED, profile: PROFILE, plan_version: "B3" as const, digests: true, explain: true };
  const answers = new Set<string>();
  const orders = new Set<string>();
  for (let run = 0; run < 100; run++) {
    using _ = new ShuffledListings(run);
    orders.add(listed(place.path).join());
    using service = new Service([place.root()], { quarantine: true });
    for (let call = 0; call < 2; call++) {
      answers.add(
        canonicalJson([await service.list(ASKED), await service.plan(asked), await service.validate(ASKED)]),
      );
    }
  }
  assertTrue(orders.size > 50);
  assertEquals(answers.size, 1);
});

function listed(path: string): string[] {
  return [...Deno.readDirSync(path)].map(({ name }) => name);
}

/** While it is used, every directory is listed in an order that the seed alone decides. */
class ShuffledListings implements Disposable {
  readonly #listed = Deno.readDirSync;

  constructor(seed: number) {
    let state = seed + 1;
    // A linear congruential generator: the order must be another one each time, and nothing else.
    const next = () => (state = (state * 48_271) % 2_147_483_647);
    Deno.readDirSync = (path) =>
      [...this.#listed(path)].map((entry) => ({ entry, key: next() })).sort((a, b) => a.key - b.key)
        .map(({ entry }) => entry).values();
  }

  [Symbol.dispose](): void {
    Deno.readDirSync = this.#listed;
  }
}
