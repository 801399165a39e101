/**
 * The pages of `docs/` as text for a terminal. It knows what those pages use: headings, paragraphs, lists, fenced code,
 * tables, quotes and comments; it is no parser for other people's Markdown.
 */
import { plain } from "./inline.ts";
import { table } from "./table.ts";
import { wrap } from "./wrap.ts";

/** Columns that a page takes; code keeps its own lines. */
const WIDTH = 80;

/** A line of the list: its indentation, its mark, its text. */
const ITEM = /^(\s*)([-*]|\d{1,3}\.)\s+(.*)$/;

/**
 * Renders Markdown.
 *
 * @returns Lines that end in a line feed.
 *
 * @example
 * ```ts
 * import { render } from "gatehouse/cli/help/render.ts";
 *
 * const text = render("# Two\n\n- a **b**\n  c\n");
 * if (text !== "TWO\n\n- a b c\n") throw new Error(text);
 * ```
 */
export function render(markdown: string): string {
  const blocks: string[][] = [];
  const lines = markdown.replaceAll(/<!--[\s\S]*?-->\n?/g, "").split("\n");
  for (let at = 0; at < lines.length;) {
    const end = blockEnd(lines, at);
    const rendered = block(lines.slice(at, end));
    if (rendered.length > 0) blocks.push(rendered);
    at = end;
  }
  return blocks.map((block) => `${block.join("\n")}\n`).join("\n");
}

const FENCE = /^\s*```/;
const HEADING = /^(#{1,6})\s+(.*)$/;

/** Where the block that begins here ends: behind its closing fence, or before a blank line or another kind of block. */
function blockEnd(lines: readonly string[], start: number): number {
  const first = lines[start] ?? "";
  let end = start + 1;
  if (FENCE.test(first)) {
    while (end < lines.length && !FENCE.test(lines[end] ?? "")) end++;
    return end + 1;
  }
  if (HEADING.test(first) || first.trim() === "") return end;
  while (end < lines.length) {
    const line = lines[end] ?? "";
    if (line.trim() === "" || FENCE.test(line) || HEADING.test(line)) break;
    if (line.startsWith("|") !== first.startsWith("|")) break;
    if (ITEM.test(line) && !ITEM.test(first)) break;
    end++;
  }
  return end;
}

function block(lines: readonly string[]): string[] {
  const [first = ""] = lines;
  if (first.trim() === "") return [];
  if (FENCE.test(first)) {
    const indent = first.indexOf("`");
    return lines.slice(1, -1).map((line) => `    ${line.slice(indent)}`.trimEnd());
  }
  const heading = HEADING.exec(first);
  if (heading !== null) return [headed(plain(heading[2] ?? ""), (heading[1] ?? "").length)];
  if (first.startsWith("|")) return table(lines, WIDTH);
  if (ITEM.test(first)) return list(lines);
  const quote = first.startsWith(">");
  const text = plain(lines.map((line) => quote ? line.replace(/^>\s?/, "") : line.trim()).join(" "));
  return wrap(text, quote ? WIDTH - 4 : WIDTH).map((line) => quote ? `    ${line}` : line);
}

function headed(text: string, level: number): string {
  return level === 1 ? text.toUpperCase() : level === 2 ? `== ${text} ==` : `-- ${text} --`;
}

function list(lines: readonly string[]): string[] {
  const items: { indent: string; mark: string; text: string }[] = [];
  for (const line of lines) {
    const [, indent, mark, text] = ITEM.exec(line) ?? [];
    const last = items.at(-1);
    if (indent !== undefined && mark !== undefined) items.push({ indent, mark, text: text ?? "" });
    else if (last !== undefined) last.text += ` ${line.trim()}`;
  }
  return items.flatMap(({ indent, mark, text }) => {
    const hang = `${indent}${mark} `;
    return wrap(plain(text), WIDTH - hang.length).map((line, at) =>
      `${at === 0 ? hang : " ".repeat(hang.length)}${line}`
    );
  });
}
