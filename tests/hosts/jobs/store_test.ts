import { assertEquals, assertFails, assertIncludes, assertMatch, assertTrue } from "../../assert.ts";
import { JobStore } from "gatehouse/hosts/jobs/store.ts";
import { place } from "../parts/place.ts";

const CLAIM = {
  principal: "posix-uid:1000",
  alias: "host",
  identity: "ssh:admin@server.example.com:22#host-key=SHA256:abc",
  key: "deploy-1",
  digest: "a".repeat(64),
};

/** What the older server writes. */
const FIXTURE = new URL("./older_store.json", import.meta.url);
const FIXTURE_NOW = Date.parse("2026-05-05T12:00:00Z");
const DAY = 86_400_000;

async function older(path: string): Promise<void> {
  await Deno.writeTextFile(path, await Deno.readTextFile(FIXTURE), { mode: 0o600 });
}

Deno.test("a file of the older server is read, changed, and read back with all that was in it", async () => {
  await using at = await place();
  const path = `${at.path}/jobs.json`;
  await older(path);
  const store = new JobStore(path, { now: () => FIXTURE_NOW });
  const before = JSON.parse(await Deno.readTextFile(path));
  const running = await store.find("posix-uid:1000", "3xJ9sQ0b7cT1VnL4kWm8aYzR2uHfGdPe");
  assertEquals([running.state, running.idempotencyKey], ["running", "backup-2026-05-04"]);
  const ended = await store.note(running, { state: "succeeded", exitCode: 0, error: null });
  assertEquals([ended.state, ended.exitCode, ended.lastProgressAt], [
    "succeeded",
    0,
    "2026-05-05T12:00:00.000Z",
  ]);
  await store.claim(CLAIM);
  const after = JSON.parse(await Deno.readTextFile(path));
  assertEquals(after.length, before.length + 1);
  // Untouched records stay as they were, what nobody here knows included.
  assertEquals(after[0], before[0]);
  assertEquals(after[1], {
    ...before[1],
    state: "succeeded",
    exitCode: 0,
    lastProgressAt: "2026-05-05T12:00:00.000Z",
  });
  // A new record has the very names of the older ones.
  assertEquals(Object.keys(after.at(-1)).sort(), Object.keys(before[1]).sort());
  assertEquals(
    await new JobStore(path, { now: () => FIXTURE_NOW }).find(CLAIM.principal, after.at(-1).jobId),
    after.at(-1),
  );
});

Deno.test("a key stands for one job of its principal on its server", async () => {
  await using at = await place();
  const store = new JobStore(`${at.path}/jobs.json`);
  const { record, isNew } = await store.claim(CLAIM);
  assertTrue(isNew);
  assertMatch(record.jobId, /^[A-Za-z0-9_-]{32}$/);
  assertEquals(await store.claim(CLAIM), { record, isNew: false });
  for (const more of [{ digest: "b".repeat(64) }, { identity: `${CLAIM.identity}d` }]) {
    await assertFails(() => store.claim({ ...CLAIM, ...more }), "CONFLICT");
  }
  for (const more of [{ principal: "other" }, { alias: "other" }, { key: "other" }]) {
    const other = await store.claim({ ...CLAIM, ...more });
    assertTrue(other.isNew && other.record.jobId !== record.jobId);
  }
  await assertFails(() => store.find("other", record.jobId), "NOT_FOUND");
});

Deno.test("after seven days what ended leaves the file, and what did not is told as expired once", async () => {
  await using at = await place();
  const path = `${at.path}/jobs.json`;
  let now = 1_000_000_000_000;
  const store = new JobStore(path, { now: () => now });
  const { record: ended } = await store.claim(CLAIM);
  await store.note(ended, { state: "failed", exitCode: 1 });
  const { record: running } = await store.claim({ ...CLAIM, key: "other" });
  await store.note(running, { state: "running" });
  now += 604_800_000 - 1;
  assertEquals((await store.find(CLAIM.principal, ended.jobId)).state, "failed");
  now += 1;
  assertEquals((await store.find(CLAIM.principal, running.jobId)).state, "expired");
  const kept = JSON.parse(await Deno.readTextFile(path));
  assertEquals(kept.map(({ state }: { state: string }) => state), ["expired"]);
  await assertFails(() => store.find(CLAIM.principal, running.jobId), "NOT_FOUND");
  assertEquals(JSON.parse(await Deno.readTextFile(path)), []);
  assertTrue((await store.claim(CLAIM)).isNew);
  // A clock that went back makes nothing younger or older.
  now -= 30 * DAY;
  assertEquals((await store.claim(CLAIM)).isNew, false);
});

Deno.test("what has ended stays as it ended, and only of a lost job more may become known", async () => {
  await using at = await place();
  const store = new JobStore(`${at.path}/jobs.json`);
  const { record } = await store.claim(CLAIM);
  const lost = await store.note(record, { state: "lost", error: "nobody knows" });
  assertEquals(lost.error, "nobody knows");
  const running = await store.note(lost, { state: "running", error: null });
  assertEquals([running.state, running.error], ["running", null]);
  assertEquals((await store.note(running, { state: "queued" })).state, "running");
  await store.lose(running, "late");
  assertEquals((await store.find(CLAIM.principal, record.jobId)).state, "running");
  const cancelled = await store.note(running, { state: "cancelled" });
  for (const state of ["running", "succeeded", "lost"] as const) {
    assertEquals((await store.note(cancelled, { state })).state, "cancelled");
    // Also for whoever has read it before.
    assertEquals((await store.note(running, { state })).state, state === "running" ? "running" : "cancelled");
  }
});

Deno.test("256 jobs fit, and the next is a conflict", async () => {
  await using at = await place();
  const path = `${at.path}/jobs.json`;
  const first = await new JobStore(path).claim(CLAIM);
  const many = Array.from(
    { length: 255 },
    (_, index) => ({ ...first.record, idempotencyKey: `key-${index}` }),
  );
  await Deno.writeTextFile(path, JSON.stringify(many), { mode: 0o600 });
  assertTrue((await new JobStore(path).claim(CLAIM)).isNew);
  const { message } = await assertFails(
    () => new JobStore(path).claim({ ...CLAIM, key: "more" }),
    "CONFLICT",
  );
  assertIncludes(message, "JOB_CAPACITY");
});

Deno.test("a record that is none makes the file unusable, and it stays as it is", async () => {
  await using at = await place();
  const path = `${at.path}/jobs.json`;
  await older(path);
  const [record] = JSON.parse(await Deno.readTextFile(path));
  for (
    const more of [{ state: "sleeping" }, { createdAt: "yesterday" }, { jobId: 7 }, {
      runtimeIdentity: { pid: 7 },
    }]
  ) {
    const text = JSON.stringify([{ ...record, ...more }]);
    await Deno.writeTextFile(path, text);
    await assertFails(() => new JobStore(path).claim(CLAIM), "UNAVAILABLE");
    await assertFails(() => new JobStore(path).find(CLAIM.principal, "a"), "UNAVAILABLE");
    assertEquals(await Deno.readTextFile(path), text);
  }
});
