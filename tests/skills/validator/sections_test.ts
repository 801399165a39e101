import { sectionIssues } from "../../../lib/skills/validator/sections.ts";
import { assertEquals, assertIncludes, assertTrue } from "../../assert.ts";
import { bodyOf, TITLES } from "../parts/package.ts";

/** The issues of a body that begins on line 10, as `line: message`. */
function told(body: string): string[] {
  return sectionIssues(body, 10).map(({ code, file, line, message }) => {
    assertEquals([code, file], ["SKILL_SECTION", "SKILL.md"]);
    return `${line}: ${message}`;
  });
}

/** A body in which one section is replaced. */
function withInstead(title: string, section: string): string {
  return TITLES.map((one) => one === title ? section : `## ${one}\n\nText.\n`).join("\n");
}

Deno.test("the fourteen sections pass in any order, on level 2 or deeper, between other headings", () => {
  assertEquals(told(bodyOf()), []);
  assertEquals(told(bodyOf(TITLES.toReversed())), []);
  assertEquals(told(`# Title\n\nText.\n\n${bodyOf().replaceAll("## C", "#### C")}\n## More\n\nText.\n`), []);
  assertEquals(told(bodyOf().replaceAll(/^## (.*)$/gm, "  ##   $1  ##  ")), []);
});

Deno.test("behaviour 30: headings that stand only in HTML or code count for nothing", () => {
  for (
    const body of [
      `<!--\n${bodyOf()}\n-->`,
      `<div>\n\n${bodyOf()}\n</div>`,
      `<Card>\n${bodyOf()}\n</Card>`,
      `\`\`\`\n${bodyOf()}\n\`\`\``,
      `~~~\n${bodyOf()}`,
      bodyOf().replaceAll("## ", "`## "),
      bodyOf().replaceAll("## ", "    ## "),
    ]
  ) assertEquals(sectionIssues(body, 1).length, 14, body.slice(0, 20));
  const [first] = sectionIssues(`<div>\n${bodyOf()}\n</div>`, 1);
  assertEquals(first?.line, 2);
  assertIncludes(first?.message ?? "", "only inside code or HTML");
  assertIncludes(first?.mend ?? "", "outside of code fences");
});

Deno.test("behaviour 31: prose before the headings hides none of them", () => {
  for (
    const prose of [
      "x<y",
      "a List<String> b",
      "if a <b and c> d",
      "an unclosed ` backtick",
      "<https://a.b>",
      "a < b",
    ]
  ) {
    assertEquals(told(`${prose}\n\n${bodyOf()}`), []);
  }
});

Deno.test("behaviour 31: two megabytes of openings before the headings come to an end", () => {
  const hostile = "<a".repeat(1_000_000);
  assertEquals(told(`${hostile}\n\n${bodyOf()}`), []);
  assertTrue(told(`${"## Loi centrale\n".repeat(100_000)}`).length > 13);
});

Deno.test("a title that is missing is named, with where to put it or what comes near", () => {
  const [missing] = sectionIssues(bodyOf(TITLES.slice(1)), 10);
  assertEquals([missing?.line, missing?.message], [60, 'The section "Loi centrale" is missing']);
  assertIncludes(missing?.mend ?? "", 'Add the heading "## Loi centrale"');

  const [accents] = sectionIssues(bodyOf().replace("Capacites necessaires", "Capacités nécessaires"), 10);
  assertEquals(accents?.line, 30);
  assertIncludes(accents?.message ?? "", '"Capacités nécessaires" comes near');
  assertIncludes(accents?.mend ?? "", 'exactly as "## Capacites necessaires"');

  for (const near of ["loi Centrale", "Loi centrale :", "Loi  centrale"]) {
    const [issue] = sectionIssues(bodyOf().replace("Loi centrale", near), 10);
    assertIncludes(issue?.mend ?? "", 'exactly as "## Loi centrale"');
  }
  const [apostrophe] = sectionIssues(bodyOf().replace("Methode d'audit", "Methode d’audit"), 10);
  assertIncludes(apostrophe?.mend ?? "", `exactly as "## Methode d'audit"`);

  const [level] = sectionIssues(bodyOf().replace("## Loi", "# Loi"), 10);
  assertIncludes(level?.message ?? "", "level 1");
});

Deno.test("a title that stands twice is named once for each time too many", () => {
  const twice = told(`${bodyOf()}\n## Loi centrale\n\nAgain.\n\n### Loi centrale\n\nAgain.\n`);
  assertEquals(twice.length, 2);
  assertIncludes(twice[0] ?? "", "a second time; the first is on line 10");
});

Deno.test("a section needs three visible characters of its own before the next heading", () => {
  const one = (text: string) => told(withInstead("Limites connues", `## Limites connues\n${text}\n`)).length;
  assertEquals(one("abc"), 0);
  assertEquals(one("a b c"), 0);
  for (const text of ["", "\n\n", "ab", "### Deeper\n\nText.", "```\ntext\n```", "<!-- text -->", "`text`"]) {
    assertEquals(one(text), 1, text);
  }
});

Deno.test("a section may have 50,000 characters and no more", () => {
  const one = (length: number) =>
    told(withInstead("Limites connues", `## Limites connues\n${"a".repeat(length)}\n`)).length;
  assertEquals([one(50_000), one(50_001)], [0, 1]);
});
