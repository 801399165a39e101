import fc from "fast-check";
import { readYaml } from "../../../lib/skills/agent_skills/yaml.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";

const PLACE = { file: "SKILL.md", firstLine: 2 };

/** The values by key, or the issue as `line: message | mend`. */
function read(text: string): unknown {
  const result = readYaml(text, PLACE);
  if (result.ok) return Object.fromEntries([...result.fields].map(([key, { value }]) => [key, value]));
  assertEquals([result.issue.code, result.issue.file], ["FRONTMATTER_YAML", "SKILL.md"]);
  return `${result.issue.line}: ${result.issue.message} | ${result.issue.mend}`;
}

Deno.test("every scalar is the text that stands there", () => {
  assertEquals(read("a: 1.0\nb: yes\nc: ~\nd: 2026-01-01\ne: 0x1F\nf: 'q'\ng:\nh: a # b"), {
    a: "1.0",
    b: "yes",
    c: "~",
    d: "2026-01-01",
    e: "0x1F",
    f: "q",
    g: "",
    h: "a",
  });
  assertEquals(read("a: >\n  b\n  c\nd: |\n  e\n  f\nl: [x, y]\nm:\n  n: o\n  p: [q]"), {
    a: "b c\n",
    d: "e\nf\n",
    l: ["x", "y"],
    m: { n: "o", p: ["q"] },
  });
  assertEquals(read(""), {});
  assertEquals(read("# nothing"), {});
});

Deno.test("keys have their lines, those of a map within the map too", () => {
  const result = readYaml("a: 1\n\n# c\nmetadata:\n  x: 1\n  y: [1,\n    2]\n  z: {q: 1}\nb: 2", PLACE);
  assertTrue(result.ok);
  const lines = [...result.fields].map(([key, { line, lines }]) => [key, line, [...lines].join(" ")]);
  assertEquals(lines, [["a", 2, ""], ["metadata", 5, "x,6 y,7 z,9"], ["b", 10, ""]]);
});

Deno.test("a value with a colon that is not quoted is named, with the line as it should be", () => {
  assertEquals(
    read("name: a\ndescription: Use when: always"),
    "3: The front matter is no YAML: bad indentation of a mapping entry | " +
      'Put the value in quotes, because it holds a colon: description: "Use when: always"',
  );
  assertIncludes(String(read('description: say "x": y')), 'description: "say \\"x\\": y"');
  assertIncludes(String(read("a: b\nc: d: e\nf: g")), 'c: "d: e"');
});

Deno.test("other common faults are named", () => {
  for (
    const [text, line, mend] of [
      ["a: @b", 2, 'a: "@b"'],
      ["a: `b`", 2, 'a: "`b`"'],
      ["a: %b", 2, 'a: "%b"'],
      ["a:\n\tb: c", 3, "Indent with blanks"],
      ["a: b\na: c", 3, "Keep one of the two keys"],
      ["a: 'b", 2, "Close the quote"],
      ["a: [b", 2, "Put the value in quotes"],
      [`a: ${"[".repeat(1000)}`, 2, "Nest fewer"],
      ["- a", 2, 'lines such as "name: my-skill"'],
      ["just text", 2, 'lines such as "name: my-skill"'],
      ["? [a]\n: b", 2, "key: value"],
    ] as const
  ) {
    const told = String(read(text));
    assertTrue(told.startsWith(`${line}: `), `${JSON.stringify(text)} ${told}`);
    assertIncludes(told, mend);
  }
});

Deno.test("what makes a small text large, or a text something else, is refused with its line", () => {
  const bomb = [
    "a: &a [x,x,x,x,x,x,x,x,x]",
    ..."bcdefgh".split("").map((key, at) =>
      `${key}: &${key} [${Array(9).fill(`*${"abcdefg"[at]}`).join(",")}]`
    ),
  ].join("\n");
  assertIncludes(String(read(bomb)), "2: The front matter has an anchor or an alias");
  assertIncludes(String(read("a: b\nc: *d")), "3: The front matter has an anchor or an alias");
  assertIncludes(String(read("a: !!binary aGVsbG8=")), "2: The front matter has a tag");
  assertIncludes(String(read("a: b\nc: !!js/function 'function(){}'")), "3: The front matter has a tag");
  assertIncludes(String(read("metadata:\n  <<: {a: b}")), "3: The front matter has a merge key");
  assertEquals(read('"<<": b'), { "<<": "b" });
  assertIncludes(String(read("%YAML 1.2\n--- \na: b")), "has a directive");
  assertIncludes(String(read("--- a\n--- b")), "several documents");
  assertIncludes(String(read(`a: ${"b".repeat(65_536)}`)), "more than 65536 characters");
  assertIncludes(
    String(read(Array.from({ length: 20 }, (_, at) => `${" ".repeat(at)}a:`).join("\n"))),
    "Nest fewer",
  );
});

Deno.test("a key that is the name of a prototype is a key like any other", () => {
  const result = readYaml("__proto__: a\nconstructor: b", PLACE);
  assertTrue(result.ok);
  assertEquals([...result.fields.keys()].sort(), ["__proto__", "constructor"]);
  assertEquals(({} as { a?: unknown }).a, undefined);
});

Deno.test("any text is read or refused, never thrown on", () => {
  const part = fc.constantFrom(
    ..."a|: |\n|  |- |[|]|{|}|,|'|\"|&a|*a|!|!!str|<<|#|%|@|`|>|\\|?| |---|...|\t|é".split("|"),
    "|",
  );
  const text = fc.oneof(fc.string(), fc.array(part, { maxLength: 30 }).map((parts) => parts.join("")));
  fc.assert(
    fc.property(text, (source) => {
      const result = readYaml(source, PLACE);
      assertTrue(result.ok || (result.issue.line ?? 0) >= 2 && result.issue.mend !== "");
    }),
    { numRuns: 3_000 },
  );
});
