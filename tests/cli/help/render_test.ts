import { plain } from "gatehouse/cli/help/inline.ts";
import { firstScreen, partsOf, sectionOf } from "gatehouse/cli/help/page.ts";
import { render } from "gatehouse/cli/help/render.ts";
import { table } from "gatehouse/cli/help/table.ts";
import { wrap } from "gatehouse/cli/help/wrap.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

const FENCE = "```";

Deno.test("marks of emphasis and links go, those of code stay, and nothing inside code is a mark", () => {
  assertEquals(
    plain("a **b** _c_ *d* `e_f*g**` snake_case_word 2*3*4"),
    "a b c d `e_f*g**` snake_case_word 2*3*4",
  );
  assertEquals(
    plain("[`x`](a.md#b) and [y](https://e.example/y) <https://e.example>"),
    "`x` and y (https://e.example/y) https://e.example",
  );
  assertEquals(plain("**a `b` [c](d.md)**"), "a `b` c");
  assertEquals(plain("a \\| b \\_c\\_ `\\|`"), "a | b _c_ `\\|`");
  assertEquals(plain("[ not a link ] (x) and a lone * or _"), "[ not a link ] (x) and a lone * or _");
});

Deno.test("marks without an end are text, and ten thousand of them cost no time to speak of", () => {
  for (const mark of ["*", "_", "`", "[", "\\", "**a", "[](", "<"]) {
    assertTrue(plain(mark.repeat(10_000)) !== "");
  }
});

Deno.test("code keeps its lines, whatever they look like", () => {
  const page = `# A\n\n${FENCE}sh\n# no heading\n| no table |\n\n- no *item*\n${FENCE}\nafter\n`;
  assertEquals(render(page), "A\n\n    # no heading\n    | no table |\n\n    - no *item*\n\nafter\n");
  assertEquals(partsOf(`# A\n\n${FENCE}\n## no section\n${FENCE}\n\n## One\n`).sections.length, 1);
});

Deno.test("a list keeps its marks, and what goes on hangs under its text", () => {
  const long = "word ".repeat(20).trim();
  assertEquals(render(`Before:\n- a\n  b\n- ${long}\n`).split("\n").slice(0, 3), ["Before:", "", "- a b"]);
  const [, , , second] = render(`Before:\n- a\n- ${long}\n`).split("\n");
  assertTrue((second ?? "").startsWith("- word"));
  assertEquals(render("1. a\n2. b\n"), "1. a\n2. b\n");
  assertTrue(render(`10. ${long}\n`).split("\n")[1]?.startsWith("    word") === true);
});

Deno.test("a comment is not shown, a quote is set in", () => {
  assertEquals(render("<!-- no\n\nmore -->\n# A\n\n> b\n> c\n"), "A\n\n    b c\n");
});

Deno.test("a table's cells hold bars in code and behind backslashes, and empty cells keep their place", () => {
  const [head, , first, second] = table([
    "| a | b | c |",
    "| - | - | - |",
    "| `x|y` |  | z |",
    "| p \\| q | r |  |",
  ], 80);
  assertEquals([head, first, second], ["a      b  c", "`x|y`     z", "p | q  r"]);
});

Deno.test("a table that is too wide wraps its widest cells, and one with no room is told row by row", () => {
  const rows = (word: string) => ["| name | what |", "| - | - |", `| ${word} | some words that go on |`];
  assertTrue(table(rows("a"), 20).every((line) => line.length <= 20));
  assertEquals(table(rows("a-name-of-more-than-twenty-columns"), 40), [
    "a-name-of-more-than-twenty-columns",
    "    what: some words that go on",
  ]);
});

Deno.test("words wrap at the width, code keeps together, and a long word stands alone", () => {
  assertEquals(wrap("aa bb cc", 5), ["aa bb", "cc"]);
  assertEquals(wrap("aa `b c d` e", 8), ["aa", "`b c d`", "e"]);
  assertEquals(wrap("a loooooong b", 4), ["a", "loooooong", "b"]);
  assertEquals(wrap("é…ü x", 3), ["é…ü", "x"]);
});

Deno.test("a short page is shown whole, a long one by its opening and its sections' names", () => {
  assertEquals(firstScreen("# A\n\nb\n\n## C\n\nd\n", { topic: "a", below: [] }), "A\n\nb\n\n== C ==\n\nd\n");
  const long = `# A\n\nb\n\n## C d\n\n${"e\n\n".repeat(30)}## F\n\ng\n`;
  const screen = firstScreen(long, { topic: "a", below: ["a b"] });
  assertTrue(screen.startsWith("A\n\nb\n\nSections for gatehouse help a SECTION, or all:"), screen);
  assertTrue(screen.includes("  c-d"), screen);
  assertTrue(screen.endsWith("\ngatehouse help a b\n"), screen);
  assertTrue(!screen.includes("g\n\n"));
});

Deno.test("a section is found by its name before the beginning of another, and a beginning must be the only one", () => {
  const page = "# A\n\n## Cat\n\n1\n\n## Cat and dog\n\n2\n\n## Cow\n\n3\n";
  const asked = (words: string, exact = false) =>
    sectionOf(page, { topic: "a", words: words.split(" "), exact });
  assertEquals(asked("cat"), "== Cat ==\n\n1\n");
  assertEquals(asked("cat-a"), "== Cat and dog ==\n\n2\n");
  assertEquals(asked("Cat and dog"), "== Cat and dog ==\n\n2\n");
  assertEquals(asked("c"), null);
  assertEquals(asked("co", true), null);
});
