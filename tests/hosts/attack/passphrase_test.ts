/** What opens a private key is a secret of the configuration as well. */
import { assertEquals, assertTrue } from "../../assert.ts";
import { keyPair, PASSPHRASE } from "../parts/keys.ts";
import { Served } from "../parts/served.ts";
import { Sshd } from "../parts/sshd.ts";
import { targetOf } from "../parts/target.ts";

Deno.test("the passphrase of a key, read from its file, is masked in what a machine says", async () => {
  const key = await keyPair("sealed", { passphrase: PASSPHRASE });
  await using sshd = await Sshd.start({ authorized: [key.line] });
  const top = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-passphrase-" }));
  await Deno.writeTextFile(`${top}/passphrase`, `${PASSPHRASE}\n`, { mode: 0o600 });
  await Deno.writeTextFile(`${top}/notes`, `it opens with ${PASSPHRASE} only\n`);
  await using served = await Served.open({
    targets: [await targetOf(sshd, { keyFile: key.path, keyPassphraseFile: `${top}/passphrase` })],
  });
  const { output, redacted } = await served.data("read_file", { path: `${top}/notes` });
  assertEquals(output, "it opens with [redacted] only\n");
  assertEquals(redacted, 1);
  const { message } = await served.error("read_file", { path: `${top}/${PASSPHRASE}` });
  assertTrue(!message.includes(PASSPHRASE), message);
  await Deno.remove(top, { recursive: true });
});
