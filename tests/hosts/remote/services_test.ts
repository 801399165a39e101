/** Services, updates and the journal, by stand-ins of the programs; and what sudo is told. */
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { Machine, type MachineOptions } from "../parts/machine.ts";
import { addSudo, addSystemctl, StandIns } from "../parts/stand_ins.ts";

/** An account that is not root, where that can be had: root needs no sudo. */
const ORDINARY: MachineOptions = Deno.uid() === 0 ? { uid: 65_534 } : {};

Deno.test("a unit is told with its properties; one that does not run is no failure", async () => {
  await using standIns = await StandIns.make();
  await addSystemctl(standIns, { active: "inactive", status: 3 });
  await using machine = await Machine.start({ bin: [standIns.bin] });
  const told = await machine.do("get_service_status", { name: "-app" });
  assertEquals(
    [told["exit_code"], told["active_state"], told["main_pid"], told["restarts"], told["memory_bytes"]],
    [3, "inactive", 42, 3, null],
  );
  assertIncludes(told["output"], "\\u{1b}[31mred");
  for (const call of await standIns.calls("systemctl")) assertEquals(call.slice(-2), ["--", "-app"]);
});

Deno.test("a unit that is not there is not found, and nothing is changed", async () => {
  await using standIns = await StandIns.make();
  await addSystemctl(standIns, { load: "not-found" });
  await using machine = await Machine.start({ bin: [standIns.bin] });
  await assertFails(() => machine.do("get_service_status", { name: "none" }), "NOT_FOUND");
  await assertFails(
    () => machine.do("change_service_state", { name: "none", action: "restart" }),
    "NOT_FOUND",
  );
  assertTrue((await standIns.calls("systemctl")).every((call) => call.includes("show")));
});

Deno.test("a change runs once and tells the state after it", async () => {
  await using standIns = await StandIns.make();
  await addSystemctl(standIns);
  await using machine = await Machine.start({ bin: [standIns.bin] });
  const told = await machine.do("change_service_state", { name: "app@1.service", action: "restart" });
  assertEquals([told["exit_code"], told["active_state"]], [0, "active"]);
  const changes = (await standIns.calls("systemctl")).filter((call) => call.includes("restart"));
  assertEquals(changes, [["systemctl", "--no-pager", "--no-ask-password", "restart", "--", "app@1.service"]]);
  for (const action of ["status", "is-active", "is-enabled", "mask", "", "start stop"]) {
    await assertFails(() => machine.do("change_service_state", { name: "app", action }), "VALIDATION_FAILED");
  }
});

Deno.test("a change that fails, is refused or is killed fails in its own way", async () => {
  const cases: [string, string, string][] = [
    ["echo 'Job for app.service failed.' >&2; exit 1", "UPSTREAM_FAILED", "SERVICE_CHANGE_FAILED"],
    ["echo 'Access denied' >&2; exit 4", "UPSTREAM_FAILED", "PERMISSION_DENIED"],
    ["echo 'Interactive authentication required.' >&2; exit 1", "UPSTREAM_FAILED", "PERMISSION_DENIED"],
    ["echo 'Failed to connect to bus: No such file' >&2; exit 1", "UNAVAILABLE", "SYSTEMD_REQUIRED"],
    ["kill -9 $$", "AMBIGUOUS_OUTCOME", ""],
    ["exec sleep 60", "AMBIGUOUS_OUTCOME", ""],
  ];
  for (const [action, code, detail] of cases) {
    await using standIns = await StandIns.make();
    await addSystemctl(standIns, { action });
    await using machine = await Machine.start({ bin: [standIns.bin] });
    const error = await assertFails(
      () => machine.do("change_service_state", { name: "app", action: "stop" }, { budgetMs: 1_200 }),
      code,
    );
    assertIncludes(error.message, detail);
  }
});

