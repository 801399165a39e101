/** Two-phase authorisation on a real server: what a caller may not use is not even looked for. */
import { assertEquals, assertIncludes } from "../assert.ts";
import { DEFAULT_POLICY, type Policy } from "gatehouse/core/policy.ts";
import { Proxy } from "./parts/proxy.ts";
import { ALL, Served } from "./parts/served.ts";
import { Sshd } from "./parts/sshd.ts";
import { targetOf } from "./parts/target.ts";

const scopes = (...list: string[]): Policy => ({ ...DEFAULT_POLICY, scopes: list });

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}

/** A server behind a proxy that counts, and the family with it. */
async function open(policy: Policy) {
  const sshd = await Sshd.start();
  const proxy = Proxy.to(sshd.port);
  const target = await targetOf(sshd, { port: proxy.port });
  const served = await Served.open({ targets: [target], policy });
  return {
    sshd,
    proxy,
    served,
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
      await sshd[Symbol.asyncDispose]();
    },
  };
}

for (
  const [missing, policy] of [
    ["target", scopes("tool:*", "target:other", "target-id:*", "resource:*", "data:*")],
    ["tool", scopes("tool:list_directory", "target:*", "target-id:*", "resource:*", "data:*")],
    ["data", scopes("tool:*", "target:*", "target-id:*", "resource:*", "data:internal")],
  ] as const
) {
  Deno.test(`without a scope of the family ${missing} nothing is reached, and no alias is told from another`, async () => {
    await using world = await open(policy);
    const there = await world.served.call("read_file", { path: "/etc/hostname", server: "box" });
    const nowhere = await world.served.call("read_file", { path: "/etc/hostname", server: "nowhere" });
    assertEquals(there.envelope.error, nowhere.envelope.error);
    assertEquals(there.envelope.error.code, "AUTHORIZATION_FAILED");
    assertIncludes(there.envelope.error.message, `family ${missing} `);
    assertEquals(["target" in there.envelope._meta, "backend" in there.envelope._meta], [false, false]);
    assertEquals(world.proxy.accepted, 0);
  });
}

for (
  const [missing, policy] of [
    ["target-id", scopes("tool:*", "target:*", "target-id:ssh:root@other:22", "resource:*", "data:*")],
    ["resource", scopes("tool:*", "target:*", "target-id:*", "data:*")],
  ] as const
) {
  Deno.test(`without a scope of the family ${missing} the server is reached, and nothing is read or told`, async () => {
    await using world = await open(policy);
    const { envelope, text } = await world.served.call("read_file", { path: "/etc/hostname" });
    assertEquals(envelope.error.code, "AUTHORIZATION_FAILED");
    assertIncludes(envelope.error.message, `family ${missing} `);
    assertEquals(["target_identity" in envelope._meta, text.includes("SHA256:")], [false, false]);
    assertEquals(world.proxy.accepted, 1);
  });
}

Deno.test("the hash of one path allows that path in any spelling, and no other", async () => {
  const hash = await sha256("/etc/hostname");
  await using world = await open(
    scopes("tool:*", "target:*", "target-id:*", `resource:read_file:sha256:${hash}`, "data:*"),
  );
  assertEquals((await world.served.call("read_file", { path: "//etc/./hostname" })).isError, false);
  assertEquals((await world.served.error("read_file", { path: "/etc/hosts" })).code, "AUTHORIZATION_FAILED");
  // The hash is of another tool's resource.
  assertEquals(
    (await world.served.error("tail_file", { path: "/etc/hostname" })).code,
    "AUTHORIZATION_FAILED",
  );
});

Deno.test("the exact identity is a scope, and holds for no other key", async () => {
  await using sshd = await Sshd.start();
  const { fingerprint } = await sshd.hostKey();
  const identity = `ssh:${sshd.user}@127.0.0.1:${sshd.port}#host-key=${fingerprint}`;
  const policy = scopes("tool:*", "target:*", `target-id:${identity}`, "data:*");
  await using served = await Served.open({ targets: [await targetOf(sshd)], policy });
  const { envelope } = await served.call("get_memory_info");
  assertEquals([envelope.success, envelope._meta.target_identity], [true, identity]);
});

Deno.test("an alias that is not configured is not found, once the caller may use it", async () => {
  await using world = await open(ALL);
  assertEquals((await world.served.error("get_memory_info", { server: "nowhere" })).code, "NOT_FOUND");
  assertEquals(world.proxy.accepted, 0);
});

Deno.test("a failed server is not replaced by another one", async () => {
  await using world = await open(ALL);
  const good = (await world.served.data("list_configured_servers")).targets[0];
  assertEquals([good.name, good.status], ["box", "not_connected"]);
  const dead = await targetOf(world.sshd, { alias: "dead", port: 1 });
  await using both = await Served.open({ targets: [dead, await targetOf(world.sshd)] });
  const failure = await both.error("get_memory_info");
  assertEquals([failure.code, failure.retryable], ["UNAVAILABLE", true]);
  const states = (await both.data("list_configured_servers")).targets;
  assertEquals(states.map(({ name, status }: Record<string, string>) => `${name} ${status}`), [
    "dead unavailable",
    "box not_connected",
  ]);
});

Deno.test("a tool is refused on the wrong kind of server before anything is reached", async () => {
  await using world = await open(ALL);
  const account = {
    type: "mikrus",
    alias: "vps",
    srv: "srv1",
    apiUrl: "https://127.0.0.1:1",
    apiCaFile: null,
    key: "some-key-of-an-account",
  } as const;
  await using served = await Served.open({
    targets: [await targetOf(world.sshd, { port: world.proxy.port }), account],
  });
  const wrong = await served.error("get_server_info", { server: "box" });
  assertEquals(wrong.code, "VALIDATION_FAILED");
  assertIncludes(wrong.message, "not a mikr.us target");
  assertEquals(world.proxy.accepted, 0);
});

Deno.test("only the servers that a caller may use are listed", async () => {
  await using world = await open(scopes("tool:*", "target:other", "data:*"));
  const { default_target, targets } = await world.served.data("list_configured_servers");
  assertEquals([default_target, targets], [null, []]);
});

Deno.test("nobody changes anything on a server whose identity is not proven, or without the scope, or without the policy", async () => {
  await using sshd = await Sshd.start();
  const target = await targetOf(sshd, { verifyHostKey: false });
  const change = { path: "/tmp/gatehouse-never", content: "x" };
  await using unproven = await Served.open({ targets: [target] });
  assertIncludes((await unproven.error("write_file", change)).message, "identity is not proven");
  assertEquals(
    (await unproven.call("get_memory_info")).envelope._meta.target_identity.endsWith("UNVERIFIED"),
    true,
  );
  await using scopeless = await Served.open({
    targets: [await targetOf(sshd)],
    policy: { ...DEFAULT_POLICY, writes: true },
  });
  assertIncludes((await scopeless.error("write_file", change)).message, "family write ");
  await using off = await Served.open({ targets: [await targetOf(sshd)], policy: { ...ALL, writes: false } });
  assertEquals((await off.error("write_file", change)).code, "AUTHORIZATION_FAILED");
});
