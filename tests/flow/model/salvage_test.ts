/** When a text is a tool call, and when it only looks like one. */
import fc from "fast-check";
import { callsInText } from "gatehouse/flow/model/salvage.ts";
import { assertEquals } from "../../assert.ts";

const OFFERED = ["file_list", "file_read", "file_write"];
const LIST = '{"name": "file_list", "arguments": {}}';
const READ = '{"name": "file_read", "arguments": {"path": "a"}}';

const list = { id: null, name: "file_list", args: {} };
const read = { id: null, name: "file_read", args: { path: "a" } };

for (
  const [what, text, calls] of [
    ["bare", LIST, [list]],
    ["bare over several lines", '\n{\n  "name": "file_read",\n  "arguments": {\n    "path": "a"\n  }\n}\n', [
      read,
    ]],
    ["in a fence", `\`\`\`json\n${LIST}\n\`\`\``, [list]],
    ["in a fence without a name", `\`\`\`\n${LIST}\n\`\`\``, [list]],
    ["between tags", `<tool_call>\n${LIST}\n</tool_call>`, [list]],
    ["between tags, several", `<tool_call>${LIST}</tool_call>\n<tool_call>${READ}</tool_call>`, [list, read]],
    ["after an opening tag only", `<tool_call>\n${LIST}`, [list]],
    ["one after the other", `${LIST}\n${READ}`, [list, read]],
    ["in a list", `[${LIST}, ${READ}]`, [list, read]],
    ["with parameters in place of arguments", '{"name": "file_read", "parameters": {"path": "a"}}', [read]],
    ["with arguments as text", '{"name": "file_read", "arguments": "{\\"path\\": \\"a\\"}"}', [read]],
    ["as the wire has it", `{"id": "x", "type": "function", "function": ${READ}}`, [read]],
    [
      "with tags, fences and braces in a string",
      '<tool_call>{"name": "file_write", "arguments": {"content": "</tool_call>```}\\"{"}}</tool_call>',
      [{ id: null, name: "file_write", args: { content: '</tool_call>```}"{' } }],
    ],
  ] as const
) {
  Deno.test(`a call in the text is found: ${what}`, () => assertEquals(callsInText(text, OFFERED), calls));
}

for (
  const [what, text] of [
    ["a name that was not offered", '{"name": "shell_exec", "arguments": {}}'],
    ["one of two names not offered", `${LIST}\n{"name": "shell_exec", "arguments": {}}`],
    ["words before it", `I will call:\n${LIST}`],
    ["words after it", `${LIST}\nThat lists them.`],
    ["words around a fence", `Then:\n\`\`\`json\n${LIST}\n\`\`\``],
    ["words between tags", `<tool_call>${LIST}</tool_call> and <tool_call>${READ}</tool_call>`],
    ["another field", '{"name": "file_list", "arguments": {}, "result": 1}'],
    ["no arguments", '{"name": "file_list"}'],
    ["both kinds of arguments", '{"name": "file_list", "arguments": {}, "parameters": {}}'],
    ["arguments that are no object", '{"name": "file_list", "arguments": [1]}'],
    ["arguments that are bad text", '{"name": "file_list", "arguments": "{bad"}'],
    ["half of it", '{"name": "file_list", "arguments": {'],
    ["a verdict", '{"approved": true, "issues": [], "summary": "x"}'],
    ["a name that is an object's own", '{"name": "constructor", "arguments": {}}'],
    ["an empty list", "[]"],
    ["no JSON", "file_list()"],
    ["nothing", "  "],
  ] as const
) {
  Deno.test(`a text stays a text: ${what}`, () => assertEquals(callsInText(text, OFFERED), null));
}

Deno.test("any arguments come back as they were, in every form", () => {
  const args = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.parse(JSON.stringify(value)));
  fc.assert(fc.property(args, (given) => {
    const json = JSON.stringify({ name: "file_write", arguments: given });
    for (const text of [json, `\`\`\`json\n${json}\n\`\`\``, `<tool_call>\n${json}\n</tool_call>`]) {
      assertEquals(callsInText(text, OFFERED), [{ id: null, name: "file_write", args: given }]);
    }
  }));
});

Deno.test("a text of nothing but quotes, braces or blanks is read in one pass", () => {
  for (const unit of ['\\"', "{", "[", '{"', "```\n", "<tool_call>", "\n"]) {
    callsInText(`{${unit.repeat(1_000_000 / unit.length)}`, OFFERED);
    callsInText(unit.repeat(1_000_000 / unit.length), OFFERED);
  }
  assertEquals(callsInText(`[${Array(500_000).fill("{}")}]`, OFFERED), null);
  assertEquals(callsInText("[".repeat(500_000) + "]".repeat(500_000), OFFERED), null);
});