Deno.test("where sudo asks for nothing, it is told no password", async () => {
  await using standIns = await StandIns.make();
  await addSystemctl(standIns);
  await addSudo(standIns, "free");
  await using machine = await Machine.start({
    ...ORDINARY,
    bin: [standIns.bin],
    sudo: { password: "a secret" },
  });
  const told = await machine.do("change_service_state", { name: "app", action: "start" });
  assertEquals(told["active_state"], "active");
  const calls = await standIns.calls("sudo");
  assertEquals([calls.length, calls[0]?.[1]], [1, "-n"]);
  assertTrue(!(await Deno.readTextFile(standIns.file("calls"))).includes("a secret"));
});

Deno.test("a password that sudo asks for goes to its stdin alone", async () => {
  await using standIns = await StandIns.make();
  await addSystemctl(standIns);
  await addSudo(standIns, { password: "pä ss'\"" });
  await using machine = await Machine.start({
    ...ORDINARY,
    bin: [standIns.bin],
    sudo: { password: "pä ss'\"" },
  });
  const told = await machine.do("change_service_state", { name: "app", action: "start" });
  assertEquals(told["active_state"], "active");
  assertEquals((await standIns.calls("sudo")).map((call) => call[1]), ["-n", "-S"]);
  assertTrue(!(await Deno.readTextFile(standIns.file("calls"))).includes("pä"));
});

Deno.test("a wrong, a missing and a useless password are told apart, and nothing runs", async () => {
  const cases: [Parameters<typeof addSudo>[1], string | null, string][] = [
    [{ password: "right" }, "wrong", "SUDO_PASSWORD_WRONG"],
    [{ password: "right" }, null, "SUDO_PASSWORD_REQUIRED"],
    ["not allowed", "any", "SUDO_NOT_ALLOWED"],
  ];
  for (const [mode, password, detail] of cases) {
    await using standIns = await StandIns.make();
    await addSystemctl(standIns);
    await addSudo(standIns, mode);
    await using machine = await Machine.start({ ...ORDINARY, bin: [standIns.bin], sudo: { password } });
    const error = await assertFails(
      () => machine.do("change_service_state", { name: "app", action: "start" }),
      "UPSTREAM_FAILED",
    );
    assertIncludes(error.message, detail);
    assertTrue(!error.message.includes("wrong)") && !error.message.includes("right"));
    assertEquals(await standIns.calls("systemctl"), []);
    // Asked again, sudo would have taken the order for a password.
    await assertFails(async () => {
      await Deno.stat(standIns.file("leaked"));
    }, "ENOENT");
  }
});

Deno.test("what runs through sudo fails with its own reason, and ends with its time", async () => {
  await using standIns = await StandIns.make();
  await addSudo(standIns, "free");
  await addSystemctl(standIns, { action: "echo 'Job failed' >&2; exit 1" });
  await using machine = await Machine.start({ ...ORDINARY, bin: [standIns.bin], sudo: { password: null } });
  const change = { name: "app", action: "start" };
  const error = await assertFails(() => machine.do("change_service_state", change), "UPSTREAM_FAILED");
  assertIncludes(error.message, "SERVICE_CHANGE_FAILED");
  await addSystemctl(standIns, { action: `echo $$ > '${standIns.file("calls")}.pid'; exec sleep 60` });
  await Deno.writeTextFile(`${standIns.file("calls")}.pid`, "");
  await Deno.chmod(`${standIns.file("calls")}.pid`, 0o666);
  await assertFails(
    () => machine.do("change_service_state", change, { budgetMs: 1_500 }),
    "AMBIGUOUS_OUTCOME",
  );
  const pid = (await Deno.readTextFile(`${standIns.file("calls")}.pid`)).trim();
  assertTrue(pid !== "");
  for (const end = performance.now() + 5_000; await exists(`/proc/${pid}`);) {
    if (performance.now() > end) throw new Error(`Left running: ${pid}`);
  }
});

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

const ENTRY = (message: string, more = "") =>
  `{"__REALTIME_TIMESTAMP":"1700000000000000","_SYSTEMD_UNIT":"app.service","SYSLOG_IDENTIFIER":"app","_PID":"7",` +
  `"PRIORITY":"3","MESSAGE":${message}${more}}`;

