/** A Markdown paragraph's inner marks, as a terminal without any shows them. */

/** A code span, a link, bold, or emphasis; in this order, so that what is code stays as it is. */
const MARKS = [
  /(?<code>(?<ticks>`{1,3})(?!`).{1,400}?(?<!`)\k<ticks>(?!`))/,
  /!?\[(?<text>(?:`[^`]{0,200}`|[^\]`]){0,400})\]\((?<target>[^)\s]{0,400})\)/,
  /\*\*(?<bold>[^*]{1,800})\*\*/,
  /(?<![\w*])[*_](?<emphasis>[^\s*_](?:[^*_]{0,800}[^\s*_])?)[*_](?![\w*])/,
  /\\(?<escaped>[\\`*_{}[\]()#+.!|<>-])/,
  /<(?<address>https?:\/\/[^>\s]{1,400})>/,
].map((mark) => mark.source).join("|");

/**
 * The text of one paragraph, heading, cell or list item: emphasis and links without their marks, code with its own. The
 * address of a link is kept when it leads out of the repository and is not its text.
 *
 * @example
 * ```ts
 * import { plain } from "gatehouse/cli/help/inline.ts";
 *
 * const text = plain("**No** `a*b*` in [the rules](rules.md), see [x](https://example.com/x)");
 * if (text !== "No `a*b*` in the rules, see x (https://example.com/x)") throw new Error(text);
 * ```
 */
export function plain(markdown: string): string {
  // Every repetition is bounded, so that a mark without its end costs no more than that.
  return markdown.replaceAll(new RegExp(MARKS, "g"), (whole, ...rest) => {
    const groups: Readonly<Record<string, string | undefined>> = rest.at(-1);
    const { code, text, target = "", bold, emphasis, escaped, address } = groups;
    if (code !== undefined) return code;
    if (text !== undefined) {
      const shown = plain(text);
      return /^https?:/.test(target) && target !== shown ? `${shown} (${target})` : shown;
    }
    if (bold !== undefined) return plain(bold);
    if (emphasis !== undefined) return plain(emphasis);
    return escaped ?? address ?? whole;
  });
}
