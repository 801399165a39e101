/** The family's worker as the program starts it: behind its walls, with the rights of the configured targets. */
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../assert.ts";
import { keyPair } from "./parts/keys.ts";
import { Sshd } from "./parts/sshd.ts";
import { targetOf } from "./parts/target.ts";
import { TestWorker } from "./parts/worker.ts";

Deno.test("a machine is resolved, looked around on, and read, all from behind the walls", async () => {
  await using sshd = await Sshd.start();
  await using worker = new TestWorker([await targetOf(sshd)]);
  assertEquals(await worker.status(), [{
    alias: "box",
    status: "not_connected",
    identity: null,
    facts: null,
  }]);
  const { fingerprint } = await sshd.hostKey();
  const resolved = await worker.resolve("box");
  const identity = `ssh:${sshd.user}@127.0.0.1:${sshd.port}#host-key=${fingerprint}`;
  assertEquals(resolved, { identity, backend: "ssh", proven: true });
  const [state] = await worker.status();
  assertEquals(state?.status, "connected");
  assertEquals(state?.identity, identity);
  assertTrue(/^3\.\d+/.test(state?.facts?.python ?? ""));
  const memory = await worker.operate("box", { operation: "get_memory_info", input: {} });
  assertTrue(Object.keys(memory).length > 0);
  assertEquals(worker.prints, []);
});

Deno.test("after a rotation of the host key the old identity is refused, and nothing is done", async () => {
  await using sshd = await Sshd.start();
  await using worker = new TestWorker([await targetOf(sshd)]);
  const { identity } = await worker.resolve("box");
  const path = await sshd.knownHosts();
  await sshd.rotate();
  const asked = { operation: "get_memory_info", input: {} };
  const { message } = await assertFails(
    async () => {
      // The lost connection may be noticed by this call or before it.
      await worker.operate("box", { ...asked, identity }).catch((error) => {
        if (error.code !== "TRANSIENT_UPSTREAM") throw error;
      });
      await worker.operate("box", { ...asked, identity });
    },
    "UNAVAILABLE",
  );
  assertIncludes(message, (await sshd.hostKey()).fingerprint);
  assertIncludes(message, "host key has changed");
  assertTrue(path !== "");
});

Deno.test("what was authorised for the old key does not hold for a new one that is known as well", async () => {
  await using sshd = await Sshd.start();
  const both = [await keyPair("host-1"), await keyPair("host-2")].map(({ line }) => `${sshd.name} ${line}`);
  const target = await targetOf(sshd, { knownHostsFile: await sshd.knownHosts(both) });
  await using worker = new TestWorker([target]);
  const { identity } = await worker.resolve("box");
  await sshd.rotate();
  const fresh = await worker.resolve("box").catch(() => worker.resolve("box"));
  assertTrue(fresh.identity !== identity);
  await assertFails(
    () =>
      worker.operate("box", {
        operation: "write_file",
        input: { path: "/tmp/never", content: "" },
        identity,
      }),
    "AUTHORIZATION_FAILED",
  );
});

Deno.test("a target whose key cannot be read fails by itself, and the others work", async () => {
  await using sshd = await Sshd.start();
  const good = await targetOf(sshd);
  const bad = { ...good, alias: "other", keyFile: "/nowhere/key" };
  await using worker = new TestWorker([good, bad]);
  assertIncludes((await assertFails(() => worker.resolve("other"), "UNAVAILABLE")).message, "/nowhere/key");
  assertEquals((await worker.resolve("box")).proven, true);
  await assertFails(() => worker.resolve("third"), "NOT_FOUND");
});
