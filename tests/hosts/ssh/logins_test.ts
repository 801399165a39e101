/** How we log in to a real server: keys of every form, passwords, certificates, and what is said when it fails. */
import { offer } from "gatehouse/hosts/ssh/algorithms.ts";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { canMakeAccounts, makeAccount } from "../parts/account.ts";
import { TestHost } from "../parts/host.ts";
import { certify, keyPair, type KeyType, PASSPHRASE } from "../parts/keys.ts";
import { Sshd } from "../parts/sshd.ts";

const TYPES: readonly KeyType[] = ["ed25519", "rsa", "ecdsa"];

async function fileIn(sshd: Sshd, text: string): Promise<string> {
  const path = await Deno.makeTempFile({ dir: sshd.directory });
  await Deno.writeTextFile(path, text);
  return path;
}

Deno.test("keys of every type log in, also in the older form, and encrypted ones with their passphrase", async () => {
  const pairs = await Promise.all(
    TYPES.flatMap((type) => [
      keyPair("person", { type }),
      keyPair("person", { type, passphrase: PASSPHRASE }),
      ...(type === "ed25519"
        ? []
        : [keyPair("person", { type, format: "PEM" as const, passphrase: PASSPHRASE })]),
    ]),
  );
  await using sshd = await Sshd.start({ authorized: pairs.map(({ line }) => line) });
  const keyPassphraseFile = await fileIn(sshd, `${PASSPHRASE}\n`);
  for (const { path } of pairs) {
    await using host = await TestHost.of(sshd, {}, { keyFile: path, keyPassphraseFile });
    assertTrue((await host.connect()).isOpen, path);
  }
});

Deno.test("an encrypted key without its passphrase, or with a wrong one, says so and is not tried", async () => {
  await using sshd = await Sshd.start();
  const wrong = await fileIn(sshd, "wrong\n");
  for (const format of [{}, { format: "PEM" as const, type: "rsa" as const }]) {
    const { path } = await keyPair("person", { passphrase: PASSPHRASE, ...format });
    const without = await TestHost.of(sshd, {}, { keyFile: path });
    assertIncludes(
      (await assertFails(() => without.connect(), "UNAVAILABLE")).message,
      "it has a passphrase",
    );
    const other = await TestHost.of(sshd, {}, { keyFile: path, keyPassphraseFile: wrong });
    assertIncludes(
      (await assertFails(() => other.connect(), "UNAVAILABLE")).message,
      "the passphrase is wrong",
    );
  }
  const noKey = await TestHost.of(sshd, {}, { keyFile: await fileIn(sshd, "no key at all") });
  await assertFails(() => noKey.connect(), "UNAVAILABLE");
});

Deno.test("a key that the server does not know is refused once, typed, and the password is not tried after it", async () => {
  await using sshd = await Sshd.start({ config: ["PasswordAuthentication yes"] });
  const { path } = await keyPair("stranger");
  const host = await TestHost.of(sshd, {}, { keyFile: path, password: "unused" });
  const { message } = await assertFails(() => host.connect(), "UNAVAILABLE");
  assertIncludes(message, "refused the login");
  assertEquals(sshd.log.filter((line) => line.includes("password")), []);
});

Deno.test("user certificates of each type log in, and an expired one does not", async () => {
  const authority = await keyPair("authority");
  await using sshd = await Sshd.start({ config: [`TrustedUserCAKeys ${authority.path}.pub`] });
  for (const type of TYPES) {
    const key = await keyPair("certified", { type });
    const certFile = await certify(key, { authority, principals: [sshd.user] });
    await using host = await TestHost.of(sshd, {}, { keyFile: key.path, certFile });
    assertTrue((await host.connect()).isOpen, type);
    const without = await TestHost.of(sshd, {}, { keyFile: key.path });
    await assertFails(() => without.connect(), "UNAVAILABLE");
  }
  const key = await keyPair("certified");
  const old = ["-V", "20200101:20200102"];
  const certFile = await certify(key, { authority, principals: [sshd.user], args: old });
  const expired = await TestHost.of(sshd, {}, { keyFile: key.path, certFile });
  await assertFails(() => expired.connect(), "UNAVAILABLE");
  const none = await TestHost.of(sshd, {}, { keyFile: key.path, certFile: `${key.path}.pub` });
  assertIncludes((await assertFails(() => none.connect(), "UNAVAILABLE")).message, "certificate");
});

