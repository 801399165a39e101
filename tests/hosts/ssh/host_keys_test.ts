/** Which hosts are logged in to: by a real server that shows its keys. */
import { createHmac } from "node:crypto";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { mustRun } from "../../tasks/parts/child.ts";
import { TestHost } from "../parts/host.ts";
import { certify, keyPair, type KeyType } from "../parts/keys.ts";
import { Sshd } from "../parts/sshd.ts";

/** What a server that must not be logged in to has heard of a login. */
function loginsIn(sshd: Sshd): string[] {
  return sshd.log.filter((line) => /password|publickey|userauth|Postponed|Failed|Accepted/i.test(line));
}

/** The refusal of a target whose known_hosts has these lines; it never comes to a login. */
async function refusal(sshd: Sshd, lines: readonly string[]): Promise<string> {
  const before = loginsIn(sshd).length;
  const knownHostsFile = await sshd.knownHosts(lines);
  const host = await TestHost.of(sshd, {}, { knownHostsFile, password: "never to be sent", keyFile: null });
  const error = await assertFails(() => host.connect(), "UNAVAILABLE");
  assertEquals(loginsIn(sshd).slice(before), []);
  assertEquals(host.host.state.status, "unavailable");
  assertEquals((error as Error & { retryable: boolean }).retryable, false);
  return error.message;
}

async function accepts(sshd: Sshd, lines: readonly string[]): Promise<string> {
  await using host = await TestHost.of(sshd, {}, { knownHostsFile: await sshd.knownHosts(lines) });
  return (await host.connect()).identity;
}

/** As `ssh-keygen -H` writes a name. */
function hashed(name: string, salt = crypto.getRandomValues(new Uint8Array(20))): string {
  const hash = createHmac("sha1", salt).update(name).digest("base64");
  return `|1|${btoa(String.fromCharCode(...salt))}|${hash}`;
}

Deno.test("a host that known_hosts does not have is refused before any login, with its fingerprint and the next step", async () => {
  await using sshd = await Sshd.start();
  const { fingerprint } = await sshd.hostKey();
  for (
    const lines of [[], ["# nothing"], [`127.0.0.1 ${(await sshd.hostKey()).line}`], [
      `other ${(await sshd.hostKey()).line}`,
    ]]
  ) {
    const message = await refusal(sshd, lines);
    assertIncludes(message, fingerprint);
    assertIncludes(message, "is not in");
  }
});

Deno.test("a changed key is refused before any login, with both fingerprints and the line to look at", async () => {
  await using sshd = await Sshd.start();
  const other = await keyPair("other");
  const message = await refusal(sshd, ["# one", `${sshd.name} ${other.line}`]);
  assertIncludes(message, "has changed");
  assertIncludes(message, (await sshd.hostKey()).fingerprint);
  assertIncludes(message, other.fingerprint);
  assertIncludes(message, "line 2");
});

Deno.test("a key of another type than the known ones is refused before any login", async () => {
  await using sshd = await Sshd.start({ hostKeys: ["ed25519"] });
  const rsa = await keyPair("other", { type: "rsa" });
  const message = await refusal(sshd, [`${sshd.name} ${rsa.line}`]);
  assertIncludes(message, "of another type");
  assertIncludes(message, (await sshd.hostKey()).fingerprint);
  assertIncludes(message, rsa.fingerprint);
});

Deno.test("a revoked key is refused before any login, also when another line has it", async () => {
  await using sshd = await Sshd.start({ hostKeys: ["ed25519"] });
  const { line } = await sshd.hostKey();
  for (
    const lines of [[`${sshd.name} ${line}`, `@revoked * ${line}`], [
      `@revoked ${sshd.name} ${line}`,
      `${sshd.name} ${line}`,
    ]]
  ) {
    assertIncludes(await refusal(sshd, lines), "revoked");
  }
  assertIncludes(await refusal(sshd, [`${sshd.name} ${line}`, "@revoked * ssh-ed25519 broken"]), "line 2");
});

Deno.test("an authority alone lets no plain key in, and says so", async () => {
  await using sshd = await Sshd.start({ hostKeys: ["ed25519"] });
  const authority = await keyPair("authority");
  const message = await refusal(sshd, [`@cert-authority * ${authority.line}`]);
  assertIncludes(message, "host certificates are not supported");
  assertIncludes(await refusal(sshd, [`@cert-authority * ${(await sshd.hostKey()).line}`]), "authority");
});

