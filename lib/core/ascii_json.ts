/** JSON for readers of which nothing is known: terminals, log collectors and clients in any encoding. */

/**
 * The value as one line of ASCII: every other character is written as its UTF-16 units, which JSON takes for the same
 * text (RFC 8259, section 7).
 *
 * @param value What JSON can hold; undefined members are left out.
 *
 * @example
 * ```ts
 * import { asciiJson } from "gatehouse/core/ascii_json.ts";
 *
 * if (asciiJson({ a: "\u00e9\n" }) !== '{"a":"\\u00e9\\n"}') throw new Error("another text");
 * ```
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