Deno.test({
  name:
    "a password logs in, is asked for by keyboard too, and is sent only to a method that the server offers",
  async fn() {
    await using account = await makeAccount();
    const { name: user, password } = account;
    for (
      const config of [
        ["PasswordAuthentication yes", "PubkeyAuthentication no"],
        [
          "UsePAM yes",
          "PasswordAuthentication no",
          "KbdInteractiveAuthentication yes",
          "PubkeyAuthentication no",
        ],
      ]
    ) {
      await using sshd = await Sshd.start({ config });
      await using host = await TestHost.of(sshd, {}, { user, password, keyFile: null });
      assertIncludes((await host.connect()).identity, `ssh:${user}@`);
      const wrong = await TestHost.of(sshd, {}, { user, password: "wrong", keyFile: null });
      const { message } = await assertFails(() => wrong.connect(), "UNAVAILABLE");
      assertTrue(!message.includes("wrong"), message);
    }
    await using sshd = await Sshd.start();
    const host = await TestHost.of(sshd, {}, { user, password, keyFile: null });
    await assertFails(() => host.connect(), "UNAVAILABLE");
    assertEquals(sshd.log.filter((line) => /password for/.test(line)), []);
  },
});

if (canMakeAccounts) {
  Deno.test({
    name: "where the server wants a key and a password, both are sent",
    async fn() {
      await using account = await makeAccount();
      const config = ["PasswordAuthentication yes", "AuthenticationMethods publickey,password"];
      await using sshd = await Sshd.start({ config });
      const { name: user, password } = account;
      await using host = await TestHost.of(sshd, {}, { user, password });
      assertTrue((await host.connect()).isOpen);
      const without = await TestHost.of(sshd, {}, { user });
      await assertFails(() => without.connect(), "UNAVAILABLE");
    },
  });
}

Deno.test("a server that speaks another protocol, or none, is a typed failure", async () => {
  await using sshd = await Sshd.start();
  for (const greeting of ["HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-1.5-old\r\n", "\0\0\0\0", ""]) {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr as Deno.NetAddr;
    const serving = (async () => {
      using conn = await listener.accept();
      await conn.write(new TextEncoder().encode(greeting));
    })();
    const host = await TestHost.of(sshd, {}, { port });
    await assertFails(() => host.connect(5_000), "UNAVAILABLE");
    await serving;
    listener.close();
  }
  const closed = await TestHost.of(sshd, {}, { port: 1 });
  const { message } = await assertFails(() => closed.connect(), "UNAVAILABLE");
  assertIncludes(message, "127.0.0.1:1");
});

Deno.test("a server that speaks only what OpenSSH has dropped is refused with the reason", async () => {
  await using sshd = await Sshd.start({ config: ["KexAlgorithms diffie-hellman-group14-sha1"] });
  const host = await TestHost.of(sshd);
  const { message } = await assertFails(() => host.connect(), "UNAVAILABLE");
  assertIncludes(message, "Could not agree");
});

Deno.test("each cipher, code and exchange that we offer works with the server", async () => {
  const { cipher, hmac, kex } = offer();
  const echo = 'def reply(order):\n    return {"ok": True, "data": order["input"]}\n';
  const text = "x".repeat(100_000);
  const lines = [
    ...cipher.map((name) => [`Ciphers ${name}`]),
    // With a cipher that has no code of its own.
    ...hmac.map((name) => ["Ciphers aes256-ctr", `MACs ${name}`]),
    ...kex.map((name) => [`KexAlgorithms ${name}`]),
  ];
  for (const config of lines) {
    await using sshd = await Sshd.start({ config });
    await using host = await TestHost.of(sshd, { python: { echo } });
    assertEquals(await host.operate("echo", { input: { text } }), { text }, config.join());
  }
});
