/**
 * A model's thinking within its text. Some models write it between `<think>` and `</think>`; where the template has
 * already opened the block, only the closing tag comes. Tags that are part of what the model says, in a string, in code,
 * in JSON, stay.
 *
 * One pass over the text and one over its tags: the text is not trusted, and may be nothing but tags.
 */

/** A tag, and what its surroundings say about it. */
interface Tag {
  readonly closes: boolean;
  readonly start: number;
  readonly end: number;
  /** A quotation mark or backtick is open before it on its line, and closed after it. */
  readonly quoted: boolean;
  /** It stands where a model puts one; in the midst of a sentence it is a word. */
  readonly placed: boolean;
  /** Fences of code above it. */
  readonly fences: number;
}

/**
 * The text without thinking.
 *
 * @example
 * ```ts
 * import { withoutThinking } from "gatehouse/flow/model/thinking.ts";
 *
 * if (withoutThinking("<think>hm</think>\n\nyes") !== "yes") throw new Error("a block stays");
 * if (withoutThinking("hm, so\n</think>\n\nyes") !== "yes") throw new Error("a lone closing tag stays");
 * const said = 'Split at "</think>" first';
 * if (withoutThinking(said) !== said) throw new Error("a string is taken for a tag");
 * ```
 */
export function withoutThinking(text: string): string {
  if (!/<\/?think/i.test(text) || isJson(text)) return text;
  const tags = tagsOf(text);
  let kept: string[] = [];
  let from = 0;
  let fences = 0;
  for (let at = 0; at < tags.length; at++) {
    const tag = tags[at];
    if (tag === undefined || tag.quoted || !tag.placed || (tag.fences - fences) % 2 === 1) continue;
    if (tag.closes) {
      // Nothing opened it here, so all that stands before it was thought.
      kept = [];
      from = tag.end;
    } else {
      kept.push(text.slice(from, tag.start));
      at = closing(tags, at);
      // A block that nothing closes was cut off: all of it was thought.
      from = tags[at]?.end ?? text.length;
    }
    fences = tags[at]?.fences ?? 0;
  }
  return from === 0 ? text : (kept.join("") + text.slice(from)).trimStart();
}

/** The index of the tag that closes the block which begins there; the number of tags when there is none. */
function closing(tags: readonly Tag[], opening: number): number {
  for (let at = opening + 1; at < tags.length; at++) {
    if (tags[at]?.closes === true && tags[at]?.quoted === false) return at;
  }
  return tags.length;
}

function tagsOf(text: string): Tag[] {
  const lines: Tag[][] = [];
  let offset = 0;
  let fences = 0;
  for (const line of text.split("\n")) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) fences++;
    if (line.includes("<")) lines.push(tagsInLine(line, { offset, fences }));
    offset += line.length + 1;
  }
  return lines.flat();
}

function tagsInLine(
  line: string,
  { offset, fences }: { readonly offset: number; readonly fences: number },
): Tag[] {
  const found: (Tag & { readonly marks: readonly [number, number] })[] = [];
  const first = line.search(/\S/);
  let [quotes, ticks] = [0, 0];
  for (const token of line.matchAll(/["`]|<(\/?)think(?:ing)?>/gi)) {
    if (token[0] === '"') quotes++;
    else if (token[0] === "`") ticks++;
    else {
      const [start, end] = [token.index, token.index + token[0].length];
      const closes = token[1] === "/";
      // Four blanks make it code.
      const leads = start === first && start < 4;
      const placed = leads || closes && start !== first && isLast(line, end);
      found.push({
        ...{ closes, placed, fences, quoted: false, marks: [quotes, ticks] },
        ...{ start: offset + start, end: offset + end },
      });
    }
  }
  const isOpen = (before: number, all: number) => before % 2 === 1 && all > before;
  return found.map(({ marks, ...tag }) => ({
    ...tag,
    quoted: isOpen(marks[0], quotes) || isOpen(marks[1], ticks),
  }));
}

/** Nothing comes after it on its line, or an object that begins right there. */
function isLast(line: string, end: number): boolean {
  const after = /[ \t\r]*(?:$|\{)/y;
  after.lastIndex = end;
  return after.test(line);
}

function isJson(text: string): boolean {
  if (!/^\s*[{["]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
