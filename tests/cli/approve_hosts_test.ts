/** The operator's commands against a real OpenSSH server. */
import { assertEquals, assertIncludes, assertMatch, assertTrue } from "../assert.ts";
import { Sshd } from "../hosts/parts/sshd.ts";
import { Program } from "./parts/program.ts";
import { withState } from "./parts/run.ts";

/** The program with this server as its target `vps`, and a way to run it. */
async function program(
  sshd: Sshd,
  state: Readonly<Record<string, string>>,
  more: Record<string, string> = {},
) {
  const vps = {
    type: "ssh",
    host: "127.0.0.1",
    port: sshd.port,
    user: sshd.user,
    ssh_key: sshd.client.path,
    known_hosts_file: await sshd.knownHosts(),
  };
  const environment = {
    ...state,
    MCP_SERVERS: JSON.stringify({ vps }),
    MCP_WRITE_ENABLED: "true",
    MCP_ALLOWED_SCOPES: "tool:*,target:*,target-id:*,resource:*,data:*,write:server",
    ...more,
  };
  return async (...args: readonly string[]) => {
    await using started = new Program(args, environment);
    await started.send("");
    return await started.ended();
  };
}

Deno.test("a refused write names a request; approved, it is written once", () =>
  withState(async (state) => {
    await using sshd = await Sshd.start();
    const gatehouse = await program(sshd, state);
    const path = `${sshd.home}/motd`;
    const write = ["call", "write_file", JSON.stringify({ path, content: "hello" })];
    const refused = await gatehouse(...write);
    assertEquals([refused.code, refused.out], [1, ""]);
    const id = /req-\w{8}/.exec(refused.err)?.[0] ?? refused.err;
    const approved = await gatehouse("approve", id, "--yes", "--json");
    const bound = JSON.parse(approved.out);
    const fingerprint = (await sshd.hostKey()).fingerprint;
    assertEquals([bound.resource, bound.capability], [path, "write_file"]);
    assertMatch(bound.target_identity, /^ssh:\S+@127\.0\.0\.1:\d+#host-key=SHA256:/);
    assertIncludes(bound.target_identity, fingerprint.replace(/^SHA256:/, ""));
    const edited = await gatehouse("call", "write_file", JSON.stringify({ path, content: "other" }));
    assertEquals(edited.code, 1);
    assertEquals((await gatehouse(...write)).code, 0);
    assertEquals(await Deno.readTextFile(path), "hello");
    await Deno.remove(path);
    assertEquals((await gatehouse(...write)).code, 1);
    assertTrue(!await Deno.stat(path).then(() => true, () => false));
  }));

Deno.test("the older script's seven flags approve into the approval file, for the host key that was there", () =>
  withState(async (state) => {
    await using sshd = await Sshd.start();
    const file = `${state["XDG_STATE_HOME"]}/approvals.json`;
    const gatehouse = await program(sshd, state, { MCP_APPROVAL_FILE: file });
    const path = `${sshd.home}/motd`;
    const write = ["call", "write_file", JSON.stringify({ path, content: "hello" })];
    const uid = Deno.uid();
    const approve = (...resource: readonly string[]) =>
      gatehouse(
        ...["approve", "--file", file, "--capability", "write_file", "--principal", `posix-uid:${uid}`],
        ...["--server", "vps", "--arguments-json", JSON.stringify({ path, content: "hello" })],
        ...["--ttl-seconds", "300", "--resource", ...resource],
      );
    const wrong = await approve("/etc/passwd");
    assertEquals([wrong.code, wrong.out], [2, ""]);
    assertIncludes(wrong.err, "and not on /etc/passwd");
    const { code, out, err } = await approve(path);
    assertEquals([code, err], [0, ""]);
    const [token = ""] = Object.keys(JSON.parse(await Deno.readTextFile(file)).tokens);
    assertTrue(token.length >= 32 && !out.includes(token));

    await sshd.rotate();
    const rotated = await program(sshd, state, { MCP_APPROVAL_FILE: file });
    const refused = await rotated(...write);
    assertEquals(refused.code, 1);
    assertIncludes(refused.err, "needs an approval");
    assertEquals((await approve(path)).code, 1, "an unknown host key must not be approved");
    assertEquals(Object.keys(JSON.parse(await Deno.readTextFile(file)).tokens), [token]);
  }));

Deno.test("a job's cancelling is approved for the machine of the job, which may be named, and for no other", () =>
  withState(async (state) => {
    await using sshd = await Sshd.start();
    const store = `${state["XDG_STATE_HOME"]}/jobs.json`;
    const gatehouse = await program(sshd, state, { MCP_REMOTE_JOB_STORE_FILE: store });
    const start = JSON.stringify({ idempotency_key: "k", executable: "cat", argv: ["/etc/os-release"] });
    assertEquals((await gatehouse("approve", "remote_job_start", "--args", start)).code, 0);
    const started = await gatehouse("call", "remote_job_start", start);
    const job = JSON.stringify({ job_id: JSON.parse(started.out).data.jobId });
    const approve = (alias: string) =>
      gatehouse("approve", "remote_job_cancel", "--server", alias, "--arguments-json", job, "--json");
    const other = await approve("web");
    assertEquals(other.code, 2);
    assertIncludes(other.err, "The call acts on the target vps, and not on web");
    const approved = await approve("vps");
    assertEquals([approved.code, JSON.parse(approved.out).target], [0, "vps"]);
    assertEquals((await gatehouse("call", "remote_job_cancel", job)).code, 0);
  }));
