/** Many calls at once for what has to be built each time. */
import { RegistryCache } from "gatehouse/skills/registry/cache.ts";
import { validateCandidate } from "gatehouse/skills/registry/packages.ts";
import { LIMITS } from "../../../lib/skills/contract/limits.ts";
import { assertEquals } from "../../assert.ts";
import { writePackage } from "../parts/package.ts";
import { Place } from "../registry/parts.ts";
import { TODAY } from "../validator/check.ts";

function cacheOf(place: Place): { cache: RegistryCache; wanted: Parameters<RegistryCache["load"]>[0] } {
  const roots = [place.root()];
  const cache = new RegistryCache({
    roots,
    quarantine: false,
    validate: (candidate, wanted) => validateCandidate(wanted)(candidate),
  });
  return { cache, wanted: { roots, today: TODAY, limits: LIMITS } };
}

Deno.test("64 calls for roots that cannot be loaded take two looks at most: one that runs, one that is to come", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/audit`, { skill: "nothing" });
  const { cache, wanted } = cacheOf(place);
  const first = cache.load(wanted);
  await Promise.resolve();
  const all = await Promise.all([first, ...Array.from({ length: 63 }, () => cache.load(wanted))]);
  assertEquals(
    new Set(all.map((loaded) => loaded.ok ? "ok" : loaded.codes.join())),
    new Set(["SKILL_INVALID"]),
  );
  assertEquals(cache.builds <= 2, true, `${cache.builds} builds`);
  cache.close();
});

Deno.test("64 calls to refresh take two builds at most, and each sees what was there before it came", async () => {
  await using place = await Place.make();
  const path = `${await writePackage(`${place.path}/audit`)}/SKILL.md`;
  const { cache, wanted } = cacheOf(place);
  await cache.load(wanted);
  const running = cache.refresh(wanted);
  // The first has begun when this is written, and may have read the file before.
  await Promise.resolve();
  await Promise.resolve();
  await Deno.writeTextFile(path, `${await Deno.readTextFile(path)}\nLater.\n`);
  const later = await Promise.all(Array.from({ length: 63 }, () => cache.refresh(wanted)));
  await running;
  for (const loaded of later) {
    assertEquals(loaded.ok && loaded.registry.get("audit")?.content.endsWith("Later.\n"), true);
  }
  assertEquals(cache.builds <= 3, true, `${cache.builds} builds`);
  cache.close();
});

Deno.test("registries of several days hold each skill once, and a changed one anew", async () => {
  await using place = await Place.make();
  const path = `${await writePackage(`${place.path}/audit`)}/SKILL.md`;
  await writePackage(`${place.path}/other`);
  const { cache, wanted } = cacheOf(place);
  const skillsOn = async (today: string) => {
    const loaded = await cache.load({ ...wanted, today });
    if (!loaded.ok) throw new Error(loaded.codes.join());
    return loaded.registry;
  };
  const first = await skillsOn("2026-08-01");
  const second = await skillsOn("2026-08-02");
  assertEquals([second.get("audit") === first.get("audit"), second === first], [true, false]);
  await Deno.writeTextFile(path, `${await Deno.readTextFile(path)}\nLater.\n`);
  const third = await skillsOn("2026-08-03");
  assertEquals(third.get("audit")?.content.endsWith("Later.\n"), true);
  assertEquals(third.get("other") === first.get("other"), true);
  cache.close();
});
