/** Profiles in a real crontab: what is put there, what is left alone, and what is refused. */
import { assertEquals, assertIncludes } from "../../assert.ts";
import { canHaveCrontabs, Crontabs, digestOf, JOB, LINE, pairOf } from "../parts/crontabs.ts";

const FOREIGN = '# by hand\r\nMAILTO=""\r\n\t0 1 * * *\ttrue # caf\u00e9\r\n\n\n*/5 * * * * a%b\n';

function test(name: string, fn: (crontabs: Crontabs) => Promise<void>): void {
  Deno.test({
    name,
    ignore: !canHaveCrontabs,
    async fn() {
      await using crontabs = await Crontabs.open();
      await fn(crontabs);
    },
  });
}

test("an account without a crontab gets one with the marker and exactly one line; removed, nothing is left", async (crontabs) => {
  assertEquals(await crontabs.text(), null);
  const empty = await crontabs.served.data("cron_list");
  assertEquals([empty.count, empty.installed_size, empty.installed_hash], [0, 0, await digestOf("")]);
  const done = await crontabs.changed("cron_upsert", JOB);
  const digest = await digestOf(LINE);
  assertEquals(done, {
    profile_id: "logs",
    state: "IN_SYNC",
    desired_digest: digest,
    marker: `# mikrus-mcp:logs:sha256=${digest}`,
  });
  assertEquals(await crontabs.text(), await pairOf("logs"));
  const { profiles, count, installed_size, installed_hash } = await crontabs.served.data("cron_list");
  const text = await pairOf("logs");
  assertEquals([count, installed_size, installed_hash], [1, text.length, await digestOf(text)]);
  assertEquals(profiles, [{
    profile_id: "logs",
    state: "IN_SYNC",
    desired_digest: digest,
    observed_digest: digest,
    schedule: JOB.schedule,
  }]);
  assertEquals(await crontabs.changed("cron_remove", { profile_id: "logs" }), {
    profile_id: "logs",
    removed: true,
  });
  assertEquals(await crontabs.text(), "");
  assertEquals((await crontabs.served.data("cron_list")).count, 0);
  const error = await crontabs.refused("cron_remove", { profile_id: "logs" });
  assertEquals(error.code, "NOT_FOUND");
  assertIncludes(error.message, "PROFILE_NOT_FOUND");
});

test("lines of others stay byte for byte, whatever is put, changed and removed between them", async (crontabs) => {
  await crontabs.put(FOREIGN);
  await crontabs.changed("cron_upsert", JOB);
  await crontabs.changed("cron_upsert", { ...JOB, profile_id: "other" });
  assertEquals(await crontabs.raw(), FOREIGN + await pairOf("logs") + await pairOf("other"));
  const line = LINE.replace("20", "21");
  await crontabs.changed("cron_upsert", { ...JOB, argv: ["-n", "21", "/var/log/it's.log"] });
  assertEquals(await crontabs.raw(), FOREIGN + await pairOf("other") + await pairOf("logs", line));
  await crontabs.changed("cron_remove", { profile_id: "other" });
  await crontabs.changed("cron_remove", { profile_id: "logs" });
  assertEquals(await crontabs.raw(), FOREIGN);
});

test("what is there already is not written again", async (crontabs) => {
  await crontabs.changed("cron_upsert", JOB);
  const { mtime, ino } = await Deno.stat(crontabs.spool);
  assertEquals((await crontabs.changed("cron_upsert", JOB)).state, "IN_SYNC");
  const now = await Deno.stat(crontabs.spool);
  assertEquals([now.mtime, now.ino], [mtime, ino]);
});

test("a last line without an end gets one before the pair, and no other byte is changed", async (crontabs) => {
  await crontabs.put("# a\r\n0 1 * * * true");
  await crontabs.changed("cron_upsert", JOB);
  assertEquals(await crontabs.raw(), `# a\r\n0 1 * * * true\n${await pairOf("logs")}`);
  await crontabs.put(await pairOf("logs") + "0 1 * * * true");
  const error = await crontabs.refused("cron_remove", { profile_id: "logs" });
  // Debian's crontab takes no entry without an end, and is not talked into another one.
  assertIncludes(error.message, "CRONTAB_INSTALL_FAILED");
  assertIncludes(error.message, "missing newline before EOF");
  assertEquals(await crontabs.raw(), await pairOf("logs") + "0 1 * * * true");
  assertEquals((await crontabs.listed("logs")).state, "IN_SYNC");
  await crontabs.put(await pairOf("logs") + "# no end");
  await crontabs.changed("cron_remove", { profile_id: "logs" });
  assertEquals(await crontabs.raw(), "# no end");
});