async function journal(standIns: StandIns, lines: readonly string[], end = ""): Promise<void> {
  await Deno.writeTextFile(standIns.file("lines"), lines.map((line) => `${line}\n`).join(""));
  await standIns.add("journalctl", `cat '${standIns.file("lines")}'\n${end}`);
}

Deno.test("journal entries come oldest first, whatever bytes they hold", async () => {
  await using standIns = await StandIns.make();
  await journal(standIns, [
    ENTRY('"third\\u001b[2J"'),
    ENTRY("[115,255,10]"),
    ENTRY("null", ',"X":["a"]'),
    "-- end",
  ]);
  await using machine = await Machine.start({ bin: [standIns.bin] });
  const told = await machine.do("get_journal_logs", { unit: "-app", lines: 9 });
  assertEquals(told["entries"].map((entry: { message: string }) => entry.message), [
    "",
    "s\ufffd\n",
    "third\\u{1b}[2J",
  ]);
  assertEquals(told["output"].split("\n").length, 3);
  assertIncludes(told["output"], "2023-11-14T22:13:20.000Z app[7]: ");
  const [call = []] = await standIns.calls("journalctl");
  assertTrue(call.includes("--unit=-app") && call.includes("9"));
  assertEquals(told["state"], "complete");
});

Deno.test("errors are asked for by priority and hours, and a term is searched for in our own code", async () => {
  await using standIns = await StandIns.make();
  await journal(standIns, [ENTRY('"Disk FULL on a.b"'), ENTRY('"disk full on aXb"'), ENTRY('"quiet"')]);
  await using machine = await Machine.start({ bin: [standIns.bin] });
  await machine.do("find_system_errors", { hours: 24 });
  const [call = []] = await standIns.calls("journalctl");
  assertTrue(call.includes("err") && call.includes("--since=-24h"));
  const found = await machine.do("search_journal_logs", { term: "full on a.b" });
  assertEquals(found["entries"].map((entry: { message: string }) => entry.message), ["Disk FULL on a.b"]);
  assertTrue(!(await Deno.readTextFile(standIns.file("calls"))).includes("a.b"));
  for (const hours of [0, 25, "1"]) {
    await assertFails(() => machine.do("find_system_errors", { hours }), "VALIDATION_FAILED");
  }
});

Deno.test("a journal that may not be read, is no JSON or never ends is a typed answer", async () => {
  await using standIns = await StandIns.make();
  await using machine = await Machine.start({ bin: [standIns.bin] });
  await journal(
    standIns,
    [],
    "echo 'No journal files were opened due to insufficient permissions.' >&2; exit 1",
  );
  const denied = await assertFails(() => machine.do("find_system_errors", {}), "UPSTREAM_FAILED");
  assertIncludes(denied.message, "PERMISSION_DENIED");
  await journal(standIns, ["no json"]);
  await assertFails(() => machine.do("find_system_errors", {}), "UPSTREAM_PROTOCOL");
  await journal(standIns, [ENTRY('"one"'), "no json"]);
  assertEquals((await machine.do("find_system_errors", {}))["state"], "partial");
  await journal(standIns, [], `exec yes '${ENTRY('"again and again"')}'`);
  const cut = await machine.do("search_journal_logs", { term: "again", lines: 500 });
  assertEquals([cut["truncated"], cut["entries"].length], [true, 500]);
});

Deno.test("the journal is read through sudo where that is configured", async () => {
  await using standIns = await StandIns.make();
  await journal(standIns, [ENTRY('"one"')]);
  await addSudo(standIns, { password: "x y" });
  await using machine = await Machine.start({ ...ORDINARY, bin: [standIns.bin], sudo: { password: "x y" } });
  assertEquals((await machine.do("find_system_errors", {}))["entries"].length, 1);
  assertEquals((await standIns.calls("sudo")).length, 2);
});
