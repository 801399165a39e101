import { assertEquals, assertTrue } from "../../assert.ts";
import { LIMITS } from "gatehouse/skills/contract/limits.ts";
import {
  type CacheOptions,
  type Loaded,
  type NotLoaded,
  RegistryCache,
} from "gatehouse/skills/registry/cache.ts";
import { validateCandidate } from "gatehouse/skills/registry/packages.ts";
import type { Arm } from "gatehouse/skills/registry/watch.ts";
import type { Root } from "gatehouse/skills/types.ts";
import { bodyOf, frontmatterOf, manifestOf, writePackage } from "../parts/package.ts";
import { Place, rewriteInPlace } from "./parts.ts";

const TODAY = "2026-08-27";

/** A cache that is closed with the test. */
class Cache extends RegistryCache implements Disposable {
  readonly #roots: readonly Root[];

  constructor(roots: readonly Root[], options: Partial<CacheOptions> = {}) {
    super({
      roots,
      quarantine: false,
      validate: (candidate, wanted) => validateCandidate(wanted)(candidate),
      ...options,
    });
    this.#roots = roots;
  }

  on(today = TODAY, build?: number): Promise<Loaded | NotLoaded> {
    return this.load({ roots: this.#roots, today, limits: LIMITS }, build);
  }

  again(): Promise<Loaded | NotLoaded> {
    return this.refresh({ roots: this.#roots, today: TODAY, limits: LIMITS });
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

const none: Arm = () => {
  throw new Error("no space left on device");
};

/** Notifications that never tell anything. */
const silent: Arm = () => {
  const closed = Promise.withResolvers<void>();
  return {
    // deno-lint-ignore require-yield -- it never has anything to tell
    async *events() {
      await closed.promise;
    },
    close: closed.resolve,
  };
};

/** Both ways in which a warm call can be sure. */
const ways: readonly (readonly [string, Partial<CacheOptions>])[] = [
  ["with the system's notifications", {}],
  ["without notifications", { arm: none }],
];

const instructions = (word: string) =>
  `---\n${frontmatterOf(manifestOf("one"))}\n---\n\n${bodyOf()}\n${word}\n`;

function contentOf(loaded: Loaded | NotLoaded): string {
  return loaded.ok ? loaded.registry.get("one")?.content ?? "nothing" : loaded.codes.join();
}

for (const [way, options] of ways) {
  Deno.test(`a registry is built once for as long as nothing changes, ${way}`, async () => {
    await using place = await Place.make();
    await writePackage(`${place.path}/one`);
    using cache = new Cache([place.root()], options);
    const first = await cache.on();
    for (let call = 0; call < 5; call++) assertEquals(await cache.on() === first, true);
    assertEquals(cache.builds, 1);
  });

  Deno.test(`a rewrite of the same length with the time of change put back is served by the next call, ${way}`, async () => {
    await using place = await Place.make();
    await writePackage(`${place.path}/one`, { skill: instructions("0000") });
    using cache = new Cache([place.root()], options);
    assertEquals(contentOf(await cache.on()), instructions("0000"));
    // All of it happens within a second or two: some rewrites fall into the second of the build before them.
    for (let round = 1; round <= 20; round++) {
      const content = instructions(String(round).padStart(4, "0"));
      rewriteInPlace(`${place.path}/one/SKILL.md`, content);
      assertEquals(contentOf(await cache.on()), content);
    }
  });

  Deno.test(`a package that comes, goes or is mended is in the next answer, ${way}`, async () => {
    await using place = await Place.make();
    await writePackage(`${place.path}/one`);
    using cache = new Cache([place.root()], options);
    const ids = async () => {
      const loaded = await cache.on();
      return loaded.ok ? loaded.registry.skills.map(({ id }) => id).join() : loaded.codes.join();
    };
    assertEquals(await ids(), "one");
    await writePackage(`${place.path}/two`);
    assertEquals(await ids(), "one,two");
    await Deno.rename(`${place.path}/two/phases.json`, `${place.path}/phases.json`);
    assertEquals(await ids(), "SKILL_INVALID");
    assertEquals(await ids(), "SKILL_INVALID");
    await Deno.rename(`${place.path}/phases.json`, `${place.path}/two/phases.json`);
    assertEquals(await ids(), "one,two");
    await Deno.remove(`${place.path}/two`, { recursive: true });
    assertEquals(await ids(), "one");
    await Deno.remove(place.path, { recursive: true });
    assertEquals(await ids(), "SKILL_CACHE_STATE");
    await writePackage(`${place.path}/one`);
    assertEquals(await ids(), "one");
  });
}

Deno.test("five days and then the first again are six builds: four are kept, the oldest goes first", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/one`);
  using cache = new Cache([place.root()]);
  for (let day = 1; day <= 5; day++) await cache.on(`2026-08-0${day}`);
  assertEquals(cache.builds, 5);
  for (let day = 2; day <= 5; day++) await cache.on(`2026-08-0${day}`);
  assertEquals(cache.builds, 5);
  await cache.on("2026-08-01");
  assertEquals(cache.builds, 6);
});

Deno.test("a package that changes during the discovery is no registry; the next call is fine", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/one`, { skill: instructions("0000") });
  let writes = 1;
  using cache = new Cache([place.root()], {
    onRead: () => {
      if (writes-- > 0) rewriteInPlace(`${place.path}/one/SKILL.md`, instructions("1111"));
    },
  });
  const first = await cache.on();
  assertEquals(!first.ok && first.codes, ["SKILL_CACHE_UNSTABLE"]);
  assertEquals(contentOf(await cache.on()), instructions("1111"));
  assertEquals(cache.builds, 2);
});

Deno.test("what two writers race for is either told as unstable or served whole", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/one`, { skill: instructions("0") });
  using cache = new Cache([place.root()]);
  const writer = new Deno.Command("sh", {
    args: [
      "-c",
      'i=0; while [ -e "$0/on" ]; do i=$((i+1)); printf "%s\\n" "$i" > "$0/one/tests/new"; mv "$0/one/tests/new" "$0/one/tests/n"; done',
      place.path,
    ],
  });
  await place.write("on");
  const writing = writer.output();
  const ends = new Set<string>();
  for (let call = 0; call < 30; call++) {
    const loaded = await cache.on();
    ends.add(loaded.ok ? contentOf(loaded) : loaded.codes.join());
  }
  await Deno.remove(`${place.path}/on`);
  await writing;
  ends.delete(instructions("0"));
  ends.delete("SKILL_CACHE_UNSTABLE");
  // The writer's file may be caught between its making and its renaming, or gone when it is read.
  ends.delete("SKILL_INVALID");
  assertEquals([...ends], []);
  assertEquals(contentOf(await cache.on()), instructions("0"));
});

Deno.test("a build that is named is given again as it is, until another call has seen a change", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/one`, { skill: instructions("0000") });
  using cache = new Cache([place.root()]);
  const first = await cache.on();
  const build = first.ok ? first.build : undefined;
  await Deno.writeTextFile(`${place.path}/one/SKILL.md`, instructions("1111"));
  assertTrue(await cache.on(TODAY, build) === first);
  assertEquals(contentOf(await cache.on()), instructions("1111"));
  assertEquals(contentOf(await cache.on(TODAY, build)), instructions("1111"));
  assertEquals(cache.builds, 2);
});

Deno.test("refreshing builds anew, whatever is known", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/one`);
  using cache = new Cache([place.root()]);
  await cache.on();
  await cache.again();
  assertEquals(cache.builds, 2);
  await cache.on();
  assertEquals(cache.builds, 2);
});

Deno.test("a failure is not kept", async () => {
  await using place = await Place.make();
  await place.directory("docs");
  using cache = new Cache([place.root()]);
  for (let call = 1; call <= 3; call++) {
    const loaded = await cache.on();
    assertEquals(!loaded.ok && loaded.codes, ["SKILL_INVALID"]);
    assertEquals(cache.builds, call);
  }
});

Deno.test("what no notification tells of is found after the answer and served by the call after", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/one`, { skill: instructions("0000") });
  using cache = new Cache([place.root()], { arm: silent });
  await cache.on();
  rewriteInPlace(`${place.path}/one/SKILL.md`, instructions("1111"));
  assertEquals(contentOf(await cache.on()), instructions("0000"));
  await cache.idle();
  assertEquals(contentOf(await cache.on()), instructions("1111"));
});

