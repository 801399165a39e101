/** Where a name stands in a text, for those who want to look it up. */

const JOINED = /[A-Za-z0-9_-]/;

/**
 * The first line, from 1, that holds the name as a whole word outside of a comment that fills the line; undefined where
 * there is none. Case, and the marks that PEP 503 takes for equal, make no difference.
 *
 * @example
 * ```ts
 * import { lineNaming } from "gatehouse/skills/detector/lines.ts";
 *
 * if (lineNaming("# pg\npg-pool = 1\npg = 2", "pg") !== 3) throw new Error("wrong line");
 * ```
 */
export function lineNaming(text: string, name: string): number | undefined {
  const wanted = equalised(name);
  const at = text.split("\n").findIndex((line) =>
    !/^\s*(?:#|\/\/)/.test(line) && holds(equalised(line), wanted)
  );
  return at === -1 ? undefined : at + 1;
}

function holds(line: string, name: string): boolean {
  for (let at = line.indexOf(name); at !== -1; at = line.indexOf(name, at + 1)) {
    if (!JOINED.test(line[at - 1] ?? "") && !JOINED.test(line[at + name.length] ?? "")) return true;
  }
  return false;
}

function equalised(text: string): string {
  return text.toLowerCase().replace(/[_.]/g, "-");
}
