/**
 * Finds what looks like a secret in the text of a package, its ids and its answers.
 *
 * Two signs: the shapes that the whole program masks (`core/redact.ts`), and long random-looking words. Prose, tables,
 * names of code, routes, digests and public keys are none; where a shape needs a name in front (`token: …`), the value
 * must look like one too, for documentation is full of such names.
 */
import { secretSpans, type ShapeSpan } from "../../core/redact.ts";
import { isGuarded, isPlaceholder, randomWords, type TextSpan } from "./random_words.ts";

/** A part of a text that looks like a secret. */
export interface SecretSpan {
  /** UTF-16 offset of its first unit. */
  readonly start: number;
  /** UTF-16 offset behind its last unit. */
  readonly end: number;
  /** Its line, from 1. */
  readonly line: number;
}

/**
 * Where secrets seem to stand, in order, none within another. Linear in the text.
 *
 * @example
 * ```ts
 * import { secretsIn } from "gatehouse/skills/text/secrets.ts";
 *
 * const [found] = secretsIn("first\ntoken = ghp_" + "aB3dE5".repeat(6));
 * if (found?.line !== 2) throw new Error("not found");
 * if (secretsIn("| --- | ThreadPoolExecutor | P0_CRITICAL |").length > 0) throw new Error("prose");
 * ```
 */
export function secretsIn(text: string): SecretSpan[] {
  const shapes = secretSpans(text).flatMap((span) => guardedPart(text, span) ?? []);
  const spans = [...shapes, ...randomWords(text)].sort((a, b) => a.start - b.start || b.end - a.end);
  const found: SecretSpan[] = [];
  let line = 1, at = 0, end = 0;
  for (const span of spans) {
    if (span.start < end) continue;
    for (; at < span.start; at++) if (text.charCodeAt(at) === 10) line++;
    found.push({ start: span.start, end: span.end, line });
    end = span.end;
  }
  return found;
}

/**
 * Whether any part of the text looks like a secret.
 *
 * @example
 * ```ts
 * import { looksSecret } from "gatehouse/skills/text/secrets.ts";
 *
 * if (!looksSecret("AKIA" + "IOSFODNN7EXAMPLE") || looksSecret("python-audit")) throw new Error("wrong");
 * ```
 */
export function looksSecret(text: string): boolean {
  return secretsIn(text).length > 0;
}

/** Lines of a key in PEM (RFC 7468), also as a string's escapes: headers, then base64. */
const KEY_BODY =
  /^(?:\r?\n|\\n)?(?:[A-Za-z-]{1,40}:[^\n]{0,200}\n){0,4}\s{0,4}[A-Za-z0-9+/=]{32,76}(?:(?:\r?\n|\\n)[A-Za-z0-9+/=]{1,76}){0,400}/;

/** What of a known shape is a secret here; null when its value is one that documentation writes. */
function guardedPart(text: string, { start, end, name }: ShapeSpan): TextSpan | null {
  const value = text.slice(start, end);
  if (name.startsWith("-----BEGIN")) {
    // Without its last line the shape reaches as far as it may; the key itself does not.
    const body = KEY_BODY.exec(value)?.[0];
    return body === undefined ? null : { start, end: /-----$/.test(value) ? end : start + body.length };
  }
  if (name !== "") return isGuarded(value) ? { start, end } : null;
  return isPlaceholder(value) ? null : { start, end };
}
