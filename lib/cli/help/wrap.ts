/** Words into lines of a width. */

/**
 * Breaks the text at blanks; what is between backticks keeps together while it fits. A word longer than the width stands
 * alone on its line.
 *
 * @param width Columns, counted in code points.
 *
 * @example
 * ```ts
 * import { wrap } from "gatehouse/cli/help/wrap.ts";
 *
 * const lines = wrap("run `a b` now", 9);
 * if (lines.join("|") !== "run `a b`|now") throw new Error(lines.join("|"));
 * ```
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.match(/[^\s`]*`[^`\n]{1,40}`[^\s`]*|\S+/g) ?? []) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && columns(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  if (line !== "") lines.push(line);
  return lines;
}

/**
 * How many columns the text takes; the pages hold no wide characters.
 *
 * @example
 * ```ts
 * import { columns } from "gatehouse/cli/help/wrap.ts";
 *
 * if (columns("a…") !== 2) throw new Error("other width");
 * ```
 */
export function columns(text: string): number {
  return [...text].length;
}
