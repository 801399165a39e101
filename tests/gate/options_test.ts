import { type Grammar, parseOptions } from "gatehouse/gate/options.ts";
import { literalWord, unknownWord } from "gatehouse/gate/word.ts";
import { assertEquals } from "../assert.ts";

const HERE = { start: 0, end: 0 };

function read(line: string, grammar: Grammar): { options: string[]; operands: string[]; unknown: string[] } {
  const parsed = parseOptions(line.split(" ").map((text) => literalWord(text, HERE)), grammar);
  return {
    options: parsed.options.map(({ name, value }) => value === null ? name : `${name}=${value.value}`),
    operands: parsed.operands.map((word) => word.value ?? "?"),
    unknown: parsed.unknown.map(({ name }) => name),
  };
}

const CASES: readonly (readonly [
  sentence: string,
  line: string,
  grammar: Grammar,
  options: string[],
  operands: string[],
])[] = [
  ["a cluster of flags is one option each", "-la x", {}, ["-l", "-a"], ["x"]],
  ["a value may be attached", "-k2 x", { values: "-k" }, ["-k=2"], ["x"]],
  ["a value may be the next word", "-k 2 x", { values: "-k" }, ["-k=2"], ["x"]],
  ["a value ends a cluster", "-rk2 x", { values: "-k" }, ["-r", "-k=2"], ["x"]],
  ["an optional value is only ever attached", "-i x", { optional: "-i" }, ["-i"], ["x"]],
  ["an optional value that is attached belongs to it", "-i.bak x", { optional: "-i" }, ["-i=.bak"], ["x"]],
  ["a long value follows an equals sign", "--key=2 x", { values: "--key" }, ["--key=2"], ["x"]],
  ["a long value may be the next word", "--key 2 x", { values: "--key" }, ["--key=2"], ["x"]],
  ["an abbreviated long option still takes its value", "--ke 2 x", { values: "--key" }, ["--ke=2"], ["x"]],
  ["options may follow operands", "x -l", {}, ["-l"], ["x"]],
  ["two dashes end the options", "-l -- -a", {}, ["-l"], ["-a"]],
  ["a lone dash is an operand", "- x", {}, [], ["-", "x"]],
  ["posix: the first operand ends the options", "-n 5 rm -rf x", { style: "posix", values: "-n" }, ["-n=5"], [
    "rm",
    "-rf",
    "x",
  ]],
  ["single: a long name has one dash", "-name x -delete", { style: "single", values: "-name" }, [
    "-name=x",
    "-delete",
  ], []],
  ["none: nothing is an option", "-n -e x", { style: "none" }, [], ["-n", "-e", "x"]],
];

for (const [sentence, line, grammar, options, operands] of CASES) {
  Deno.test(`options: ${sentence}`, () => {
    const found = read(line, grammar);
    assertEquals([found.options, found.operands], [options, operands]);
  });
}

Deno.test("options: a closed grammar reports what it does not name", () => {
  const grammar = { closed: true, flags: "-l --long", values: "-k" } as const;
  assertEquals(read("-lz -k2 --lo --other x", grammar).unknown, ["-z", "--other"]);
});

Deno.test("options: an exact name is no abbreviation of a longer one", () => {
  const parsed = parseOptions([literalWord("--force-with-lease", HERE)], {
    flags: "--force --force-with-lease",
  });
  assertEquals([parsed.has("--force"), parsed.has("--force-with-lease")], [false, true]);
  assertEquals(parseOptions([literalWord("--forc", HERE)]).has("--force"), true);
});

Deno.test("options: a word that could be anything is reported as a possible option", () => {
  assertEquals(parseOptions([unknownWord("$1", HERE)]).uncertain.length, 1);
  assertEquals(
    parseOptions([{ ...unknownWord("$HOME_OF", HERE), unknown: "environment" }]).uncertain.length,
    0,
  );
});
