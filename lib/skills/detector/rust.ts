/**
 * Takes Rust source apart as far as it must be to tell code from comments and literals ("Tokens", The Rust Reference).
 *
 * It never fails: source that no compiler accepts ends up as some tokens. It never looks at a character more often
 * than a constant, whatever the source holds.
 */

/** One token of the code. */
export interface RustToken {
  /** `name` includes keywords; `raw` is a name that was written `r#name`, and so is no keyword. */
  readonly kind: "name" | "raw" | "lifetime" | "literal" | "punctuation";
  /** A name without `r#`; the punctuation; empty for a literal or a lifetime. */
  readonly text: string;
  /** Where it begins in the source, in UTF-16 units. */
  readonly at: number;
}

/** Source that was taken apart. */
export interface RustCode {
  /** In the order of the source. */
  readonly tokens: readonly RustToken[];
  /** How many characters were looked at, repeats included: at most ten times the length of the source. */
  readonly steps: number;
}

const SPACE = /\s/;
const NAME_START = /[\p{XID_Start}_]/u;
const NAME_PART = /\p{XID_Continue}/u;
const DIGIT = /[0-9]/;
/** What must not be taken for two tokens: each changes what stands before or after it. */
const LONG = ["::", "->", "=>", "!="];
/** Letters that make what follows them a string or a character. */
const PREFIXES: ReadonlySet<string> = new Set(["b", "c", "r", "br", "cr"]);
/** Characters that a `\u{…}` may have before we stop taking it for one: six digits and as many underscores. */
const MAX_ESCAPE = 16;

/**
 * The code of Rust source: comments are dropped, literals and lifetimes lose their text.
 *
 * @example
 * ```ts
 * import { lexRust } from "gatehouse/skills/detector/rust.ts";
 *
 * const { tokens } = lexRust('use a::b; // use c::d\nlet s = r#"use e::f"#;');
 * const names = tokens.filter(({ kind }) => kind === "name").map(({ text }) => text);
 * if (names.join(" ") !== "use a b let s") throw new Error("wrong tokens");
 * ```
 */
export function lexRust(source: string): RustCode {
  const lexer = new Lexer(source);
  lexer.run();
  return lexer;
}

class Lexer implements RustCode {
  readonly tokens: RustToken[] = [];
  steps = 0;
  #at = 0;

  constructor(readonly source: string) {}

  run(): void {
    if (this.source.startsWith("\ufeff")) this.#at = 1;
    // A first line for the system's loader; `#![…]` is an attribute of the crate.
    if (this.source.startsWith("#!", this.#at) && this.source[this.#at + 2] !== "[") this.#line();
    while (this.#at < this.source.length) this.#token();
  }

  #token(): void {
    const start = this.#at;
    const char = this.#peek();
    if (SPACE.test(char)) this.#at++;
    else if (char === "/" && this.source[start + 1] === "/") this.#line();
    else if (char === "/" && this.source[start + 1] === "*") this.#block();
    else if (char === '"') this.#string();
    else if (char === "'") this.#quote();
    else if (DIGIT.test(char)) {
      this.#word();
      this.#push("literal", start);
    } else if (NAME_START.test(char)) this.#name();
    else {
      const long = LONG.find((text) => this.source.startsWith(text, start)) ?? char;
      this.#at += long.length;
      this.#push("punctuation", start, long);
    }
  }

  /** The whole character at the position, or empty at the end. */
  #peek(): string {
    this.steps++;
    const code = this.source.codePointAt(this.#at);
    return code === undefined ? "" : String.fromCodePoint(code);
  }

  #push(kind: RustToken["kind"], at: number, text = ""): void {
    this.tokens.push({ kind, text, at });
  }

  #line(): void {
    while (this.#at < this.source.length && this.#peek() !== "\n") this.#at++;
  }

  #block(): void {
    let depth = 0;
    do {
      const char = this.#peek();
      const two = char + (this.source[this.#at + 1] ?? "");
      if (two === "/*") depth++;
      if (two === "*/") depth--;
      this.#at += two === "/*" || two === "*/" ? 2 : 1;
    } while (depth > 0 && this.#at < this.source.length);
  }

  #string(): void {
    const start = this.#at++;
    while (this.#at < this.source.length) {
      const char = this.#peek();
      this.#at += char === "\\" ? 2 : 1;
      if (char === '"') break;
    }
    this.#push("literal", start);
  }

  /** `#` as often as given, then the text up to a quote with as many behind it. */
  #rawString(hashes: number): void {
    const start = this.#at;
    this.#at += hashes + 1;
    let behind = -1;
    while (this.#at < this.source.length && behind !== hashes) {
      const char = this.#peek();
      if (char === '"') behind = 0;
      else behind = char === "#" && behind >= 0 ? behind + 1 : -1;
      this.#at++;
      if (hashes === 0 && behind === 0) break;
    }
    this.#push("literal", start);
  }

  /** A character, a lifetime, or a quote that belongs to neither. */
  #quote(): void {
    const start = this.#at++;
    const end = this.#characterEnd();
    if (end !== null) {
      this.#at = end;
      this.#push("literal", start);
    } else if (NAME_START.test(this.#peek())) {
      this.#word();
      this.#push("lifetime", start);
    } else this.#push("punctuation", start, "'");
  }

  /** Behind the closing quote of the character that begins here; null where none does. */
  #characterEnd(): number | null {
    const char = this.#peek();
    if (char === "" || char === "'" || char === "\n") return null;
    let end = this.#at + char.length;
    if (char === "\\") {
      const kind = this.source[end++];
      if (kind === "x") end += 2;
      if (kind === "u") {
        const most = end + MAX_ESCAPE;
        while (end < most && this.source[end] !== "}") {
          this.steps++;
          end++;
        }
        end++;
      }
    }
    return this.source[end] === "'" ? end + 1 : null;
  }

  #name(): void {
    const start = this.#at;
    this.#word();
    const text = this.source.slice(start, this.#at);
    if (!PREFIXES.has(text)) return this.#push("name", start, text);
    const next = this.source[this.#at];
    if (next === '"') return text.endsWith("r") ? this.#rawString(0) : this.#string();
    if (next === "'" && text === "b") return this.#quote();
    if (next === "#" && text.endsWith("r")) return this.#hashes(text, start);
    this.#push("name", start, text);
  }

  /** A raw string, a raw name, or a name before something else. */
  #hashes(text: string, start: number): void {
    let end = this.#at;
    while (this.source[end] === "#") {
      this.steps++;
      end++;
    }
    const hashes = end - this.#at;
    if (this.source[end] === '"') return this.#rawString(hashes);
    if (text !== "r" || hashes !== 1) return this.#push("name", start, text);
    this.#at = end;
    if (!NAME_START.test(this.#peek())) return this.#push("name", start, text);
    this.#word();
    this.#push("raw", start, this.source.slice(end, this.#at));
  }

  #word(): void {
    for (let char = this.#peek(); char !== "" && NAME_PART.test(char); char = this.#peek()) {
      this.#at += char.length;
    }
  }
}
