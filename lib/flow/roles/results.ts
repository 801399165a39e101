/** A tool's result as the text of a message: never larger than a model's context can bear, and still JSON when cut. */
import type { ToolResult } from "../types.ts";

/** Characters of JSON that one result may have in a message. */
export const MAX_RESULT_CHARS = 40_000;

/**
 * The result as JSON of at most 40,000 characters. A larger one loses the end of its longest text or list and says
 * `truncated`; where that is not enough, what is left is a preview of its JSON with the status `unverified`.
 *
 * What counts is the size after encoding: the quotation marks of an ordinary source file alone add a tenth.
 *
 * @example
 * ```ts
 * import { resultText } from "gatehouse/flow/roles/results.ts";
 *
 * const text = resultText({ status: "ok", content: '"'.repeat(60_000) });
 * if (text.length > 40_000 || JSON.parse(text).truncated !== true) throw new Error("not cut");
 * ```
 */
export function resultText(result: ToolResult): string {
  const whole = JSON.stringify(result);
  if (whole.length <= MAX_RESULT_CHARS) return whole;
  const [key, value] = largestField(result);
  const around =
    JSON.stringify({ ...result, [key]: typeof value === "string" ? "" : [], truncated: true }).length;
  // Less than half of the room for the field: then the field is not what makes the result large.
  if (around * 2 <= MAX_RESULT_CHARS) {
    const room = MAX_RESULT_CHARS - around;
    const kept = typeof value === "string" ? cutToEncoded(value, room) : cutList(value, room);
    return JSON.stringify({ ...result, [key]: kept, truncated: true });
  }
  const frame = { status: "unverified", truncated: true, preview: "" };
  const preview = cutToEncoded(whole, MAX_RESULT_CHARS - JSON.stringify(frame).length);
  return JSON.stringify({ ...frame, preview });
}

function largestField(result: ToolResult): readonly [string, string | readonly unknown[]] {
  let largest: readonly [string, string | readonly unknown[]] = ["", ""];
  let most = 0;
  for (const [key, value] of Object.entries(result)) {
    if (typeof value !== "string" && !Array.isArray(value)) continue;
    const size = JSON.stringify(value).length;
    if (size > most) [largest, most] = [[key, value], size];
  }
  return largest;
}

/** As many of the first elements as fit, each with its comma. */
function cutList(list: readonly unknown[], room: number): readonly unknown[] {
  let left = room;
  const end = list.findIndex((item) => (left -= (JSON.stringify(item) ?? "null").length + 1) < 0);
  return end < 0 ? list : list.slice(0, end);
}

/**
 * The longest beginning of the text whose JSON has at most `room` characters between its quotation marks.
 *
 * @example
 * ```ts
 * import { cutToEncoded } from "gatehouse/flow/roles/results.ts";
 *
 * if (cutToEncoded('a"b"c', 4) !== 'a"b') throw new Error("not by its encoded size");
 * ```
 */
export function cutToEncoded(text: string, room: number): string {
  let fits = 0;
  let tooLong = Math.min(text.length, room) + 1;
  while (fits + 1 < tooLong) {
    const middle = (fits + tooLong) >> 1;
    if (JSON.stringify(wholeCharacters(text, middle)).length - 2 <= room) fits = middle;
    else tooLong = middle;
  }
  return wholeCharacters(text, fits);
}

function wholeCharacters(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}
