/** Where a model's thinking ends and its words begin. */
import fc from "fast-check";
import { withoutThinking } from "gatehouse/flow/model/thinking.ts";
import { assertEquals, assertTrue } from "../../assert.ts";

const VERDICT = '{"approved": true, "issues": []}';

for (
  const [what, text, rest] of [
    ["a block", `<think>let me see</think>\n\n${VERDICT}`, VERDICT],
    ["a block with line ends and JSON in it", `<think>\n${VERDICT}\n\nhm\n</think>\n${VERDICT}`, VERDICT],
    ["an empty block", `<think>\n\n</think>\n\n${VERDICT}`, VERDICT],
    ["a block of the longer name, in capitals", `<THINKING>hm</THINKING> ${VERDICT}`, VERDICT],
    ["two blocks", `<think>a</think>\nfirst\n<think>b</think>\nsecond`, "first\n\nsecond"],
    ["only a closing tag on its own line", `let me see\n</think>\n\n${VERDICT}`, VERDICT],
    ["only a closing tag at a line's end", `let me see.</think>\n${VERDICT}`, VERDICT],
    ["only a closing tag right before an object", `let me see.</think>${VERDICT}`, VERDICT],
    ["only a closing tag at the start", `</think>\n${VERDICT}`, VERDICT],
    ["only a closing tag at the end", "let me see</think>", ""],
    ["a block that nothing closes", "<think>let me see", ""],
    [
      "a block that speaks of its own tag",
      'so<think> is\n<think>I split at "</think>" then\n</think>\nyes',
      "so<think> is\n\nyes",
    ],
    ["a block with an open fence in it", "<think>\n```js\nlet a\n</think>\nyes", "yes"],
  ] as const
) {
  Deno.test(`thinking is left out: ${what}`, () => assertEquals(withoutThinking(text), rest));
}

for (
  const [what, text] of [
    ["JSON", '{"summary": "strips <think> and\\n</think>", "approved": true}'],
    ["indented JSON", '{\n  "summary":\n  "ends with </think>"\n}'],
    ["a string", 'Cut at "</think>" and go on'],
    ["inline code", "The tag `</think>`\nand `<think>` are kept"],
    ["a fence", "Like this:\n```html\n<think>\na\n</think>\n```\nand so on"],
    ["a fence of tildes", "~~~\n<think>\n</think>\n~~~"],
    ["indented code", "Like this:\n\n    <think>\n    a\n    </think>\n"],
    ["the midst of a sentence", "Models write <think> and </think> around it"],
    ["a longer tag", "<thinker>\na\n</thinker>"],
  ] as const
) {
  Deno.test(`tags that are said stay: ${what}`, () => assertEquals(withoutThinking(text), text));
}

const word = fc.stringMatching(/^[a-zżó {}.,:\n]{0,40}$/);

Deno.test("whatever was thought in front is left out, whatever was said stays", () => {
  fc.assert(fc.property(word, word, (thought, said) => {
    assertEquals(withoutThinking(`<think>${thought}</think>\n${said}`), said.trimStart());
    assertEquals(withoutThinking(`${thought}\n</think>\n${said}`), said.trimStart());
    assertEquals(withoutThinking(said), said);
  }));
});

Deno.test("nothing is added, and any mixture of tags ends", () => {
  const part = fc.constantFrom("<think>", "</think>", "\n", '"', "`", "```\n", "a", " ", "{", "}", "    ");
  fc.assert(fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
    const text = parts.join("");
    const rest = withoutThinking(text);
    assertTrue(rest.length <= text.length);
  }));
});

Deno.test("a text of nothing but tags is read in one pass", () => {
  // Each would take hours if the text were searched anew for each tag.
  for (
    const unit of [
      "<think>",
      "</think>",
      '"</think>"',
      "<think>\n",
      '<think>\n"</think>"\n',
      "```\n<think>\n",
    ]
  ) {
    withoutThinking(unit.repeat(Math.ceil(700_000 / unit.length)));
  }
});
