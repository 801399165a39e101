/** Packages that were written a moment ago, or in a moment that is yet to come, are no moving target. */
import { RegistryCache } from "gatehouse/skills/registry/cache.ts";
import { validateCandidate } from "gatehouse/skills/registry/packages.ts";
import { LIMITS } from "../../../lib/skills/contract/limits.ts";
import { assertEquals } from "../../assert.ts";
import { writePackage } from "../parts/package.ts";
import { Place, rewriteInPlace } from "../registry/parts.ts";
import { TODAY } from "../validator/check.ts";

const MEBIBYTE = 1_048_576;

/** What four loads in a row say, and how many builds they took, when our clock is behind that of the files. */
async function loads(place: Place, { behind }: { readonly behind: number }): Promise<unknown> {
  const roots = [place.root()];
  const cache = new RegistryCache({
    roots,
    quarantine: false,
    validate: (candidate, wanted) => validateCandidate(wanted)(candidate),
    // What no notification tells of is compared in full.
    arm: () => {
      throw new Deno.errors.NotSupported();
    },
    now: () => Date.now() - behind,
  });
  const codes: string[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const loaded = await cache.load({ roots, today: TODAY, limits: LIMITS });
    codes.push(loaded.ok ? "ok" : loaded.codes.join());
  }
  cache.close();
  return { codes: codes.join(" "), builds: cache.builds };
}

Deno.test("a large file that was written a moment ago does not make its package unstable", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/audit`, { files: { "assets/film.bin": new Uint8Array(MEBIBYTE + 1) } });
  assertEquals(await loads(place, { behind: 0 }), { codes: "ok ok ok ok", builds: 1 });
});

Deno.test("files that were written in what our clock calls the future stay served, call after call", async () => {
  await using place = await Place.make();
  const assets = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`assets/${at}.bin`, new Uint8Array(MEBIBYTE)]),
  );
  await writePackage(`${place.path}/audit`, { files: assets });
  assertEquals(await loads(place, { behind: 3_600_000 }), { codes: "ok ok ok ok", builds: 1 });
});

Deno.test("what was there only while it was read is neither served nor kept", async () => {
  await using place = await Place.make();
  const directory = await writePackage(`${place.path}/audit`);
  const path = `${directory}/SKILL.md`;
  const text = await Deno.readTextFile(path);
  const roots = [place.root()];
  const cache = new RegistryCache({
    roots,
    quarantine: false,
    validate: (candidate, wanted) => {
      rewriteInPlace(path, text.replaceAll("What this part says", "What is not allowed"));
      try {
        return validateCandidate(wanted)(candidate);
      } finally {
        rewriteInPlace(path, text);
      }
    },
  });
  for (let turn = 0; turn < 3; turn++) {
    const loaded = await cache.load({ roots, today: TODAY, limits: LIMITS });
    assertEquals(loaded.ok ? "served" : loaded.codes.join(), "SKILL_CACHE_UNSTABLE");
  }
  cache.close();
});
