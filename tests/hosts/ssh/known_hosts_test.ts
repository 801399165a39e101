/** The known_hosts format, held against OpenSSH's own reader. */
import fc from "fast-check";
import { hostPatterns, knownName } from "gatehouse/hosts/ssh/host_names.ts";
import { parseKnownHosts } from "gatehouse/hosts/ssh/known_hosts.ts";
import { judgeHostKey, knownTypes } from "gatehouse/hosts/ssh/verdict.ts";
import { assertEquals, assertFails, assertTrue } from "../../assert.ts";
import { run } from "../../tasks/parts/child.ts";
import { keyPair } from "../parts/keys.ts";

/** Lines, from 1, that OpenSSH finds for the name. */
async function foundByOpenSsh(path: string, name: string): Promise<number[]> {
  const { stdout } = await run(["ssh-keygen", "-F", name, "-f", path]);
  return [...stdout.matchAll(/found: line (\d+)/g)].map(([, line]) => Number(line));
}

Deno.test("names are matched as OpenSSH matches them", async () => {
  const { line } = await keyPair("person");
  const path = await Deno.makeTempFile();
  const piece = fc.constantFrom("a", "b", ".", "*", "?", "[", "]", ":", "22", "A", "-");
  const pattern = fc.tuple(fc.boolean(), fc.array(piece, { minLength: 1, maxLength: 6 }))
    .map(([denied, pieces]) => `${denied ? "!" : ""}${pieces.join("")}`);
  const names = fc.array(pattern, { minLength: 1, maxLength: 3 }).map((patterns) => patterns.join(","));
  const host = fc.array(fc.constantFrom("a", "b", ".", "ab", "-"), { minLength: 1, maxLength: 4 })
    .map((pieces) => pieces.join(""))
    // What begins with a dash would be read as an option.
    .filter((name) => !name.startsWith("-"));
  const asked = fc.tuple(host, fc.constantFrom(22, 222)).map(([name, port]) => knownName(name, port));
  await fc.assert(
    fc.asyncProperty(fc.array(names, { minLength: 20, maxLength: 20 }), asked, async (all, name) => {
      const text = all.map((one) => `${one} ${line}\n`).join("");
      await Deno.writeTextFile(path, text);
      const ours = parseKnownHosts(text, path).filter((host) => host.names(name)).map((host) => host.line);
      assertEquals(ours, await foundByOpenSsh(path, name), text);
    }),
    { numRuns: 150 },
  );
  await Deno.remove(path);
});

Deno.test("comments, blanks, tabs, unknown markers, other types and broken keys trust nothing", async () => {
  const { line } = await keyPair("person");
  const [type = "", key = ""] = line.split(" ");
  const text = [
    "",
    "# a.example " + line,
    `  \ta.example\t${type}   ${key}   comment with words\r`,
    `@unknown a.example ${line}`,
    `a.example ssh-rsa ${key}`,
    `a.example ${type} ${key.slice(0, 8)}`,
    `a.example ${type} !!!!`,
    `a.example ${type}`,
    "a.example",
    "a.example 1024 35 123456789",
    `a.example ${line} ${"x".repeat(20_000)}`,
    `@cert-authority *.example ${line}`,
    `@revoked * ${line}`,
  ].join("\n");
  const hosts = parseKnownHosts(text, "/k");
  assertEquals(hosts.map(({ line, marker }) => `${line} ${marker}`), [
    "3 none",
    "12 authority",
    "13 revoked",
  ]);
  assertEquals(knownTypes(hosts, "a.example"), [type]);
});

Deno.test("a revocation that cannot be read stops everything", async () => {
  const { line } = await keyPair("person");
  for (
    const bad of [
      "@revoked",
      "@revoked *",
      "@revoked * ssh-ed25519",
      "@revoked * ssh-rsa AAAA",
      ` @revoked * ${line} ${"x".repeat(20_000)}`,
    ]
  ) {
    await assertFails(() => parseKnownHosts(`a.example ${line}\n${bad}\n`, "/k"), "UNAVAILABLE");
  }
});

Deno.test("a pattern of many stars is decided", () => {
  const names = hostPatterns(`${"*a".repeat(2_000)}*b`);
  assertTrue(!names("a".repeat(4_000)));
  assertTrue(names(`${"a".repeat(4_000)}b`));
});

Deno.test("what is said of a key does not depend on the order of the lines", async () => {
  const keys = await Promise.all(["one", "two"].map((name) => keyPair(name)));
  const rsa = await keyPair("one", { type: "rsa" });
  const lines = [
    `a.example ${keys[0]?.line}`,
    `a.example ${keys[1]?.line}`,
    `a.example ${rsa.line}`,
    `@cert-authority * ${keys[1]?.line}`,
    `@revoked b.example,a.example ${keys[1]?.line}`,
    `other.example ${keys[0]?.line}`,
  ];
  const shuffled = fc.shuffledSubarray(lines, { minLength: lines.length });
  fc.assert(
    fc.property(shuffled, (all) => {
      const hosts = parseKnownHosts(all.join("\n"), "/k");
      const kinds = [keys[0], keys[1], rsa].map((pair) => {
        const blob = Uint8Array.from(atob(pair?.line.split(" ")[1] ?? ""), (char) => char.charCodeAt(0));
        return judgeHostKey(hosts, { name: "a.example", blob }).kind;
      });
      assertEquals(kinds, ["known", "revoked", "known"]);
    }),
  );
});
