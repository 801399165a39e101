/**
 * The fourteen sections that `SKILL.md` must have, each once and each with text of its own. The titles are words of
 * the contract: they are compared as they are spelled, and what comes near is named in the advice.
 */
import { REQUIRED_SECTIONS } from "../contract/vocabularies.ts";
import { caseFold } from "../text/fold.ts";
import type { Issue } from "../types.ts";
import { issueOf, shown } from "./issue.ts";
import { blankMarkup } from "./markup.ts";

const FILE = "SKILL.md";
const CODE = "SKILL_SECTION";
/** UTF-16 units that a section's text may have. */
const MAX_LENGTH = 50_000;
/** Characters other than white space that it must have. */
const MIN_VISIBLE = 3;

/** An ATX heading (CommonMark 4.2), read from a text whose code and HTML are blank. */
interface Heading {
  readonly level: number;
  readonly title: string;
  /** From 1, in the file. */
  readonly line: number;
  /** Offset behind the heading's line. */
  readonly end: number;
  readonly start: number;
}

/**
 * What is wrong with the sections, one issue for each.
 *
 * @param body What follows the front matter, with LF line ends.
 * @param firstLine The line of the file, from 1, on which the body begins.
 *
 * @example
 * ```ts
 * import { sectionIssues } from "gatehouse/skills/validator/sections.ts";
 *
 * const issues = sectionIssues("## Loi centrale\n\nText.\n", 1);
 * if (issues.length !== 13) throw new Error("a section is missed");
 * ```
 */
export function sectionIssues(body: string, firstLine: number): Issue[] {
  const blank = blankMarkup(body);
  const all = headingsOf(blank, firstLine);
  const headings = all.filter(({ level }) => level >= 2);
  const byTitle = new Map<string, Heading[]>(REQUIRED_SECTIONS.map((title) => [title, []]));
  for (const heading of headings) byTitle.get(heading.title)?.push(heading);
  const isComplete = [...byTitle.values()].every((found) => found.length > 0);
  const near = isComplete ? new Map<string, Near>() : nearTitles(body, { firstLine, all });
  const ends = new Map(headings.map((heading, at) => [heading, headings[at + 1]?.start ?? body.length]));
  return REQUIRED_SECTIONS.flatMap((title) => {
    const found = byTitle.get(title) ?? [];
    const [first, ...others] = found;
    if (first === undefined) {
      return [absent(title, near.get(title) ?? { line: firstLine + count(body), why: null })];
    }
    if (others.length > 0) return others.map((other) => repeated(title, { first, other }));
    const end = ends.get(first);
    return textIssues(first, { raw: body.slice(first.end, end), seen: blank.slice(first.end, end) });
  });
}

function headingsOf(text: string, firstLine: number): Heading[] {
  const headings: Heading[] = [];
  let line = firstLine, start = 0;
  for (const row of text.split("\n")) {
    const level = /^ {0,3}(#{1,6})[ \t]/.exec(row)?.[1]?.length ?? 0;
    const end = start + row.length;
    if (level > 0) {
      // Closing hashes are no part of the title (CommonMark 4.2).
      const title = row.trimStart().slice(level).trim().replace(/(?:^|[ \t])#+$/, "").trimEnd();
      headings.push({ level, title, line, start, end });
    }
    start = end + 1;
    line++;
  }
  return headings;
}

/** Where something stands that its author may have meant for a section, and why it is none. */
interface Near {
  readonly line: number;
  readonly why: "spelling" | "level" | "markup" | null;
  readonly title?: string;
}

function nearTitles(
  body: string,
  { firstLine, all }: { readonly firstLine: number; readonly all: readonly Heading[] },
): Map<string, Near> {
  const wanted = new Map<string, string>(REQUIRED_SECTIONS.map((title) => [plain(title), title]));
  const near = new Map<string, Near>();
  const note = ({ title, line, level }: Heading, isVisible: boolean) => {
    const meant = title.length > 100 ? undefined : wanted.get(plain(title));
    if (meant === undefined || near.has(meant)) return;
    const why = isVisible ? level === 1 ? "level" : "spelling" : "markup";
    near.set(meant, { line, title, why });
  };
  for (const heading of all) note(heading, true);
  for (const heading of headingsOf(body, firstLine)) note(heading, false);
  return near;
}

/** The title without accents, case, quotes and repeated blanks. */
function plain(title: string): string {
  return caseFold(title.normalize("NFD").replace(/\p{M}/gu, "")).replace(/['’`´ʼ]/g, "'").replace(/\s+/g, " ")
    .replace(/[\s:.]+$/, "");
}

function absent(title: string, { line, why, title: found = "" }: Near): Issue {
  const exact = `"## ${title}"`;
  const [message, mend] = {
    spelling: [
      `The section ${shown(title)} is missing; ${shown(found)} comes near`,
      `Write the heading exactly as ${exact}: titles are compared letter by letter, without accents`,
    ],
    level: [
      `The section ${shown(title)} has a heading of level 1`,
      `Write the heading as ${exact}: sections have level 2 or deeper`,
    ],
    markup: [
      `The section ${shown(title)} stands only inside code or HTML`,
      `Put the heading ${exact} on a line outside of code fences, comments and HTML elements`,
    ],
    none: [
      `The section ${shown(title)} is missing`,
      `Add the heading ${exact} with at least a sentence under it`,
    ],
  }[why ?? "none"];
  return issueOf(CODE, FILE, { message: message ?? "", mend: mend ?? "", line });
}

function repeated(
  title: string,
  { first, other }: { readonly first: Heading; readonly other: Heading },
): Issue {
  return issueOf(CODE, FILE, {
    message: `The section ${shown(title)} stands a second time; the first is on line ${first.line}`,
    mend: "Merge the two sections, or give one of them another title",
    line: other.line,
  });
}

function textIssues(
  { title, line }: Heading,
  { raw, seen }: { readonly raw: string; readonly seen: string },
): Issue[] {
  const { length } = raw.trim();
  if (length > MAX_LENGTH) {
    return [issueOf(CODE, FILE, {
      message: `The section ${shown(title)} has ${length} characters, more than ${MAX_LENGTH}`,
      mend: "Move the longer part into a file under the references path",
      line,
    })];
  }
  if (seen.replace(/\s/g, "").length >= MIN_VISIBLE) return [];
  return [issueOf(CODE, FILE, {
    message: `The section ${shown(title)} has no text of its own before the next heading`,
    mend: "Put at least a sentence under the heading, outside of code and HTML, before any sub-heading",
    line,
  })];
}

/** How many line ends the text has, one at its end left out. */
function count(text: string): number {
  return text.replace(/\n$/, "").split("\n").length - 1;
}
