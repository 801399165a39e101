/** Programs on a real server: what they are given, what they give back, and that nothing of them is left. */
import fc from "fast-check";
import { assertEquals, assertFails, assertIncludes, assertTrue } from "../../assert.ts";
import { Operating } from "../parts/operating.ts";
import { processes, unique, until, World } from "./parts/world.ts";

const hex = (words: readonly string[]) => words.map((word) => new TextEncoder().encode(word).toHex());

/** What a machine is told of a shell's work. */
const shell = (script: string, more: Record<string, unknown> = {}) => ({
  executable: "sh",
  path: "/bin/sh",
  argv: ["-c", script],
  operands: [],
  ...more,
});

Deno.test("a program answers with both streams, its status and what was done to them", async () => {
  await using world = await World.open();
  const data = await world.run("sh", ["-c", "echo out; echo err >&2; exit 3"]);
  assertEquals(data, {
    output: "out\n",
    stderr: "err\n",
    exit_code: 3,
    truncated: false,
    encoding: "utf-8",
    controls_escaped: 0,
    leftovers_ended: 0,
  });
  assertEquals((await world.run("sh", ["-c", "kill -9 $$"])).exit_code, -9);
  assertEquals((await world.run("sh", ["-c", "exit 255"])).exit_code, 255);
  const odd = await world.run("sh", ["-c", "printf 'a\\377\\000b'"]);
  assertEquals([odd.output, odd.exit_code, odd.encoding, odd.controls_escaped], [
    "a\ufffd\\u{0}b",
    0,
    "lossy",
    1,
  ]);
  assertEquals(world.served.defects, []);
});

Deno.test("five megabytes to each stream in turn are cut at the limit, and what wrote them is ended", async () => {
  await using world = await World.open();
  const mark = unique();
  const line = "x".repeat(1_000);
  const script =
    `sleep ${mark} & i=0; while [ $i -lt 5000 ]; do echo ${line}; echo ${line} >&2; i=$((i+1)); done`;
  const data = await world.run("sh", ["-c", script]);
  assertEquals([data.truncated, data.output.length + data.stderr.length <= 524_288], [true, true]);
  assertTrue(data.output.length > 100_000 && data.stderr.length > 100_000);
  assertEquals(await processes(mark), 0);
});

Deno.test("a program that fills its output before it reads its input gets the whole input", async () => {
  await using world = await World.open();
  const data = await world.run("sh", ["-c", "head -c 300000 /dev/zero | tr '\\0' x; wc -c >&2"], {
    stdin: "é".repeat(50_000),
  });
  assertEquals([data.output.length, data.stderr.trim(), data.truncated], [300_000, "100000", false]);
});

Deno.test("what a program leaves behind in a session of its own is ended after a grace, and told", async () => {
  await using world = await World.open();
  for (const keeps of ["", ">/dev/null 2>&1 </dev/null"]) {
    const mark = unique();
    const data = await world.run("sh", [
      "-c",
      `(setsid sh -c 'sleep ${mark} & wait' ${keeps} &) & echo done`,
    ]);
    assertEquals([data.output, data.exit_code], ["done\n", 0]);
    assertTrue(data.leftovers_ended >= 1);
    assertEquals(await processes(`sleep ${mark}`), 0);
  }
});

Deno.test("at its deadline a program is ended with all that it started, and the outcome is not known", async () => {
  await using world = await World.open();
  await using host = await Operating.of(world.sshd);
  const mark = unique();
  const script = `trap '' TERM; setsid sleep ${mark} & sleep ${mark}`;
  const error = await assertFails(
    () => host.do("execute_program", shell(script), 4_000),
    "AMBIGUOUS_OUTCOME",
  );
  assertIncludes(error.message, "nothing of it is left");
  assertEquals(await processes(`sleep ${mark}`), 0);
});

Deno.test("a connection that ends takes the program and all that it started with it", async () => {
  await using world = await World.open();
  await using host = await Operating.of(world.sshd);
  const mark = unique();
  const work = host.do("execute_program", shell(`setsid sleep ${mark} & sleep ${mark}`), 20_000);
  work.catch(() => {});
  await until(`sleep ${mark}`, 3);
  await host[Symbol.asyncDispose]();
  await assertFails(() => work, "AMBIGUOUS_OUTCOME");
  await until(`sleep ${mark}`, 0);
});

Deno.test("a caller that cancels ends the program on the machine, and its approval is spent", async () => {
  await using world = await World.open();
  const mark = unique();
  const args = { executable: "sh", argv: ["-c", `setsid sleep ${mark} & sleep ${mark}`] };
  await world.served.error("execute_program", args);
  const pending = world.served.memory.pending.pop();
  if (pending === undefined) throw new Error("no request was recorded");
  world.served.memory.grant(pending.binding);
  const controller = new AbortController();
  const call = world.served.call("execute_program", args, { signal: controller.signal });
  call.catch(() => {});
  await until(`sleep ${mark}`, 3);
  controller.abort();
  await assertFails(() => call, "CANCELLED");
  await until(`sleep ${mark}`, 0);
  assertEquals((await world.served.error("execute_program", args)).code, "AMBIGUOUS_OUTCOME");
});

