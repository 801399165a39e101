/** What a person is shown before a service is recreated. */
import { assertEquals, assertIncludes } from "../../assert.ts";
import { place } from "../parts/place.ts";
import { Served } from "../parts/served.ts";
import { Sshd } from "../parts/sshd.ts";
import { targetOf } from "../parts/target.ts";

Deno.test("whoever approves a recreation sees the service, its project, image and files, and not just a receipt", async () => {
  await using top = await place();
  await using sshd = await Sshd.start();
  const plan_store = `${top.path}/plans.json`;
  const plan = {
    receiptDigest: "1".repeat(64),
    service: "web",
    project: "shop",
    composeFiles: ["/srv/shop/compose.yaml", "/srv/shop/extra.yaml"],
    desiredImage: "app:1",
    desiredImageExplicit: false,
    allowRuntimeDrift: true,
    hasRuntimeDrift: true,
    payload: {},
    createdAt: Date.now() / 1_000,
  };
  const of = (principal: string, digit: string) => ({
    ...plan,
    receiptDigest: digit.repeat(64),
    payload: { principal },
  });
  await Deno.writeTextFile(
    plan_store,
    JSON.stringify([plan, of("posix-uid:1", "3"), of("posix-uid:2", "4")]),
    { mode: 0o600 },
  );
  await using served = await Served.open({
    targets: [await targetOf(sshd)],
    has: ["target", "ssh", "writes", "plan_store"],
    settings: { stores: { job_store: null, cron_store: null, plan_store } },
  });
  const asked = async (service: string, digit: string) => {
    await served.error("docker_recreate_apply", {
      service,
      plan_receipt: `plan:v1:sha256:${digit.repeat(64)}`,
    });
    return served.memory.pending.pop()?.effects;
  };
  assertEquals(await asked("web", "1"), [
    "recreate the service web of the project shop",
    "image: app:1",
    "lost: what was changed in the running container",
    "compose file: /srv/shop/compose.yaml",
    "compose file: /srv/shop/extra.yaml",
  ]);
  assertEquals((await asked("web", "3"))?.[0], "recreate the service web of the project shop");
  const none = (service: string) => [
    `nothing: the caller has no plan of the service ${service} under this receipt`,
  ];
  // Somebody else's plan is none, for whoever waits by it as well.
  assertEquals(await asked("web", "4"), none("web"));
  const receipt = `plan:v1:sha256:${"4".repeat(64)}`;
  const args = { service: "web", plan_receipt: receipt };
  await served.error("docker_recreate_apply", args);
  const pending = served.memory.pending.pop();
  if (pending === undefined) throw new Error("No approval was asked for");
  served.memory.grant(pending.binding);
  assertIncludes((await served.error("docker_recreate_apply", args)).message, "somebody else has made it");
  const waited = await served.error("service_wait", args);
  assertEquals(waited.code, "CONFLICT");
  assertIncludes(waited.message, "somebody else has made it (PLAN_STALE)");
  assertEquals(await asked("web", "2"), none("web"));
  assertEquals(await asked("db", "1"), none("db"));
});
