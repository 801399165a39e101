import { interruptedExit, requestOf, usageExit } from "gatehouse/cli/argv.ts";
import { assertEquals, assertFails } from "../assert.ts";
import { run } from "./parts/run.ts";

const at = (line: string, terminal = true) =>
  requestOf(line.split(" ").filter((word) => word !== ""), { terminal });

Deno.test("flags without a command mean serve, on a terminal as well", () => {
  assertEquals(at("--port 0"), { kind: "command", argv: ["serve", "--port", "0"] });
});

Deno.test("no arguments mean serve for a program, and the help for a person", () => {
  assertEquals(at("", false), { kind: "command", argv: ["serve"] });
  assertEquals(at("", true), { kind: "overview" });
});

Deno.test("-m phocinae_mcp serves the family that stands in for it, another module is refused", async () => {
  assertEquals(at("-m phocinae_mcp --http"), {
    kind: "command",
    argv: ["serve", "--families", "gate", "--http"],
  });
  await assertFails(() => at("-m other"), "USAGE");
  await assertFails(() => at("-m toString"), "USAGE");
  await assertFails(() => at("-m"), "USAGE");
});

Deno.test("--version is answered wherever a flag of serve may stand", () => {
  for (const line of ["--version", "-V", "-m phocinae_mcp --version", "--http --version"]) {
    assertEquals(at(line), { kind: "version" });
  }
});

Deno.test("what help is asked for is looked up later, and no word at all is the overview", () => {
  assertEquals(at("help"), { kind: "overview" });
  assertEquals(at("--help"), { kind: "overview" });
  for (const more of ["help help", "help --help", "help -h"]) {
    assertEquals(at(more), { kind: "overview" }, more);
  }
  assertEquals(at("help gate check"), { kind: "help", words: ["gate", "check"] });
});

Deno.test("help that is asked for amid a judged command is a wrong call, not a page with exit code 0", async () => {
  await assertFails(() => at("gate check rm -rf / --help"), "USAGE");
  await assertFails(() => at("gate check --json rm -h"), "USAGE");
  assertEquals(at("gate check --help").kind, "command");
  assertEquals(at("gate check -- rm --help").kind, "command");
});

Deno.test("a group without its command is a wrong call, not a page with exit code 0", async () => {
  for (const line of ["gate", "gate -- check rm", "gate --"]) {
    assertEquals((await run(line.split(" "))).code, 3, line);
  }
  for (const line of ["audit", "audit --"]) assertEquals((await run(line.split(" "))).code, 2, line);
  assertEquals((await run(["gate", "--help"])).code, 0);
});

Deno.test("what looks like a flag and is none never becomes a part of the command", async () => {
  for (const odd of ["--cwd=", "--json=", "--cwd=/a\nb", "--x", "-\u001b[31m", "--1", "---", "--é", "-é"]) {
    const ended = await run(["gate", "check", odd, "ls"]);
    assertEquals([ended.code, ended.out], [3, ""], odd);
    assertEquals((await run([odd])).code, 2, odd);
  }
  assertEquals(
    (await run(["gate", "check", "--cwd=", "--", "ls"])).err,
    "gatehouse: --cwd needs a value. Put -- before the command\n",
  );
  assertEquals((await run(["gate", "check", "--", "--cwd="])).code, 2);
  assertEquals((await run(["--port", "-1"])).err.includes("Could not use port -1"), true);
});

Deno.test("a secret or a control character in a wrong argument is not shown", async () => {
  const secret = "password=hunter2hunter2";
  const bell = "a\u0007\u202e";
  for (
    const args of [
      [],
      ["help"],
      ["-m"],
      ["--port"],
      ["tools"],
      ["tools", "--families"],
      ["call", "gate"],
      ["audit"],
      ["audit", "tail"],
      ["audit", "tail", "--limit"],
      ["gate"],
    ]
  ) {
    for (const text of [secret, bell, `${secret}${bell}`]) {
      const { code, err, out } = await run([...args, text]);
      assertEquals(out, "");
      assertEquals(code, args[0] === "gate" ? 3 : 2);
      // deno-lint-ignore no-control-regex
      assertEquals(/hunter2|[\u0000-\u0009\u000b-\u001f\u202e]/.test(err), false, err);
    }
  }
  const { err } = await run(["gate", "check", `--json=${secret}`, "--", "ls"]);
  assertEquals(err.includes("hunter2"), false, err);
});

Deno.test("what is wrong under gate exits 3, because 2 says ask; elsewhere 2", () => {
  assertEquals([usageExit(["gate", "chekc"]), usageExit(["toosl"]), usageExit([])], [3, 2, 2]);
});

