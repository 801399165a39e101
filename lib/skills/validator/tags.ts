/** Where an HTML tag in Markdown begins and ends, found in linear time over all tags of a text. */

/** One tag. */
export interface Tag {
  /** Lower-case. */
  readonly name: string;
  readonly isEnd: boolean;
  /** It ends with `/>`. */
  readonly isClosed: boolean;
  /** Offset behind its `>`. */
  readonly end: number;
}

const OPENING = /<(\/?)([A-Za-z][A-Za-z0-9-]*)/y;
/** Names of attributes, also those of templates, with the white space around them (CommonMark 6.6). */
const NAMES = /[\s\w.:@#/-]*/y;
const UNQUOTED = /[^\s"'=<>`]*/y;
const BLANK_LINE = /\n[ \t]*\n/;

/** Reads the tags of one text. What is no tag is remembered, so that no part of it is searched twice. */
export class Tags {
  readonly #text: string;
  /** Offsets behind a quoted value from which no tag comes to its end. */
  readonly #dead = new Set<number>();

  /** @param text Markdown with LF line ends. */
  constructor(text: string) {
    this.#text = text;
  }

  /** The tag that begins at the offset of a `<`, or null when none does. A blank line ends every tag (CommonMark 4.6). */
  at(offset: number): Tag | null {
    OPENING.lastIndex = offset;
    const [opening = "", slash, name = ""] = OPENING.exec(this.#text) ?? [];
    if (opening === "") return null;
    const next = this.#text[offset + opening.length];
    // `<https://…>` and `<a@b.c>` are links, `<Vec<T>>` is prose: a name is followed by white space or the tag's end.
    if (next === undefined || !/[\s/>]/.test(next)) return null;
    const end = this.#endFrom(offset + opening.length);
    if (end === -1) return null;
    return { name: name.toLowerCase(), isEnd: slash === "/", isClosed: this.#text[end - 2] === "/", end };
  }

  /** The offset behind the `>` of a tag whose name ends at the offset; -1 when it is no tag. */
  #endFrom(offset: number): number {
    const passed: number[] = [];
    let at = offset;
    for (;;) {
      const stop = this.#step(at);
      if (stop.end !== -1) return stop.end;
      if (stop.next === -1 || this.#dead.has(stop.next)) break;
      at = stop.next;
      passed.push(at);
    }
    for (const point of passed) this.#dead.add(point);
    return -1;
  }

  /** From between two values: to the tag's end, or to the point behind the next value; -1 for what is not there. */
  #step(offset: number): { readonly end: number; readonly next: number } {
    const none = { end: -1, next: -1 };
    let at = offset;
    for (;;) {
      const stretch = this.#match(NAMES, at);
      if (BLANK_LINE.test(stretch)) return none;
      at += stretch.length;
      const char = this.#text[at];
      if (char === ">") return { end: at + 1, next: -1 };
      if (char !== "=") return none;
      at++;
      while (/[ \t\n]/.test(this.#text[at] ?? "")) at++;
      const quote = this.#text[at];
      if (quote !== '"' && quote !== "'") {
        at += this.#match(UNQUOTED, at).length;
        continue;
      }
      const close = this.#text.indexOf(quote, at + 1);
      if (close === -1 || BLANK_LINE.test(this.#text.slice(at, close))) return none;
      return /[\s/>]/.test(this.#text[close + 1] ?? "") ? { end: -1, next: close + 1 } : none;
    }
  }
  #match(pattern: RegExp, at: number): string {
    pattern.lastIndex = at;
    return pattern.exec(this.#text)?.[0] ?? "";
  }
}