Deno.test("a host whose server also shows a certificate is taken by its plain key", async () => {
  const authority = await keyPair("authority");
  const certificate = await certify(await keyPair("host-1"), {
    authority,
    principals: ["127.0.0.1"],
    host: true,
  });
  await using sshd = await Sshd.start({ hostKeys: ["ed25519"], config: [`HostCertificate ${certificate}`] });
  await accepts(sshd, [`@cert-authority * ${authority.line}`, `${sshd.name} ${(await sshd.hostKey()).line}`]);
});

Deno.test("plain, listed, wildcard and hashed names are found, and negated ones are not", async () => {
  await using sshd = await Sshd.start({ hostKeys: ["ed25519"] });
  const { line, fingerprint } = await sshd.hostKey();
  const identity = `ssh:${sshd.user}@127.0.0.1:${sshd.port}#host-key=${fingerprint}`;
  for (
    const names of [
      sshd.name,
      `a.example,${sshd.name},b.example`,
      `[127.0.0.?]:${sshd.port}`,
      `[127.*]:*`,
      "*",
      `*,!other`,
      hashed(sshd.name),
    ]
  ) assertEquals(await accepts(sshd, [`${names} ${line} a comment`]), identity, names);
  for (
    const names of [
      `*,!${sshd.name}`,
      `!*,${sshd.name}`,
      hashed("127.0.0.1"),
      `[127.0.0.1]:${sshd.port + 1}`,
      "|1|x|y",
      "|2|a|b",
    ]
  ) {
    assertIncludes(await refusal(sshd, [`${names} ${line}`]), "is not in");
  }
});

Deno.test("a file that ssh-keygen has hashed, and one with carriage returns, are read", async () => {
  await using sshd = await Sshd.start();
  const path = await sshd.knownHosts();
  await mustRun(["ssh-keygen", "-q", "-H", "-f", path]);
  const text = await Deno.readTextFile(path);
  assertTrue(text.startsWith("|1|"));
  await accepts(sshd, text.trimEnd().split("\n"));
  await accepts(
    sshd,
    (await Deno.readTextFile(await sshd.knownHosts())).trimEnd().split("\n").map((line) => `${line}\r`),
  );
});

Deno.test("each type of host key serves, and the one that is known is asked for among several", async () => {
  const types: readonly KeyType[] = ["ed25519", "rsa", "ecdsa"];
  await using sshd = await Sshd.start();
  for (const type of types) {
    const { line, fingerprint } = await sshd.hostKey(type);
    assertIncludes(await accepts(sshd, [`${sshd.name} ${line}`]), fingerprint);
  }
});

Deno.test("a known_hosts file that is missing, a link, open to others or broken in a revocation lets nobody in", async () => {
  await using sshd = await Sshd.start();
  const path = await sshd.knownHosts();
  const link = `${path}-link`;
  await Deno.symlink(path, link);
  const open = await sshd.knownHosts();
  await Deno.chmod(open, 0o666);
  for (const knownHostsFile of [`${path}-none`, link, open, sshd.directory]) {
    const host = await TestHost.of(sshd, {}, { knownHostsFile });
    assertIncludes((await assertFails(() => host.connect(), "UNAVAILABLE")).message, knownHostsFile);
  }
  assertEquals(loginsIn(sshd), []);
});

Deno.test("without verification the identity says so, and changes are refused", async () => {
  await using sshd = await Sshd.start();
  await using host = await TestHost.of(sshd, {}, { verifyHostKey: false, knownHostsFile: "/nowhere" });
  const { identity, proven } = await host.connect();
  assertTrue(identity.endsWith("#host-key=UNVERIFIED") && !proven);
  await host.operate("anything");
  await assertFails(() => host.operate("anything", { changes: true }), "AUTHORIZATION_FAILED");
});

Deno.test("the host's key is asked for again when keys are exchanged anew, and a long session lives on", async () => {
  await using sshd = await Sshd.start({ config: ["RekeyLimit 100K"] });
  const large = 'def reply(order):\n    return {"ok": True, "data": {"text": "x" * 300000}}\n';
  await using host = await TestHost.of(sshd, { python: { large } });
  for (let round = 0; round < 4; round++) {
    assertEquals(String((await host.operate("large"))["text"]).length, 300_000);
  }
  assertEquals(sshd.log.filter((line) => line.startsWith("Accepted publickey")).length, 1);
});
