/** Private keys as ssh-keygen writes them sign, whatever their numbers are. */
import { join } from "node:path";
import { ToolError } from "gatehouse/core/errors.ts";
import { privateKey } from "gatehouse/hosts/ssh/login.ts";
import { parseKey } from "gatehouse/hosts/ssh/ssh2.ts";
import { assertEquals, assertIncludes } from "../../assert.ts";
import { mustRun } from "../../tasks/parts/child.ts";

// A number's first bit is set in every second key, and its first byte is zero in one of 256.
for (
  const [type, bits, rounds] of [["ecdsa", 256, 24], ["ecdsa", 384, 12], ["ecdsa", 521, 12], [
    "rsa",
    2048,
    2,
  ]] as const
) {
  Deno.test(`each of ${rounds} keys of ${type} with ${bits} bits signs, encrypted or not`, async () => {
    const directory = await Deno.makeTempDir({ prefix: "gatehouse-private-" });
    try {
      for (let round = 0; round < rounds; round++) {
        // The older form of P-521 needs a curve that the runtime lacks: it is refused when it is read.
        for (const form of bits === 521 ? [[]] : [[], ["-m", "PEM"]]) {
          const passphrase = round % 4 === 0 ? "words" : "";
          const path = join(directory, `${round}${form.length}`);
          await mustRun([
            "ssh-keygen",
            "-q",
            "-t",
            type,
            "-b",
            `${bits}`,
            ...form,
            "-N",
            passphrase,
            "-f",
            path,
          ]);
          const key = parseKey(await Deno.readTextFile(path), "words");
          if (key instanceof Error) throw key;
          const signature = key.sign(new Uint8Array(8), type === "rsa" ? "sha512" : undefined);
          assertEquals(signature instanceof Error ? signature.message : "signed", "signed");
        }
      }
    } finally {
      await Deno.remove(directory, { recursive: true });
    }
  });
}

Deno.test("a key that the runtime cannot use is refused when it is read", async () => {
  const path = await Deno.makeTempFile();
  await Deno.remove(path);
  await mustRun(["ssh-keygen", "-q", "-t", "ecdsa", "-b", "521", "-m", "PEM", "-N", "", "-f", path]);
  assertEquals(parseKey(await Deno.readTextFile(path)) instanceof Error, true);
  await Deno.remove(path);
  await Deno.remove(`${path}.pub`);
});

Deno.test("a public key in place of the private one is told as that", async () => {
  const path = await Deno.makeTempFile();
  await Deno.remove(path);
  await mustRun(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path]);
  const text = await Deno.readTextFile(`${path}.pub`);
  await Promise.all([Deno.remove(path), Deno.remove(`${path}.pub`)]);
  let told = "";
  try {
    privateKey(text, { alias: "web", passphrase: null });
  } catch (error) {
    told = error instanceof ToolError ? `${error.message}. ${error.next}` : String(error);
  }
  assertIncludes(told, "of web: it is a public key. Name the private one in ssh_key");
});