Deno.test("a comparison after the answer that finds nothing keeps the registry", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/one`);
  using cache = new Cache([place.root()]);
  await cache.on();
  for (let call = 0; call < 3; call++) {
    await cache.on();
    await cache.idle();
  }
  assertEquals(cache.builds, 1);
});

Deno.test("calls that come together are answered from one build", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/one`);
  using cache = new Cache([place.root()]);
  const all = await Promise.all(Array.from({ length: 8 }, () => cache.on()));
  assertTrue(all.every((loaded) => loaded === all[0]));
  assertEquals(cache.builds, 1);
});

Deno.test("roots with links in them are not left to notifications, which would follow the links", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/store/one`, { skill: instructions("0000") });
  const path = await place.directory("skills");
  await Deno.symlink("../store/one", `${path}/one`);
  let armed = 0;
  const store = place.root("store", { path: `${place.path}/store` });
  const linked = place.root("skills", { path, followLinks: true });
  const options: Partial<CacheOptions> = {
    roots: [linked, store],
    arm: () => {
      armed++;
      return silent("");
    },
  };
  using cache = new Cache([linked], options);
  assertEquals(contentOf(await cache.on()), instructions("0000"));
  rewriteInPlace(`${place.path}/store/one/SKILL.md`, instructions("1111"));
  assertEquals(contentOf(await cache.on()), instructions("1111"));
  assertEquals(armed, 0);
});

Deno.test("of roots that lie in one another none is left to notifications: letting go of one would blind the other", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/outer/one`, { skill: instructions("0000") });
  let armed = 0;
  const outer = place.root("outer", { path: `${place.path}/outer` });
  const inner = place.root("inner", { path: `${place.path}/outer/one` });
  using cache = new Cache([outer], {
    roots: [inner, outer],
    arm: () => {
      armed++;
      return silent("");
    },
  });
  await cache.on();
  rewriteInPlace(`${place.path}/outer/one/SKILL.md`, instructions("1111"));
  assertEquals(contentOf(await cache.on()), instructions("1111"));
  assertEquals(armed, 0);
});

Deno.test("a root with a folder that is no package is not left to notifications: the folder may hold anything", async () => {
  await using place = await Place.make();
  await writePackage(`${place.path}/one`, { skill: instructions("0000") });
  await place.write(".git/objects/00/one");
  let armed = 0;
  using cache = new Cache([place.root()], {
    quarantine: true,
    arm: () => {
      armed++;
      return silent("");
    },
  });
  const first = await cache.on();
  await place.write(".git/index");
  assertEquals(await cache.on() === first, true);
  rewriteInPlace(`${place.path}/one/SKILL.md`, instructions("1111"));
  assertEquals(contentOf(await cache.on()), instructions("1111"));
  assertEquals([armed, cache.builds], [0, 2]);
});
