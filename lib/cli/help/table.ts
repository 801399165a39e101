/** A Markdown table as columns of a terminal. */
import { plain } from "./inline.ts";
import { columns, wrap } from "./wrap.ts";

const GAP = 2;

/** What a column keeps, however little room there is. */
const LEAST = 8;

/**
 * Lines up the cells; cells that are too long are wrapped in their column. Where columns would become too narrow to be
 * read, each row is a paragraph, its cells under the names of their columns.
 *
 * @param rows The table's lines in Markdown, the line of dashes among them.
 * @param width Columns of the terminal.
 *
 * @example
 * ```ts
 * import { table } from "gatehouse/cli/help/table.ts";
 *
 * const lines = table(["| a | b |", "| --- | --- |", "| `x|y` | seven and words |"], 17);
 * if (lines.join("/") !== "a      b/-----  ----------/`x|y`  seven and/       words") throw new Error(lines.join("/"));
 * ```
 */
export function table(rows: readonly string[], width: number): string[] {
  const [head = [], , ...body] = rows.map(cells);
  const natural = head.map((_, at) => Math.max(...[head, ...body].map((row) => columns(row[at] ?? ""))));
  const widths = fitted(natural, [head, ...body], width - GAP * (head.length - 1));
  if (widths === null) return paragraphs(head, body, width);
  const line = (row: readonly string[]) => {
    const wrapped = widths.map((room, at) => wrap(row[at] ?? "", room));
    const height = Math.max(1, ...wrapped.map((cell) => cell.length));
    return Array.from(
      { length: height },
      (_, row) =>
        wrapped.map((cell, at) => pad(cell[row] ?? "", widths[at] ?? 0)).join(" ".repeat(GAP)).trimEnd(),
    );
  };
  return [...line(head), ...line(widths.map((room) => "-".repeat(room))), ...body.flatMap(line)];
}

function cells(row: string): string[] {
  // A bar in a code span or behind a backslash is text.
  const inner = row.trim().replace(/^\|/, "").replace(/\|$/, "");
  return (inner.match(/(?:\\.|`[^`]*`|[^|\\`])*(?:\||$)/g) ?? [])
    .filter((cell, at, all) => cell !== "" || at < all.length - 1)
    .map((cell) => plain(cell.replace(/\|$/, "").trim().replaceAll("\\|", "|")));
}

/** Takes room from the widest column until all fit; null when that would break most words. */
function fitted(
  natural: readonly number[],
  rows: readonly (readonly string[])[],
  room: number,
): number[] | null {
  const longest = natural.map((_, at) =>
    Math.max(LEAST, ...rows.map((row) => Math.max(0, ...wrap(row[at] ?? "", 1).map(columns))))
  );
  const widths = natural.map((wanted) => wanted);
  while (widths.reduce((sum, wide) => sum + wide, 0) > room) {
    const spare = widths.map((wide, at) => wide > (longest[at] ?? LEAST) ? wide : 0);
    const widest = spare.indexOf(Math.max(...spare));
    if ((spare[widest] ?? 0) === 0) return null;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function paragraphs(head: readonly string[], body: readonly (readonly string[])[], width: number): string[] {
  return body.flatMap(([first = "", ...others]) => [
    ...wrap(first, width),
    ...others.flatMap((cell, at) => {
      const name = head[at + 1] ?? "";
      return cell === ""
        ? []
        : wrap(name === "" ? cell : `${name}: ${cell}`, width - 4).map((line) => `    ${line}`);
    }),
  ]);
}

function pad(text: string, room: number): string {
  return text + " ".repeat(Math.max(0, room - columns(text)));
}
