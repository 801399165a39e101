import { frontmatterMismatches, parseFrontmatter } from "../../../lib/skills/validator/frontmatter.ts";
import { assertEquals, assertIncludes } from "../../assert.ts";

/** What is read of these lines: the fields, or the issues as `code:line`. */
function read(...lines: readonly string[]): unknown {
  const { fields, issues } = parseFrontmatter(["---", ...lines, "---", "Text"].join("\n"));
  if (issues.length > 0) return issues.map(({ code, line }) => `${code}:${line}`);
  return Object.fromEntries([...fields].map(([key, { value }]) => [key, value]));
}

Deno.test("all five keys may stand, and none has to", () => {
  assertEquals(read(), {});
  assertEquals(read("name: a", "description: b", "version: 1.0.0", "owner: C", "license: MIT"), {
    name: "a",
    description: "b",
    version: "1.0.0",
    owner: "C",
    license: "MIT",
  });
});

Deno.test("a value is read without its quotes, its comment and repeated blanks", () => {
  assertEquals(read("# a comment", "", "name:   a   b  # why"), { name: "a b" });
  assertEquals(read('name: "a # b"'), { name: "a # b" });
  assertEquals(read("name: 'a' # b"), { name: "a" });
  assertEquals(read("description: writes C# code: well"), { description: "writes C# code: well" });
  assertEquals(read(`name: it's`), { name: "it's" });
});

Deno.test("what has no front matter is refused, and is all body", () => {
  for (const text of ["", "Text", "--\nname: a\n---", "---\nname: a", " \n---\n---"]) {
    const { issues, body, bodyLine } = parseFrontmatter(text);
    assertEquals(issues.map(({ code, line }) => `${code}:${line}`), ["FRONTMATTER:1"]);
    assertEquals([body, bodyLine], [text, 1]);
  }
});

Deno.test("the body begins behind the second line of dashes, wherever else dashes stand", () => {
  const { body, bodyLine, fields } = parseFrontmatter("---\ndescription: a --- b\n--- \nText\n---\nMore");
  assertEquals([body, bodyLine, fields.get("description")?.value], ["Text\n---\nMore", 4, "a --- b"]);
});

Deno.test("every fault of a line has its code and its line", () => {
  assertEquals(read("name: a", "no colon"), ["FRONTMATTER:3"]);
  assertEquals(read("  name: a"), ["FRONTMATTER_NESTED:2"]);
  assertEquals(read("name: {a: b}", "owner: [a]", "version: - a"), [
    "FRONTMATTER_NESTED:2",
    "FRONTMATTER_NESTED:3",
    "FRONTMATTER_NESTED:4",
  ]);
  assertEquals(read("Name: a", "na me: b", "é: c"), [
    "FRONTMATTER_KEY:2",
    "FRONTMATTER_KEY:3",
    "FRONTMATTER_KEY:4",
  ]);
  assertEquals(read("name: a", "owner: b", "name: c"), ["FRONTMATTER_DUP:4"]);
  assertEquals(read("metadata: a"), ["FRONTMATTER_UNKNOWN_KEY:2"]);
  assertEquals(read("name:", "owner: ''", "version: # none"), [
    "FRONTMATTER_VALUE:2",
    "FRONTMATTER_VALUE:3",
    "FRONTMATTER_VALUE:4",
  ]);
  assertEquals(read(`description: ${"a".repeat(501)}`), ["FRONTMATTER_VALUE:2"]);
  assertEquals(read(`description: ${"a".repeat(500)}`), { description: "a".repeat(500) });
});

Deno.test("what the front matter says must be what the manifest says, as far as it says anything", () => {
  const told = (lines: string) => {
    const { fields } = parseFrontmatter(`---\n${lines}\n---\n`);
    return frontmatterMismatches(fields, { id: "mine", version: "1.0.0" });
  };
  assertEquals(told("name: mine\nversion: 1.0.0\nowner: Ada\nlicense: BSD-2-Clause"), []);
  for (
    const line of [
      "name: Mine",
      "version: 1.0.1",
      "owner: Ada.",
      "owner: A\u200bda",
      "owner: Ａda",
      "license: GPL-3.0",
    ]
  ) {
    const [issue, ...others] = told(`description: x\n${line}`);
    assertEquals([issue?.code, issue?.line, others.length], ["MANIFEST_MISMATCH", 3, 0], line);
  }
  assertIncludes(told("license: mit")[0]?.mend ?? "", "MIT");
});
