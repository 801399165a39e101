/** A tool's result as the text of a message: never larger than a model's context can bear, and still JSON when cut. */
import type { ToolResult } from "../types.ts";

/** Characters of JSON that one result may have in a message, however much room there is. */
const MAX_RESULT_CHARS = 40_000;
/** Characters that a result has at least: with fewer it could not even say what went wrong. */
const MIN_RESULT_CHARS = 2_000;
/** The part of what a context has left that one result may take: a role must be able to go on after it. */
const SHARE = 0.5;

/**
 * The room for one result.
 *
 * @param left Characters that the role's messages may still grow by.
 *
 * @example
 * ```ts
 * import { roomFor } from "gatehouse/flow/roles/results.ts";
 *
 * if (roomFor(90_000) !== 40_000 || roomFor(10_000) !== 5_000 || roomFor(-1) !== 2_000) throw new Error("other rooms");
 * ```
 */
export function roomFor(left: number): number {
  return Math.max(MIN_RESULT_CHARS, Math.min(MAX_RESULT_CHARS, Math.floor(left * SHARE)));
}

/**
 * The result as JSON of at most so many characters. A larger one loses the end of its longest text or list and says
 * `truncated`; where that is not enough, what is left is a preview of its JSON with the status `unverified`.
 *
 * What counts is the size after encoding: the quotation marks of an ordinary source file alone add a tenth.
 *
 * @example
 * ```ts
 * import { resultText } from "gatehouse/flow/roles/results.ts";
 *
 * const text = resultText({ status: "ok", content: '"'.repeat(60_000) }, 40_000);
 * if (text.length > 40_000 || JSON.parse(text).truncated !== true) throw new Error("not cut");
 * ```
 */
export function resultText(result: ToolResult, room: number): string {
  const whole = JSON.stringify(result);
  if (whole.length <= room) return whole;
  const [key, value] = largestField(result);
  const around =
    JSON.stringify({ ...result, [key]: typeof value === "string" ? "" : [], truncated: true }).length;
  // Less than half of the room for the field: then the field is not what makes the result large.
  if (around * 2 <= room) {
    const left = room - around;
    const kept = typeof value === "string" ? cutToEncoded(value, left) : cutList(value, left);
    return JSON.stringify({ ...result, [key]: kept, truncated: true });
  }
  const frame = { status: "unverified", truncated: true, preview: "" };
  const preview = cutToEncoded(whole, room - JSON.stringify(frame).length);
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
