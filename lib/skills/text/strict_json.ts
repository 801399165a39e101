/**
 * JSON without leeway (RFC 8259), for files that others wrote: no byte order mark, no repeated keys, no halves of
 * characters, no number that cannot be kept, bounded depth. What is refused is named with its line.
 */
import { oneLine } from "../../core/bounds.ts";
import type { Issue } from "../types.ts";
import { keyFold } from "./fold.ts";
import { lineAt, readUtf8 } from "./utf8.ts";

/** Levels of arrays and objects that a document may nest. */
const MAX_DEPTH = 200;
/** Bytes that a document may have where its reader names no other limit: 1 MiB. */
const MAX_BYTES = 1_048_576;

/** A document that was read. */
export interface JsonDocument {
  readonly ok: true;
  readonly value: unknown;
  /** The line, from 1, on which the value at a JSON pointer (RFC 6901) begins; undefined when there is none. */
  readonly lineOf: (pointer: string) => number | undefined;
}

/** A document that was refused: TOO_LARGE, BOM, ENCODING, DUPLICATE_KEY, TOO_DEEP or JSON. */
export interface JsonRefused {
  readonly ok: false;
  readonly issue: Issue;
}

/** How a document is read. */
export interface JsonOptions {
  /** The name that the issue carries; relative, with `/`. */
  readonly file: string;
  /** Bytes of UTF-8. Default 1 MiB. */
  readonly maxBytes?: number;
}

/**
 * Reads one JSON document. Keys count as repeated when they are equal once compatibility forms, invisible characters
 * and case are folded away: a reader that folds them would otherwise see another document than one that does not.
 *
 * @example
 * ```ts
 * import { parseJson } from "gatehouse/skills/text/strict_json.ts";
 *
 * const read = parseJson('{\n  "A": 1,\n  "a": 2\n}', { file: "phases.json" });
 * if (read.ok || read.issue.code !== "DUPLICATE_KEY" || read.issue.line !== 3) throw new Error("not refused");
 * ```
 */
export function parseJson(source: Uint8Array | string, options: JsonOptions): JsonDocument | JsonRefused {
  const decoded = readUtf8(source, { file: options.file, maxBytes: options.maxBytes ?? MAX_BYTES });
  if (!decoded.ok) return decoded;
  const { text } = decoded;
  try {
    const value = new Reader(text).document();
    let lines: ReadonlyMap<string, number> | undefined;
    return {
      ok: true,
      value,
      lineOf: (pointer) => {
        lines ??= linesOf(text);
        return lines.get(pointer);
      },
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, mend } = error;
    return {
      ok: false,
      issue: { code, message, file: options.file, line: lineAt(text, error.offset), mend },
    };
  }
}

/** The line of every value, found by a second reading that most documents never need. */
function linesOf(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  let offset = 0, line = 1;
  new Reader(text, (pointer, at) => {
    for (; offset < at; offset++) if (text.charCodeAt(offset) === 10) line++;
    lines.set(pointer, line);
  }).document();
  return lines;
}

class Refusal extends Error {
  constructor(
    readonly code: "JSON" | "DUPLICATE_KEY" | "TOO_DEEP",
    message: string,
    readonly at: { readonly offset: number; readonly mend: string },
  ) {
    super(message);
  }
  get offset(): number {
    return this.at.offset;
  }
  get mend(): string {
    return this.at.mend;
  }
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

class Reader {
  #at = 0;

  constructor(
    readonly text: string,
    readonly seen: (pointer: string, offset: number) => void = () => {},
  ) {}

  document(): unknown {
    const value = this.#value("", 0);
    this.#space();
    if (this.#at < this.text.length) throw this.#unexpected("after the document");
    return value;
  }

  #value(pointer: string, depth: number): unknown {
    this.#space();
    this.seen(pointer, this.#at);
    const char = this.text[this.#at];
    if (char === "{" || char === "[") {
      if (depth >= MAX_DEPTH) {
        throw new Refusal("TOO_DEEP", `The document nests more than ${MAX_DEPTH} levels`, {
          offset: this.#at,
          mend: "Nest fewer arrays and objects",
        });
      }
      return char === "{" ? this.#object(pointer, depth + 1) : this.#array(pointer, depth + 1);
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

  #object(pointer: string, depth: number): unknown {
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
        throw new Refusal(
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
      const inner = this.#value(`${pointer}/${escaped(key)}`, depth);
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

  #array(pointer: string, depth: number): unknown[] {
    const value: unknown[] = [];
    this.#at++;
    for (let more = !this.#closes("]"); more; more = this.#continues("]")) {
      value.push(this.#value(`${pointer}/${value.length}`, depth));
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
      throw new Refusal("JSON", "A string holds half of a character (a lone surrogate)", {
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
      throw new Refusal("JSON", `The number ${literal.slice(0, 40)} cannot be kept exactly`, {
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

  #unexpected(where: string): Refusal {
    const point = this.text.codePointAt(this.#at);
    const found = point === undefined ? "The document ends" : `${show(String.fromCodePoint(point))} stands`;
    return new Refusal("JSON", `${found} ${where}`, {
      offset: this.#at,
      mend: "Write the document as RFC 8259 says: double quotes, no comments, no trailing commas, no NaN",
    });
  }
}

/** A part of the document, fit to be shown. */
function show(text: string): string {
  return `"${oneLine(text, 64)}"`;
}

/** One step of a JSON pointer. */
function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
