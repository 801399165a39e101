/** The store of cron profiles: the older server's file, whose records are whose, and what is refused. */
import { assertEquals, assertFails, assertIncludes } from "../../assert.ts";
import { cronLine } from "gatehouse/hosts/cron/line.ts";
import { type CronProfile, CronProfiles } from "gatehouse/hosts/cron/profiles.ts";
import { place } from "../parts/place.ts";

const FIXTURE = new URL("profiles.json", import.meta.url);

const WEB = {
  principal: "posix-uid:1000",
  serverId: "web",
  targetIdentity: "ssh:root@web.example.com:22#host-key=SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
};

async function opened(text?: string) {
  const top = await place();
  const path = `${top.path}/profiles.json`;
  await Deno.writeTextFile(path, text ?? await Deno.readTextFile(FIXTURE), { mode: 0o600 });
  return {
    path,
    profiles: new CronProfiles(path),
    records: async () => JSON.parse(await Deno.readTextFile(path)),
    [Symbol.asyncDispose]: () => top[Symbol.asyncDispose](),
  };
}

const made = (more: Partial<CronProfile> = {}): CronProfile => ({
  profileId: "new",
  ...WEB,
  schedule: { minute: "1", hour: "2", day_of_month: "3", month: "4", day_of_week: "5" },
  executable: "tail",
  argv: ["a"],
  environment: { A: "b" },
  createdAt: 2_000,
  updatedAt: 2_000,
  desiredDigest: "2".repeat(64),
  ...more,
});

Deno.test("the older server's file is read, changed and read back; what is not changed stays as it was", async () => {
  await using store = await opened();
  const before = await store.records();
  assertEquals(await store.profiles.of(WEB), [before[0]]);
  const profile = made({ profileId: "nightly" });
  assertEquals(await store.profiles.put(profile), before[0]);
  const kept = { ...profile, createdAt: before[0].createdAt };
  assertEquals(await store.records(), [kept, before[1], before[2]]);
  assertEquals(await new CronProfiles(store.path).of(WEB), [kept]);
  assertEquals(await store.profiles.put(made()), null);
  assertEquals(await store.records(), [kept, before[1], before[2], made()]);
  assertEquals(((await Deno.stat(store.path)).mode ?? 0) & 0o777, 0o600);
  await store.profiles.drop(made());
  await store.profiles.restore(profile, before[0]);
  assertEquals(await store.records(), before);
  assertEquals(Object.keys((await store.records())[0]), [
    "profileId",
    "principal",
    "serverId",
    "targetIdentity",
    "schedule",
    "executable",
    "argv",
    "environment",
    "createdAt",
    "updatedAt",
    "desiredDigest",
  ]);
});

Deno.test("the digests of the older server's records are those of the lines that are made here", async () => {
  for (const one of JSON.parse(await Deno.readTextFile(FIXTURE))) {
    assertEquals((await cronLine(one.profileId, one)).digest, one.desiredDigest);
  }
});

Deno.test("a profile is its owner's, on the machine that it was made for", async () => {
  await using store = await opened();
  assertEquals(await store.profiles.of({ ...WEB, principal: "posix-uid:1001" }), []);
  assertEquals(await store.profiles.of({ ...WEB, serverId: "db" }), []);
  assertEquals(await store.profiles.of({ ...WEB, targetIdentity: WEB.targetIdentity.replace("A", "B") }), []);
});

Deno.test("a name that another has on the machine is taken, whatever the machine is called there", async () => {
  await using store = await opened();
  const before = await store.records();
  for (const more of [{ principal: "bearer-sha256:cccc" }, { serverId: "www" }]) {
    const error = await assertFails(
      () => store.profiles.put(made({ profileId: "nightly", ...more })),
      "CONFLICT",
    );
    assertIncludes(error.message, "PROFILE_TAKEN");
  }
  assertEquals(await store.records(), before);
});

Deno.test("on a machine that has come in the place of another, a profile is made anew", async () => {
  await using store = await opened();
  const [before] = await store.records();
  const moved = made({ profileId: "nightly", targetIdentity: `${WEB.targetIdentity}x` });
  assertEquals(await store.profiles.put(moved), before);
  assertEquals((await store.records()).length, 3);
});

