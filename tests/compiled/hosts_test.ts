/** The executable reaches a machine: its worker, its SSH and its helper are all embedded. */
import { join } from "node:path";
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { keyPair } from "../hosts/parts/keys.ts";
import { Sshd } from "../hosts/parts/sshd.ts";
import { run } from "../tasks/parts/child.ts";
import { compileOnPinnedBase } from "../tasks/parts/compiler.ts";

const place = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-compiled-hosts-" }));
addEventListener("unload", () => Deno.removeSync(place, { recursive: true }));
const executable = join(place, "gatehouse");
await compileOnPinnedBase(executable);

Deno.test("the executable shows and trusts a machine's host key, and then reads from the machine", async () => {
  await using sshd = await Sshd.start();
  const server = {
    type: "ssh",
    host: "127.0.0.1",
    port: sshd.port,
    user: sshd.user,
    ssh_key: sshd.client.path,
  };
  const env = {
    HOME: place,
    XDG_STATE_HOME: join(place, "state"),
    MCP_SERVERS: JSON.stringify({ box: server }),
  };
  const { fingerprint } = await sshd.hostKey();
  const stranger = await keyPair("stranger");
  const refused = await run([executable, "hosts", "trust", "--fingerprint", stranger.fingerprint, "box"], {
    env,
  });
  assertEquals(refused.code, 1);
  const before = await run([executable, "call", "get_memory_info", "{}"], { env });
  assertIncludes(before.stderr, "Run gatehouse hosts trust");
  const trusted = await run([executable, "hosts", "trust", "--fingerprint", fingerprint, "box"], { env });
  assertEquals(trusted.code, 0, trusted.stderr);
  const { stdout, stderr } = await run([executable, "call", "get_memory_info", "{}"], { env });
  const answer = JSON.parse(stdout);
  assertTrue(answer.success, stdout + stderr);
  assertIncludes(answer._meta.target_identity, fingerprint);
});