test("bytes that are no text stay as they are, and comments on top that crontab(1) leaves out", async (crontabs) => {
  await crontabs.put("");
  const text = "# one\n# two\n# three \\r\n#\t\\r \\b \r\b\r\n#\xff\xfe\xc3\n0 0 1 1 * true \\r\n";
  const before = Uint8Array.from(text.replace(" \\r\n", "\n"), (char) => char.charCodeAt(0));
  await Deno.writeFile(crontabs.spool, before);
  await crontabs.changed("cron_upsert", JOB);
  await crontabs.changed("cron_remove", { profile_id: "logs" });
  const after = await Deno.readFile(crontabs.spool);
  assertEquals(after.subarray(after.length - before.length), before);
  assertEquals(new TextDecoder("latin1").decode(after).split("\n# one\n")[0]?.split("\n").length, 3);
});

test("a crontab whose bytes cannot be had is not written back", async (crontabs) => {
  await crontabs.put("");
  // crontab -l shows this comment in another form, and crontab -e leaves it out.
  await Deno.writeTextFile(crontabs.spool, "# one\r\n0 0 1 1 * true\n");
  assertIncludes((await crontabs.refused("cron_upsert", JOB)).message, "CRONTAB_READ_FAILED");
  assertEquals(await Deno.readTextFile(crontabs.spool), "# one\r\n0 0 1 1 * true\n");
});

Deno.test({
  name: "a marker without its own line below it is nobody's to remove, and nothing is put beside it",
  ignore: !canHaveCrontabs,
  async fn() {
    await using crontabs = await Crontabs.open();
    await crontabs.changed("cron_upsert", JOB);
    const pair = await pairOf("logs");
    const [marker = ""] = pair.split("\n");
    const foreign = "0 3 * * * /usr/local/bin/backup\n";
    const bent = [
      [`${marker}\n${foreign}`, "MODIFIED"],
      [`${marker}\n`, "MODIFIED"],
      [`${marker}\n\n${LINE}\n`, "MODIFIED"],
      [`${marker}\n${LINE} \n`, "MODIFIED"],
      [`${marker}\r\n${LINE}\r\n`, "MODIFIED"],
      [`${marker}\r\n${LINE}\n`, "MODIFIED"],
      [` ${marker}\n${LINE}\n`, "MODIFIED"],
      [` ${marker}\n${LINE} 'more'\n`, "MODIFIED"],
      [`#  Mikrus-MCP:logs: off\n${LINE} 'more'\n`, "MODIFIED"],
      [`#mikrus-mcp:logs:sha256=none\n${LINE}\n`, "MODIFIED"],
      [`${marker}\n${await pairOf("other")}`, "MODIFIED"],
      [`${foreign}${LINE}\n`, "MODIFIED"],
      [`${pair}${LINE}\n`, "MODIFIED"],
    ] as const;
    for (const [text, state] of bent) {
      await crontabs.put(text);
      assertEquals([text, (await crontabs.listed("logs")).state], [text, state]);
      for (const [tool, args] of [["cron_upsert", JOB], ["cron_remove", { profile_id: "logs" }]] as const) {
        const error = await crontabs.refused(tool, args);
        assertEquals([error.code, error.retryable], ["CONFLICT", false]);
        assertIncludes(error.message, "MARKER_BROKEN");
        assertEquals(await crontabs.raw(), text);
      }
    }
    assertEquals((await crontabs.served.data("cron_list")).count, 1);
  },
});

test("two markers of one profile are a conflict, and both stay", async (crontabs) => {
  await crontabs.changed("cron_upsert", JOB);
  const text = await pairOf("logs") + await pairOf("logs");
  await crontabs.put(text);
  assertEquals((await crontabs.listed("logs")).state, "DUPLICATED");
  for (const [tool, args] of [["cron_upsert", JOB], ["cron_remove", { profile_id: "logs" }]] as const) {
    const error = await crontabs.refused(tool, args);
    assertEquals(error.code, "CONFLICT");
    assertIncludes(error.message, "DUPLICATE_MARKER");
  }
  assertEquals(await crontabs.raw(), text);
});

