/** Reads the text of a regular expression: a subset of JavaScript's with the flag `u` (ECMA-262, section 22.2.1). */

/** Whether a character, by its code point, is taken. */
export type Item = (character: number) => boolean;

/** What a pattern says. */
export type Tree =
  | { readonly kind: "item"; readonly item: Item }
  | { readonly kind: "at"; readonly where: "start" | "end" | "word" | "no_word" }
  | { readonly kind: "sequence"; readonly parts: readonly Tree[] }
  | { readonly kind: "either"; readonly parts: readonly Tree[] }
  | { readonly kind: "repeat"; readonly part: Tree; readonly least: number; readonly most: number };

/** Groups within groups. */
const MAX_DEPTH = 50;
/** Times that a part may be written out. */
const MAX_REPEAT = 1_000;

const LINE_ENDS = new Set([0x0a, 0x0d, 0x2028, 0x2029]);
const NAMED = new Map([["n", 0x0a], ["r", 0x0d], ["t", 0x09], ["f", 0x0c], ["v", 0x0b], ["0", 0x00]]);
const SYNTAX = "^$\\.*+?()[]{}|/";

/**
 * Whether `\w` takes the character: an ASCII letter, a digit or `_`.
 *
 * @example
 * ```ts
 * import { isWord } from "gatehouse/flow/look/pattern_read.ts";
 *
 * if (!isWord(0x61) || isWord(0x2d)) throw new Error("wrong");
 * ```
 */
export function isWord(character: number): boolean {
  return isDigit(character) || isLetter(character) || character === 0x5f;
}

/** Reads one pattern. */
export class Reader {
  readonly #characters: readonly string[];
  #at = 0;
  #depth = 0;
  readonly #anyCase: boolean;

  /** @param source The pattern's text. */
  constructor(source: string) {
    this.#anyCase = source.startsWith("(?i)");
    this.#characters = [...this.#anyCase ? source.slice(4) : source];
  }

  /** @throws SyntaxError when it is no pattern, or has what is not looked for. */
  read(): Tree {
    const tree = this.#either();
    if (this.#at < this.#characters.length) throw new SyntaxError("The pattern has a `)` without its `(`");
    return tree;
  }

  #next(): string | undefined {
    return this.#characters[this.#at];
  }

  #skip(text: string): boolean {
    if (!this.#starts(text)) return false;
    this.#at += text.length;
    return true;
  }

  #starts(text: string): boolean {
    return [...text].every((character, index) => this.#characters[this.#at + index] === character);
  }

  #either(): Tree {
    const parts = [this.#sequence()];
    while (this.#skip("|")) parts.push(this.#sequence());
    return { kind: "either", parts };
  }

  #sequence(): Tree {
    const parts: Tree[] = [];
    for (let next = this.#next(); next !== undefined && next !== "|" && next !== ")"; next = this.#next()) {
      const part = this.#atom();
      parts.push(part.kind === "at" ? part : this.#repeated(part));
    }
    return { kind: "sequence", parts };
  }

  #repeated(part: Tree): Tree {
    const [least, most] = this.#count();
    if (least === 1 && most === 1) return part;
    this.#skip("?");
    return { kind: "repeat", part, least, most };
  }

