import { exitOf } from "gatehouse/cli/verdict.ts";
import { assertEquals, assertIncludes, assertMatch } from "../assert.ts";
import { run } from "./parts/run.ts";

const CWD = "/home/me/project";

for (
  const [command, decision, code] of [["git status", "allow", 0], ["rm -rf /", "deny", 1], [
    "git push",
    "ask",
    2,
  ]] as const
) {
  Deno.test(`gate check of "${command}" ends with ${code} and begins with ${decision}`, async () => {
    const ended = await run(["gate", "check", "--cwd", CWD, "--", command]);
    assertEquals([ended.code, ended.err], [code, ""]);
    assertMatch(ended.out, new RegExp(`^${decision} +\\S+: `));
  });
}

Deno.test("each decision has its own exit code", () => {
  assertEquals((["allow", "deny", "ask"] as const).map((decision) => exitOf({ decision })), [0, 1, 2]);
});

Deno.test("--json prints one document, the answer of the tool itself", async () => {
  const command = "ls | wc -l";
  const checked = await run(["gate", "check", "--json", "--cwd", CWD, "--", command]);
  const called = await run(["call", "gate", JSON.stringify({ command, cwd: CWD })]);
  assertEquals(checked.out, called.out);
  assertEquals(JSON.parse(checked.out).command, command);
});

Deno.test("several arguments are judged as one argument list", async () => {
  const { out } = await run(["gate", "check", "--json", "--cwd", CWD, "--", "echo", "; rm -rf /"]);
  assertEquals(JSON.parse(out).command, "echo '; rm -rf /'");
});

Deno.test("without --cwd the command would run where we do", async () => {
  const { out } = await run(["gate", "check", "--json", "--", "ls"], { cwd: "/srv/x" });
  assertEquals(JSON.parse(out).cwd, "/srv/x");
});

Deno.test("a command that the tool does not take ends with 3, as a broken configuration does", async () => {
  const long = await run(["gate", "check", "--", "x".repeat(20_001)]);
  assertEquals([long.code, long.out], [3, ""]);
  assertIncludes(long.err, "gatehouse: Invalid arguments for gate at command");
  const broken = await run(["gate", "check", "--", "ls"], { environment: { MCP_PORT: "x" } });
  assertEquals([broken.code, broken.out], [3, ""]);
});

Deno.test("gate explain shows each command of the line, and ends with 0 whatever the decision", async () => {
  const { code, out } = await run(["gate", "explain", "--cwd", CWD, "--", "sudo rm -rf / && echo $(date)"]);
  assertEquals(code, 0);
  for (const part of ["Its commands", "sudo", "rm (wrapped, via sudo)", "date (substitution)", "[bytes "]) {
    assertIncludes(out, part);
  }
});

Deno.test("gate explain --json has the calls, gate check has not", async () => {
  const explained = await run(["gate", "explain", "--json", "--", "ls"]);
  assertEquals(JSON.parse(explained.out).calls.length, 1);
  const checked = await run(["gate", "check", "--json", "--", "ls"]);
  assertEquals("calls" in JSON.parse(checked.out), false);
});

Deno.test("what a command holds cannot act on the terminal, in text or in JSON", async () => {
  const command = "echo '\u202e\u009b2J'";
  for (const flags of [[], ["--json"]]) {
    const { out } = await run(["gate", "explain", ...flags, "--", command]);
    // deno-lint-ignore no-control-regex
    assertEquals(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/.test(out), false);
  }
});

Deno.test("a terminal gets a colour, unless NO_COLOR is set; a pipe gets none", async () => {
  const on = { stdin: true, stdout: true };
  const args = ["gate", "check", "--", "ls"];
  assertIncludes((await run(args, { terminal: on })).out, "\x1b[");
  assertEquals(
    (await run(args, { terminal: on, environment: { NO_COLOR: "1" } })).out.includes("\x1b"),
    false,
  );
  assertEquals((await run(args)).out.includes("\x1b"), false);
});

Deno.test("a command that judges gives up network and environment, and programs where no worker may be needed", async () => {
  const revoked = async (...args: string[]) => (await run(args)).revoked;
  assertEquals(await revoked("gate", "check", "--", "ls"), ["net", "run", "env"]);
  assertEquals(await revoked("gate", "explain", "--", "ls"), ["net", "run", "env"]);
  assertEquals(await revoked("gate", "check", "--l1-enabled", "--", "ls"), ["net", "env"]);
  assertEquals(await revoked("gate", "explain", "--l1-enabled", "--", "ls"), ["net", "env"]);
  assertEquals(await revoked("call", "gate", '{"command":"ls"}'), ["net", "env"]);
  assertEquals(await revoked("tools"), ["net", "run", "sys", "write", "env"]);
});
