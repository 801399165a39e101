import { assertEquals, assertIncludes } from "../../assert.ts";
import { scanRoots } from "gatehouse/skills/registry/scan.ts";
import type { Root } from "gatehouse/skills/types.ts";
import { fill, mkfifo, Place, walkOptions } from "./parts.ts";

/** What the walk says of each candidate: its name, and the codes and files of what is wrong with it. */
function seen(roots: readonly Root[], options = walkOptions(roots)): Record<string, string[]> {
  const { candidates } = scanRoots(roots, options);
  return Object.fromEntries(
    candidates.map(({ shown, issues }) => [shown, issues.map(({ code, file }) => `${code} ${file}`.trim())]),
  );
}

function fatal(roots: readonly Root[], options = walkOptions(roots)): string[] {
  return scanRoots(roots, options).fatal.map(({ code, file }) => `${code} ${file}`.trim());
}

Deno.test("only directories right below a root are candidates; plain files are passed over", async () => {
  await using place = await Place.make();
  await place.write("README.md");
  await place.write("b/SKILL.md");
  await place.write("a/nested/SKILL.md");
  assertEquals(seen([place.root()]), { "root[0]/a": [], "root[0]/b": [] });
});

Deno.test("candidates come in the order of their names without regard to case, and of the roots", async () => {
  await using place = await Place.make();
  for (const name of ["one/b", "one/A", "one/c", "two/a"]) await place.directory(name);
  const root = (id: string) => place.root(id, { path: `${place.path}/${id}` });
  assertEquals(Object.keys(seen([root("one"), root("two")])), [
    "root[0]/A",
    "root[0]/b",
    "root[0]/c",
    "root[1]/a",
  ]);
});

Deno.test("a name that is no identifier is never shown, nor is one that looks like a secret", async () => {
  await using place = await Place.make();
  const names = [
    ".git",
    "two words",
    "line\nbreak",
    "bell\u0007",
    "zero\u200bwidth",
    "right\u202eleft",
    "a.b",
  ];
  for (const name of [...names, "AKIAIOSFODNN7EXAMPLE"]) await place.write(`${name}/SKILL.md`);
  const { candidates } = scanRoots([place.root()], walkOptions([place.root()]));
  assertEquals(
    candidates.map(({ shown }) => shown).sort(),
    [...names.map(() => "root[0]/<invalid>"), "root[0]/<redacted>"].sort(),
  );
  for (const { issues, place } of candidates) {
    assertEquals(issues.map(({ code }) => code), ["PATH_UNSAFE"]);
    assertEquals(place, null);
    // deno-lint-ignore no-control-regex -- the very characters that must not be there
    assertEquals(/[\u0000-\u001f\u200b\u202e]/.test(issues[0]?.message ?? ""), false);
  }
});

Deno.test("links, hard links and pipes are told by the file, wherever in a package they are", async () => {
  await using place = await Place.make();
  await place.write("links/SKILL.md");
  await Deno.symlink("..", await place.directory("links/deep").then((path) => `${path}/loop`));
  const file = await place.write("hard/SKILL.md");
  await Deno.link(file, `${place.path}/hard/again.md`);
  await place.write("pipe/phases.json");
  await mkfifo(`${place.path}/pipe/SKILL.md`);
  assertEquals(seen([place.root()]), {
    "root[0]/hard": ["PATH_UNSAFE SKILL.md", "PATH_UNSAFE again.md"],
    "root[0]/links": ["PATH_UNSAFE deep/loop"],
    "root[0]/pipe": ["PATH_UNSAFE SKILL.md"],
  });
});

Deno.test("links, hard links and pipes right below a root are told as well", async () => {
  await using place = await Place.make();
  await place.directory("away");
  await using other = await Place.make();
  await Deno.symlink(other.path, `${place.path}/link`);
  await Deno.symlink("loop", `${place.path}/loop`);
  await Deno.link(await other.write("file"), `${place.path}/hard`);
  await mkfifo(`${place.path}/pipe`);
  assertEquals(seen([place.root()]), {
    "root[0]/away": [],
    "root[0]/hard": ["PATH_UNSAFE"],
    "root[0]/link": ["PATH_UNSAFE"],
    "root[0]/loop": ["PATH_UNSAFE"],
    "root[0]/pipe": ["PATH_UNSAFE"],
  });
});

Deno.test("a root that is gone, or has become a link or a file, is no state to plan with", async () => {
  await using place = await Place.make();
  await Deno.symlink(await place.directory("real"), `${place.path}/link`);
  await place.write("file");
  for (const name of ["missing", "link", "file"]) {
    assertEquals(fatal([place.root("demo", { path: `${place.path}/${name}` })]), [
      "SKILL_CACHE_STATE root[0]",
    ]);
  }
});

