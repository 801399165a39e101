/** Which names look alike, by Unicode Technical Standard 39. */
import { CONFUSABLES } from "./confusables_table.ts";

let prototypes: ReadonlyMap<string, string> | undefined;

/**
 * The skeleton of a name: names that look the same have the same one. It is for comparing, never for showing.
 *
 * @example
 * ```ts
 * import { skeleton } from "gatehouse/skills/text/confusables.ts";
 *
 * if (skeleton("p\u0430ypal") !== skeleton("paypal")) throw new Error("not alike");
 * if (skeleton("audit") === skeleton("audits")) throw new Error("alike");
 * ```
 */
export function skeleton(name: string): string {
  const table = prototypes ??= readTable();
  return [...name.normalize("NFD")].map((char) => table.get(char) ?? char).join("").normalize("NFD");
}

/** The scripts that UAX 31 recommends for identifiers; a letter of any other counts as of "another script". */
const SCRIPTS = [
  "Latin",
  "Arabic",
  "Armenian",
  "Bengali",
  "Bopomofo",
  "Cyrillic",
  "Devanagari",
  "Ethiopic",
  "Georgian",
  "Greek",
  "Gujarati",
  "Gurmukhi",
  "Han",
  "Hangul",
  "Hebrew",
  "Hiragana",
  "Kannada",
  "Katakana",
  "Khmer",
  "Lao",
  "Malayalam",
  "Myanmar",
  "Oriya",
  "Sinhala",
  "Tamil",
  "Telugu",
  "Thaana",
  "Thai",
  "Tibetan",
].map((name) => ({ name, has: new RegExp(`\\p{scx=${name}}`, "u") }));

const OF_EVERY_SCRIPT = /[\p{sc=Zyyy}\p{sc=Zinh}]/u;
/** What people write together: Japanese, Chinese and Korean, each with Latin letters (UTS 39, section 5.2). */
const TOGETHER = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Bopomofo"],
  ["Latin", "Han", "Hangul"],
];

/**
 * Two scripts, or more, that a name mixes though nobody writes them together (the "highly restrictive" level of UTS 39);
 * null for a name that mixes none.
 *
 * @example
 * ```ts
 * import { mixedScripts } from "gatehouse/skills/text/confusables.ts";
 *
 * if (mixedScripts("\u0430udit")?.join() !== "Cyrillic,Latin") throw new Error("not seen");
 * if (mixedScripts("аудит-2") !== null || mixedScripts("日本語の-skill") !== null) throw new Error("refused");
 * ```
 */
export function mixedScripts(name: string): string[] | null {
  // deno-lint-ignore no-control-regex
  if (/^[\u0000-\u007f]*$/.test(name)) return null;
  const seen: ReadonlySet<string>[] = [];
  for (const char of name) if (!/[0-9_-]/.test(char) && !isOfEvery(char)) seen.push(scriptsOf(char));
  const covers = (allowed: readonly string[]) =>
    seen.every((scripts) => allowed.some((one) => scripts.has(one)));
  const [first] = seen;
  if (first === undefined || [...first].some((script) => covers([script])) || TOGETHER.some(covers)) {
    return null;
  }
  return [...new Set(seen.flatMap((scripts) => [...scripts].slice(0, 1)))].sort();
}

/** Characters of no script of their own, but for those that only some scripts use. */
function isOfEvery(char: string): boolean {
  return OF_EVERY_SCRIPT.test(char) && !SCRIPTS.some(({ has }) => has.test(char));
}

function scriptsOf(char: string): ReadonlySet<string> {
  const scripts = SCRIPTS.filter(({ has }) => has.test(char)).map(({ name }) => name);
  return new Set(scripts.length === 0 ? ["another script"] : scripts);
}

function readTable(): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  const number = (text: string) => parseInt(text, 36);
  for (const word of CONFUSABLES.trim().split(/\s+/)) {
    const [prototype = "", sources = ""] = word.split("=");
    const target = String.fromCodePoint(...prototype.split("+").map(number));
    let point = 0;
    for (const delta of sources.split(",")) {
      point += number(delta);
      table.set(String.fromCodePoint(point), target);
    }
  }
  return table;
}