for (
  const [line, code, message] of [
    ["serv", 2, "Unknown command serv. Did you mean serve?"],
    ["gate chekc ls", 3, "Unknown command chekc. Did you mean check?"],
    ["serve --prot 1", 2, "Unknown flag --prot. Did you mean --port?"],
    ["serve --zzz /w", 2, "Unknown flag --zzz. See gatehouse serve --help"],
    ["flow -- run x", 2, "-- has no meaning for flow. Leave it out: quote the task instead"],
    ["flow run", 2, "TASK is missing. See gatehouse flow run --help"],
    ["flow run x --version", 2, "Unknown flag --version. See gatehouse flow run --help"],
    ["flow check a b", 2, "Unexpected argument b. See gatehouse flow check --help"],
    [
      "flow evolve",
      2,
      "flow evolve is not available: it wrote and ran what no check had seen. See gatehouse flow --help for what there is",
    ],
    [
      "flow status --editor-timeout nan",
      2,
      "Could not use editor_timeout nan from --editor-timeout. Give seconds from 0.1 to 660",
    ],
    ["--port", 2, "--port needs a value. See gatehouse serve --help"],
    ["--port 1 --port 2", 2, "--port was given twice. See gatehouse serve --help"],
    ["serve more", 2, "Unexpected argument more. See gatehouse serve --help"],
    ["call", 2, "TOOL is missing. See gatehouse call --help"],
    ["skills new", 2, "NAME is missing. See gatehouse skills new --help"],
    ["skills nwe", 2, "Unknown command nwe. Did you mean new?"],
    ["skills refactor", 2, "Unknown command refactor. See gatehouse skills --help"],
    ["skills plan --cap shell .", 2, "Unknown flag --cap. Did you mean --capabilities?"],
    ["skills plan --cap=shell .", 2, "Unknown flag --cap. Did you mean --capabilities?"],
    ["skills plan --plan 1.0 .", 2, "Unknown flag --plan. Did you mean --plan-version?"],
    ["skills plan --planV 1.0 .", 2, "Unknown flag --planV. Did you mean --plan-version?"],
    ["skills plan --pla linux .", 2, "Unknown flag --pla. See gatehouse skills plan --help"],
    ["skills plan --zzz .", 2, "Unknown flag --zzz. See gatehouse skills plan --help"],
    ["gate check ls -la", 3, "Unknown flag -l. Put -- before the command"],
    ["gate check", 3, "No command given. Put it after --, as in: gatehouse gate check -- 'git status'"],
    ["audit tail --limit 0", 2, "Could not use limit 0 from --limit. Give a whole number from 1 to 10000"],
    ["--families gaet", 2, "Unknown family gaet from --families. Did you mean gate?"],
  ] as const
) {
  Deno.test(`"${line}" ends with ${code}, one line and a next step`, async () => {
    const ended = await run(line.split(" "));
    assertEquals([ended.code, ended.err, ended.out], [code, `gatehouse: ${message}\n`, ""]);
  });
}

Deno.test("flags of flow may stand before or after its command, and no command means the terminal's", () => {
  const sorted = (line: string) => (at(line) as { argv: readonly string[] }).argv.join(" ");
  const flags = "--config a.toml --trusted";
  assertEquals(sorted(`flow ${flags} run Fix it`), `flow run ${flags} -- Fix it`);
  assertEquals(sorted(`flow run Fix ${flags} it`), `flow run ${flags} -- Fix it`);
  assertEquals(sorted("flow -m qwen3:8b -w /w check tests"), "flow check -m qwen3:8b -w /w -- tests");
  assertEquals(sorted("flow --workspace=/w"), "flow tui --workspace=/w");
  assertEquals(sorted("flow"), "flow tui");
  assertEquals(sorted("flow --help"), "flow --help");
  assertEquals(at("flow --version"), { kind: "version" });
});

Deno.test("a task with blanks may begin with a dash", () => {
  assertEquals(requestOf(["flow", "run", "-c", "a", "- fix it", "--and that=1"], { terminal: true }), {
    kind: "command",
    argv: ["flow", "run", "-c", "a", "--", "- fix it", "--and that=1"],
  });
});

Deno.test("an interrupted command of flow ends with 130, whichever signal it was", () => {
  assertEquals([interruptedExit(["flow"], 143), interruptedExit(["flow"], 130)], [130, 130]);
  assertEquals([interruptedExit(["serve"], 143), interruptedExit(["flow"], 129)], [143, 129]);
});

Deno.test("what an argument holds cannot act on the terminal", async () => {
  const { err } = await run(["\x1b[2J\u202e"]);
  assertEquals(err, "gatehouse: Unknown command \\u{1b}[2J\\u{202e}. See gatehouse --help\n");
});
