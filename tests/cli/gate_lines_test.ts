import { assertEquals, assertIncludes } from "../assert.ts";
import { run } from "./parts/run.ts";

const lines = async (stdin: string, ...flags: string[]) => {
  const ended = await run(["gate", "check", "--lines", ...flags], { stdin, cwd: "/work" });
  return { ...ended, answers: ended.out.trimEnd().split("\n").map((line) => JSON.parse(line)) };
};

Deno.test("each line gets its verdict, in order, and the end is 0 whatever they say", async () => {
  const { code, answers } = await lines(
    '{"command":"ls"}\n{"command":"rm -rf /","cwd":"/x"}\n{"command":"pwd"}',
  );
  assertEquals(code, 0);
  assertEquals(answers.map(({ command, cwd }) => [command, cwd]), [
    ["ls", "/work"],
    ["rm -rf /", "/x"],
    ["pwd", "/work"],
  ]);
});

Deno.test("a line's own notes are let pass, blank lines are left out", async () => {
  const { code, answers } = await lines('{"id":"t1","command":"ls","expect":["allow"]}\n\n\r\n');
  assertEquals([code, answers.length], [0, 1]);
});

Deno.test("a line that cannot be judged has an error in its place, the others are answered, the end is 3", async () => {
  const bad = ["no JSON", "[]", "{}", '{"command":7}', '{"command":""}', '{"command":"ls","cwd":""}'];
  const { code, answers } = await lines([...bad, '{"command":"ls"}'].join("\n"));
  assertEquals(code, 3);
  assertEquals(answers.map((answer) => answer.error?.code), [
    "LINE_INVALID",
    "LINE_INVALID",
    "LINE_INVALID",
    "LINE_INVALID",
    "USAGE",
    "LINE_INVALID",
    undefined,
  ]);
});

Deno.test("a line of more than 1 MiB is refused, and those around it are judged", async () => {
  const { code, answers } = await lines(
    `{"command":"ls"}\n{"command":"${"x".repeat(1_048_576)}"}\n{"command":"pwd"}\n`,
  );
  assertEquals([code, answers.length], [3, 3]);
  assertIncludes(answers[1].error.message, "more than 1048576 bytes");
  assertEquals(answers[2].command, "pwd");
});

Deno.test("--cwd is what a line's own directory stands in", async () => {
  const { answers } = await lines('{"command":"ls"}\n{"command":"ls","cwd":"sub"}', "--cwd", "/base");
  assertEquals(answers.map(({ cwd }) => cwd), ["/base", "/base/sub"]);
});

Deno.test("--lines with a command is a wrong call", async () => {
  const { code, err } = await run(["gate", "check", "--lines", "ls"]);
  assertEquals([code, err], [3, "gatehouse: --lines reads its commands from stdin. Leave out the command\n"]);
});

Deno.test("no line at all is answered with nothing and 0", async () => {
  const { code, out } = await run(["gate", "check", "--lines"]);
  assertEquals([code, out], [0, ""]);
});
