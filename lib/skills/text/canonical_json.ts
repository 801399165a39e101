/**
 * One spelling for each JSON value: compact, the keys of every object sorted by UTF-16 code units, as in RFC 8785.
 *
 * Digests are taken over it and answers are written in it, so that no order of properties can change a byte.
 */

/**
 * The value's canonical JSON. Members that are undefined are left out, as `JSON.stringify` does.
 *
 * @throws TypeError for what JSON cannot say: numbers that are not finite, undefined in an array, functions, big integers.
 *
 * @example
 * ```ts
 * import { canonicalJson } from "gatehouse/skills/text/canonical_json.ts";
 *
 * if (canonicalJson({ b: [1, "x"], a: null }) !== '{"a":null,"b":[1,"x"]}') throw new Error("not canonical");
 * ```
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => byCodeUnit(a, b))
      .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`);
    return `{${members.join(",")}}`;
  }
  throw new TypeError(`Could not write ${typeof value === "number" ? value : typeof value} as JSON`);
}

/**
 * Compares two texts by their UTF-16 code units: the one order that no locale changes.
 *
 * @example
 * ```ts
 * import { byCodeUnit } from "gatehouse/skills/text/canonical_json.ts";
 *
 * if (["é", "z", "A"].sort(byCodeUnit).join("") !== "Azé") throw new Error("not in order");
 * ```
 */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
