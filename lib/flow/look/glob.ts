/**
 * Globs of paths, matched in time that grows with the lengths of glob and path only: the path may be anything that a
 * model came up with, and the usual translation to the engine's own expressions takes minutes for some.
 */
import { Pattern } from "./pattern.ts";

const CLOSED = "The glob has a `[` or `{` that is not closed, or one within the other";

/**
 * The test whether a path matches a glob: `*` and `?` stay within a component, `**` as a whole component stands for any
 * number of them, `[a-z]` and `[!a-z]` for one character, `{a,b}` for either. Names that begin with a dot are like others,
 * and case does not matter. What a directory holds matches with it.
 *
 * @param glob With `/` between its components, without `\`.
 * @returns Takes a path with `/` between its components.
 * @throws SyntaxError when it is none.
 *
 * @example
 * ```ts
 * import { globTest } from "gatehouse/flow/look/glob.ts";
 *
 * const test = globTest(["src", "**", "*.{ts,js}"].join("/"));
 * if (!test("src/a.ts") || !test("SRC/x/y/b.js") || test("a.ts") || test("src/a.css")) throw new Error("wrong");
 * ```
 */
export function globTest(glob: string): (path: string) => boolean {
  const parts = glob.toLowerCase().split("/");
  let source = "^";
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    if (part === "**") source += isLast ? "[^]*" : "(?:[^]*/)?";
    else source += partSource(part) + (isLast ? "" : "/");
  }
  const pattern = new Pattern(`${source}(?:/[^]*)?$`);
  return (path) => pattern.isIn(path.toLowerCase());
}

/** One component as a pattern. */
function partSource(part: string): string {
  let source = "";
  let isOpen = false;
  for (let rest = part; rest !== "";) {
    const [piece = ""] = rest.match(/^(?:\*+|\[[!^]?\]?[^\][{}/]*\]|[^])/u) ?? [];
    rest = rest.slice(piece.length);
    if (piece.startsWith("*")) source += "[^/]*";
    else if (piece.length > 1 && piece.startsWith("[")) source += classSource(piece);
    else if (piece === "[" || piece === "{" && isOpen || piece === "}" && !isOpen) {
      throw new SyntaxError(CLOSED);
    } else if (piece === "{" || piece === "}") {
      isOpen = piece === "{";
      source += isOpen ? "(?:" : ")";
    } else if (piece === "," && isOpen) source += "|";
    else source += piece === "?" ? "[^/]" : literal(piece);
  }
  if (isOpen) throw new SyntaxError(CLOSED);
  return source;
}

/** A class never takes the `/` between components. */
function classSource(piece: string): string {
  const isNot = /^\[[!^]/.test(piece);
  const members = piece.slice(isNot ? 2 : 1, -1).replace(/[\]^\\]/g, "\\$&");
  return isNot ? `[^/${members}]` : `[${members}]`;
}

function literal(character: string): string {
  return /[$()*+.?[\]^{|}\\]/.test(character) ? `\\${character}` : character;
}
