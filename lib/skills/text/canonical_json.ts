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
  const same = inOrder(value);
  return same === undefined ? written(value) : JSON.stringify(same);
}

/** Keys that a plain object cannot hold in an order of one's own: indexes come first, and one is no key at all. */
const UNRULY = /^(?:0|[1-9][0-9]*|__proto__|toJSON)$/;

/**
 * The value with its members in order, for the engine's own and much faster `JSON.stringify`: itself where it is in
 * order already. Undefined when it holds a key whose place cannot be chosen, or what JSON cannot say.
 */
function inOrder(value: unknown): unknown {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "object") return undefined;
  if (Array.isArray(value)) {
    let copy: unknown[] | null = null;
    for (let at = 0; at < value.length; at++) {
      const inner = inOrder(value[at]);
      if (inner === undefined) return undefined;
      if (inner !== value[at]) (copy ??= [...value])[at] = inner;
    }
    return copy ?? value;
  }
  // An object that is not a class's own, or whose class is a stranger's, may say of itself how it is written.
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const keys = Object.keys(value);
  const members = value as Readonly<Record<string, unknown>>;
  let before = "";
  let changed = false;
  const inners: unknown[] = [];
  for (const key of keys) {
    const inner = inOrder(members[key]);
    if (inner === undefined || UNRULY.test(key)) return undefined;
    changed ||= inner !== members[key] || key < before;
    before = key;
    inners.push(inner);
  }
  if (!changed) return value;
  const copy: Record<string, unknown> = {};
  for (const at of keys.map((_, at) => at).sort((a, b) => byCodeUnit(keys[a] ?? "", keys[b] ?? ""))) {
    copy[keys[at] ?? ""] = inners[at];
  }
  return copy;
}

function written(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => byCodeUnit(a, b))
      .map(([key, inner]) => `${JSON.stringify(key)}:${written(inner)}`);
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