test("a pair that was changed as a whole is seen as such, put right by upsert, and removed as a whole", async (crontabs) => {
  await crontabs.changed("cron_upsert", JOB);
  const other = await pairOf("logs", "0 0 1 1 * true");
  await crontabs.put(`# a\n${other}# b\n`);
  const { state, desired_digest, observed_digest } = await crontabs.listed("logs");
  assertEquals([state, observed_digest], ["MODIFIED", await digestOf("0 0 1 1 * true")]);
  assertEquals(desired_digest, await digestOf(LINE));
  await crontabs.changed("cron_upsert", JOB);
  assertEquals(await crontabs.raw(), `# a\n# b\n${await pairOf("logs")}`);
  await crontabs.put(`# a\n${other}# b\n`);
  await crontabs.changed("cron_remove", { profile_id: "logs" });
  assertEquals(await crontabs.raw(), "# a\n# b\n");
});

test("a pair that somebody took out is missing, and can be put back or forgotten", async (crontabs) => {
  await crontabs.changed("cron_upsert", JOB);
  await crontabs.put("# a\n");
  const { state, observed_digest } = await crontabs.listed("logs");
  assertEquals([state, observed_digest], ["MISSING", null]);
  await crontabs.changed("cron_upsert", JOB);
  assertEquals(await crontabs.raw(), `# a\n${await pairOf("logs")}`);
  await crontabs.put("# a\n");
  await crontabs.changed("cron_remove", { profile_id: "logs" });
  assertEquals([await crontabs.raw(), await crontabs.listed("logs")], ["# a\n", undefined]);
});

test("ids of which one begins with the other are two", async (crontabs) => {
  await crontabs.changed("cron_upsert", { ...JOB, profile_id: "log" });
  await crontabs.changed("cron_upsert", { ...JOB, profile_id: "log-2" });
  await crontabs.changed("cron_remove", { profile_id: "log" });
  assertEquals(await crontabs.raw(), await pairOf("log-2"));
});

test("a crontab whose SHELL reads quotes in another way gets no line", async (crontabs) => {
  for (const shell of ["SHELL=/usr/bin/fish", 'SHELL = "/bin/csh"', " 'SHELL'=/bin/false", "SHELL="]) {
    await crontabs.put(`SHELL=/bin/bash\n${shell}\n`);
    const error = await crontabs.refused("cron_upsert", JOB);
    assertEquals(error.code, "CONFLICT");
    assertIncludes(error.message, "SHELL_NOT_POSIX");
  }
  await crontabs.put("SHELL=/usr/bin/fish\n# SHELL=/bin/csh\nSHELL=/bin/bash\n");
  await crontabs.changed("cron_upsert", JOB);
  assertEquals((await crontabs.listed("logs")).state, "IN_SYNC");
});

