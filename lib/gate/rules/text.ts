/** Rules about the text itself: what a person would not see, or a terminal would obey. */
import { defineTextRule, type TextRule } from "../rule.ts";
import type { Span } from "../word.ts";

function finder(pattern: RegExp): (text: string) => Span | null {
  return (text) => {
    const match = pattern.exec(text);
    return match === null ? null : { start: match.index, end: match.index + match[0].length };
  };
}

const control = defineTextRule({
  id: "text.control_character",
  verdict: "deny",
  reason: "Holds a control character, which a terminal may obey and a person cannot see",
  // deno-lint-ignore no-control-regex -- these are the characters looked for
  find: finder(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/),
  match: ["ls \x00", "ls\r", "echo \x1b[2J", "echo \x7f", "echo \x85"],
  notMatch: ["ls\tx\nls", "echo é"],
});

const hidden = defineTextRule({
  id: "text.hidden_character",
  verdict: "deny",
  reason: "Holds a character that has no shape of its own or turns the order of the text around",
  find: finder(
    /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u{1d173}|[\u{e0000}-\u{e0fff}]/u,
  ),
  match: ["ls \u202e", "l\u200bs", "echo \ufeff", "echo \u{e0041}"],
  notMatch: ["echo naïve", "git commit -m '日本'", "echo 😀"],
});

const surrogate = defineTextRule({
  id: "text.broken_unicode",
  verdict: "deny",
  reason: "Holds half a character, which no program would receive as it is shown",
  find: finder(/[\ud800-\udfff]/u),
  match: ["echo \ud800", "echo \udc00x"],
  notMatch: ["echo 😀"],
});

/** What a person would not see. */
export const text: readonly TextRule[] = [control, hidden, surrogate];
