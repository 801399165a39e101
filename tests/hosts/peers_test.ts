/** What users of other SSH servers for agents have reported, brought about here. */
import { assertEquals, assertIncludes, assertTrue } from "../assert.ts";
import { run as runCommand } from "../cli/parts/run.ts";
import { Served } from "./parts/served.ts";
import { Sshd } from "./parts/sshd.ts";
import { targetOf } from "./parts/target.ts";
import { World } from "./programs/parts/world.ts";

Deno.test("a program that is silent for longer than the target's time is waited for, and its answer comes", async () => {
  await using sshd = await Sshd.start();
  const sh = { path: "/bin/sh", options: { "-c": "text" }, operands: "none", commands: [] } as const;
  const target = await targetOf(sshd, { timeout: 1, programs: { sh } });
  await using served = await Served.open({ targets: [target] });
  const args = { executable: "sh", argv: ["-c", "sleep 3; echo done"] };
  await served.error("execute_program", args);
  const [asked] = served.memory.pending;
  assertTrue(asked !== undefined);
  served.memory.grant(asked.binding);
  const data = await served.data("execute_program", args);
  assertEquals([data.output, data.exit_code], ["done\n", 0]);
});

Deno.test("a line end in an argument is refused, and a script on standard input is carried out whole", async () => {
  await using world = await World.open();
  for (const line of ["a\nb", "a\r", "a\0b", "\x1b[2J"]) {
    const { code, message } = await world.served.error("execute_program", {
      executable: "words",
      argv: [line],
    });
    assertEquals(code, "VALIDATION_FAILED", message);
  }
  assertEquals(world.served.memory.pending, []);
  const script = "# a comment\necho one\n# another\necho two\n";
  assertEquals((await world.run("sh", [], { stdin: script })).output, "one\ntwo\n");
});

Deno.test("a program that wants a terminal is refused with the reason, before anything is asked", async () => {
  await using world = await World.open();
  for (const argv of [["exec", "-it", "web", "sh"], ["run", "-it", "web"], ["attach", "web"]]) {
    const { code, message } = await world.served.error("execute_program", { executable: "docker", argv });
    assertEquals(code, "VALIDATION_FAILED");
    assertIncludes(message, "PROGRAM_SUBCOMMAND_NOT_PERMITTED");
  }
  assertEquals(world.served.memory.pending, []);
});

Deno.test("a megabyte in any text of a call is refused by its length", async () => {
  await using world = await World.open();
  const huge = "a ".repeat(500_000);
  const calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ["read_file", { path: `/${huge}` }],
    ["search_in_files", { path: "/tmp", pattern: huge }],
    ["get_service_status", { name: huge }],
    ["terminate_process", { target: huge }],
    ["write_file", { path: "/tmp/a", content: huge }],
    ["file_patch_atomic", { path: "/tmp/a", expected_digest: `sha256:${"0".repeat(64)}`, content_b64: huge }],
    ["execute_program", { executable: huge }],
    ["execute_program", { executable: "words", argv: [huge] }],
    ["execute_program", { executable: "words", argv: huge.split(" ").slice(0, 129) }],
    ["execute_program", { executable: "words", stdin: huge }],
    ["execute_program", { executable: "words", cwd: `/${huge}` }],
    ["read_file", { path: "/tmp", server: huge }],
  ];
  for (const [tool, args] of calls) {
    const { code, message } = await world.served.error(tool, args);
    assertEquals(code, "VALIDATION_FAILED", `${tool}: ${message}`);
    assertTrue(message.length < 2_000);
  }
});

Deno.test("a machine behind another is reached through OpenSSH's own forward, and proves its own key", async () => {
  await using bastion = await Sshd.start();
  await using inner = await Sshd.start();
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const forward = new Deno.Command("ssh", {
    args: [
      ...["-F", "none", "-N", "-v", "-i", bastion.client.path, "-p", String(bastion.port)],
      ...["-o", `UserKnownHostsFile=${await bastion.knownHosts()}`, "-o", "ExitOnForwardFailure=yes"],
      ...["-L", `127.0.0.1:${port}:127.0.0.1:${inner.port}`, `${bastion.user}@127.0.0.1`],
    ],
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const lines = forward.stderr.pipeThrough(new TextDecoderStream()).getReader();
  try {
    let said = "";
    while (!said.includes("Entering interactive session")) {
      const { value, done } = await lines.read();
      if (done) throw new Error(said);
      said += value;
    }
    {
      await using served = await Served.open({ targets: [await targetOf(inner, { port })] });
      const { envelope } = await served.call("get_memory_info");
      const { fingerprint } = await inner.hostKey();
      assertIncludes(envelope._meta.target_identity, `:${port}#host-key=${fingerprint}`);
    }
    const wrong = { port, knownHostsFile: await bastion.knownHosts(undefined, port) };
    await using served = await Served.open({ targets: [await targetOf(inner, wrong)] });
    // Both servers of the tests show the same keys, unless one has made new ones.
    await inner.rotate();
    assertEquals((await served.error("get_memory_info")).code, "UNAVAILABLE");
  } finally {
    forward.kill("SIGTERM");
    await lines.cancel();
    await forward.status;
  }
});

Deno.test("without a home the program starts, and a setting that needs one is named", async () => {
  const box = { type: "ssh", host: "127.0.0.1", port: 1, user: "nobody", password: "a-password" };
  const list = async (more: Readonly<Record<string, string>>) =>
    await runCommand(["call", "list_configured_servers"], {
      environment: { MCP_SERVERS: JSON.stringify({ box: { ...box, ...more } }) },
    });
  const { code, out } = await list({ known_hosts_file: "/nowhere/known_hosts" });
  assertEquals([code, JSON.parse(out).data.targets.length], [0, 1]);
  const refused = await list({});
  assertEquals([refused.code, refused.out], [2, ""]);
  assertIncludes(refused.err, "Set HOME, or give known_hosts_file");
});
