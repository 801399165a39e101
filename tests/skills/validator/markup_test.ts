import fc from "fast-check";
import { blankMarkup } from "../../../lib/skills/validator/markup.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

/** What is left of the text, without the blanks around it. */
function left(text: string): string {
  return blankMarkup(text).split("\n").map((line) => line.trim().replaceAll(/ +/g, " ")).join("\n");
}

Deno.test("prose that only looks like markup stays", () => {
  for (
    const text of [
      "x<y and a < b",
      "List<String> and Map<Key, Value>",
      "Array<Object>\nand Set<Option>",
      "see <https://example.org/a?b> and <ada@example.org>",
      "a <Placeholder> within a line",
      "a <? b",
      "a <! b",
      "2 <3",
      "a \\`b\\` and \\<div> c",
    ]
  ) assertEquals(blankMarkup(text), text);
});

Deno.test("code is blanked: fenced blocks to a fence at least as long, spans, and the rest of a line without an end", () => {
  assertEquals(left("```md\n## a\n```\nb"), "\n\n\nb");
  assertEquals(left("~~~~\n## a\n~~~\n```\n~~~~~\nb"), "\n\n\n\n\nb");
  assertEquals(left("```\n## a"), "\n");
  assertEquals(left("   ```\na\n  ```\nb"), "\n\n\nb");
  assertEquals(left("a `b` ``c`d`` e"), "a e");
  assertEquals(left("a `b\nc"), "a\nc");
  assertEquals(left("``` a `b`\nc"), "\nc");
});

Deno.test("comments, declarations and instructions are blanked; one without an end hides the rest", () => {
  assertEquals(left("<!-- a\n## b --> c"), "\nc");
  assertEquals(left("a <!-- b\n## c"), "a\n");
  assertEquals(left("<![CDATA[\n## a ]]> b"), "\nb");
  assertEquals(left("<?x\n## a ?> b"), "\nb");
  assertEquals(left("<!DOCTYPE html>\nb"), "\nb");
  assertEquals(left("<? a\n## b"), "\n");
});

Deno.test("what stands in an element is blanked, however it is nested; running text is not", () => {
  assertEquals(left("<div>\n<div></div>\n## a\n</div>\nb"), "\n\n\n\nb");
  assertEquals(left("<DIV CLASS='a>b'>\n## a</div>b"), "\nb");
  assertEquals(left("<Card>\n## a\n</Card>\nb"), "\n\n\nb");
  assertEquals(left("<Card/>\n## a"), "\n## a");
  assertEquals(left("<b>a</b> <br> <img src=x> c"), "a c");
  assertEquals(left("<script>a < b </scr</script>c"), "c");
  assertEquals(left("<details>\n\n```\n</details>\n```\n## a\n</details>b"), "\n\n\n\n\n\nb");
  assertEquals(left("<a href='\nx'>## a</a>"), "\n## a");
});

Deno.test("an element without an end hides the rest, unless it needs none or is none of HTML's: then its paragraph", () => {
  assertEquals(left("<div>\n\n## a"), "\n\n");
  assertEquals(left("<style>\n\n## a"), "\n\n");
  assertEquals(left("<p>a\n## b\n\n## c"), "\n\n\n## c");
  assertEquals(left("<your name>\n## b\n\n## c"), "\n\n\n## c");
  assertEquals(left("</div>\n## a"), "\n## a");
  assertEquals(left("<div\n\n>a"), "<div\n\n>a");
});

Deno.test("blanking never moves a column or a line", () => {
  const part = fc.constantFrom(
    ..."<|>|</|/>|<!--|-->|<![CDATA[|]]>|<?|?>|<!|`|```|~~~|\n|\n\n| |    |div|p|b|br|script|x|='|\"|'|=|\\|## a|é|𝒳|\t|&lt;"
      .split("|"),
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.array(part, { maxLength: 60 }).map((parts) => parts.join("")), fc.string()),
      (text) => {
        const blank = blankMarkup(text);
        assertEquals(blank.length, text.length);
        for (let at = 0; at < text.length; at++) {
          const isKept = blank[at] === text[at];
          assertTrue(isKept || blank[at] === " " && text[at] !== "\n", JSON.stringify(text));
        }
        // What is blank once has nothing left to blank but what began within what was hidden.
        assertEquals(blank.split("\n").length, text.split("\n").length);
      },
    ),
    { numRuns: 2_000 },
  );
});

const SIZE = 2 << 20;
const fill = (part: string) => part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE);
const numbered = (part: (number: number) => string, count: number) =>
  Array.from({ length: count }, (_, at) => part(at)).join("");

/** Each of these takes minutes to hours when some part of the text is searched anew from many places. */
const HOSTILE: Readonly<Record<string, string>> = {
  "openings of tags": fill("<a"),
  "openings of attributes": fill("<a b="),
  "quotes that open and close in turn": fill(`<a x=' y="<a x=" y=' z="<a x=' y=" z='`),
  "quotes without an end": fill(`<a b='" `),
  "names without an end": `<a ${fill("b ")}`,
  "blanks before a tag": fill(`${" ".repeat(15)}<x>`),
  "backticks": fill("`"),
  "short spans on one line": fill("`a`"),
  "runs of all lengths": numbered((at) => `${"`".repeat(at)}a`, 2_000),
  "spans without an end": fill("`a ``b\n"),
  "fences": fill("```\n"),
  "fences in turn": fill("~~~ x\n```\n"),
  "comments without an end": fill("<!--"),
  "instructions without an end": fill("a<?"),
  "declarations without an end": fill("a<!"),
  "nested elements": fill("<div>"),
  "nested elements and their ends": fill("<div>").slice(0, SIZE / 2) + fill("</div>").slice(0, SIZE / 2),
  "elements of many names, closed crosswise": numbered((at) => `<x${at}>\n`, 120_000) +
    numbered((at) => `</x${at}>\n`, 120_000),
  "ends of elements that are not open": numbered((at) => `<x${at}>\n`, 120_000) + fill("</y>\n"),
  "elements that need no end": fill("<p>\n"),
  "scripts without an end": fill("<script>"),
  "scripts with a wrong end": fill('<script></script"'),
  "escapes": fill("\\<"),
  "line ends": fill("\n"),
};

for (const [name, text] of Object.entries(HOSTILE)) {
  Deno.test(`2 MiB of hostile text come to an end: ${name}`, () => {
    assertEquals(blankMarkup(text).length, text.length);
  });
}