Deno.test("what was changed by another meanwhile is not taken back", async () => {
  await using store = await opened();
  await store.profiles.put(made());
  await store.profiles.put(made({ desiredDigest: "3".repeat(64), updatedAt: 3_000 }));
  await store.profiles.restore(made(), null);
  await store.profiles.drop(made());
  assertEquals((await store.records()).length, 4);
});

Deno.test("there are 64 profiles at most, and one that is there can still be changed", async () => {
  const all = Array.from({ length: 64 }, (_, at) => made({ profileId: `p${at}` }));
  await using store = await opened(JSON.stringify(all));
  const error = await assertFails(() => store.profiles.put(made()), "CONFLICT");
  assertIncludes(error.message, "STORE_FULL");
  assertEquals((await store.profiles.put(made({ profileId: "p63", argv: [] })))?.argv, ["a"]);
  await using over = await opened(JSON.stringify([...all, made()]));
  await assertFails(() => over.profiles.of(WEB), "UNAVAILABLE");
});

Deno.test("a file that is not this store's, or not safe, is refused and left as it is", async () => {
  const [first] = JSON.parse(await Deno.readTextFile(FIXTURE));
  const damaged = ["", "{}", "[1]", "[{}]", "null", "[", JSON.stringify([{ ...first, profileId: "../a" }])]
    .concat(
      JSON.stringify([{ ...first, desiredDigest: "abc" }]),
      JSON.stringify([{ ...first, argv: "a" }]),
    );
  for (const text of damaged) {
    await using store = await opened(text);
    await assertFails(() => store.profiles.of(WEB), "UNAVAILABLE");
    await assertFails(() => store.profiles.put(made()), "UNAVAILABLE");
    assertEquals(await Deno.readTextFile(store.path), text);
  }
  await using readable = await opened();
  await Deno.chmod(readable.path, 0o640);
  await assertFails(() => readable.profiles.of(WEB), "UNAVAILABLE");
  await using shared = await opened();
  const directory = shared.path.slice(0, shared.path.lastIndexOf("/"));
  await Deno.chmod(directory, 0o770);
  await assertFails(() => shared.profiles.of(WEB), "UNAVAILABLE");
  await assertFails(
    () => shared.profiles.inTurn(() => Promise.resolve(), { leftMs: 100 }),
    "UNAVAILABLE",
  );
  await Deno.chmod(directory, 0o700);
  await Deno.rename(shared.path, `${directory}/real`);
  await Deno.symlink(`${directory}/real`, shared.path);
  await assertFails(() => shared.profiles.of(WEB), "UNAVAILABLE");
  await assertFails(() => shared.profiles.put(made()), "UNAVAILABLE");
});

Deno.test("a store that is not there has no profiles, and is made private with the first", async () => {
  await using top = await place();
  const profiles = new CronProfiles(`${top.path}/new.json`);
  assertEquals(await profiles.of(WEB), []);
  await profiles.put(made());
  const mode = ((await Deno.stat(`${top.path}/new.json`)).mode ?? 0) & 0o777;
  const names = (await Array.fromAsync(Deno.readDir(top.path), ({ name }) => name)).sort();
  assertEquals([mode, names], [0o600, [".new.json.lock", "new.json"]]);
});

Deno.test("whoever does not get its turn is told to call again, and what fails in its turn is told as it is", async () => {
  await using store = await opened();
  const { promise: release, resolve } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const first = store.profiles.inTurn(() => (begin(), release), { leftMs: 60_000 });
  await begun;
  const second = new CronProfiles(store.path).inTurn(() => Promise.resolve(1), { leftMs: 50 });
  const error = await assertFails(() => second, "CONFLICT");
  assertIncludes(error.message, "STORE_BUSY");
  assertEquals("retryable" in error && error.retryable, true);
  resolve();
  await first;
  const thrown = new Error("as it is");
  const third = store.profiles.inTurn(() => Promise.reject(thrown), { leftMs: 1_000 });
  assertEquals(await third.catch((caught) => caught), thrown);
});
