/** `gatehouse hosts trust`: what a person is shown, and what is written only on yes. */
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { type Ended, run } from "../cli/parts/run.ts";
import { keyPair } from "./parts/keys.ts";
import { Sshd } from "./parts/sshd.ts";

interface Place extends AsyncDisposable {
  readonly sshd: Sshd;
  /** Of the known_hosts file; not there at first. */
  readonly path: string;
  /** Runs `hosts trust box`; `typed` is what a person types, null when nobody is there. */
  trust(typed: string | null, ...flags: string[]): Promise<Ended>;
  /** Whether a read works now; else its text says why not. */
  read(): Promise<string>;
}

async function place(): Promise<Place> {
  const sshd = await Sshd.start();
  const home = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-home-" }));
  const server = {
    type: "ssh",
    host: "127.0.0.1",
    port: sshd.port,
    user: sshd.user,
    ssh_key: sshd.client.path,
  };
  const environment = {
    HOME: home,
    PATH: Deno.env.get("PATH") ?? "",
    // From source, the worker's packages lie under the home of who runs the tests.
    DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`,
    MCP_SERVERS: JSON.stringify({ box: server }),
  };
  return {
    sshd,
    path: `${home}/.ssh/known_hosts`,
    trust: (typed, ...flags) =>
      run(["hosts", "trust", ...flags, "box"], {
        environment,
        stdin: typed ?? "",
        terminal: { stdin: typed !== null, stdout: true },
      }),
    async read() {
      const { out, err } = await run(["call", "get_memory_info", "{}"], { environment });
      return out.includes('"success": true') ? "works" : out + err;
    },
    async [Symbol.asyncDispose]() {
      await sshd[Symbol.asyncDispose]();
      await Deno.remove(home, { recursive: true });
    },
  };
}

async function textOf(path: string): Promise<string | null> {
  return await Deno.readTextFile(path).catch(() => null);
}

Deno.test("every key is shown with its fingerprint, and only yes writes them and lets the server in", async () => {
  await using at = await place();
  assertIncludes(await at.read(), "known_hosts");
  for (const typed of ["no\n", "", "y\n", "\n"]) {
    const { code, out } = await at.trust(typed);
    assertEquals(code, 1);
    for (const type of ["ed25519", "rsa", "ecdsa"] as const) {
      assertIncludes(out, (await at.sshd.hostKey(type)).fingerprint);
    }
    assertIncludes(out, "Nothing was added");
    assertEquals(await textOf(at.path), null);
  }
  const { code, out } = await at.trust("yes\n");
  assertEquals(code, 0);
  assertIncludes(out, "Added 3");
  assertEquals(((await Deno.stat(at.path)).mode ?? 0) & 0o777, 0o600);
  assertEquals(await at.read(), "works");
  const before = await textOf(at.path);
  const again = await at.trust(null);
  assertEquals(again.code, 0);
  assertIncludes(again.out, "trusted already");
  assertEquals(await textOf(at.path), before);
});

Deno.test("where nobody can be asked, only the expected fingerprint is added", async () => {
  await using at = await place();
  assertEquals((await at.trust(null)).code, 2);
  const { fingerprint } = await keyPair("stranger");
  const other = await at.trust(null, "--fingerprint", fingerprint);
  assertEquals(other.code, 1);
  assertIncludes(other.err, "no key has the fingerprint");
  assertEquals(await textOf(at.path), null);
  const own = await at.sshd.hostKey();
  const { code, out } = await at.trust(null, "--json", "--fingerprint", own.fingerprint);
  assertEquals(code, 0);
  assertEquals(JSON.parse(out).added, [own.fingerprint]);
  assertEquals(await textOf(at.path), `${at.sshd.name} ${own.line}\n`);
  assertEquals(await at.read(), "works");
});

Deno.test("what stands in the file stays, byte for byte, also without its last line end", async () => {
  await using at = await place();
  await Deno.mkdir(at.path.replace(/\/known_hosts$/, ""), { mode: 0o700 });
  const before = "# mine\r\nother.example ssh-ed25519 AAAA broken\n\n  last line";
  await Deno.writeTextFile(at.path, before, { mode: 0o644 });
  assertEquals((await at.trust("yes\n")).code, 0);
  const after = await textOf(at.path) ?? "";
  assertTrue(after.startsWith(`${before}\n[127.0.0.1]`), after);
  assertEquals(((await Deno.stat(at.path)).mode ?? 0) & 0o777, 0o644);
  assertEquals(await at.read(), "works");
});

Deno.test("a changed and a revoked key are not added, whatever is typed", async () => {
  await using at = await place();
  assertEquals((await at.trust("yes\n")).code, 0);
  const before = await textOf(at.path);
  const old = await at.sshd.hostKey();
  await at.sshd.rotate();
  const changed = await at.trust("yes\n");
  assertEquals(changed.code, 1);
  assertIncludes(changed.err, old.fingerprint);
  assertIncludes(changed.err, (await at.sshd.hostKey()).fingerprint);
  assertEquals(await textOf(at.path), before);
  const revoked = `@revoked * ${(await at.sshd.hostKey()).line}\n`;
  await Deno.writeTextFile(at.path, revoked);
  assertIncludes((await at.trust("yes\n")).err, "revoked");
  assertEquals(await textOf(at.path), revoked);
});

Deno.test("a file that is a link is not written through", async () => {
  await using at = await place();
  const directory = at.path.replace(/\/known_hosts$/, "");
  await Deno.mkdir(directory, { mode: 0o700 });
  await Deno.writeTextFile(`${directory}/elsewhere`, "");
  await Deno.symlink(`${directory}/elsewhere`, at.path);
  const { code, err } = await at.trust("yes\n");
  assertTrue(code !== 0 && err.includes("link"), err);
  assertEquals(await textOf(`${directory}/elsewhere`), "");
});
