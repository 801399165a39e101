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
  const parts = partsOf(tokens);
  const [text = ""] = parts;
  const literal = parts.length === 1 && tokens.every(({ kind }) => kind === "text");
  const places = tokens.some(({ kind }) => kind === "one");
  const slashes = tokens.some(({ kind }) => kind === "star");
  const matches = (given: string): boolean => {
    if (given.length > MAX_TEXT) return false;
    if (places || (slashes && given.includes("/"))) return run(tokens, given);
    return holds(parts, given);
  };
  return {
    source,
    literal,
    open: tokens[0] !== undefined && tokens[0].kind !== "text",
    matches: literal ? (given) => given === text : matches,
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

/** The texts between the wildcards; without `?`, and where no wildcard minds a slash, they are all that counts. */
function partsOf(tokens: readonly Token[]): string[] {
  const parts = [""];
  for (const token of tokens) {
    if (token.kind === "text") parts.push((parts.pop() ?? "") + token.char);
    else parts.push("");
  }
  return parts;
}

/** The first part begins the text, the last ends it, and the others stand between, each as early as it can. */
function holds(parts: readonly string[], text: string): boolean {
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}

/** Every place in the pattern that the text so far may have led to, at once. */
function run(tokens: readonly Token[], text: string): boolean {
  let places = new Uint8Array(tokens.length + 1);
  let next = new Uint8Array(tokens.length + 1);
  reach(places, { tokens, place: 0 });
  for (const char of text) {
    next.fill(0);
    let alive = false;
    for (let place = 0; place < tokens.length; place++) {
      const token = tokens[place];
      if (places[place] === 0 || token === undefined) continue;
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
