import { DatabaseSync } from "node:sqlite";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../assert.ts";
import { createSpentNonces } from "../../lib/state/spent_nonces.ts";
import { createApprovals } from "../../lib/state/approvals.ts";
import { bench, CALL, OTHERS, STORES } from "./approvals_parts.ts";
import { bytesIn, stateDirectory } from "./parts.ts";

for (const store of STORES) {
  Deno.test(`${store}: an approval is spent once, by exactly its call`, async () => {
    await using desk = await bench(store);
    const { approvals } = desk;
    assertEquals(await approvals.holds(CALL), false);
    await approvals.grant(CALL, 60_000);
    for (const [name, other] of Object.entries(OTHERS)) {
      assertEquals([await approvals.holds(other), await approvals.begin(other)], [false, null], name);
    }
    assertEquals(await approvals.holds(CALL), true);
    assertTrue(await approvals.begin(CALL) !== null);
    assertEquals([await approvals.holds(CALL), await approvals.begin(CALL)], [false, null]);
    assertEquals(await desk.another().begin(CALL), null);
  });

  Deno.test(`${store}: it ends with its time, also for a process that was started before`, async () => {
    await using desk = await bench(store);
    const server = desk.another();
    await desk.approvals.grant(CALL, 60_000);
    desk.pass(59_999);
    assertEquals(await server.holds(CALL), true);
    desk.pass(1);
    assertEquals([await server.holds(CALL), await server.begin(CALL)], [false, null]);
  });

  Deno.test(`${store}: a clock that is set back brings none to life that was seen to have ended`, async () => {
    await using desk = await bench(store);
    await desk.approvals.grant(CALL, 60_000);
    desk.pass(60_000);
    assertEquals(await desk.approvals.holds(CALL), false);
    for (const back of [500, 30_000, 86_400_000]) {
      desk.now -= back;
      assertEquals([await desk.approvals.holds(CALL), await desk.approvals.begin(CALL)], [false, null]);
      assertEquals(await desk.another().begin(CALL), null);
    }
  });

  Deno.test(`${store}: nor one that ended while nobody looked, where a server ran meanwhile`, async () => {
    await using desk = await bench(store);
    await desk.approvals.grant(CALL, 60_000);
    desk.pass(120_000);
    desk.now -= 100_000;
    assertEquals([await desk.approvals.holds(CALL), await desk.approvals.begin(CALL)], [false, null]);
    assertEquals(await desk.another().begin(CALL), null);
  });

  Deno.test(`${store}: once the clock was set back, what is approved later counts, and for its own time`, async () => {
    await using desk = await bench(store);
    await desk.approvals.grant(CALL, 60_000);
    desk.now -= 3_600_000;
    await desk.approvals.grant(OTHERS["another tool"] ?? CALL, 60_000);
    assertEquals(await desk.another().holds(CALL), false);
    assertEquals(await desk.another().holds(OTHERS["another tool"] ?? CALL), true);
    desk.pass(60_000);
    assertEquals(await desk.another().holds(OTHERS["another tool"] ?? CALL), false);
  });

  Deno.test(`${store}: a clock that is set back makes no approval last longer`, async () => {
    await using desk = await bench(store);
    await desk.approvals.grant(CALL, 60_000);
    desk.now -= 10_000;
    // Started after the step: only the store knows of it.
    assertEquals(await desk.another().holds(CALL), false);

    await using own = await bench(store);
    await own.approvals.grant(CALL, 60_000);
    own.pass(120_000);
    own.now -= 100_000;
    // Later than anything in the store: only the process knows of it.
    const { expiresAt } = await own.approvals.grant(CALL, 60_000);
    assertEquals(expiresAt, own.now + 60_000);
    assertEquals(await own.approvals.holds(CALL), true);
  });

  Deno.test(`${store}: of two approvals of one call the one that ends first is spent first`, async () => {
    await using desk = await bench(store);
    await desk.approvals.grant(CALL, 200_000);
    await desk.approvals.grant(CALL, 60_000);
    await (await desk.approvals.begin(CALL))?.settle("ok");
    desk.pass(100_000);
    assertTrue(await desk.approvals.begin(CALL) !== null);
  });

  Deno.test(`${store}: a change without a known end is told until a newer approval is spent`, async () => {
    await using desk = await bench(store);
    const { approvals } = desk;
    await approvals.grant(CALL, 60_000);
    await approvals.grant(CALL, 300_000);
    assertTrue(await approvals.begin(CALL) !== null);
    const since = desk.now;
    desk.pass(1_000);
    // The second was given by somebody who did not know that the first would have no end.
    assertEquals(await desk.another().holds(CALL), false);
    assertEquals(await desk.another().begin(CALL), null);
    assertEquals(await desk.another().openSince(CALL), since);
    for (const other of Object.values(OTHERS)) assertEquals(await approvals.openSince(other), null);
    await approvals.grant(CALL, 60_000);
    assertEquals(await approvals.holds(CALL), true);
    const begun = await approvals.begin(CALL);
    assertEquals(await approvals.openSince(CALL), desk.now);
    await begun?.settle("ok");
    assertEquals(await approvals.openSince(CALL), null);
  });

  Deno.test(`${store}: how a superseded change ends says nothing of the newer one`, async () => {
    await using desk = await bench(store);
    await desk.approvals.grant(CALL, 60_000);
    const first = await desk.approvals.begin(CALL);
    desk.pass(1);
    await desk.approvals.grant(CALL, 60_000);
    const second = await desk.another().begin(CALL);
    await first?.settle("ok");
    assertEquals(await desk.approvals.openSince(CALL), desk.now);
    await second?.settle("NOT_FOUND");
    assertEquals(await desk.approvals.openSince(CALL), null);
  });

  Deno.test(`${store}: an approved request allows that call once and waits no more`, async () => {
    await using desk = await bench(store);
    const { approvals } = desk;
    const asked = await approvals.request({ binding: CALL, alias: "vps", shown: "{}" });
    assertTrue("id" in asked);
    assertEquals([await approvals.holds(CALL), await approvals.begin(CALL)], [false, null]);
    const [waiting] = await desk.another().waiting();
    assertEquals([waiting?.id, waiting?.alias, waiting?.binding], [asked.id, "vps", CALL]);
    const granted = await Promise.all([1, 2, 3].map(() => desk.another().approve(asked.id, 60_000)));
    assertEquals(granted.filter((one) => one !== null).map((one) => one.binding), [CALL]);
    assertEquals(await approvals.waiting(), []);
    assertTrue(await approvals.begin(CALL) !== null);
    assertEquals(await approvals.begin(CALL), null);
  });

  Deno.test(`${store}: a request keeps what the call would do, as it was told last`, async () => {
    await using desk = await bench(store);
    const { approvals } = desk;
    const pending = { binding: CALL, alias: "vps", shown: "{}" };
    await approvals.request({ ...pending, effects: ["ask: Reaches another machine", "network a\nb"] });
    assertEquals((await desk.another().waiting())[0]?.effects, [
      "ask: Reaches another machine",
      "network a b",
    ]);
    await approvals.request(pending);
    assertEquals((await desk.another().waiting())[0]?.effects, []);
  });

  Deno.test(`${store}: approvals are listed without a secret, and taken back by their id`, async () => {
    await using desk = await bench(store);
    const { id } = await desk.approvals.grant(CALL, 60_000);
    await desk.approvals.grant(CALL, 30_000);
    const listed = await desk.another().granted();
    assertEquals(listed.map(({ binding, expiresAt }) => [binding, expiresAt]), [
      [CALL, desk.now + 30_000],
      [CALL, desk.now + 60_000],
    ]);
    assertEquals(listed.at(-1)?.id, id);
    if (desk.file !== null) {
      for (const token of Object.keys(JSON.parse(await Deno.readTextFile(desk.file)).tokens)) {
        assertTrue(!JSON.stringify(listed).includes(token.slice(0, 12)));
      }
    }
    assertEquals([await desk.approvals.revoke(id), await desk.approvals.revoke(id)], [true, false]);
    assertEquals((await desk.approvals.granted()).length, 1);
  });

  Deno.test(`${store}: no approval lasts longer than 300 seconds`, async () => {
    await using desk = await bench(store);
    for (const ttl of [0, -1, 300_001, 0.5, Number.NaN, Infinity]) {
      const error = await desk.approvals.grant(CALL, ttl).then(() => null, (thrown) => thrown);
      assertTrue(error instanceof RangeError, String(ttl));
    }
    assertEquals(await desk.approvals.granted(), []);
  });

  Deno.test(`${store}: the 1,025th approval is refused, and the others stay`, async () => {
    await using desk = await bench(store);
    if (desk.file === null) {
      await desk.approvals.grant(CALL, 300_000);
      using db = new DatabaseSync(`${desk.directory}/gatehouse.sqlite`);
      db.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1023)
        INSERT INTO approvals SELECT 'x' || i, principal, capability, identity, resource, arguments_digest,
          created_at, expires_at FROM approvals, n`);
    } else {
      await Deno.writeTextFile(desk.file, tokens(1_024, desk.now / 1_000 + 60));
    }
    await assertFails(() => desk.approvals.grant(CALL, 60_000), "TOO_MANY_APPROVALS");
    assertEquals((await desk.approvals.granted()).length, 1_024);
  });
}

function tokens(count: number, expiresAt: number): string {
  const record = {
    capability: "c",
    principal: "p",
    target: "t",
    resource: "r",
    arguments_digest: "0".repeat(64),
    expires_at: expiresAt,
  };
  const all = Array.from({ length: count }, (_, n) => [`${n}`.padStart(40, "t"), record]);
  return JSON.stringify({ tokens: Object.fromEntries(all) });
}

Deno.test("the same call refreshes its request instead of adding one", async () => {
  await using desk = await bench("the one store");
  const pending = { binding: CALL, alias: "vps", shown: "{}" };
  const first = await desk.approvals.request(pending);
  desk.pass(899_999);
  assertEquals(await desk.approvals.request(pending), first);
  desk.pass(899_999);
  assertEquals((await desk.approvals.waiting()).length, 1);
  desk.pass(1);
  assertEquals(await desk.approvals.waiting(), []);
  assertTrue("id" in first);
  assertEquals(await desk.approvals.approve(first.id, 60_000), null);
});

Deno.test("a declined call is told why for fifteen minutes, and cannot be approved by its old id", async () => {
  await using desk = await bench("the one store");
  const pending = { binding: CALL, alias: "vps", shown: "{}" };
  const asked = await desk.approvals.request(pending);
  assertTrue("id" in asked);
  assertEquals(await desk.approvals.decline(asked.id, "not today"), CALL);
  desk.pass(899_999);
  assertEquals(await desk.approvals.request(pending), { declined: "not today" });
  assertEquals(await desk.approvals.waiting(), []);
  assertEquals(await desk.approvals.decline(asked.id, "again"), null);
  assertEquals(await desk.approvals.approve(asked.id, 60_000), null);
  desk.pass(1);
  assertTrue("id" in await desk.approvals.request(pending));
});

Deno.test("one caller's requests push out only its own, and never more than 256 wait", async () => {
  await using desk = await bench("the one store");
  const ask = (principal: string, n: number) =>
    desk.approvals.request({
      binding: { ...CALL, principal, resource: `/${n}` },
      alias: "vps",
      shown: "{}",
    });
  for (let n = 1; n <= 33; n++) {
    await ask("flood", n);
    desk.pass(1);
  }
  const kept = await desk.approvals.waiting();
  assertEquals([kept.length, kept[0]?.binding.resource], [32, "/2"]);
  for (let caller = 1; caller <= 7; caller++) for (let n = 1; n <= 32; n++) await ask(`caller-${caller}`, n);
  const error = await assertFails(() => ask("late", 1), "AUTHORIZATION_FAILED");
  assertIncludes(error.message, "256 requests wait");
  assertEquals((await desk.approvals.waiting()).length, 256);
  assertTrue("id" in await ask("flood", 99));
});

Deno.test("how a change ended is forgotten after a day, and an unknown end after thirty", async () => {
  await using desk = await bench("the one store");
  const { approvals } = desk;
  await (await approvals.beginAsked(CALL))?.settle("ok");
  const open = OTHERS["another tool"] ?? CALL;
  await approvals.beginAsked(open);
  const count = () => {
    using db = new DatabaseSync(`${desk.directory}/gatehouse.sqlite`, { readOnly: true });
    return db.prepare("SELECT count(*) AS n FROM begun").get()?.["n"];
  };
  desk.pass(86_400_001);
  await approvals.beginAsked(OTHERS["another resource"] ?? CALL);
  assertEquals(count(), 2);
  assertTrue(await approvals.openSince(open) !== null);
  desk.pass(29 * 86_400_000);
  await approvals.beginAsked(CALL);
  assertEquals(await approvals.openSince(open), null);
});

Deno.test("an end that cannot be stored leaves the change open and throws nothing", async () => {
  await using desk = await bench("the one store", { busyMs: 30 });
  const begun = await desk.approvals.beginAsked(CALL);
  const other = new DatabaseSync(`${desk.directory}/gatehouse.sqlite`);
  other.exec("BEGIN IMMEDIATE");
  await begun?.settle("ok");
  other.exec("COMMIT");
  other.close();
  assertEquals(await desk.approvals.openSince(CALL), desk.now);
});

Deno.test("a store of the version before is brought to this one, and forgets nothing", async () => {
  await using dir = await stateDirectory();
  const spent = createSpentNonces({ directory: dir.path });
  const until = Date.now() + 60_000;
  await spent.spend("a", until);
  {
    using db = new DatabaseSync(`${dir.path}/gatehouse.sqlite`);
    for (const table of ["approvals", "requests", "begun", "clock"]) db.exec(`DROP TABLE ${table}`);
    db.exec("PRAGMA user_version = 1");
  }
  const approvals = createApprovals({ directory: dir.path });
  await approvals.grant(CALL, 60_000);
  assertTrue(await approvals.begin(CALL) !== null);
  assertEquals(await createSpentNonces({ directory: dir.path }).spend("a", until), false);
  approvals.close();
});

Deno.test("nothing is made before the first use", async () => {
  await using dir = await stateDirectory();
  createApprovals({ directory: dir.path }).close();
  assertEquals(await Deno.stat(dir.path).then(() => true, () => false), false);
});

for (
  const [name, act, code] of [
    ["that is garbage", (path: string) => Deno.writeTextFile(path, "garbage ".repeat(900)), "STORE_DAMAGED"],
    ["that others may read", (path: string) => Deno.chmod(path, 0o644), "FILE_UNSAFE"],
    ["that was replaced while in use", replaced, "STORE_DAMAGED"],
  ] as const
) {
  Deno.test(`a store ${name} allows nothing, and is not changed`, async () => {
    await using desk = await bench("the one store");
    await desk.approvals.grant(CALL, 60_000);
    if (code !== "STORE_DAMAGED" || name === "that is garbage") desk.approvals.close();
    await act(`${desk.directory}/gatehouse.sqlite`);
    const before = await bytesIn(desk.directory);
    const uses = [
      () => desk.approvals.holds(CALL),
      () => desk.approvals.begin(CALL),
      () => desk.approvals.beginAsked(CALL),
      () => desk.approvals.openSince(CALL),
      () => desk.approvals.request({ binding: CALL, alias: "vps", shown: "{}" }),
      () => desk.approvals.grant(CALL, 60_000),
    ];
    for (const use of uses) await assertFails(use, code);
    assertEquals(await bytesIn(desk.directory), before);
  });
}

async function replaced(path: string): Promise<void> {
  await Deno.rename(path, `${path}.old`);
  await Deno.copyFile(`${path}.old`, path);
}

Deno.test("a store that another process holds is waited for, but not for ever", async () => {
  await using desk = await bench("the one store", { busyMs: 40 });
  await desk.approvals.grant(CALL, 60_000);
  const other = new DatabaseSync(`${desk.directory}/gatehouse.sqlite`);
  other.exec("BEGIN IMMEDIATE");
  await assertFails(() => desk.approvals.begin(CALL), "STORE_BUSY");
  const patient = createApprovals({ directory: desk.directory, now: () => desk.now, busyMs: 60_000 });
  const begun = patient.begin(CALL);
  other.exec("COMMIT");
  other.close();
  assertTrue(await begun !== null);
  patient.close();
});