Deno.test("arguments arrive as they were given, byte for byte", async () => {
  await using world = await World.open();
  const words = [
    "'\"",
    "$(id)",
    "`id`",
    ";",
    "&& id",
    "-x",
    "--",
    "",
    " ",
    "\\",
    "*",
    "😀",
    "é",
    "${HOME}",
    "!x",
    "a\tb",
  ]
    .filter((word) => word !== "a\tb");
  const data = await world.run("words", ["--", ...words]);
  assertEquals(data.output.split("\n").slice(0, -1), hex(["--", ...words]));
  const refused = await world.served.error("execute_program", { executable: "words", argv: ["--", "a\nb"] });
  assertEquals(refused.code, "VALIDATION_FAILED");
});

Deno.test("whatever the arguments are, they arrive as they were given", async () => {
  await using world = await World.open();
  await using host = await Operating.of(world.sshd);
  const word = fc.string({ unit: "binary", maxLength: 40 }).filter((text) =>
    // deno-lint-ignore no-control-regex -- these are refused before
    text.isWellFormed() && !/[\x00-\x1f\x7f]/.test(text)
  );
  const awkward = fc.constantFrom(
    "$(id)",
    "`id`",
    "'",
    '"',
    "\\",
    ";",
    "|",
    "&",
    "-n",
    "--",
    "",
    "*",
    "~",
    "#",
    "\u202e",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(word, awkward), { maxLength: 6 }), async (argv) => {
      const input = { executable: "words", path: `${world.directory}/words`, argv, operands: [] };
      const answer = await host.do("execute_program", input);
      assertEquals(answer["output"].split("\n").slice(0, -1), hex(argv));
    }),
    { numRuns: 60 },
  );
});

Deno.test("a program gets nothing of the account's environment but who it is, and starts where it is told to", async () => {
  await using world = await World.open();
  const here = await world.run("sh", ["-c", "pwd; env"], { cwd: world.directory });
  const names = here.output.split("\n").slice(1, -1).map((line: string) => line.split("=")[0]).sort();
  assertEquals(here.output.split("\n")[0], world.directory);
  for (const name of names) {
    const known =
      /^(?:HOME|USER|LOGNAME|PATH|PWD|LC_ALL|TERM|NO_COLOR|PAGER|SYSTEMD_(?:COLORS|PAGER|URLIFY)|_|SHLVL|OLDPWD)$/;
    assertTrue(known.test(name), name);
  }
  assertIncludes(here.output, "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n");
  assertIncludes((await world.run("sh", ["-c", "pwd"])).output, "/\n");
});

Deno.test("a path leads to what may be read, by whatever way, or the program does not start", async () => {
  await using world = await World.open();
  const at = world.directory;
  await Deno.symlink("/etc/shadow", `${at}/link`);
  await Deno.symlink("/etc", `${at}/etc`);
  await Deno.writeTextFile(`${at}/mine`, "mine\n");
  await new Deno.Command("mkfifo", { args: [`${at}/pipe`] }).output();
  const cases = [
    [{ executable: "cat", argv: [`${at}/link`] }, "PATH_DENIED"],
    [{ executable: "cat", argv: [`${at}/etc/shadow`] }, "PATH_DENIED"],
    [{ executable: "cat", argv: ["link"], cwd: at }, "PATH_DENIED"],
    [{ executable: "cat", argv: ["shadow"], cwd: "/etc" }, "PATH_DENIED"],
    [{ executable: "cat", argv: ["shadow"], cwd: `${at}/etc` }, "PATH_DENIED"],
    [{ executable: "cat", argv: ["/proc/self/root/etc/shadow"] }, "PATH_DENIED"],
    [{ executable: "cat", argv: ["/proc/self/environ"] }, "PATH_DENIED"],
    [{ executable: "cat", argv: ["/dev/zero"] }, "NOT_REGULAR_FILE"],
    [{ executable: "cat", argv: [`${at}/pipe`] }, "NOT_REGULAR_FILE"],
    [{ executable: "grep", argv: ["-f", `${at}/link`, "x"] }, "PATH_DENIED"],
    [{ executable: "sort", argv: ["-u", `${at}/link`] }, "PATH_DENIED"],
    [{ executable: "tail", argv: ["-n1", `${at}/link`] }, "PATH_DENIED"],
    [{ executable: "words", argv: [`--file=${at}/link`] }, "PATH_DENIED"],
    [{ executable: "cat", argv: [`${at}/none`] }, "none: No such file"],
    [{ executable: "cat", argv: [`${at}/mine`], cwd: `${at}/none` }, "No such file"],
  ] as const;
  for (const [args, part] of cases) {
    const message = await world.approved("execute_program", args).then(() => "it ran", String);
    assertIncludes(message, part);
  }
  assertEquals((await world.run("cat", ["mine"], { cwd: at })).output, "mine\n");
});

Deno.test("a name that leads to the machine itself is no public address", async () => {
  await using world = await World.open();
  const args = { executable: "curl", argv: ["-q", `http://${Deno.hostname()}.:1/`] };
  const message = await world.approved("execute_program", args).then(() => "it ran", String);
  assertTrue(/ADDRESS_NOT_PUBLIC|NAME_UNRESOLVED/.test(message), message);
});

Deno.test("a program that is not there is told before anything is done", async () => {
  await using world = await World.open();
  await using host = await Operating.of(world.sshd);
  const input = { executable: "none-such", path: null, argv: [], operands: [] };
  await assertFails(() => host.do("execute_program", input), "UNAVAILABLE");
  await Deno.writeTextFile(`${world.directory}/none`, "#!/none/such\n", { mode: 0o755 });
  const broken = { ...input, path: `${world.directory}/none` };
  await assertFails(() => host.do("execute_program", broken), "NOT_FOUND");
});
