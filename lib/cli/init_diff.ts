/** What would change in a file, as a unified diff (POSIX, `diff -u`) that a terminal can be shown. */
import { structuredPatch } from "diff";
import { oneLine } from "../core/bounds.ts";
import { redactText } from "../core/redact.ts";

/** Characters of one line that are shown. */
const MAX_LINE = 400;

const NO_END = "\\ No newline at end of file";

/**
 * The diff. Secrets of a known shape in the lines around a change are masked, what a terminal would act on is escaped,
 * and long lines are cut.
 *
 * @param path As it is shown; nothing is opened.
 * @param options `before`, `after`: null for no file.
 *
 * @example
 * ```ts
 * import { shownDiff } from "gatehouse/cli/init_diff.ts";
 *
 * const diff = shownDiff("/h/mcp.json", { before: null, after: "{}\n" });
 * if (diff !== "--- /dev/null\n+++ /h/mcp.json\n@@ -0,0 +1,1 @@\n+{}\n") throw new Error(diff);
 * ```
 */
export function shownDiff(
  path: string,
  { before, after }: { readonly before: string | null; readonly after: string | null },
): string {
  const { hunks } = structuredPatch("", "", before ?? "", after ?? "", "", "", { context: 3 });
  const name = oneLine(path, 4_096);
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`,
    ...lines.map(shown),
  ]);
  return [
    `--- ${before === null ? "/dev/null" : name}`,
    `+++ ${after === null ? "/dev/null" : name}`,
    ...lines,
    "",
  ].join("\n");
}

/** Nothing stands behind line 0. */
function range(start: number, count: number): string {
  return `${count === 0 ? start - 1 : start},${count}`;
}

function shown(line: string): string {
  if (line === NO_END) return line;
  const text = redactText(line.slice(1).replace(/\r$/, "")).text;
  return line.slice(0, 1) +
    text.slice(0, MAX_LINE + 1).split("\t").map((part) => oneLine(part, MAX_LINE)).join("\t");
}
