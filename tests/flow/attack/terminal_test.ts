/** What a model, a check or a file name can do to a terminal: nothing. */
import fc from "fast-check";
import { answerText, bannerText, stepText } from "gatehouse/cli/flow_tui_text.ts";
import { assertTrue } from "../../assert.ts";

const pieces = [
  "\x1b",
  "[",
  "]",
  "0;",
  "52;c;",
  "\x07",
  "\x9b",
  "\x90",
  "\x9c",
  "\x9d",
  "\\",
  "2J",
  "m",
  "a",
  "é",
];
const others = [
  "\u202e",
  "\u2066",
  "\r",
  "\n",
  "\b",
  "\x7f",
  "\x85",
  "\u2028",
  "\u200b",
  "\ud800",
  "\x00",
  "\t",
];
const text = fc.array(fc.constantFrom(...pieces, ...others), { maxLength: 12 }).map((parts) =>
  parts.join("")
);

/** Controls of both sets, and characters that turn text around. */
// deno-lint-ignore no-control-regex
const ACTS = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/;

function isText(shown: string): boolean {
  // The colour that the program itself sets would be the only sequence; without a terminal there is none.
  return !ACTS.test(shown);
}

Deno.test("no step of a run reaches a terminal as anything but one line of text", () => {
  const kinds = ["role", "role_end", "turn", "tool", "tool_end", "check", "check_end", "verified"];
  fc.assert(
    fc.property(fc.constantFrom(...kinds), text, text, text, (kind, one, two, three) => {
      const step = {
        kind,
        role: one,
        model: two,
        tool: two,
        path: three,
        name: three,
        status: one,
        cycle: 1,
      };
      const shown = stepText(step) ?? "";
      assertTrue(isText(shown) && shown.split("\n").length <= 2, JSON.stringify(shown));
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("no report reaches a terminal as anything but text", () => {
  const io = { environment: {}, terminal: { stdin: false, stdout: false } };
  fc.assert(
    fc.property(text, text, fc.option(fc.boolean(), { nil: undefined }), (one, two, verified) => {
      const report = {
        status: "failed",
        verified,
        reasons: [{ code: one, message: two }],
        summary: one,
        events: [[two], { [one]: two }],
      };
      assertTrue(isText(answerText(report, io)), JSON.stringify(answerText(report, io)));
      const banner = bannerText({ workspace: one, trusted: true, models: { planner: two }, error: two });
      assertTrue(isText(banner), JSON.stringify(banner));
    }),
    { numRuns: 2_000 },
  );
});
