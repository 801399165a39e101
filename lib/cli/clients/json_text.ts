/** Where things stand in a text of JSON, with or without comments, so that it can be changed without being rewritten. */

/** A member of an object, as offsets into the text. */
export interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** An object, as offsets of its braces. */
export interface ObjectAt {
  readonly open: number;
  readonly close: number;
  readonly members: readonly Member[];
}

/** A text without what JSON does not know. */
export interface Plain {
  /** As long as the original: each comment, and each comma before a closing bracket, is blanks. */
  readonly text: string;
  /** Offsets of those commas. */
  readonly commas: readonly number[];
}

/** A text, a comment of either kind, or one character that is no blank (RFC 8259; JSON with comments). */
const TOKEN = /"(?:[^"\\\n]|\\.)*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|\S/g;

/**
 * Puts blanks where comments and the commas before closing brackets are.
 *
 * @example
 * ```ts
 * import { plainJson } from "gatehouse/cli/clients/json_text.ts";
 *
 * const { text, commas } = plainJson('{"a": "//", } // b');
 * if (text !== '{"a": "//"  }     ' || commas.join() !== "10") throw new Error(text);
 * ```
 */
export function plainJson(original: string): Plain {
  const commas: number[] = [];
  const parts: string[] = [];
  let done = 0;
  let comma: number | null = null;
  const blank = (from: number, to: number): void => {
    parts.push(original.slice(done, from), original.slice(from, to).replace(/[^\r\n]/g, " "));
    done = to;
  };
  const comments: [from: number, to: number][] = [];
  for (const { 0: token, index } of original.matchAll(TOKEN)) {
    if (token.length > 1 && token.startsWith("/")) {
      comments.push([index, index + token.length]);
      continue;
    }
    if (comma !== null && (token === "}" || token === "]")) commas.push(comma);
    comma = token === "," ? index : null;
  }
  const gone = [...comments, ...commas.map((at): [number, number] => [at, at + 1])];
  for (const [from, to] of gone.toSorted(([a], [b]) => a - b)) blank(from, to);
  parts.push(original.slice(done));
  return { text: parts.join(""), commas };
}

/**
 * The object that begins at the first character that is no blank.
 *
 * @param json Valid JSON, from `from` on.
 * @returns Null when something else stands there.
 *
 * @example
 * ```ts
 * import { objectAt } from "gatehouse/cli/clients/json_text.ts";
 *
 * const found = objectAt('{"a": [1, {"b": 2}], "c": "}"}', 0);
 * if (found?.members.map(({ key }) => key).join() !== "a,c") throw new Error("other members");
 * ```
 */
export function objectAt(json: string, from: number): ObjectAt | null {
  const open = skipBlank(json, from);
  if (json[open] !== "{") return null;
  const members: Member[] = [];
  let at = skipBlank(json, open + 1);
  while (json[at] !== "}" && at < json.length) {
    const keyStart = at;
    const keyEnd = skipValue(json, keyStart);
    const valueStart = skipBlank(json, skipBlank(json, keyEnd) + 1);
    const valueEnd = skipValue(json, valueStart);
    members.push({ key: JSON.parse(json.slice(keyStart, keyEnd)), keyStart, valueStart, valueEnd });
    at = skipBlank(json, valueEnd);
    if (json[at] === ",") at = skipBlank(json, at + 1);
  }
  return { open, close: at, members };
}

function skipBlank(json: string, from: number): number {
  let at = from;
  while (at < json.length && " \t\r\n".includes(json.charAt(at))) at++;
  return at;
}

/** The offset behind the value, which begins here. */
function skipValue(json: string, from: number): number {
  const next = /"(?:[^"\\]|\\.)*"|[{}[\],\s]|[^"{}[\],\s:]+/g;
  next.lastIndex = from;
  let depth = 0;
  for (let found = next.exec(json); found !== null; found = next.exec(json)) {
    const [token] = found;
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
    if (depth === 0) return found.index + token.length;
  }
  return json.length;
}
