/** The tools of a machine, from the call to a real sshd and back. */
import { assertEquals, assertIncludes, assertMatch, assertTrue } from "../../assert.ts";
import { Served } from "../parts/served.ts";
import { Sshd } from "../parts/sshd.ts";
import { StandIns } from "../parts/stand_ins.ts";
import { targetOf } from "../parts/target.ts";

const PASSWORD = "correct-horse-battery";

/** A server with a directory of its own, and the family with it. */
async function open(options: Parameters<typeof Sshd.start>[0] = {}) {
  const sshd = await Sshd.start(options);
  const served = await Served.open({ targets: [await targetOf(sshd, { sudoPassword: PASSWORD })] });
  const top = await Deno.realPath(await Deno.makeTempDir({ dir: "/tmp", prefix: "gatehouse-machine-" }));
  return {
    sshd,
    served,
    top,
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await sshd[Symbol.asyncDispose]();
      await Deno.remove(top, { recursive: true });
    },
  };
}

Deno.test("each read of a machine answers in the form that it is declared with", async () => {
  await using world = await open();
  const { served, top, sshd } = world;
  await Deno.writeTextFile(`${top}/a.log`, "one\ntwo\nthree\n");
  assertEquals((await served.data("read_file", { path: `${top}/a.log` })).output, "one\ntwo\nthree\n");
  assertEquals((await served.data("tail_file", { path: `${top}/a.log`, lines: "1" })).output, "three\n");
  assertEquals((await served.data("list_directory", { path: top })).entries[0].name, "a.log");
  assertEquals((await served.data("search_in_files", { path: top, pattern: "two" })).matches, [
    { path: `${top}/a.log`, line: 2, text: "two" },
  ]);
  assertEquals((await served.data("analyze_disk", { path: top })).entries[0].path, `${top}/a.log`);
  assertTrue((await served.data("get_memory_info")).memory.total_bytes > 0);
  assertEquals((await served.data("check_port", { port: sshd.port })).listening, true);
  assertEquals((await served.data("list_processes")).processLimit, 20);
  assertTrue((await served.data("get_process_tree")).processes.length > 0);
  assertTrue((await served.data("get_network_info")).interfaces.length > 0);
  assertEquals(served.defects, []);
});

Deno.test("an answer says from where it is, and that it is nobody's instruction", async () => {
  await using world = await open();
  const { envelope, structured } = await world.served.call("get_memory_info", { server: "box" });
  const { fingerprint } = await world.sshd.hostKey();
  const { target, target_identity, backend, untrusted } = envelope._meta;
  assertEquals([target, backend, untrusted], ["box", "ssh", true]);
  assertEquals(
    target_identity,
    `ssh:${world.sshd.user}@127.0.0.1:${world.sshd.port}#host-key=${fingerprint}`,
  );
  assertEquals(JSON.parse(JSON.stringify(structured)), envelope);
});

Deno.test("secrets in what a machine says are masked, counted, and have no digest", async () => {
  await using world = await open();
  const path = `${world.top}/app.env`;
  await Deno.writeTextFile(path, `DB_PASSWORD=hunter2\nnote ${PASSWORD}\nplain\n`);
  const { text, envelope } = await world.served.call("read_file", { path });
  assertEquals([text.includes("hunter2"), text.includes(PASSWORD)], [false, false]);
  assertEquals([envelope.data.redacted, envelope.data.sha256], [2, null]);
  assertIncludes(envelope.data.output, "plain");
  const back = await world.served.error("write_file", { path, content: envelope.data.output });
  assertEquals(back.code, "VALIDATION_FAILED");
  assertIncludes(back.message, "REDACTED_CONTENT");
});

Deno.test("a file without secrets has the digest that a change may be bound to", async () => {
  await using world = await open();
  await Deno.writeTextFile(`${world.top}/a`, "hello");
  const data = await world.served.data("read_file", { path: `${world.top}/a` });
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("hello"));
  assertEquals([data.sha256, data.redacted], [new Uint8Array(digest).toHex(), undefined]);
});

Deno.test("a terminal's control sequences come out as text, and are counted", async () => {
  await using world = await open();
  await Deno.writeTextFile(`${world.top}/a`, "\x1b[2Jcleared\x1b]0;title\x07\n");
  const data = await world.served.data("read_file", { path: `${world.top}/a` });
  assertEquals([data.output.includes("\x1b"), data.controls_escaped], [false, 3]);
});