Deno.test("10,001 entries in a root are refused, and in a package", async () => {
  await using place = await Place.make();
  const path = await place.directory("wide");
  fill(path, { files: 10_001 });
  const itself = place.root("demo", { path });
  assertEquals(fatal([itself]), ["SKILL_ROOT_LIMIT root[0]"]);
  await Deno.rename(`${path}/f0`, `${path}/SKILL.md`);
  assertEquals(seen([place.root()]), { "root[0]/wide": ["SKILL_CACHE_LIMIT"] });
  await Deno.remove(`${path}/f1`);
  assertEquals(fatal([itself]), []);
  assertEquals(seen([place.root()]), { "root[0]/wide": [] });
});

Deno.test("a package deeper than 64 levels is told by the level", async () => {
  await using place = await Place.make();
  await place.write(`deep/SKILL.md`);
  await place.directory(`deep/${"d/".repeat(63)}`);
  assertEquals(seen([place.root()]), { "root[0]/deep": [] });
  await place.directory(`deep/${"d/".repeat(64)}`);
  assertEquals(seen([place.root()]), {
    "root[0]/deep": [`SKILL_CACHE_LIMIT ${"d/".repeat(64).slice(0, -1)}`],
  });
});

Deno.test("more nodes than the limit are refused", async () => {
  await using place = await Place.make();
  await place.write("one/SKILL.md");
  await place.write("one/phases.json");
  const roots = [place.root()];
  assertEquals(fatal(roots, walkOptions(roots, { fingerprintNodes: 4 })), []);
  assertEquals(fatal(roots, walkOptions(roots, { fingerprintNodes: 3 })), ["SKILL_CACHE_LIMIT"]);
});

Deno.test("nothing is looked at below what is no package", async () => {
  await using place = await Place.make();
  await place.write(".git/objects/one");
  await place.write("node_modules/x/y/z");
  const roots = [place.root()];
  const { fingerprint } = scanRoots(roots, walkOptions(roots));
  assertEquals(fingerprint.size, 3);
});

// To root no right is ever denied.
if (Deno.uid() !== 0) {
  Deno.test("a directory that may not be listed is told", async () => {
    await using place = await Place.make();
    await place.write("closed/SKILL.md");
    await Deno.chmod(`${place.path}/closed`, 0o000);
    assertEquals(seen([place.root()]), { "root[0]/closed": ["READ"] });
  });
}

Deno.test("a root that says so has links as packages, where they lead into a configured root", async () => {
  await using place = await Place.make();
  await using outside = await Place.make();
  await place.write("store/one/SKILL.md");
  await place.write("store/two/SKILL.md");
  const skills = await place.directory("skills");
  await Deno.symlink("../store/one", `${skills}/one`);
  await Deno.symlink(`${place.path}/store/../store/two`, `${skills}/two`);
  await Deno.symlink("two", `${skills}/again`);
  await Deno.symlink(outside.path, `${skills}/outside`);
  await Deno.symlink("/etc", `${skills}/etc`);
  await Deno.symlink("loop", `${skills}/loop`);
  await Deno.symlink("../store", `${skills}/whole`);
  await Deno.symlink("nowhere", `${skills}/nowhere`);
  const root = place.root("skills", { path: skills, followLinks: true });
  const store = place.root("store", { path: `${place.path}/store` });
  const allowed = { ...walkOptions([]), allowed: [root.path, store.path] };
  const bad = ["PATH_UNSAFE"];
  assertEquals(seen([root], allowed), {
    "root[0]/etc": bad,
    "root[0]/loop": bad,
    "root[0]/nowhere": bad,
    "root[0]/one": [],
    "root[0]/outside": bad,
    "root[0]/two": [],
    "root[0]/whole": bad,
  });
  const { candidates } = scanRoots([root], allowed);
  assertEquals(candidates.find(({ name }) => name === "one")?.place, { base: store.path, relative: "one" });
  assertIncludes(candidates.find(({ name }) => name === "etc")?.issues[0]?.message ?? "", "configured root");
});

Deno.test("a package that is reached directly and by links is one package", async () => {
  await using place = await Place.make();
  await place.write("store/one/SKILL.md");
  const skills = await place.directory("skills");
  await Deno.symlink("../store/one", `${skills}/one`);
  const roots = [
    place.root("a", { path: skills, followLinks: true }),
    place.root("b", { path: `${place.path}/store` }),
  ];
  assertEquals(seen(roots), { "root[1]/one": [] });
});
