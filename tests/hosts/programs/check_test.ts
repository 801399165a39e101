/** What the programs of the list may be told, and what not. */
import fc from "fast-check";
import { ToolError } from "gatehouse/core/errors.ts";
import { checkProgram } from "gatehouse/hosts/programs/check.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { ALLOWED, ARGUMENT, SUBCOMMAND } from "./parts/lines.ts";

function refusal(line: string, added = {}): string {
  const [executable = "", ...argv] = line.split(" ");
  try {
    checkProgram({ executable, argv }, added);
    return "";
  } catch (error) {
    if (error instanceof ToolError && error.code === "VALIDATION_FAILED") return error.message;
    throw error;
  }
}

for (const line of ARGUMENT) {
  Deno.test(`refused: ${line}`, () => assertIncludes(refusal(line), "PROGRAM_ARGUMENT_NOT_PERMITTED"));
}

for (const line of SUBCOMMAND) {
  Deno.test(`no such command: ${line}`, () =>
    assertIncludes(refusal(line), "PROGRAM_SUBCOMMAND_NOT_PERMITTED"));
}

Deno.test("what tells of the machine and changes nothing is allowed", () => {
  for (const line of ALLOWED) {
    assertEquals(refusal(line), "", line);
  }
  checkProgram({ executable: "docker", argv: ["inspect", "--format", "{{json .State}} {{.Id}}", "web"] });
});

Deno.test("other programs are not on the list, whatever their name", () => {
  for (const name of ["sh", "bash", "python3", "CAT", "constructor", "__proto__", "toString"]) {
    assertIncludes(refusal(name), "not on the list");
  }
});

Deno.test("each word that may be a path or an address is judged on the machine as well", () => {
  const operands = (executable: string, ...argv: string[]) =>
    checkProgram({ executable, argv }).operands.map(({ at, from, kind }) => [at, from, kind]);
  assertEquals(operands("cat", "-n", "/a", "-", "b"), [[1, 0, "path"], [3, 0, "path"]]);
  assertEquals(operands("grep", "-nf/a", "--file=/b", "-f", "/c", "/d"), [
    [0, 3, "path"],
    [1, 7, "path"],
    [3, 0, "path"],
    [4, 0, "path"],
  ]);
  assertEquals(operands("grep", "x", "/d"), [[1, 0, "path"]]);
  assertEquals(operands("curl", "-q", "--url", "https://a.example/"), [[2, 0, "url"]]);
});

Deno.test("a program that a target adds may be told what its own table has, and nothing else", () => {
  const backup = {
    path: null,
    options: { "--full": "none", "--to": "path", "-n": "number", "--label": "text" },
    operands: "none",
    commands: ["run", "list"],
  };
  const added = { backup, cat: { ...backup, commands: [] } };
  for (const line of ["backup run --full --to=/srv/a -n5 --label --x", "backup list", "backup --full"]) {
    assertEquals(refusal(line, added), "", line);
  }
  for (
    const line of [
      "backup delete",
      "backup run more",
      "backup run --other",
      "backup run --to /etc/shadow",
      "backup run -nx",
    ]
  ) {
    assertIncludes(refusal(line, added), "NOT_PERMITTED");
  }
  assertIncludes(refusal("backup run"), "not on the list");
  // One that is built in keeps its own table.
  assertIncludes(refusal("cat --full", added), "PROGRAM_ARGUMENT_NOT_PERMITTED");
});

Deno.test("arguments are bounded together, and are whole characters", () => {
  const long = Array.from({ length: 30 }, () => "a".repeat(4_000));
  for (const argv of [long, ["\ud800"]]) {
    let message = "";
    try {
      checkProgram({ executable: "grep", argv });
    } catch (error) {
      message = String(error);
    }
    assertIncludes(message, "PROGRAM_ARGUMENT_NOT_PERMITTED");
  }
});

Deno.test("whatever words are accepted for sort and tail, the real ones end by themselves and write no file", async () => {
  const directory = await Deno.makeTempDir();
  await Deno.writeTextFile(`${directory}/f`, "b\na\n");
  const words = fc.constantFrom(
    ...[
      "-o",
      "out",
      "-oout",
      "--output=out",
      "--outp",
      "-ro",
      "-no",
      "--compress-program=touch",
      "-S1",
      "-T.",
      "-n",
    ],
    ...[
      "--files0-from=f",
      "--",
      "-k1",
      "-k",
      "1",
      "f",
      "-",
      "-t:",
      "--key=1",
      "-m",
      "-f",
      "-F",
      "--follow",
      "-fn1",
      "-c",
    ],
    ...[
      "--retry",
      "--pid=1",
      "-s9",
      "-n1f",
      "+1",
      "-1",
      "--lines",
      "--check=quiet",
      "-uo",
      "--sort=numeric",
      "-q",
      "-z",
    ],
  );
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("sort", "tail"),
      fc.array(words, { maxLength: 5 }),
      async (executable, argv) => {
        try {
          checkProgram({ executable, argv });
        } catch {
          return;
        }
        accepted++;
        const signal = AbortSignal.timeout(5_000);
        await new Deno.Command(executable, { args: argv, cwd: directory, stdin: "null", signal }).output();
        assertTrue(!signal.aborted, `${executable} ${argv.join(" ")} did not end`);
        const files = (await Array.fromAsync(Deno.readDir(directory))).map(({ name }) => name);
        assertEquals(files, ["f"], argv.join(" "));
      },
    ),
    { numRuns: 400 },
  );
  assertTrue(accepted > 40, `only ${accepted} were tried`);
  await Deno.remove(directory, { recursive: true });
});
