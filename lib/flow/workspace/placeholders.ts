/**
 * Lines that stand for code which somebody did not write out, such as `// ... rest of the file unchanged`. Written to a
 * file, they replace the code that they stand for.
 */

/** UTF-16 units of a line that can be one. */
const MAX_LINE = 160;

const COMMENT_START = /^(?:\/\/+|\/\*+|#+|--+|<!--+|;+|%+|\*+|"""|''')\s*/;
const COMMENT_END = /\s*(?:\*+\/|--+>|"""|''')$/;
const DOTS = /^(?:\.{3,}|…)\s*|\s*(?:\.{3,}|…)$/g;
const BRACKETS = /^[([{]\s*|\s*[)\]}]$/g;

/** What such a line says once marks of comments, dots and brackets are off. */
const REST =
  /^(?:(?:the\s+)?(?:rest|remainder|remaining)\b|(?:the\s+)?(?:other|previous|existing|same|original|unchanged)\s+(?:\w+\s+){0,3}(?:code|lines?|functions?|methods?|imports?|class(?:es)?|tests?|contents?|implementations?|file|as\s+before|above|here)\b|(?:everything|all)\s+else\b|(?:code|content|file|function|method|class|implementation)\s+(?:\w+\s+){0,3}(?:unchanged|omitted|as\s+before|stays\s+the\s+same|remains\s+the\s+same)\b|(?:unchanged|omitted)\b|same\s+as\s+(?:before|above|original)\b|keep\s+(?:the\s+)?(?:rest|existing)\b)/i;

/** Words that make it one without any dots. */
const PLAIN = /\b(?:unchanged|omitted|as\s+before|(?:stays?|remains?)\s+the\s+same|goes\s+here)\b/i;

/**
 * The placeholder lines of a text that another one did not have, each with its number, from 1. A line that was there
 * before may stay: somebody means it.
 *
 * @param text What is to be written.
 * @param before What is there; empty for nothing.
 *
 * @example
 * ```ts
 * import { newPlaceholders } from "gatehouse/flow/workspace/placeholders.ts";
 *
 * const [found] = newPlaceholders("a = 1\n# ... rest of the file unchanged\n", "a = 0\nb = 2\n");
 * if (found?.line !== 2) throw new Error("not found");
 * if (newPlaceholders("return [...rest, unchanged]\n", "").length !== 0) throw new Error("code was taken for one");
 * ```
 */
export function newPlaceholders(
  text: string,
  before: string,
): readonly { readonly line: number; readonly text: string }[] {
  const known = new Map<string, number>();
  for (const line of before.split("\n")) {
    const plain = line.trim();
    if (isPlaceholder(plain)) known.set(plain, (known.get(plain) ?? 0) + 1);
  }
  return text.split("\n").flatMap((line, at) => {
    const plain = line.trim();
    if (!isPlaceholder(plain)) return [];
    const left = known.get(plain) ?? 0;
    known.set(plain, left - 1);
    return left > 0 ? [] : [{ line: at + 1, text: plain }];
  });
}

function isPlaceholder(line: string): boolean {
  if (line.length === 0 || line.length > MAX_LINE) return false;
  const uncommented = line.replace(COMMENT_START, "").replace(COMMENT_END, "").trim();
  const isComment = uncommented !== line;
  const bare = uncommented.replace(BRACKETS, "").trim();
  const words = bare.replace(DOTS, "").replace(BRACKETS, "").trim();
  const hasDots = words !== bare && /\.{3}|…/.test(bare);
  if (!hasDots && !isComment) return false;
  // `...rest` and `...other` are code in some languages: between dots and word there is a blank, or a comment around.
  if (!isComment && !/^(?:\.{3,}|…)\s/.test(bare) && !/\s(?:\.{3,}|…)$/.test(bare)) return false;
  return REST.test(words) && (hasDots || PLAIN.test(words));
}
