/** The reader behind `parseJson`: one pass over the text, recursive, its depth bounded. */
import { oneLine } from "../../core/bounds.ts";
import { keyFold } from "./fold.ts";

/** Levels of arrays and objects that a document may nest. */
const MAX_DEPTH = 200;

/** Why a document is refused, and where. */
export class JsonRefusal extends Error {
  /** UTF-16 offset in the text. */
  readonly offset: number;
  /** How to mend it: an imperative sentence. */
  readonly mend: string;

  /**
   * @param code What is wrong.
   * @param message In one sentence, without a full stop.
   * @param at Where, and how to mend it.
   */
  constructor(
    readonly code: "JSON" | "DUPLICATE_KEY" | "TOO_DEEP",
    message: string,
    at: { readonly offset: number; readonly mend: string },
  ) {
    super(message);
    this.offset = at.offset;
    this.mend = at.mend;
  }
}

/** Where a value and the values within it begin. */
export interface Position {
  /** UTF-16 offset in the text. */
  offset: number;
  /** Of an object, by key; of an array, by index. */
  readonly inner: Map<string, Position>;
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
// deno-lint-ignore no-control-regex
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const SPACE = /[ \t\n\r]*/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/**
 * Reads one document.
 *
 * @param text The document, without a byte order mark.
 * @param position Is filled with where each value begins, where it is given.
 *
 * @throws JsonRefusal for what strict JSON does not allow.
 *
 * @example
 * ```ts
 * import { readJson } from "gatehouse/skills/text/json_reader.ts";
 *
 * const position = { offset: 0, inner: new Map() };
 * readJson(' {"a": 1}', position);
 * if (position.offset !== 1 || position.inner.get("a")?.offset !== 7) throw new Error("not found");
 * ```
 */
export function readJson(text: string, position?: Position): unknown {
  return new Reader(text).document(position);
}

class Reader {
  #at = 0;

  constructor(readonly text: string) {}

  document(position?: Position): unknown {
    const value = this.#value(0, position);
    this.#space();
    if (this.#at < this.text.length) throw this.#unexpected("after the document");
    return value;
  }

  #value(depth: number, position: Position | undefined): unknown {
    this.#space();
    if (position !== undefined) position.offset = this.#at;
    const char = this.text[this.#at];
    if (char === "{" || char === "[") {
      if (depth >= MAX_DEPTH) {
        throw new JsonRefusal("TOO_DEEP", `The document nests more than ${MAX_DEPTH} levels`, {
          offset: this.#at,
          mend: "Nest fewer arrays and objects",
        });
      }
      return char === "{" ? this.#object(depth + 1, position) : this.#array(depth + 1, position);
    }
    if (char === '"') return this.#string();
    if (char === "-" || (char !== undefined && char >= "0" && char <= "9")) return this.#number();
    for (const [word, value] of [["true", true], ["false", false], ["null", null]] as const) {
      if (this.text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    throw this.#unexpected("where a value should stand");
  }

  #object(depth: number, position: Position | undefined): unknown {
    const value: Record<string, unknown> = {};
    const keys = new Set<string>();
    this.#at++;
    for (let more = !this.#closes("}"); more; more = this.#continues("}")) {
      this.#space();
      const at = this.#at;
      if (this.text[at] !== '"') throw this.#unexpected("where a key should stand");
      const key = this.#string();
      const folded = keyFold(key);
      if (keys.has(folded)) {
        throw new JsonRefusal(
          "DUPLICATE_KEY",
          `The key ${show(key)} stands twice, or twice but for case and form`,
          {
            offset: at,
            mend: "Keep one of the two keys",
          },
        );
      }
      keys.add(folded);
      this.#space();
      if (this.text[this.#at] !== ":") throw this.#unexpected("where a colon should stand");
      this.#at++;
      const inner = this.#value(depth, within(position, key));
      // A plain assignment to this key would set the prototype instead.
      if (key === "__proto__") {
        Object.defineProperty(value, key, {
          value: inner,
          enumerable: true,
          writable: true,
          configurable: true,
        });
      } else value[key] = inner;
    }
    return value;
  }

  #array(depth: number, position: Position | undefined): unknown[] {
    const value: unknown[] = [];
    this.#at++;
    for (let more = !this.#closes("]"); more; more = this.#continues("]")) {
      value.push(this.#value(depth, within(position, String(value.length))));
    }
    return value;
  }

  #closes(end: string): boolean {
    this.#space();
    if (this.text[this.#at] !== end) return false;
    this.#at++;
    return true;
  }

  #continues(end: string): boolean {
    if (this.#closes(end)) return false;
    if (this.text[this.#at] !== ",") throw this.#unexpected(`where a comma or ${end} should stand`);
    this.#at++;
    return true;
  }

  #string(): string {
    const start = this.#at;
    this.#at++;
    let value = "";
    for (;;) {
      PLAIN.lastIndex = this.#at;
      value += PLAIN.exec(this.text)?.[0] ?? "";
      this.#at = PLAIN.lastIndex;
      const char = this.text[this.#at];
      if (char === '"') {
        this.#at++;
        break;
      }
      if (char !== "\\") throw this.#unexpected("in a string");
      value += this.#escape();
    }
    if (/\p{Cs}/u.test(value)) {
      throw new JsonRefusal("JSON", "A string holds half of a character (a lone surrogate)", {
        offset: start,
        mend: "Write the whole character",
      });
    }
    return value;
  }

  #escape(): string {
    const letter = this.text[this.#at + 1] ?? "";
    if (letter === "u") {
      const hex = this.text.slice(this.#at + 2, this.#at + 6);
      if (/^[0-9a-fA-F]{4}$/.test(hex)) {
        this.#at += 6;
        return String.fromCharCode(parseInt(hex, 16));
      }
    }
    const plain = ESCAPES[letter];
    if (plain === undefined) throw this.#unexpected("as an escape");
    this.#at += 2;
    return plain;
  }

  #number(): number {
    NUMBER.lastIndex = this.#at;
    const literal = NUMBER.exec(this.text)?.[0];
    if (literal === undefined) throw this.#unexpected("in a number");
    const value = Number(literal);
    const isWhole = /^-?[0-9]+$/.test(literal);
    if (!Number.isFinite(value) || isWhole && !Number.isSafeInteger(value)) {
      throw new JsonRefusal("JSON", `The number ${literal.slice(0, 40)} cannot be kept exactly`, {
        offset: this.#at,
        mend: "Write it as a string",
      });
    }
    this.#at += literal.length;
    return value;
  }

  #space(): void {
    SPACE.lastIndex = this.#at;
    SPACE.exec(this.text);
    this.#at = SPACE.lastIndex;
  }

  #unexpected(where: string): JsonRefusal {
    const point = this.text.codePointAt(this.#at);
    const found = point === undefined ? "The document ends" : `${show(String.fromCodePoint(point))} stands`;
    return new JsonRefusal("JSON", `${found} ${where}`, {
      offset: this.#at,
      mend: "Write the document as RFC 8259 says: double quotes, no comments, no trailing commas, no NaN",
    });
  }
}

/** A part of the document, fit to be shown. */
function show(text: string): string {
  return `"${oneLine(text, 64)}"`;
}

/** A place for the value that comes next; none where nobody asked for places. */
function within(position: Position | undefined, step: string): Position | undefined {
  if (position === undefined) return undefined;
  const inner: Position = { offset: 0, inner: new Map() };
  position.inner.set(step, inner);
  return inner;
}
