/** What a parsed JSON text no longer shows: how deep it was, and how a number was written. */
import { isRecord } from "../core/record.ts";

/**
 * How deep arrays and objects are nested in a text, without parsing it: a parser may give up on the way.
 *
 * @example
 * ```ts
 * import { depthOf } from "gatehouse/dispatch/json_source.ts";
 *
 * if (depthOf('{"a":[1,"[[["]}') !== 2) throw new Error("wrong depth");
 * ```
 */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") deepest = Math.max(deepest, ++depth);
    else if (char === "}" || char === "]") depth--;
  }
  return deepest;
}

/**
 * The digits of a whole number that is too large for a number of JavaScript, as they stand in the text; null when what
 * stands at the path is no such number, or is written with a fraction or an exponent.
 *
 * @param text Valid JSON.
 * @param path One or two names of members.
 *
 * @example
 * ```ts
 * import { wholeNumberAt } from "gatehouse/dispatch/json_source.ts";
 *
 * const text = '{"a":{"id":1},"id":-123456789012345678901}';
 * if (wholeNumberAt(text, ["id"]) !== "-123456789012345678901") throw new Error("other digits");
 * if (wholeNumberAt('{"id":1e30}', ["id"]) !== null) throw new Error("not written as a whole number");
 * ```
 */
export function wholeNumberAt(
  text: string,
  path: readonly [string] | readonly [string, string],
): string | null {
  const last = path[path.length - 1];
  /** The number's text by the object that holds it: a name may stand at several places. */
  const sources = new Map<unknown, string>();
  // A reviver is told each primitive's text (ECMAScript, JSON.parse source text access).
  const root: unknown = JSON.parse(
    text,
    function (this: unknown, key: string, value: unknown, context?: { readonly source?: string }) {
      if (key === last && typeof value === "number" && context?.source !== undefined) {
        sources.set(this, context.source);
      }
      return value;
    },
  );
  const [first, second] = path;
  const holder = second === undefined ? root : isRecord(root) ? root[first] : undefined;
  const source = sources.get(holder);
  return source !== undefined && /^-?\d+$/.test(source) ? source : null;
}