for (
  const [args, code, part] of [
    [{ path: "/nowhere/at/all" }, "NOT_FOUND", "read_file"],
    [{ path: "/etc" }, "VALIDATION_FAILED", "IS_A_DIRECTORY"],
    [{ path: "/proc/self/root/etc/shadow" }, "VALIDATION_FAILED", "PATH_DENIED"],
    [{ path: "relative" }, "VALIDATION_FAILED", "path"],
    [{ path: "/etc/hostname", extra: 1 }, "VALIDATION_FAILED", "extra"],
  ] as const
) {
  Deno.test(`read_file of ${JSON.stringify(args)} fails with ${code}`, async () => {
    await using world = await open();
    const error = await world.served.error("read_file", args);
    assertEquals(error.code, code);
    assertIncludes(error.message, part);
  });
}

Deno.test("a file is written after an approval of exactly that call, and without one nothing is", async () => {
  await using world = await open();
  const { served, top } = world;
  const args = { path: `${top}/new`, content: "hello\n" };
  const refused = await served.error("write_file", args);
  assertEquals(refused.code, "AUTHORIZATION_FAILED");
  assertIncludes(refused.message, "req-1");
  assertEquals(await Deno.readDir(top)[Symbol.asyncIterator]().next(), { done: true, value: undefined });
  const [pending] = served.memory.pending;
  if (pending === undefined) throw new Error("no request was recorded");
  served.memory.grant(pending.binding);
  const data = await served.data("write_file", { ...args, path: `${top}/./new`, server: "box" });
  assertEquals([data.output, data.created, data.size], ["WRITE_OK", true, 6]);
  assertEquals(await Deno.readTextFile(`${top}/new`), "hello\n");
  assertEquals((await served.error("write_file", args)).code, "AUTHORIZATION_FAILED");
});

Deno.test("a service is looked at and restarted through systemctl, and a missing one is not found", async () => {
  await using standIns = await StandIns.make();
  await standIns.add(
    "systemctl",
    'for last; do :; done\nif [ "$last" = none.service ]; then echo LoadState=not-found; exit 0; fi\n' +
      'case "$*" in *show*) printf "Id=web.service\\nLoadState=loaded\\nActiveState=active\\nMainPID=7\\n";; *) echo running;; esac',
  );
  await using world = await open({ bin: [standIns.bin] });
  const { served } = world;
  const seen = await served.data("get_service_status", { name: "web.service" });
  assertEquals([seen.unit, seen.active_state, seen.main_pid], ["web.service", "active", 7]);
  assertEquals((await served.error("get_service_status", { name: "none.service" })).code, "NOT_FOUND");
  const change = { name: "web.service", action: "restart" };
  await served.error("change_service_state", change);
  const [pending] = served.memory.pending;
  if (pending === undefined) throw new Error("no request was recorded");
  assertEquals(pending.binding.resource, "web.service");
  served.memory.grant(pending.binding);
  assertEquals((await served.data("change_service_state", change)).active_state, "active");
});

Deno.test("describe_mikrus_capabilities tells of all tools, and why one is not served", async () => {
  await using world = await open();
  const { supported, active, schema_version } = await world.served.data("describe_mikrus_capabilities");
  assertEquals([schema_version, supported.length], [1, 53]);
  // deno-lint-ignore no-explicit-any -- see the parts
  const of = (name: string) => supported.find((one: any) => one.id === name);
  assertEquals(of("get_server_info").extensions.inactive_reason.code, "MIKRUS_TARGET_REQUIRED");
  assertEquals(of("cron_list").extensions.inactive_reason.code, "STORE_NOT_CONFIGURED");
  const write = of("write_file");
  assertEquals([write.active_state, write.risk, write.requires_confirmation], ["active", "high", true]);
  assertEquals(write.authorization_scopes, ["tool:write_file", "write:server"]);
  assertEquals(write.approval.default_ttl_seconds, 60);
  assertEquals(write.concurrency, { scope: "target-resource", serialized: true, limit: 1 });
  const read = of("read_file");
  assertEquals([read.risk, read.retryable, read.idempotent, "approval" in read], [
    "medium",
    true,
    true,
    false,
  ]);
  assertEquals([of("check_port").risk, of("check_port").latency], ["low", "bounded-long"]);
  assertEquals(["read_file", "execute_program", "cron_list"].map((name) => active.includes(name)), [
    true,
    true,
    false,
  ]);
});

Deno.test("list_configured_servers starts nothing, and shows what a first call has found", async () => {
  await using world = await open();
  const [before] = (await world.served.data("list_configured_servers")).targets;
  assertEquals([before.status, before.resolved_identity, before.facts], ["not_connected", null, null]);
  assertEquals(before.configured_identity, `ssh:${world.sshd.user}@127.0.0.1:${world.sshd.port}`);
  await world.served.data("get_memory_info");
  const [after] = (await world.served.data("list_configured_servers")).targets;
  assertEquals([after.status, after.is_default, after.type], ["connected", true, "ssh"]);
  assertMatch(after.resolved_identity, /#host-key=SHA256:/);
  assertMatch(after.facts.python, /^3\./);
});
