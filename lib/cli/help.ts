/** `gatehouse help WORDS`: a page of `docs/`, a section of one, or the page of a command. */
import { nearest } from "../core/nearest.ts";
import { shown } from "../config/source.ts";
import { usageError } from "./failure.ts";
import { firstScreen, partsOf, sectionOf } from "./help/page.ts";
import { pages } from "./help/pages.ts";

/** A text to print, or the command whose own page is meant. */
export type Help = { readonly text: string } | { readonly argv: readonly string[] };

/**
 * Finds what the words name. A page goes before the command of the same name, and a section with exactly that name before
 * a command below it: `COMMAND --help` has those.
 *
 * @param words At least one.
 * @param options `commandsIn`: how many of the first words name a command. `commands`: the first words of commands, for
 * those that are near.
 * @throws ToolError `USAGE` when nothing is named so.
 *
 * @example
 * ```ts
 * import { helpOn } from "gatehouse/cli/help.ts";
 *
 * const found = await helpOn(["flow", "undo"], { commands: ["flow"], commandsIn: () => 2 });
 * if (!("text" in found) || !found.text.startsWith("== Undo ==")) throw new Error("other text");
 * ```
 */
export async function helpOn(
  words: readonly string[],
  { commands, commandsIn }: {
    readonly commands: readonly string[];
    readonly commandsIn: (words: readonly string[]) => number;
  },
): Promise<Help> {
  const [first = ""] = words;
  const command = commandsIn(words) > 0 ? { argv: [...words, "--help"] } : null;
  const key = keyOf(words);
  if (key === null) {
    if (command !== null) return command;
    const below = Object.keys(pages).filter((key) => key.startsWith(`${first}/`));
    const meant = nearest(first, [...topLevel(), ...commands]);
    throw usageError(
      `No help on ${shown(words.join(" "))}`,
      below.length > 0
        ? `The pages are ${below.map(spoken).join(", ")}`
        : meant === null
        ? `The topics are ${topLevel().join(", ")}`
        : `Did you mean ${meant}?`,
    );
  }
  const topic = spoken(key);
  const markdown = (await pages[key]?.())?.default ?? "";
  const rest = words.slice(key.split("/").length);
  if (rest.length === 0) {
    const below = Object.keys(pages).filter((other) => other.startsWith(`${key}/`)).map(spoken);
    return { text: firstScreen(markdown, { topic, below }) };
  }
  const section = sectionOf(markdown, { topic, words: rest, exact: commandsIn(words) > 1 });
  if (section !== null) return { text: section };
  if (command !== null && commandsIn(words) > 1) return command;
  const names = partsOf(markdown).sections.map(({ slug }) => slug);
  const meant = nearest(rest.join("-"), names);
  throw usageError(
    `No section ${shown(rest.join(" "))} in the help on ${topic}`,
    meant === null ? `See gatehouse help ${topic}` : `Did you mean ${meant}?`,
  );
}

/**
 * What can be named below a page: the pages and the sections that it has.
 *
 * @param words Of the page; none are found below other words.
 *
 * @example
 * ```ts
 * import { helpBelow } from "gatehouse/cli/help.ts";
 *
 * if (!(await helpBelow(["hooks"])).includes("claude-code")) throw new Error("no section");
 * ```
 */
export async function helpBelow(words: readonly string[]): Promise<readonly string[]> {
  const key = words.join("/");
  if (!Object.hasOwn(pages, key)) return [];
  const below = Object.keys(pages).flatMap((other) =>
    other.startsWith(`${key}/`) ? [other.slice(key.length + 1)] : []
  );
  const markdown = (await pages[key]?.())?.default ?? "";
  return [...below, ...partsOf(markdown).sections.map(({ slug }) => slug)];
}

/** The longest run of words that is a page. */
function keyOf(words: readonly string[]): string | null {
  for (let count = words.length; count > 0; count--) {
    const key = words.slice(0, count).join("/");
    if (Object.hasOwn(pages, key)) return key;
  }
  return null;
}

function topLevel(): string[] {
  return [...new Set(Object.keys(pages).map((key) => key.split("/")[0] ?? key))];
}

function spoken(key: string): string {
  return key.replaceAll("/", " ");
}
