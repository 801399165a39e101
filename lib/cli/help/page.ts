/** One page: what it says first, its sections, and each of them. */
import { plain } from "./inline.ts";
import { render } from "./render.ts";
import { columns, wrap } from "./wrap.ts";

/** A part of a page under a heading. */
export interface Section {
  /** The heading's words in lower case with dashes between, as GitHub's anchors have them. */
  readonly slug: string;
  /** 2 or 3. */
  readonly level: number;
  /** Markdown, with the heading, and with what stands deeper below it. */
  readonly text: string;
  /** Of `text`, what stands before the first deeper heading. */
  readonly opening: string;
}

/** A page, taken apart. */
export interface Parts {
  /** Markdown of what stands before the first section. */
  readonly opening: string;
  /** In the order of the page. */
  readonly sections: readonly Section[];
}

/** Lines of a section that has sections of its own; a longer one is shown by its opening and their names. */
const LONG = 80;

/** Lines that a page may have to be shown whole. */
const SCREEN = 22;

/**
 * Splits a page at its headings of the second and third level.
 *
 * @example
 * ```ts
 * import { partsOf } from "gatehouse/cli/help/page.ts";
 *
 * const { sections } = partsOf("# A\n\nb\n\n## C d\n\ne\n\n### `f`\n\ng\n");
 * if (sections.map(({ slug }) => slug).join() !== "c-d,f") throw new Error("other sections");
 * ```
 */
export function partsOf(markdown: string): Parts {
  const lines = markdown.split("\n");
  const starts: { at: number; level: number; slug: string }[] = [];
  let fenced = false;
  for (const [at, line] of lines.entries()) {
    if (/^\s*```/.test(line)) fenced = !fenced;
    const [, marks, title] = fenced ? [] : /^(#{2,3})\s+(.*)$/.exec(line) ?? [];
    if (marks !== undefined && title !== undefined) {
      starts.push({ at, level: marks.length, slug: slugOf(plain(title)) });
    }
  }
  const textTo = (start: number, end = lines.length) => lines.slice(start, end).join("\n");
  return {
    opening: textTo(0, starts[0]?.at),
    sections: starts.map(({ at, level, slug }, index) => {
      const later = starts.slice(index + 1);
      return {
        slug,
        level,
        text: textTo(at, later.find((start) => start.level <= level)?.at),
        opening: textTo(at, later[0]?.at),
      };
    }),
  };
}

/**
 * What is printed without a section: a short page whole; of a longer one its opening, and how its sections and the pages
 * below it are asked for.
 *
 * @param topic The words that ask for it.
 * @param options `below`: the words of each page below it.
 *
 * @example
 * ```ts
 * import { firstScreen } from "gatehouse/cli/help/page.ts";
 *
 * const text = firstScreen("# A\n\nb\n", { topic: "a", below: [] });
 * if (text !== "A\n\nb\n") throw new Error(text);
 * ```
 */
export function firstScreen(
  markdown: string,
  { topic, below }: { readonly topic: string; readonly below: readonly string[] },
): string {
  const whole = render(markdown);
  const pages = below.length === 0 ? "" : `\n${below.map((words) => `gatehouse help ${words}\n`).join("")}`;
  if (whole.split("\n").length - 1 <= SCREEN - below.length) return whole + pages;
  const { opening, sections } = partsOf(markdown);
  if (sections.length === 0) return whole + pages;
  return render(opening) + namesOf(sections.filter(({ level }) => level === 2), topic) + pages;
}

/**
 * One section; null when no name fits. Exact names come before the beginning of one, and a beginning must be the only
 * one.
 *
 * @param words What was asked for, `all` for the whole page.
 * @param options `exact`: only a whole name will do.
 *
 * @example
 * ```ts
 * import { sectionOf } from "gatehouse/cli/help/page.ts";
 *
 * const page = "# A\n\n## Some words\n\nb\n";
 * const text = sectionOf(page, { topic: "a", words: ["some"], exact: false });
 * if (text !== "== Some words ==\n\nb\n") throw new Error(`${text}`);
 * ```
 */
export function sectionOf(
  markdown: string,
  { topic, words, exact }: {
    readonly topic: string;
    readonly words: readonly string[];
    readonly exact: boolean;
  },
): string | null {
  const wanted = slugOf(words.join(" "));
  if (wanted === "all") return render(markdown);
  const { sections } = partsOf(markdown);
  const begin = exact ? [] : sections.filter(({ slug }) => slug.startsWith(wanted));
  const found = sections.find(({ slug }) => slug === wanted) ?? (begin.length === 1 ? begin[0] : undefined);
  if (found === undefined) return null;
  const text = render(found.text);
  const inner = partsOf(found.text.replace(/^## .*\n/, "")).sections;
  if (found.level === 3 || inner.length === 0 || text.split("\n").length <= LONG) return text;
  return render(found.opening) + namesOf(inner, topic);
}

function namesOf(sections: readonly Section[], topic: string): string {
  const names = wrap(sections.map(({ slug }) => slug).join(" "), 78).map((line) => `  ${line}`);
  const room = Math.max(...sections.map(({ slug }) => columns(slug)));
  const perLine = Math.floor(78 / (room + 2));
  const lines = perLine < 2 ? names : rowsOf(sections.map(({ slug }) => slug.padEnd(room + 2)), perLine);
  return `\nSections for gatehouse help ${topic} SECTION, or all:\n\n${lines.join("\n")}\n`;
}

function rowsOf(names: readonly string[], perLine: number): string[] {
  const height = Math.ceil(names.length / perLine);
  return Array.from({ length: height }, (_, row) => {
    const line = Array.from({ length: perLine }, (_, column) => names[column * height + row] ?? "");
    return `  ${line.join("")}`.trimEnd();
  });
}

function slugOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(/\s+/g, "-");
}
