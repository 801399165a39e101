/** The family's own operations over a real server: with python3, without it, with a talkative login, all at once. */
import { join } from "node:path";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { has, mustRun } from "../../tasks/parts/child.ts";
import { canMakeAccounts, makeAccount } from "../parts/account.ts";
import { Operating } from "../parts/operating.ts";
import { Sshd } from "../parts/sshd.ts";
import { addSudo, addSystemctl, StandIns } from "../parts/stand_ins.ts";

Deno.test("a login that prints, and other shells, change nothing in the answers", async () => {
  for (const shell of ["/bin/dash", "/bin/bash"]) {
    await using sshd = await Sshd.start({
      shell:
        `#!/bin/sh\necho 'Welcome {"ok":true,"data":{}}'\necho noise >&2\nexec ${shell} -c "$SSH_ORIGINAL_COMMAND"\n`,
      bashrc: "echo from bashrc\n",
    });
    await using host = await Operating.of(sshd);
    assertIncludes((await host.do("get_memory_info"))["output"], "Mem:");
    const path = join(sshd.home, "file");
    await host.do("write_file", { path, content: "it's\n" });
    assertEquals(await Deno.readTextFile(path), "it's\n");
    assertEquals((await host.do("read_file", { path }))["output"], "it's\n");
  }
});

Deno.test("every read at once, and again: none is refused, and nothing is left running", async () => {
  await using sshd = await Sshd.start();
  {
    await using host = await Operating.of(sshd);
    const reads: [string, Record<string, unknown>][] = [
      ["list_processes", {}],
      ["get_process_tree", {}],
      ["get_memory_info", {}],
      ["get_network_info", {}],
      ["check_port", { port: sshd.port }],
      ["list_directory", { path: "/etc" }],
      ["read_file", { path: "/etc/passwd" }],
      ["tail_file", { path: "/etc/passwd" }],
      ["search_in_files", { path: "/etc/passwd", pattern: "root" }],
      ["analyze_disk", { path: "/etc" }],
    ];
    for (let round = 0; round < 2; round++) {
      const answers = await Promise.all(reads.map(([operation, input]) => host.do(operation, input)));
      assertEquals(answers[4]?.["listening"], true);
    }
  }
  await sshd.idle();
});

Deno.test("programs that never stop talking, 8 at once and 20 times: bounded, typed, and nothing left running", async () => {
  await using standIns = await StandIns.make();
  await standIns.add(
    "docker",
    "sleep 300 & printf '\\377\\033[2J' >&2; exec yes \"$(printf '\\377\\033[31m%099d' 0)\"",
  );
  await using sshd = await Sshd.start({ bin: [standIns.bin] });
  {
    await using host = await Operating.of(sshd);
    for (let round = 0; round < 20; round++) {
      const ask = () => host.do("get_docker_logs", { container: "loud", lines: 500 });
      for (const told of await Promise.all(Array.from({ length: 8 }, ask))) {
        assertEquals(told["truncated"], true);
        assertTrue(told["output"].length <= 400_000 && !told["output"].includes("\x1b"));
      }
    }
    // While the connection is still there.
    const left = (await sshd.running()).length;
    assertTrue(left <= 20, `${left} processes`);
  }
  await sshd.idle();
});

Deno.test("the session's own processes are not ended", async () => {
  await using sshd = await Sshd.start();
  await using host = await Operating.of(sshd);
  await host.do("get_memory_info");
  const error = await assertFails(
    () => host.do("terminate_process", { target: "sshd" }),
    "VALIDATION_FAILED",
  );
  assertIncludes(error.message, "PROCESS_PROTECTED");
  await host.do("get_memory_info");
});

Deno.test({
  name: "without python3 reads work by the shell, and the others say what is missing",
  ignore: !await has("busybox"),
  async fn() {
    const bin = await Deno.makeTempDir({ prefix: "gatehouse-busybox-" });
    await mustRun(["busybox", "--install", "-s", bin]);
    // What the shell text looks for in the usual places stays out of the way of this test.
    await using sshd = await Sshd.start({ path: bin });
    await using host = await Operating.of(sshd);
    const path = join(sshd.home, "it's");
    await Deno.writeTextFile(path, "own\n");
    assertEquals((await host.do("read_file", { path }))["output"], "own\n");
    assertEquals((await host.do("list_directory", { path: sshd.home }))["total"], 1);
    assertTrue((await host.do("list_processes"))["processes"].length > 0);
    await assertFails(() => host.do("read_file", { path: "/etc/shadow" }), "VALIDATION_FAILED");
    const error = await assertFails(() => host.do("write_file", { path, content: "" }), "UNAVAILABLE");
    assertIncludes(error.message, "PYTHON_REQUIRED");
    assertEquals(await Deno.readTextFile(path), "own\n");
    await Deno.remove(bin, { recursive: true });
  },
});

Deno.test({
  name: "a password of sudo never shows in the machine's processes, answers or errors",
  // Root needs no sudo.
  ignore: !canMakeAccounts,
  async fn() {
    const password = `pw-${crypto.randomUUID()}`;
    await using standIns = await StandIns.make();
    // Shows every process with its arguments and environment while the change runs.
    await addSystemctl(standIns, { action: `ps axeww > '${standIns.file("seen")}'; exit 0` });
    await addSudo(standIns, { password });
    await Deno.writeTextFile(standIns.file("seen"), "");
    await Deno.chmod(standIns.file("seen"), 0o666);
    await using account = await makeAccount();
    await using sshd = await Sshd.start({ bin: [standIns.bin], config: ["PasswordAuthentication yes"] });
    await using host = await Operating.of(sshd, {
      user: account.name,
      password: account.password,
      keyFile: null,
      sudo: true,
      sudoPassword: password,
    });
    const told = await host.do("change_service_state", { name: "app", action: "restart" });
    assertEquals(told["active_state"], "active");
    assertEquals((await standIns.calls("sudo")).map((call) => call[1]), ["-n", "-S"]);
    const seen = await Deno.readTextFile(standIns.file("seen"));
    assertIncludes(seen, "systemctl");
    assertTrue(!seen.includes(password) && !JSON.stringify(told).includes(password));
  },
});
