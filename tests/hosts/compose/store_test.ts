/** The store of plans: its format, its limits, and what another process or another version leaves in it. */
import { join } from "node:path";
import { assertEquals, assertFails, assertTrue } from "../../assert.ts";
import { keyOf } from "gatehouse/hosts/compose/judge.ts";
import { PlanStore } from "gatehouse/hosts/stores/plans.ts";

const OLDER = await Deno.readTextFile(new URL("older_plans.json", import.meta.url));
const AT = 1_700_000_000.25;

/** A directory with a store's path in it. */
async function place() {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-plans-" }));
  return {
    path: join(directory, "plans.json"),
    directory,
    [Symbol.asyncDispose]: () => Deno.remove(directory, { recursive: true }),
  };
}

const digest = (number: number): string => number.toString(16).padStart(64, "0");
const receipt = (hex: string): string => `plan:v1:sha256:${hex}`;

const plan = (receiptDigest: string) => ({
  receiptDigest,
  service: "web",
  project: "shop",
  composeFiles: ["/srv/shop/compose.yaml"],
  desiredImage: null,
  desiredImageExplicit: false,
  allowRuntimeDrift: false,
  hasRuntimeDrift: false,
  payload: {},
});

Deno.test("a file of the older server is read, added to and read back", async () => {
  await using at = await place();
  await Deno.writeTextFile(at.path, OLDER, { mode: 0o600 });
  const store = new PlanStore(at.path, { now: () => AT + 60 });
  const found = await store.find(receipt("1".repeat(64)));
  assertEquals([found?.service, found?.createdAt], ["web", AT]);
  await store.add(plan(digest(2)));
  const written = JSON.parse(await Deno.readTextFile(at.path));
  assertEquals(written[0], JSON.parse(OLDER)[0]);
  assertEquals(Object.keys(written[1]), [...Object.keys(plan("")), "createdAt"]);
  assertEquals(written.length, 2);
  // Its values were not sealed with a key of ours: nothing can be held against it.
  assertTrue(found !== null);
  await assertFails(() => keyOf(found), "CONFLICT");
});

Deno.test("a plan holds for 300 s, not for 301, and not before it was made", async () => {
  await using at = await place();
  let now = AT;
  const store = new PlanStore(at.path, { now: () => now });
  await store.add(plan(digest(1)));
  now = AT + 300;
  assertTrue(await store.find(receipt(digest(1))) !== null);
  for (const other of [AT + 301, AT - 1]) {
    now = other;
    assertEquals(await store.find(receipt(digest(1))), null);
  }
  now = AT + 400;
  await store.add(plan(digest(2)));
  assertEquals(JSON.parse(await Deno.readTextFile(at.path)).length, 1);
});

Deno.test("sixteen plans are kept, the oldest gives way, and one receipt has one plan", async () => {
  await using at = await place();
  let now = AT;
  const store = new PlanStore(at.path, { now: () => now++ });
  for (let number = 1; number <= 17; number++) await store.add(plan(digest(number)));
  assertEquals(await store.find(receipt(digest(1))), null);
  assertTrue(await store.find(receipt(digest(2))) !== null);
  await store.add({ ...plan(digest(17)), allowRuntimeDrift: true });
  const all = JSON.parse(await Deno.readTextFile(at.path));
  assertEquals([all.length, all.at(-1).allowRuntimeDrift], [16, true]);
});

Deno.test("eight at once lose none", async () => {
  await using at = await place();
  const stores = Array.from({ length: 8 }, () => new PlanStore(at.path));
  await Promise.all(stores.map((store, index) => store.add(plan(digest(index + 1)))));
  assertEquals((await new PlanStore(at.path).valid()).length, 8);
});

Deno.test("a file that is not safe, or holds something else, is refused and stays", async () => {
  await using at = await place();
  const store = new PlanStore(at.path);
  for (const text of ["{}", "[7]", '[{"receiptDigest":"x"}]', "nonsense"]) {
    await Deno.writeTextFile(at.path, text, { mode: 0o600 });
    await assertFails(() => store.find(receipt(digest(1))), "UNAVAILABLE");
    await assertFails(() => store.add(plan(digest(1))), "UNAVAILABLE");
    assertEquals(await Deno.readTextFile(at.path), text);
  }
  await Deno.writeTextFile(at.path, "[]");
  await Deno.chmod(at.path, 0o644);
  await assertFails(() => store.find(receipt(digest(1))), "UNAVAILABLE");
  await Deno.chmod(at.path, 0o600);
  assertEquals(await store.valid(), []);
  await Deno.rename(at.path, `${at.path}.real`);
  await Deno.symlink(`${at.path}.real`, at.path);
  await assertFails(() => store.valid(), "UNAVAILABLE");
});
