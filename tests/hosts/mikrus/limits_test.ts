/** How often the API is asked, and what is not asked for again. */
import { type Account, MikrusClient } from "gatehouse/hosts/mikrus/client.ts";
import type { EndpointName } from "gatehouse/hosts/mikrus/endpoints.ts";
import type { ToolError } from "gatehouse/core/errors.ts";
import { assertEquals, assertFails } from "../../assert.ts";
import { FAULTS, KEY, MikrusApi } from "../parts/mikrus_api.ts";

const { signal } = new AbortController();

/** A client whose time stands still until it is moved. */
function clocked() {
  const clock = { ms: 1_000 };
  const client = new MikrusClient(() => clock.ms);
  const ask = (account: Account, endpoint: EndpointName) =>
    client.ask(account, { endpoint, fields: {}, signal });
  return { clock, client, ask };
}

/** Seconds that a refused request is told to wait. */
async function refused(asking: Promise<unknown>): Promise<number | undefined> {
  return (await assertFails(() => asking, "RATE_LIMITED") as ToolError).retryAfterSeconds;
}

Deno.test("the sixth request of a minute is refused at once, unsent, and says when to come back", async () => {
  await using api = await MikrusApi.start();
  const { clock, ask } = clocked();
  for (let request = 0; request < 5; request++) {
    await ask(api.account(), "logs");
    clock.ms += 1_000;
  }
  assertEquals(await refused(ask(api.account(), "logs")), 55);
  clock.ms += 53_000;
  assertEquals(await refused(ask(api.account(), "logs")), 2);
  assertEquals(api.seen.length, 5);
  clock.ms += 2_000;
  await ask(api.account(), "logs");
  assertEquals(await refused(ask(api.account(), "logs")), 1);
});

Deno.test("the limit is one credential's: another key has its own, another server of the same key has not", async () => {
  await using api = await MikrusApi.start();
  const { ask } = clocked();
  for (const srv of ["a1", "a2", "a3", "a4", "a5"]) await ask(api.account({ srv }), "logs");
  await refused(ask(api.account({ srv: "a6" }), "logs"));
  api.faults.push(FAULTS.value([]));
  await ask(api.account({ key: "another" }), "logs");
});

Deno.test("failed requests count, and so do changes", async () => {
  await using api = await MikrusApi.start();
  const { ask } = clocked();
  api.faults.push(FAULTS.status(500), FAULTS.refused("nie"), FAULTS.cut());
  await assertFails(() => ask(api.account(), "info"), "TRANSIENT_UPSTREAM");
  await assertFails(() => ask(api.account(), "info"), "UPSTREAM_REJECTED");
  await assertFails(() => ask(api.account(), "info"), "TRANSIENT_UPSTREAM");
  await ask(api.account(), "restart");
  await ask(api.account(), "amfetamina");
  await refused(ask(api.account(), "restart"));
  assertEquals(api.seen.length, 5);
});

Deno.test("when the API says to wait, nothing is sent until then", async () => {
  await using api = await MikrusApi.start();
  const { clock, ask } = clocked();
  api.faults.push(FAULTS.status(429, {}, { "retry-after": "20" }));
  await assertFails(() => ask(api.account(), "info"), "UPSTREAM_RATE_LIMITED");
  assertEquals(await refused(ask(api.account(), "info")), 20);
  clock.ms += 20_000;
  await ask(api.account(), "info");
  assertEquals(api.seen.length, 2);
});

for (const endpoint of ["info", "serwery", "stats", "porty"] as const) {
  Deno.test(`${endpoint} is not asked for again within a minute`, async () => {
    await using api = await MikrusApi.start();
    const { clock, ask } = clocked();
    const first = await ask(api.account(), endpoint);
    clock.ms += 59_999;
    assertEquals(await ask(api.account(), endpoint), first);
    assertEquals(api.seen.length, 1);
    clock.ms += 1;
    await ask(api.account(), endpoint);
    assertEquals(api.seen.length, 2);
  });
}

for (const endpoint of ["logs", "db", "cloud"] as const) {
  Deno.test(`${endpoint} is asked for each time`, async () => {
    await using api = await MikrusApi.start();
    const { ask } = clocked();
    await ask(api.account(), endpoint);
    await ask(api.account(), endpoint);
    assertEquals(api.seen.length, 2);
  });
}

Deno.test("a kept reply is shown where the limit would refuse", async () => {
  await using api = await MikrusApi.start();
  const { ask } = clocked();
  for (const endpoint of ["info", "stats", "logs", "logs", "logs"] as const) {
    await ask(api.account(), endpoint);
  }
  await refused(ask(api.account(), "logs"));
  await ask(api.account(), "info");
});

Deno.test("replies are each account's own, and a failure is not kept", async () => {
  await using api = await MikrusApi.start();
  const { ask } = clocked();
  api.faults.push(FAULTS.status(500));
  await assertFails(() => ask(api.account(), "info"), "TRANSIENT_UPSTREAM");
  await ask(api.account(), "info");
  await ask(api.account({ srv: "a133" }), "info");
  assertEquals(api.seen.map(({ form }) => form["srv"]), ["j230", "j230", "a133"]);
  api.faults.push(FAULTS.value({ server_id: "z9" }));
  assertEquals(
    await ask(api.account({ key: `${KEY}2` }), "info").then((reply) => "server_id" in reply),
    true,
  );
  assertEquals(api.seen.length, 4);
});

for (const [ending, faults] of [["done", []], ["in doubt", [FAULTS.status(500)]]] as const) {
  Deno.test(`after a change that is ${ending}, what was kept of the account is asked for anew`, async () => {
    await using api = await MikrusApi.start();
    const { ask } = clocked();
    await ask(api.account(), "info");
    api.faults.push(...faults);
    await ask(api.account(), "amfetamina").catch(() => {});
    await ask(api.account(), "info");
    assertEquals(api.paths, ["/info", "/amfetamina", "/info"]);
  });
}
