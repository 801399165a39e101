/** A call's arguments as a person is shown them, who is to decide about it: what is left out is told. */
import { MASK, redactValue } from "./redact.ts";

/** How they are shown. */
export interface Showing {
  /** Texts that are masked wherever they stand. */
  readonly secrets: readonly string[];
  /** UTF-16 units that are shown. */
  readonly max: number;
}

/**
 * The arguments as JSON with their secrets masked, cut at the limit. How much is masked, and how much is cut off, stands
 * behind: whoever made the call chose what looks like a secret, and how long it is.
 *
 * @param canonical As `canonicalArguments` writes them.
 *
 * @example
 * ```ts
 * import { shownArguments } from "gatehouse/core/shown_arguments.ts";
 *
 * const shown = shownArguments('{"content":"token=abcdef","path":"/a"}', { secrets: [], max: 100 });
 * if (shown !== '{"content":"token=[redacted]","path":"/a"} (1 place with 6 characters is masked)') throw new Error(shown);
 * ```
 */
export function shownArguments(canonical: string, { secrets, max }: Showing): string {
  // Masked before it is JSON: in JSON a secret with a quote or a backslash has another spelling.
  const { value, masked } = redactValue<unknown>(JSON.parse(canonical), secrets);
  const text = masked === 0 ? canonical : JSON.stringify(value);
  const hidden = Math.max(0, canonical.length - text.length + masked * MASK.length);
  const notes = [
    ...(text.length > max ? [`${text.length - max} more characters are not shown`] : []),
    ...(masked === 0 ? [] : [
      `${masked} ${masked === 1 ? "place" : "places"} with ${hidden} characters ${
        masked === 1 ? "is" : "are"
      } masked`,
    ]),
  ];
  const shown = text.length > max ? `${text.slice(0, max)}…` : text;
  return notes.length === 0 ? shown : `${shown} (${notes.join("; ")})`;
}
