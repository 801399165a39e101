/** Texts that a server or the API wrote, made harmless to whoever shows them. */
import { visible } from "../../core/visible.ts";
import { unescapeHtml } from "./unescape.ts";

/** What stands where a secret stood; the house's own mark. */
export const MASK = "[redacted]";

/** A password behind its Polish name: `Haslo: …`, `hasło root = …`, `nowe hasło to …`. */
const POLISH =
  /(has[lł](?:o|a|em)(?:[ \t]{1,4}(?!to[ \t])[\p{L}\d_-]{1,30}){0,3}(?:[ \t]{0,4}[:=]|[ \t]{1,4}to(?=[ \t]))[ \t]{0,4}["']?)[^\s"']{1,1024}/giu;

/**
 * The text with line ends as `\n`, hidden characters and control sequences written out, and passwords behind Polish
 * labels masked; other shapes of secrets are masked where every answer is.
 *
 * @example
 * ```ts
 * import { safeText } from "gatehouse/hosts/mikrus/text.ts";
 *
 * if (safeText("Hasło: abc\r\n\u001b[2J") !== "Hasło: [redacted]\n\\u{1b}[2J") throw new Error("not harmless");
 * ```
 */
export function safeText(text: string): string {
  return visible(text.replaceAll("\r\n", "\n")).replace(POLISH, `$1${MASK}`);
}

/**
 * The text with a secret masked in every spelling in which a web server may give it back: as it is, as in a form or a
 * URL, and escaped for HTML.
 *
 * @example
 * ```ts
 * import { withoutSecret } from "gatehouse/hosts/mikrus/text.ts";
 *
 * const text = withoutSecret("a+b/c a%2Bb%2Fc a&#43;b/c", "a+b/c");
 * if (text !== "[redacted] [redacted] [redacted]") throw new Error(text);
 * ```
 */
export function withoutSecret(text: string, secret: string): string {
  const spellings = [
    secret,
    new URLSearchParams({ "": secret }).toString().slice(1),
    encodeURIComponent(secret),
  ];
  const masked = spellings.reduce((rest, spelling) => rest.replaceAll(spelling, MASK), text);
  // Only where escapes hide one: otherwise the text stays as it was written.
  const plain = unescapeHtml(masked);
  return plain.includes(secret) ? plain.replaceAll(secret, MASK) : masked;
}

/**
 * Plain data with a secret masked in every text and every name.
 *
 * @returns `masked`: texts and names that held it.
 *
 * @example
 * ```ts
 * import { dataWithoutSecret } from "gatehouse/hosts/mikrus/text.ts";
 *
 * const { value, masked } = dataWithoutSecret({ "my-key": ["my-key", 1] }, "my-key");
 * if (JSON.stringify(value) !== '{"[redacted]":["[redacted]",1]}' || masked !== 2) throw new Error("not masked");
 * ```
 */
export function dataWithoutSecret<T>(
  data: T,
  secret: string,
): { readonly value: T; readonly masked: number } {
  let masked = 0;
  const mask = (text: string): string => {
    const rest = withoutSecret(text, secret);
    if (rest !== text) masked++;
    return rest;
  };
  const walk = (node: unknown): unknown => {
    if (typeof node === "string") return mask(node);
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, inner]) => [mask(name), walk(inner)]));
  };
  // Texts stay texts, and no name of ours holds a secret: the shape is still T.
  return { value: walk(data) as T, masked };
}
