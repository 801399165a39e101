/** What to do about a line that is no YAML: the common faults by name, with the line as it should be. */
import { oneLine } from "../../core/bounds.ts";

const PAIR = /^(\s*(?:- )?[\w.-]+):[ \t]+(.+?)\s*$/;
/** What a plain value may not begin with (YAML 1.2.2, 7.3.3). */
const INDICATOR = /^(?:[@`%&*!|>{}[\],#]|[-?:](?:\s|$))/;

/**
 * How to mend the line.
 *
 * @param lines The lines of the text.
 * @param at Where the parser stopped, from 0.
 * @param options `reason`: what the parser said.
 *
 * @example
 * ```ts
 * import { yamlAdvice } from "gatehouse/skills/agent_skills/advice.ts";
 *
 * const advice = yamlAdvice(["about: a: b"], 0, { reason: "bad indentation of a mapping entry" });
 * if (!advice.includes('about: "a: b"')) throw new Error(advice);
 * ```
 */
export function yamlAdvice(
  lines: readonly string[],
  at: number,
  { reason }: { readonly reason: string },
): string {
  const line = lines[at] ?? "";
  if (reason.includes("duplicated")) return "Keep one of the two keys of this name";
  if (/depth|nest/i.test(reason)) return "Nest fewer lists and maps";
  if (/^[ \t]*\t/.test(line)) return "Indent with blanks: YAML allows no tabs there";
  // The parser may stop on the line behind the one at fault.
  for (const candidate of [line, lines[at - 1] ?? ""]) {
    const [, key = "", value = ""] = PAIR.exec(candidate) ?? [];
    const isQuoted = value.startsWith('"') || value.startsWith("'");
    if (key === "" || isQuoted) continue;
    const better = `${oneLine(key.trim(), 60)}: ${oneLine(JSON.stringify(value), 160)}`;
    if (/:(?:\s|$)/.test(value)) return `Put the value in quotes, because it holds a colon: ${better}`;
    if (INDICATOR.test(value)) {
      return `Put the value in quotes, because of the character it begins with: ${better}`;
    }
  }
  if (/quoted scalar/.test(reason)) return "Close the quote, or put the value in the other kind of quotes";
  if (/flow collection/.test(reason)) return "Close the bracket, or put the value in quotes";
  return "Write lines of the form key: value, and put values with special characters in double quotes";
}