const REFUSED = [
  ["a percent sign in an argument", { argv: ["+%s"] }, "UNSAFE_ARGUMENT"],
  ["an escaped percent sign", { argv: ["\\%"] }, "UNSAFE_ARGUMENT"],
  ["a percent sign in a variable", { environment: { A: "5%" } }, "UNSAFE_ARGUMENT"],
  ["a line end", { argv: ["a\n* * * * * true"] }, "UNSAFE_ARGUMENT"],
  ["a carriage return", { argv: ["a\r"] }, "UNSAFE_ARGUMENT"],
  ["a NUL", { environment: { A: "\0" } }, "UNSAFE_ARGUMENT"],
  ["half a character", { argv: ["\ud800"] }, "UNSAFE_ARGUMENT"],
  ["a PATH of its own", { environment: { PATH: "/tmp" } }, "UNSAFE_ARGUMENT"],
  ["a library to load", { environment: { LD_PRELOAD: "/tmp/a.so" } }, "UNSAFE_ARGUMENT"],
  ["a variable that is no name", { environment: { "A=1 touch /tmp/x;B": "" } }, "UNSAFE_ARGUMENT"],
  ["17 variables", { environment: Object.fromEntries([..."abcdefghijklmnopq"].map((a) => [a, ""])) }, "16"],
  ["a minute of 60", { schedule: { ...JOB.schedule, minute: "60" } }, "minute"],
  ["a name of a month", { schedule: { ...JOB.schedule, month: "jan" } }, "month"],
  ["a step behind a number", { schedule: { ...JOB.schedule, minute: "5/2" } }, "minute"],
  ["a blank in a field", { schedule: { ...JOB.schedule, minute: "1 2" } }, "minute"],
  ["@reboot", { schedule: { ...JOB.schedule, minute: "@reboot" } }, "minute"],
  ["a sixth field", { schedule: { ...JOB.schedule, year: "*" } }, "year"],
  ["a missing field", { schedule: { minute: "*" } }, "hour"],
  ["a path for a program", { executable: "/bin/cat" }, "executable"],
  ["an id in capitals", { profile_id: "Logs" }, "profile_id"],
  ["an id of 65 characters", { profile_id: "a".repeat(65) }, "profile_id"],
  ["a program that is not on the list", { executable: "sh", argv: ["-c", "id"] }, "not on the list"],
  [
    "a file that may not be read",
    { executable: "cat", argv: ["/etc/shadow"] },
    "PROGRAM_ARGUMENT_NOT_PERMITTED",
  ],
  ["a file to write to", { executable: "sort", argv: ["-o", "/tmp/x"] }, "PROGRAM_ARGUMENT_NOT_PERMITTED"],
  ["a command in a namespace", { executable: "ip", argv: ["netns", "exec", "a", "b"] }, "NOT_PERMITTED"],
  [
    "an address of the machine's own net",
    { executable: "curl", argv: ["-q", "http://10.0.0.1/"] },
    "NOT_PERMITTED",
  ],
  [
    "a change of a service",
    { executable: "systemctl", argv: ["stop", "ssh"] },
    "PROGRAM_SUBCOMMAND_NOT_PERMITTED",
  ],
  ["a command that cron would cut", { argv: ["/" + "x".repeat(990)] }, "LINE_TOO_LONG"],
] as const;

test("what a crontab cannot hold, or no call may start, is refused before an approval is asked for", async ({ served }) => {
  for (const [what, args, code] of REFUSED) {
    const error = await served.error("cron_upsert", { ...JOB, ...args });
    assertEquals([what, error.code, served.memory.pending.length], [what, "VALIDATION_FAILED", 0]);
    assertIncludes(error.message, code);
  }
});

test("whoever approves a profile sees what it would do, and its line", async ({ served }) => {
  await served.call("cron_upsert", JOB);
  const [pending] = served.memory.pending;
  assertIncludes(pending?.effects?.join("\n") ?? "", `crontab: ${LINE}`);
});

test("a file that leads to one that may not be read is refused by the machine", async (crontabs) => {
  const link = `/tmp/gatehouse-link-${crypto.randomUUID()}`;
  await Deno.symlink("/etc/shadow", link);
  try {
    const error = await crontabs.refused("cron_upsert", { ...JOB, executable: "cat", argv: [link] });
    assertEquals(error.code, "VALIDATION_FAILED");
    assertIncludes(error.message, "PATH_DENIED");
    assertEquals(await crontabs.text(), null);
  } finally {
    await Deno.remove(link);
  }
  // One that is not there yet may be there when cron looks.
  await crontabs.changed("cron_upsert", {
    ...JOB,
    executable: "cat",
    argv: ["/var/log/later.log", "/srv/later"],
  });
});

Deno.test({
  name: "a program that the target's settings add is named by its own path",
  ignore: !canHaveCrontabs,
  async fn() {
    const added = { path: "/opt/it's/report", options: {}, operands: "text", commands: [] } as const;
    await using crontabs = await Crontabs.open({ programs: { report: added } });
    await crontabs.changed("cron_upsert", { ...JOB, executable: "report", argv: ["daily"] });
    assertEquals(await crontabs.text(), await pairOf("logs", "5 4 * * 1-5 '/opt/it'\\''s/report' 'daily'"));
    assertEquals(JSON.parse(await Deno.readTextFile(crontabs.store))[0].executable, "report");
  },
});
