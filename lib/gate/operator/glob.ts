/**
 * The patterns of operator rules: `*` is any text without a slash, `**` any text, `?` one character but a slash, and
 * `\` takes the next character as it stands. Matched in time proportional to text times pattern; no regular expression.
 */

type Token = { readonly kind: "text"; readonly char: string } | { readonly kind: "one" | "star" | "deep" };

/** A pattern, ready to be matched. */
export interface Glob {
  /** As written. */
  readonly source: string;
  /** Without wildcards: stands for one text alone. */
  readonly literal: boolean;
  /** The first token is a wildcard. */
  readonly open: boolean;
  matches(text: string): boolean;
}

/** Characters of a text that patterns with wildcards are tried on. */
const MAX_TEXT = 4_096;

/**
 * Reads a pattern.
 *
 * ```ts
 * import { globOf } from "gatehouse/gate/operator/glob.ts";
 *
 * const glob = globOf("src/*.ts");
 * if (!glob.matches("src/a.ts") || glob.matches("src/a/b.ts")) throw new Error("a star stops at a slash");
 * if (!globOf("src/**").matches("src/a/b.ts") || !globOf("a\\*").matches("a*")) throw new Error("two stars, escape");
 * ```
 */
export function globOf(source: string): Glob {
  const tokens = tokensOf(source);
  const literal = tokens.every(({ kind }) => kind === "text");
  const text = tokens.map((token) => token.kind === "text" ? token.char : "").join("");
  return {
    source,
    literal,
    open: tokens[0] !== undefined && tokens[0].kind !== "text",
    matches: literal ? (given) => given === text : (given) => given.length <= MAX_TEXT && run(tokens, given),
  };
}

/**
 * The pattern that stands for this text alone.
 *
 * ```ts
 * import { escaped, globOf } from "gatehouse/gate/operator/glob.ts";
 *
 * if (!globOf(escaped("a*?\\")).matches("a*?\\") || globOf(escaped("*")).matches("x")) throw new Error("not itself");
 * ```
 */
export function escaped(text: string): string {
  return text.replaceAll(/[\\*?]/g, (char) => `\\${char}`);
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  const chars = [...source];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] ?? "";
    if (char === "*" && chars[at + 1] === "*") {
      tokens.push({ kind: "deep" });
      at++;
    } else if (char === "*") tokens.push({ kind: "star" });
    else if (char === "?") tokens.push({ kind: "one" });
    else if (char === "\\" && at + 1 < chars.length) tokens.push({ kind: "text", char: chars[++at] ?? "" });
    else tokens.push({ kind: "text", char });
  }
  return tokens;
}

/** Every place in the pattern that the text so far may have led to, at once. */
function run(tokens: readonly Token[], text: string): boolean {
  let places = new Set<number>();
  const reach = (into: Set<number>, place: number): void => {
    into.add(place);
    const token = tokens[place];
    if (token?.kind === "star" || token?.kind === "deep") reach(into, place + 1);
  };
  reach(places, 0);
  for (const char of text) {
    const next = new Set<number>();
    for (const place of places) {
      const token = tokens[place];
      if (token === undefined) continue;
      if (token.kind === "text") {
        if (token.char === char) reach(next, place + 1);
      } else if (token.kind === "deep" || char !== "/") {
        reach(next, token.kind === "one" ? place + 1 : place);
      }
    }
    if (next.size === 0) return false;
    places = next;
  }
  return places.has(tokens.length);
}
