/** What would change in a file, as a unified diff (POSIX, `diff -u`) that a terminal can be shown. */
import { structuredPatch } from "diff";
import { oneLine } from "../core/bounds.ts";
import { MASK, redactText } from "../core/redact.ts";

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
  const { hunks } = structuredPatch("", "", withoutItems(before), withoutItems(after), "", "", {
    context: 3,
  });
  const name = oneLine(path, 4_096);
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`,
    ...shownLines(lines),
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

function shownLines(lines: readonly string[]): readonly string[] {
  // What is masked in a line must not depend on where it is cut.
  const masked = lines.map((line) =>
    line === NO_END ? line : line.slice(0, 1) + redactText(line.slice(1).replace(/\r$/, "")).text
  );
  const removed = masked.filter((line) => line.startsWith("-"));
  const added = masked.filter((line) => line.startsWith("+"));
  const starts = new Map<string, number>();
  for (const [at, before] of removed.entries()) {
    const after = added[at] ?? "";
    const start = windowStart(before, after);
    starts.set(before, start).set(after, start);
  }
  return masked.map((line) => line === NO_END ? line : shown(line, starts.get(line) ?? 1));
}

/** A flag for a secret and the item behind it, which may stand in lines of their own: what is shown may begin between them. */
const SECRET_ITEM =
  /(["']--?[\w-]{0,40}(?:password|passwd|passphrase|secret|token|api-?key)["']\s{0,80},\s{0,80}["'])[^"'\n]+/gi;

function withoutItems(text: string | null): string {
  return (text ?? "").replace(SECRET_ITEM, `$1${MASK}`);
}

/** Where two long lines begin to differ, and a little before: a file of one line would show nothing of its change. */
function windowStart(before: string, after: string): number {
  if (Math.max(before.length, after.length) <= MAX_LINE) return 1;
  let same = 1;
  while (same < before.length && before[same] === after[same]) same++;
  return Math.max(1, same - MAX_LINE / 4);
}

function shown(line: string, start: number): string {
  const text = line.slice(start, start + MAX_LINE + 1);
  const parts = text.split("\t").map((part) => oneLine(part, MAX_LINE));
  return `${line.slice(0, 1)}${start > 1 ? "…" : ""}${parts.join("\t")}`;
}
