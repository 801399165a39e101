import fc from "fast-check";
import { Pattern } from "../../../lib/flow/look/pattern.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

const atom = fc.constantFrom(
  ...[
    "a",
    "b",
    "c",
    ".",
    "\\d",
    "\\w",
    "\\s",
    "\\W",
    "[ab]",
    "[^a]",
    "[a-c]",
    "[\\d-]",
    "\\.",
    "\\u0061",
    "\\x62",
  ],
  ...["é", "😀", "[😀b]", "1", "_", "-", "[]", "[^]"],
);
const repeat = fc.constantFrom(
  "",
  "",
  "",
  "*",
  "+",
  "?",
  "{2}",
  "{1,2}",
  "{0,}",
  "{0}",
  "{1}",
  "*?",
  "{1}?",
  "{2,3}?",
);
const place = fc.constantFrom("", "", "", "^", "$", "\\b", "\\B");

const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: "small" },
    fc.tuple(place, atom, repeat).map((parts) => parts.join("")),
    fc.tuple(fc.constantFrom("(", "(?:"), tie("pattern"), fc.constant(")"), repeat).map((parts) =>
      parts.join("")
    ),
  ),
  pattern: fc.oneof(
    { depthSize: "small" },
    fc.array(tie("part"), { maxLength: 3 }).map((parts) => parts.join("")),
    fc.tuple(tie("part"), fc.constant("|"), tie("part")).map((parts) => parts.join("")),
  ),
}));
const text = fc.array(fc.constantFrom("a", "b", "c", "1", "_", " ", "-", ".", "é", "😀", "\u2028"), {
  maxLength: 10,
})
  .map((parts) => parts.join(""));

Deno.test("a pattern is in a text exactly when the engine's own matcher finds it", () => {
  fc.assert(
    fc.property(pattern, text, (source, text) => {
      // V8 finds the empty place of `\\B` also between the halves of one character, where no match may begin.
      fc.pre(!source.includes("\\B") || !text.includes("😀"));
      assertEquals(new Pattern(source).isIn(text), new RegExp(source, "u").test(text));
    }),
    { numRuns: 3_000 },
  );
});

Deno.test("what is no pattern for the engine is none here, whatever the text", () => {
  const piece = fc.constantFrom(..."ab()[]{}*+?|^$\\.-,12dwsbBxu:".split(""));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), text, (pieces, text) => {
      const source = pieces.join("");
      let ours: Pattern;
      try {
        ours = new Pattern(source);
      } catch (error) {
        assertTrue(error instanceof SyntaxError, String(error));
        return;
      }
      fc.pre(!source.includes("\\B") || !text.includes("😀"));
      assertEquals(ours.isIn(text), new RegExp(source, "u").test(text), source);
    }),
    { numRuns: 5_000 },
  );
});

Deno.test("patterns that take a backtracking matcher for ever are answered", () => {
  const long = "a".repeat(4_000);
  for (
    const source of [
      "(a*)*b",
      "(a|a)*b",
      "(a+)+$b",
      ".*.*.*.*.*.*b",
      "(.*)*b",
      "(a?){300}b",
    ]
  ) {
    assertEquals(new Pattern(source).isIn(long), false, source);
  }
});

Deno.test("what cannot be looked for in bounded time is refused with a reason", () => {
  const refused = [
    "(a)\\1",
    "(?=a)",
    "(?<=a)b",
    "(?<n>a)",
    "\\p{L}",
    "a{1001}",
    "(a{100}){100}",
    "(".repeat(51),
    "[b-a]",
  ];
  for (const source of refused) {
    let error: unknown;
    try {
      new Pattern(source);
    } catch (thrown) {
      error = thrown;
    }
    assertTrue(error instanceof SyntaxError && error.message.startsWith("The pattern"), source);
  }
});

Deno.test("(?i) takes letters in any case", () => {
  assertTrue(new Pattern("(?i)todo[a-c]").isIn("// ToDoB"));
  assertTrue(!new Pattern("todo").isIn("TODO"));
  assertTrue(!new Pattern("(?i)[@]").isIn("`"));
});
