/**
 * Blanks what is no text of a Markdown document: code and HTML.
 *
 * A title counts only where a reader sees it as one. Everything else becomes spaces, so that no line and no column
 * moves. The time is linear in the text, whatever is in it. It is no renderer: HTML is taken by its tags alone.
 */
import { htmlKind } from "./html_names.ts";
import { type Tag, Tags } from "./tags.ts";

const FENCE = / {0,3}(?:(`{3,})[^`\n]*|(~{3,})[^\n]*)(?=\n|$)/y;
const SPECIAL = /[\\`<\n]/g;
const END_TAG = /<\/([A-Za-z][A-Za-z0-9-]*)/g;

/**
 * What begins with `<` and is no tag. One that never ends hides the rest of the document, unless it may be prose and
 * stands within a line.
 */
const SPANS = [
  { start: "<!--", end: "-->", isProse: false },
  { start: "<![CDATA[", end: "]]>", isProse: false },
  { start: "<?", end: "?>", isProse: true },
  { start: "<!", end: ">", isProse: true },
] as const;

/**
 * The text with code and HTML replaced by spaces: fenced blocks, spans between backticks, comments, declarations, tags,
 * and what stands inside elements that are no running text. An element that HTML does not know counts where its tag
 * begins a line. Prose such as `x<y` and `List<String>` stays.
 *
 * @param text Markdown with LF line ends.
 *
 * @example
 * ```ts
 * import { blankMarkup } from "gatehouse/skills/validator/markup.ts";
 *
 * if (blankMarkup("a `## b` c\n<div>\n## d\n</div>") !== "a        c\n     \n    \n      ") throw new Error("not blank");
 * ```
 */
export function blankMarkup(text: string): string {
  return new Blanker(text).run();
}

class Blanker {
  readonly #text: string;
  readonly #tags: Tags;
  readonly #out: string[] = [];
  /** Up to where the text was written out. */
  #written = 0;
  /** The elements that are open, and how often each name is among them. */
  readonly #open: string[] = [];
  readonly #depth = new Map<string, number>();
  /** By name, where the last end tag of the text stands. */
  readonly #lastEnd = new Map<string, number>();
  /** The starts of spans that were looked for an end in vain: none comes later either. */
  readonly #endless = new Set<string>();
  #line = { start: -1, end: -1 };

  constructor(text: string) {
    this.#text = text;
    this.#tags = new Tags(text);
    for (const found of text.matchAll(END_TAG)) {
      this.#lastEnd.set((found[1] ?? "").toLowerCase(), found.index);
    }
  }

  run(): string {
    let at = this.#fence(0) ?? 0;
    while (at < this.#text.length) {
      SPECIAL.lastIndex = at;
      const found = SPECIAL.exec(this.#text);
      if (found === null) break;
      const isInside = this.#open.length > 0;
      if (isInside) this.#blank(at, found.index);
      at = this.#next(found.index);
      if (isInside) this.#blank(found.index, at);
    }
    if (this.#open.length > 0) this.#blank(this.#written, this.#text.length);
    this.#keep(this.#text.length);
    return this.#out.join("");
  }

  /** Deals with the special character at the offset; where to go on. */
  #next(at: number): number {
    const char = this.#text[at];
    if (char === "\n") return this.#fence(at + 1) ?? at + 1;
    if (char === "\\") return /[\\`<]/.test(this.#text[at + 1] ?? "") ? at + 2 : at + 1;
    return char === "`" ? this.#code(at) : this.#angle(at);
  }

  /** Blanks the fenced block that begins at the start of a line; the offset of the line end behind it, or null. */
  #fence(at: number): number | null {
    FENCE.lastIndex = at;
    const found = FENCE.exec(this.#text);
    if (found === null) return null;
    const fence = found[1] ?? found[2] ?? "";
    let start = this.#lineEnd(at);
    while (start < this.#text.length) {
      const end = this.#lineEnd(start + 1);
      const line = this.#text.slice(start + 1, end).replace(/^ {0,3}/, "").trimEnd();
      start = end;
      if (line.length >= fence.length && isOnly(line, fence[0] ?? "")) break;
    }
    this.#blank(at, start);
    return start;
  }

  /** Remembers the last answer: a long line is asked about again and again. */
  #lineEnd(at: number): number {
    if (at >= this.#line.start && at <= this.#line.end) return this.#line.end;
    const end = this.#text.indexOf("\n", at);
    this.#line = { start: at, end: end === -1 ? this.#text.length : end };
    return this.#line.end;
  }

  /** Blanks a span between backticks; one that does not end takes the rest of its line. */
  #code(at: number): number {
    const line = this.#lineEnd(at);
    const length = runAt(this.#text, at);
    let end = line;
    for (let next = at + length; next < line;) {
      next = this.#text.indexOf("`", next);
      if (next === -1 || next >= line) break;
      const run = runAt(this.#text, next);
      next += run;
      if (run === length) {
        end = next;
        break;
      }
    }
    this.#blank(at, end);
    return end;
  }

  #angle(at: number): number {
    const span = SPANS.find(({ start }) => this.#text.startsWith(start, at));
    if (span !== undefined) return this.#span(at, span);
    const tag = this.#tags.at(at);
    if (tag === null) return at + 1;
    return tag.isEnd ? this.#endTag(at, tag) : this.#startTag(at, tag);
  }

  #span(at: number, { start, end, isProse }: typeof SPANS[number]): number {
    const found = this.#endless.has(start) ? -1 : this.#text.indexOf(end, at + start.length);
    if (found !== -1) return this.#blank(at, found + end.length);
    this.#endless.add(start);
    return isProse && !this.#beginsLine(at) ? at + 1 : this.#blank(at, this.#text.length);
  }

  #startTag(at: number, tag: Tag): number {
    const kind = htmlKind(tag.name);
    const isProse = kind === "unknown" && !this.#beginsLine(at) || this.#isTypeArgument(at);
    if (isProse) return at + 1;
    const hidesNothing = kind === "void" || kind === "inline" || kind === "unknown" && tag.isClosed;
    if (hidesNothing) return this.#blank(at, tag.end);
    const ends = (this.#lastEnd.get(tag.name) ?? -1) >= tag.end;
    if (!ends && kind !== "container") {
      // A raw element without an end hides the rest; one that needs no end, or is none of HTML's, hides its paragraph.
      return this.#blank(at, kind === "raw" ? this.#text.length : this.#paragraphEnd(tag.end));
    }
    if (kind === "raw") return this.#blank(at, this.#rawEnd(tag));
    this.#open.push(tag.name);
    this.#depth.set(tag.name, (this.#depth.get(tag.name) ?? 0) + 1);
    return this.#blank(at, tag.end);
  }

  #endTag(at: number, tag: Tag): number {
    if ((this.#depth.get(tag.name) ?? 0) > 0) {
      let name: string | undefined;
      do {
        name = this.#open.pop();
        if (name !== undefined) this.#depth.set(name, (this.#depth.get(name) ?? 1) - 1);
      } while (name !== undefined && name !== tag.name);
    } else if (htmlKind(tag.name) === "unknown") return at + 1;
    return this.#blank(at, tag.end);
  }

  #rawEnd(tag: Tag): number {
    const pattern = new RegExp(`</${tag.name}(?=[\\s/>])[^>]*>?`, "gi");
    pattern.lastIndex = tag.end;
    const found = pattern.exec(this.#text);
    return found === null ? this.#text.length : found.index + found[0].length;
  }

  #paragraphEnd(at: number): number {
    const pattern = /\n[ \t]*(?=\n)/g;
    pattern.lastIndex = at;
    const found = pattern.exec(this.#text);
    return found === null ? this.#text.length : found.index;
  }

  #beginsLine(at: number): boolean {
    let start = at - 1;
    // Further in than this it is code or a list's text, and looking back must not cost more than that.
    while (start >= 0 && at - start <= 16 && /[ \t]/.test(this.#text[start] ?? "")) start--;
    return start < 0 || this.#text[start] === "\n";
  }

  /** `List<Object>`: behind a word and with a capital it is a type, though HTML has an element of that name. */
  #isTypeArgument(at: number): boolean {
    return /[\w)]/.test(this.#text[at - 1] ?? "") && /[A-Z]/.test(this.#text[at + 1] ?? "");
  }

  #keep(until: number): void {
    if (until > this.#written) this.#out.push(this.#text.slice(this.#written, until));
    this.#written = Math.max(this.#written, until);
  }

  #blank(from: number, until: number): number {
    const start = Math.max(from, this.#written);
    this.#keep(start);
    if (until > start) this.#out.push(this.#text.slice(start, until).replace(/[^\n]/g, " "));
    this.#written = Math.max(this.#written, until);
    return until;
  }
}

/** How many backticks stand at the offset. */
function runAt(text: string, at: number): number {
  let end = at;
  while (text[end] === "`") end++;
  return end - at;
}

function isOnly(line: string, char: string): boolean {
  for (const other of line) if (other !== char) return false;
  return true;
}
