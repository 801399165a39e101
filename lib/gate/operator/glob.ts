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
  const end = tokens.findIndex(({ kind }) => kind !== "text");
  const head = tokens.slice(0, end < 0 ? tokens.length : end)
    .map((token) => token.kind === "text" ? token.char : "").join("");
  const text = tokens.map((token) => token.kind === "text" ? token.char : "").join("");
  return {
    source,
    literal,
    open: tokens[0] !== undefined && tokens[0].kind !== "text",
    matches: literal
      ? (given) => given === text
      : (given) => given.length <= MAX_TEXT && given.startsWith(head) && run(tokens, given),
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
  let places = new Uint8Array(tokens.length + 1);
  let next = new Uint8Array(tokens.length + 1);
  reach(places, { tokens, place: 0 });
  for (const char of text) {
    next.fill(0);
    let alive = false;
    for (const [place, token] of tokens.entries()) {
      if (places[place] === 0) continue;
      if (token.kind === "text" ? token.char !== char : token.kind !== "deep" && char === "/") continue;
      const stays = token.kind === "star" || token.kind === "deep";
      reach(next, { tokens, place: stays ? place : place + 1 });
      alive = true;
    }
    if (!alive) return false;
    [places, next] = [next, places];
  }
  return places[tokens.length] === 1;
}

/** Also where the wildcards from there on stand for nothing. */
function reach(
  places: Uint8Array,
  { tokens, place }: { readonly tokens: readonly Token[]; readonly place: number },
): void {
  for (let at = place; places[at] !== 1; at++) {
    places[at] = 1;
    const kind = tokens[at]?.kind;
    if (kind !== "star" && kind !== "deep") return;
  }
}
