/**
 * Masks what looks like a secret in text that leaves for a log, an audit row or a confidential answer.
 *
 * A mask is a last net, not a wall: it knows the shapes below and no others. Each pattern is anchored on a literal
 * and bounded, so that the time stays linear in the text.
 */

/** What stands where a secret stood. */
export const MASK = "[redacted]";

/** Each pattern keeps its first group, the name that shows what was masked, and replaces the rest. */
const SHAPES: readonly RegExp[] = [
  /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)[\s\S]{0,16384}?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|(?=-----BEGIN )|$)/g,
  /(\b(?:authorization|proxy-authorization)\s{0,4}[:=]\s{0,4}(?:(?:bearer|basic|token)\s{1,4})?)[^\s"'\\,;]{1,4096}/gi,
  /(\b(?:bearer|basic)\s{1,4})[A-Za-z0-9+/._~=-]{8,4096}/gi,
  /((?<=[a-z0-9+.-]):\/\/[^\s/:@'"]{0,256}:)[^\s/@'"]{1,1024}(?=@)/gi,
  // Not the sentence about a file of such a name: no first word of these is a secret.
  /((?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key)["']?\s{0,4}[:=]\s{0,4}["']?)(?!(?:it (?:is|has|belongs)|others may|a directory|owner and|nothing is) )[^\s"'&,;]{1,4096}/gi,
  // Not what the system said of a file of such a name, as in "my-token (ENOENT)".
  /(--?(?:password|passwd|passphrase|secret|token|api-?key)[ =]["']?)(?!\(E[A-Z]{2,15}\)(?:[.:]? |$))[^\s"']{1,4096}/gi,
  // The same as two items of a list, as configurations have arguments.
  /(["']--?[\w-]{0,40}(?:password|passwd|passphrase|secret|token|api-?key)["']\s{0,80},\s{0,80}["'])[^"'\n]{1,4096}/gi,
  /(\b)(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255}|glpat-[A-Za-z0-9_-]{16,255})/g,
  /(\b)(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /(\b)(?:sk|rk|pk)[-_](?:live|test|proj|ant)[-_A-Za-z0-9]{12,255}/g,
  /(\b)xox[abeoprs]-[A-Za-z0-9-]{10,255}/g,
  /(\b)eyJ[A-Za-z0-9_-]{8,2048}\.[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,2048}/g,
  /(\b)npm_[A-Za-z0-9]{30,60}\b/g,
  /(\b(?:curl|wget|https?|xh)\b[^\n|;&]{0,300}?\s(?:-u|--user|--proxy-user)[ =]?["']?[^\s:"'=]{1,256}:)[^\s"']{1,1024}/g,
  /((?:^|["'\s])(?:set-)?cookie\s{0,4}:\s{0,4})[^"'\n]{1,4096}/gi,
  /(\b(?:mysql\w{0,20}|mariadb[\w-]{0,20})\b[^\n|;&]{0,300}?\s-p)[^\s"']{1,256}/g,
  /(\b(?:sshpass|login|redis-cli)\b[^\n|;&]{0,300}?\s-[pa]\s{0,4}["']?)[^\s"'-][^\s"']{0,255}/g,
  /(\b)(?:AIza[A-Za-z0-9_-]{35}|hf_[A-Za-z0-9]{30,60}|glsa_[A-Za-z0-9_]{30,80}|hvs\.[A-Za-z0-9_-]{20,255})/g,
  /(\b)(?:dop_v1_[a-f0-9]{64}|dapi[a-f0-9]{32}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|lin_api_[A-Za-z0-9]{30,60})/g,
  /(\b)(?:whsec_[A-Za-z0-9+/=]{24,255}|SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,128}|pypi-AgE[A-Za-z0-9_-]{40,1024})/g,
  /(\b)(?:AGE-SECRET-KEY-1[A-Z0-9]{50,70}|xapp-\d-[A-Za-z0-9-]{20,255}|gl(?:rt|dt|ft|soat)-[A-Za-z0-9_-]{16,255})/g,
  /(\b)(?<=hooks\.slack\.com\/services\/)T[A-Za-z0-9]{6,20}\/B[A-Za-z0-9]{6,20}\/[A-Za-z0-9]{16,64}/g,
  /(\b)sk-[A-Za-z0-9]{32,128}\b/g,
  /(\bpass:)[^\s"']{1,1024}/g,
  /(\b(?:aws_)?secret_access_key\s{1,4}["']?)[^\s"']{1,256}/gi,
];

/** A cheap look before all patterns run: no shape matches a text without one of these. */
const HINT =
  /private key|authorization|bearer|basic|:\/\/|pass|pwd|secret|token|key|gh[pousr]_|github_pat|glpat|a[ks]ia|[srp]k[-_]|xox|eyj|npm_|-u|--user|--proxy|cookie|mysql|mariadb|login|redis|aiza|hf_|glsa_|hvs\.|dop_v1|dapi|shp[acps]|lin_api|whsec_|sg\.|pypi-|xapp-|gl[rdf]t-|glsoat|hooks\.slack/i;

/**
 * The text with every known shape of a secret masked, and how many were.
 *
 * @example
 * ```ts
 * import { redactText } from "gatehouse/core/redact.ts";
 *
 * const { text, masked } = redactText("curl -H 'Authorization: Bearer abcdefgh12345'");
 * if (masked !== 1 || text.includes("abcdefgh")) throw new Error(text);
 * ```
 */
export function redactText(text: string): { text: string; masked: number } {
  if (!HINT.test(text)) return { text, masked: 0 };
  let masked = 0;
  let out = text;
  for (const shape of SHAPES) {
    out = out.replace(shape, (whole: string, kept: string) => {
      if (whole === kept + MASK) return whole;
      masked++;
      return kept + MASK;
    });
  }
  return { text: out, masked };
}

/** Where a known shape of a secret stands in a text. */
export interface ShapeSpan {
  /** UTF-16 offset of the secret itself, behind the name in front of it. */
  readonly start: number;
  /** UTF-16 offset behind it. */
  readonly end: number;
  /** The name in front of it, by which alone it was taken for a secret; empty when the secret shows what it is. */
  readonly name: string;
}

/**
 * Where `redactText` would mask something, shape by shape; spans may overlap. For readers that judge further before
 * they act on it.
 *
 * @example
 * ```ts
 * import { secretSpans } from "gatehouse/core/redact.ts";
 *
 * const [span] = secretSpans("password=hunter2");
 * if (span?.start !== 9 || span.end !== 16 || span.name !== "password=") throw new Error("not found");
 * ```
 */
export function secretSpans(text: string): ShapeSpan[] {
  if (!HINT.test(text)) return [];
  return SHAPES.flatMap((shape) =>
    [...text.matchAll(shape)].map((match) => {
      const name = match[1] ?? "";
      return { start: match.index + name.length, end: match.index + match[0].length, name };
    })
  );
}

/** A field of such a name holds a secret, whatever the value looks like. */
const SECRET_KEY = /(?:password|passwd|pwd|secret|token|api_?-?key|private_?-?key|cookie|authorization)$/i;

/** Characters from which on a configured secret is looked for: a shorter one would mask ordinary words. */
const MIN_SECRET = 6;

/**
 * A JSON value with the secrets in its strings masked, and whole values whose key names a secret; keys stay as they are.
 * The value itself is not changed.
 *
 * @param secrets Texts that are masked wherever they stand.
 *
 * @example
 * ```ts
 * import { redactValue } from "gatehouse/core/redact.ts";
 *
 * const { value, masked } = redactValue({ log: ["password=hunter2"], key: "my-own-key" }, ["my-own-key"]);
 * if (masked !== 2 || /hunter2|my-own/.test(JSON.stringify(value))) throw new Error("not masked");
 * ```
 */
export function redactValue<T>(value: T, secrets: readonly string[] = []): { value: T; masked: number } {
  // The longer ones first: one that begins with another would leave its own rest behind.
  const known = secrets.filter((secret) => secret.length >= MIN_SECRET).sort((a, b) => b.length - a.length);
  let masked = 0;
  const mask = (text: string): string => {
    let out = text;
    for (const secret of known) {
      const parts = out.split(secret);
      masked += parts.length - 1;
      out = parts.join(MASK);
    }
    const found = redactText(out);
    masked += found.masked;
    return found.text;
  };
  const walk = (node: unknown): unknown => {
    if (typeof node === "string") return mask(node);
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node === "object" && node !== null) {
      return Object.fromEntries(
        Object.entries(node).map(([key, inner]) => {
          if (typeof inner !== "string" || inner === MASK || inner === "" || !SECRET_KEY.test(key)) {
            return [key, walk(inner)];
          }
          masked++;
          return [key, MASK];
        }),
      );
    }
    return node;
  };
  // The walk keeps every key and type: strings stay strings, so the shape is still T.
  return { value: walk(value) as T, masked };
}
