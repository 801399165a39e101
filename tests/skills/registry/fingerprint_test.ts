import { assertEquals } from "../../assert.ts";
import { scanRoots } from "gatehouse/skills/registry/scan.ts";
import { Place, rewriteInPlace, walkOptions } from "./parts.ts";

/** Did the change show, when it was made in the very second of the first look, and when long after it? */
async function shows(change: (place: Place) => unknown): Promise<readonly [boolean, boolean]> {
  const found: boolean[] = [];
  for (const age of [0, 3_600_000]) {
    await using place = await Place.make();
    await place.write("one/SKILL.md", "aaaa");
    await place.write("one/rules/rule.json", "{}");
    await place.write(".git/HEAD", "x");
    await place.write("README.md", "x");
    // Two changes within one tick of the file system's clock have one time.
    const nodes = [
      "one/SKILL.md",
      "one/rules/rule.json",
      "one/rules",
      "one",
      ".git/HEAD",
      ".git",
      "README.md",
      ".",
    ];
    for (const node of nodes) await Deno.utime(`${place.path}/${node}`, 1_000_000, 1_000_000);
    const roots = [place.root()];
    // A first look that took place an hour from now finds every node old.
    const now = Date.now() + age;
    const { fingerprint } = scanRoots(roots, { ...walkOptions(roots), now });
    if (!fingerprint.isCurrent(now)) throw new Error("It changed by itself");
    await change(place);
    found.push(!fingerprint.isCurrent(now));
  }
  return [found[0] ?? false, found[1] ?? false];
}

Deno.test("every change of a package shows", async () => {
  const changes: ((place: Place) => unknown)[] = [
    ({ path }) => Deno.writeTextFile(`${path}/one/SKILL.md`, "longer"),
    ({ path }) => Deno.chmod(`${path}/one/SKILL.md`, 0o600),
    ({ path }) => Deno.utime(`${path}/one/SKILL.md`, 1, 1),
    ({ path }) => Deno.remove(`${path}/one/rules/rule.json`),
    ({ path }) => Deno.link(`${path}/one/SKILL.md`, `${path}/one/again`),
    (place) => place.write("one/rules/new"),
    (place) => place.write("two/SKILL.md"),
    ({ path }) => Deno.rename(`${path}/one`, `${path}/other`),
    ({ path }) => Deno.remove(path, { recursive: true }).then(() => Deno.mkdir(path)),
  ];
  for (const change of changes) assertEquals(await shows(change), [true, true], `${change}`);
});

Deno.test("a rewrite of the same length with the time of change put back shows within the same second", async () => {
  const [same] = await shows(({ path }) => rewriteInPlace(`${path}/one/SKILL.md`, "bbbb"));
  assertEquals(same, true);
});

Deno.test("a new name in a directory whose time of change is put back shows within the same second", async () => {
  const [same] = await shows(async (place) => {
    const { mtime } = await Deno.lstat(`${place.path}/one/rules`);
    await Deno.rename(`${place.path}/one/rules/rule.json`, `${place.path}/one/rules/ruler.json`);
    await Deno.utime(`${place.path}/one/rules`, mtime ?? 0, mtime ?? 0);
  });
  assertEquals(same, true);
});

Deno.test("what is never read may change", async () => {
  const changes: ((place: Place) => unknown)[] = [
    (place) => place.write(".git/index"),
    (place) => place.write("README.md", "other words"),
  ];
  for (const change of changes) assertEquals(await shows(change), [false, false]);
});

Deno.test("a comparison in slices ends with the same answer", async () => {
  await using place = await Place.make();
  for (let at = 0; at < 1_500; at++) await place.write(`one/f${at}`);
  await place.write("one/SKILL.md", "aaaa");
  const roots = [place.root()];
  const { fingerprint } = scanRoots(roots, walkOptions(roots));
  const slices = () => {
    const comparison = fingerprint.compare(Date.now());
    for (let count = 0;; count++) {
      const { done, value } = comparison.next();
      if (done === true) return { isSliced: count > 1, value };
    }
  };
  assertEquals(slices(), { isSliced: true, value: true });
  await place.write("one/SKILL.md", "bbbb");
  assertEquals(slices().value, false);
});