  #count(): readonly [number, number] {
    if (this.#skip("*")) return [0, Infinity];
    if (this.#skip("+")) return [1, Infinity];
    if (this.#skip("?")) return [0, 1];
    if (this.#next() !== "{") return [1, 1];
    const [text, from, comma, to] =
      this.#characters.slice(this.#at, this.#at + 20).join("").match(/^\{(\d{1,8})(,(\d{0,8}))?\}/) ??
        [];
    if (text === undefined) throw new SyntaxError("The pattern has a `{` that begins no count: write `\\{`");
    this.#at += text.length;
    const least = Number(from);
    const most = comma === undefined ? least : to === "" ? Infinity : Number(to);
    if (most < least) throw new SyntaxError("The pattern has a count that ends before it begins");
    if (Math.max(least, most === Infinity ? 0 : most) > MAX_REPEAT) {
      throw new SyntaxError(`The pattern repeats more than ${MAX_REPEAT} times`);
    }
    // A part that stands there once is the part, but a `?` after its count belongs to the count.
    if (least === 1 && most === 1) this.#skip("?");
    return [least, most];
  }

  #atom(): Tree {
    const character = this.#characters[this.#at++] ?? "";
    switch (character) {
      case "^":
        return this.#place("start");
      case "$":
        return this.#place("end");
      case ".":
        return { kind: "item", item: (next) => !LINE_ENDS.has(next) };
      case "(":
        return this.#group();
      case "[":
        return { kind: "item", item: this.#class() };
      case "\\":
        return this.#escape();
      case "*":
      case "+":
      case "?":
      case "{":
      case "}":
      case "]":
        throw new SyntaxError(`The pattern has a \`${character}\` with no meaning: write \`\\${character}\``);
      default:
        return { kind: "item", item: this.#range(codeOf(character), codeOf(character)) };
    }
  }

  #place(where: "start" | "end" | "word" | "no_word"): Tree {
    if (/[*+?{]/.test(this.#next() ?? "")) throw new SyntaxError("The pattern repeats a place");
    return { kind: "at", where };
  }

  #group(): Tree {
    if (this.#next() === "?" && !this.#skip("?:")) {
      throw new SyntaxError("The pattern has a group of a kind that is not looked for: use `(` or `(?:`");
    }
    if (++this.#depth > MAX_DEPTH) throw new SyntaxError("The pattern has too many groups in each other");
    const tree = this.#either();
    if (!this.#skip(")")) throw new SyntaxError("The pattern has a `(` without its `)`");
    this.#depth--;
    return tree;
  }

  #escape(): Tree {
    if (this.#skip("b")) return this.#place("word");
    if (this.#skip("B")) return this.#place("no_word");
    const meant = this.#escaped();
    return { kind: "item", item: typeof meant === "number" ? this.#range(meant, meant) : meant };
  }

  /** What stands after a backslash: a character, or the test of a class. */
  #escaped(): number | Item {
    const character = this.#characters[this.#at++];
    if (character === undefined) throw new SyntaxError("The pattern ends with a `\\`");
    const named = NAMED.get(character);
    if (named !== undefined && !(character === "0" && /\d/.test(this.#next() ?? ""))) return named;
    switch (character) {
      case "d":
        return isDigit;
      case "D":
        return (next) => !isDigit(next);
      case "w":
        return isWord;
      case "W":
        return (next) => !isWord(next);
      case "s":
        return isSpace;
      case "S":
        return (next) => !isSpace(next);
      case "x":
        return this.#hex(2);
      case "u":
        return this.#hex(4);
    }
    if (SYNTAX.includes(character)) return codeOf(character);
    throw new SyntaxError(`The pattern has a \`\\${character}\` that is not looked for`);
  }

  #hex(digits: number): number {
    const text = this.#characters.slice(this.#at, this.#at + digits).join("");
    if (text.length !== digits || !/^[0-9a-f]+$/i.test(text)) {
      throw new SyntaxError(`The pattern has an escape without its ${digits} hexadecimal digits`);
    }
    this.#at += digits;
    return parseInt(text, 16);
  }

  #class(): Item {
    const isNot = this.#skip("^");
    const items: Item[] = [];
    while (!this.#skip("]")) {
      const from = this.#member();
      if (!this.#starts("-") || this.#characters[this.#at + 1] === "]") {
        items.push(typeof from === "number" ? this.#range(from, from) : from);
        continue;
      }
      this.#at++;
      const to = this.#member();
      if (typeof from !== "number" || typeof to !== "number" || to < from) {
        throw new SyntaxError("The pattern has a class with a range that is none");
      }
      items.push(this.#range(from, to));
    }
    return (next) => items.some((item) => item(next)) !== isNot;
  }

  #member(): number | Item {
    const character = this.#characters[this.#at++];
    if (character === undefined) throw new SyntaxError("The pattern has a `[` without its `]`");
    if (character !== "\\") return codeOf(character);
    if (this.#skip("b")) return 0x08;
    if (this.#skip("-")) return 0x2d;
    return this.#escaped();
  }

  #range(from: number, to: number): Item {
    const isIn = (next: number) => from <= next && next <= to;
    if (!this.#anyCase) return isIn;
    return (next) => isIn(next) || isLetter(next) && isIn(next ^ 0x20);
  }
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? -1;
}

function isDigit(character: number): boolean {
  return 0x30 <= character && character <= 0x39;
}

function isLetter(character: number): boolean {
  const lower = character | 0x20;
  return 0x61 <= lower && lower <= 0x7a;
}

function isSpace(character: number): boolean {
  return character >= 0 && /\s/.test(String.fromCodePoint(character));
}
