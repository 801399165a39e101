import { assertEquals, assertFails, assertIncludes } from "../../assert.ts";
import { configuredRoots, readRootsFile } from "gatehouse/skills/registry/roots.ts";
import { Place } from "./parts.ts";

Deno.test("roots are sorted by their keys, whatever the order of the configuration", async () => {
  await using place = await Place.make();
  const entries = await Promise.all(
    ["b", "C", "a"].map(async (id) => ({ id, path: await place.directory(id) })),
  );
  assertEquals(configuredRoots(entries).map(({ id, key }) => [id, key]), [["a", "a"], ["b", "b"], [
    "C",
    "c",
  ]]);
});

Deno.test("two ids that differ only in width are one root twice", async () => {
  await using place = await Place.make();
  const [one, two] = [await place.directory("one"), await place.directory("two")];
  await assertFails(
    () => configuredRoots([{ id: "main", path: one }, { id: "ｍａｉｎ", path: two }]),
    "SKILL_ROOT_DUPLICATE",
  );
});

Deno.test("one directory under two ids is one root twice, however its path is spelled", async () => {
  await using place = await Place.make();
  const path = await place.directory("one");
  for (const again of [path, `${path}/`, `${path}/../one`, `${place.path}//one`]) {
    await assertFails(
      () => configuredRoots([{ id: "a", path }, { id: "b", path: again }]),
      "SKILL_ROOT_DUPLICATE",
    );
  }
});

Deno.test("a root that is a link, or lies behind one, is refused by name", async () => {
  await using place = await Place.make();
  await place.directory("real/below");
  await Deno.symlink(`${place.path}/real`, `${place.path}/link`);
  for (const path of [`${place.path}/link`, `${place.path}/link/below`]) {
    const error = await assertFails(() => configuredRoots([{ id: "demo", path }]), "SKILL_ROOT_CONFIG");
    assertIncludes(error.message, "link");
  }
});

Deno.test("a path that is no plain path of an existing directory is refused", async () => {
  await using place = await Place.make();
  const file = await place.write("file");
  const paths = [
    file,
    `${file}/below`,
    `${place.path}/missing`,
    "skills",
    "",
    "//host/share",
    "\\\\host\\share",
    ` ${place.path}`,
    `${place.path}\n`,
    `${place.path}\u200b`,
    "/",
    "/tmp/..",
  ];
  for (const path of paths) {
    await assertFails(() => configuredRoots([{ id: "demo", path }]), "SKILL_ROOT_CONFIG");
  }
});

Deno.test("no root, 17 roots and an id that is none are refused", async () => {
  await using place = await Place.make();
  await assertFails(() => configuredRoots([]), "SKILL_ROOT_CONFIG");
  const many = await Promise.all(
    Array.from({ length: 17 }, async (_, at) => ({ id: `r${at}`, path: await place.directory(`r${at}`) })),
  );
  await assertFails(() => configuredRoots(many), "SKILL_ROOT_CONFIG");
  assertEquals(configuredRoots(many.slice(1)).length, 16);
  for (const id of ["", "..", "C:\\", "a b", "con", "AKIAIOSFODNN7EXAMPLE"]) {
    await assertFails(() => configuredRoots([{ id, path: place.path }]), "SKILL_ROOT_CONFIG");
  }
});

Deno.test("the roots' file is read in its one form, and every other is refused", async () => {
  await using place = await Place.make();
  const good = `{"config_version":"1.0","roots":[{"id":"demo","path":"/srv/skills"}]}`;
  assertEquals(await readRootsFile(await place.write("roots.json", good)), [{
    id: "demo",
    path: "/srv/skills",
  }]);
  const others = [
    "",
    "[]",
    `\ufeff${good}`,
    `{"config_version":"1.1","roots":[]}`,
    `{"config_version":"1.0"}`,
    `{"config_version":"1.0","roots":{}}`,
    `{"config_version":"1.0","roots":[{"id":"demo"}]}`,
    `{"config_version":"1.0","roots":[{"id":"demo","path":7}]}`,
    `{"config_version":"1.0","roots":[{"id":"demo","path":"/srv","format":"phases"}]}`,
    `{"config_version":"1.0","roots":[],"roots":[]}`,
    `{"config_version":"1.0","roots":[],"ｒoots":[]}`,
  ];
  for (const other of others) {
    const path = await place.write("other.json", other);
    await assertFails(() => readRootsFile(path), "SKILL_ROOT_CONFIG");
  }
  const path = `${place.path}/binary.json`;
  await Deno.writeFile(path, new Uint8Array([0x7b, 0xff, 0x7d]));
  await assertFails(() => readRootsFile(path), "SKILL_ROOT_CONFIG");
  const large = await place.write("large.json", good.padEnd(65_537));
  await assertFails(() => readRootsFile(large), "FILE_UNSAFE");
  await assertFails(() => readRootsFile("roots.json"), "SKILL_ROOT_CONFIG");
});
