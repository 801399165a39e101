/** Undoes the HTML escaping that the mikr.us API applies to command output. */

/** What `htmlspecialchars` and its like write, and the two Polish letters that HTML 4.01 has names for. */
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  oacute: "ó",
  Oacute: "Ó",
};

const REFERENCE = /&(?:#(?:[xX]([0-9a-fA-F]{1,6})|([0-9]{1,7}))|([A-Za-z]{2,6}));/g;

/**
 * The text with its character references replaced, once: `&amp;lt;` is `&lt;`. What names no character stays as it is.
 *
 * @example
 * ```ts
 * import { unescapeHtml } from "gatehouse/hosts/mikrus/unescape.ts";
 *
 * if (unescapeHtml("a &amp;lt; &#039;b&#x27; &bogus; &#xd800;") !== "a &lt; 'b' &bogus; &#xd800;") {
 *   throw new Error("not unescaped once");
 * }
 * ```
 */
export function unescapeHtml(text: string): string {
  return text.replace(
    REFERENCE,
    (whole: string, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return Object.hasOwn(NAMED, name) ? NAMED[name] ?? whole : whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      return isCharacter ? String.fromCodePoint(code) : whole;
    },
  );
}
