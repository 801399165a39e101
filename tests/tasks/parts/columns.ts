/** Tables for a terminal. */

/** Lays rows out in columns of fixed widths, wrapping what is longer; a blank line between rows. */
export function columns(
  widths: readonly number[],
  rows: readonly (readonly string[])[],
  { paint = (_column, text) => text }: { readonly paint?: (column: number, text: string) => string } = {},
): string {
  return rows.map((row) => {
    const cells = widths.map((width, index) => wrap(row[index] ?? "", width));
    const height = Math.max(...cells.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) =>
      cells.map((lines, index) => {
        const text = lines[line] ?? "";
        const padding = index === widths.length - 1
          ? ""
          : " ".repeat(Math.max(0, (widths[index] ?? 0) - text.length));
        return paint(index, text) + padding;
      }).join("  ").trimEnd()).join("\n");
  }).join("\n");
}

/** Breaks a text at blanks, and inside a word only when it is longer than a line. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(" ")) {
      let rest = line === "" ? word : `${line} ${word}`;
      if (line !== "" && rest.length > width) {
        lines.push(line);
        rest = word;
      }
      while (rest.length > width) {
        lines.push(rest.slice(0, width));
        rest = rest.slice(width);
      }
      line = rest;
    }
    lines.push(line);
  }
  return lines;
}
