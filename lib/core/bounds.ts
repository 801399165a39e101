/** How large a thing may be before it leaves or is kept, and how untrusted text is made fit for one line. */
import { ToolError } from "./errors.ts";

/** Bytes of JSON that one answer may have: 1 MiB. */
const MAX_ANSWER_BYTES = 1_048_576;

// What a terminal or a log reader would act on or hide: C0 and C1 controls, DEL, line and paragraph separators, bidi
// and zero-width characters (Unicode UAX #9, general category Cf); and half characters (category Cs), which strict
// readers of JSON refuse together with the whole frame.
const UNSAFE =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/**
 * The text as one visible line: control, bidi and zero-width characters and halves of characters escaped as `\u{…}`,
 * and cut at `max` UTF-16 units, never within a character.
 *
 * @example
 * ```ts
 * import { oneLine } from "gatehouse/core/bounds.ts";
 *
 * if (oneLine("a\nb\u202ec", 100) !== "a\\u{a}b\\u{202e}c") throw new Error("not escaped");
 * if (oneLine("abcdef", 3) !== "abc…") throw new Error("not cut");
 * ```
 */
export function oneLine(text: string, max: number): string {
  const cut = text.length > max ? `${text.slice(0, max).replace(/[\ud800-\udbff]$/, "")}…` : text;
  return cut.replace(UNSAFE, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}

/**
 * Refuses an answer that is too large to send.
 *
 * @throws ToolError `ANSWER_TOO_LARGE` above 1 MiB of JSON.
 *
 * @example
 * ```ts
 * import { checkAnswerSize } from "gatehouse/core/bounds.ts";
 *
 * checkAnswerSize({ small: true });
 * ```
 */
export function checkAnswerSize(value: unknown): void {
  // Nearly every answer is far below: writing it out only to measure it would cost more than the rest of its checks.
  if (roomAfter(value, MAX_ANSWER_BYTES) >= 0) return;
  // A character is at least one byte and at most three of UTF-8 per UTF-16 unit: only the band between needs counting.
  const json = JSON.stringify(value);
  if (json.length * 3 <= MAX_ANSWER_BYTES) return;
  const bytes = json.length > MAX_ANSWER_BYTES ? json.length : new TextEncoder().encode(json).byteLength;
  if (bytes <= MAX_ANSWER_BYTES) return;
  throw new ToolError("ANSWER_TOO_LARGE", `The answer has more than ${MAX_ANSWER_BYTES} bytes`, {
    next: "Ask for a smaller part",
  });
}

/** Bytes that a UTF-16 unit of a text (RFC 8259: `\u001f`), and a number or word, may take, with what stands around it. */
const PER_UNIT = 6;
const PER_VALUE = 32;

/** What is left of the room after the value's JSON, at least; below zero when that cannot be said without writing it. */
function roomAfter(value: unknown, room: number): number {
  let left = room - PER_VALUE;
  if (typeof value === "string") return left - PER_UNIT * value.length;
  if (typeof value !== "object" || value === null || left < 0) return left;
  if (Array.isArray(value)) {
    for (const inner of value) left = roomAfter(inner, left);
    return left;
  }
  for (const key in value) {
    // The value is JSON data, whose fields are text; their types are told apart above.
    left = roomAfter((value as Record<string, unknown>)[key], left - PER_UNIT * key.length);
  }
  return left;
}
