/** What the other tests of this folder build on: the server, its keys, the proxy, and that nothing is left behind. */
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { join } from "node:path";
import { type Ended, run } from "../tasks/parts/child.ts";
import { canMakeAccounts, makeAccount } from "./parts/account.ts";
import { Proxy } from "./parts/proxy.ts";
import { Sshd } from "./parts/sshd.ts";

async function ssh(sshd: Sshd, command: string, port = sshd.port): Promise<Ended> {
  const known = await sshd.knownHosts(undefined, port);
  return await run([
    "ssh",
    ...["-F", "/dev/null", "-i", sshd.client.path, "-p", `${port}`, "-o", "BatchMode=yes"],
    ...[
      "-o",
      `UserKnownHostsFile=${known}`,
      "-o",
      "GlobalKnownHostsFile=/dev/null",
      "-o",
      "ConnectTimeout=10",
    ],
    `${sshd.user}@127.0.0.1`,
    command,
  ]);
}

Deno.test("a command runs with the server's own PATH and home", async () => {
  await using sshd = await Sshd.start({ bin: ["/nowhere/first"] });
  const { stdout, code } = await ssh(sshd, "echo $PATH; pwd -P; echo $HOME");
  assertEquals(code, 0);
  assertIncludes(stdout, "/nowhere/first:");
  assertIncludes(stdout, sshd.home);
});

Deno.test("after a rotation the old key is refused, and a proxy carries a session", async () => {
  await using sshd = await Sshd.start();
  await using proxy = Proxy.to(sshd.port);
  assertEquals((await ssh(sshd, "echo through", proxy.port)).stdout, "through\n");
  const before = await sshd.hostKey();
  await sshd.rotate();
  assertTrue((await sshd.hostKey()).fingerprint !== before.fingerprint);
  assertEquals((await ssh(sshd, "true")).code, 0);
});

Deno.test("another shell gets the command, and what leaves its session is found and ended", async () => {
  await using sshd = await Sshd.start({
    shell: '#!/bin/sh\necho banner\nexec /bin/dash -c "$SSH_ORIGINAL_COMMAND"\n',
  });
  assertEquals((await ssh(sshd, "echo own")).stdout, "banner\nown\n");
  await ssh(sshd, "setsid sleep 300 >/dev/null 2>&1 </dev/null &");
  assertEquals((await sshd.running()).length, 1);
});

if (canMakeAccounts) {
  Deno.test({
    name: "a throwaway account logs in by its password, and is gone afterwards",
    async fn() {
      await using sshd = await Sshd.start({ config: ["PasswordAuthentication yes"] });
      let name = "";
      {
        await using account = await makeAccount();
        name = account.name;
        assertIncludes((await run(["getent", "passwd", name])).stdout, account.home);
        const heard = sshd.heard(new RegExp(`Accepted password for ${name}`));
        const ask = join(sshd.directory, "ask");
        await Deno.writeTextFile(ask, `#!/bin/sh\necho '${account.password}'\n`, { mode: 0o700 });
        const known = await sshd.knownHosts();
        const options = [`UserKnownHostsFile=${known}`, "PubkeyAuthentication=no"].flatMap((
          line,
        ) => ["-o", line]);
        const { stdout } = await run(
          ["ssh", "-F", "/dev/null", ...options, "-p", `${sshd.port}`, `${name}@127.0.0.1`, "id -un"],
          { env: { SSH_ASKPASS: ask, SSH_ASKPASS_REQUIRE: "force", DISPLAY: "none" } },
        );
        assertEquals(stdout.trim(), name);
        await heard;
      }
      assertEquals((await run(["getent", "passwd", name])).stdout, "");
    },
  });
}
