/** JSON of a service that is not trusted: one object, in which no name stands twice. */

/** An object as it was parsed: every value still unknown. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The object that the text holds, or null when it holds none, or one in which a name stands twice: readers differ in
 * which of the two they take (RFC 8259, section 4).
 *
 * @example
 * ```ts
 * import { strictObject } from "gatehouse/gate/model/strict_json.ts";
 *
 * if (strictObject('{"a": {"b": 1}}')?.["a"] === undefined) throw new Error("not parsed");
 * for (const text of ['{"a": 1, "a": 2}', '{"a": 1, "\\u0061": 2}', '{"a": NaN}', "[]", '{"a"']) {
 *   if (strictObject(text) !== null) throw new Error(text);
 * }
 * ```
 */
export function strictObject(text: string): Fields | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return isFields(value) && !repeatsName(text) ? value : null;
}

/**
 * Whether the value is an object, and no array.
 *
 * @example
 * ```ts
 * import { isFields } from "gatehouse/gate/model/strict_json.ts";
 *
 * if (isFields([]) || isFields(null) || !isFields({})) throw new Error("told wrongly");
 * ```
 */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Whether a service speaks of an error in it: what stands beside that is no answer.
 *
 * @example
 * ```ts
 * import { hasError } from "gatehouse/gate/model/strict_json.ts";
 *
 * if (hasError({}) || hasError({ error: null }) || !hasError({ error: "" })) throw new Error("told wrongly");
 * ```
 */
export function hasError(body: Fields): boolean {
  return Object.hasOwn(body, "error") && body["error"] !== null;
}

/** The parser keeps the last of two equal names and says nothing, so the text is read once more. It is valid JSON here. */
function repeatsName(text: string): boolean {
  const open: Set<string>[] = [];
  for (
    const [token, name] of text.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[{}]/g)
  ) {
    if (token === "{") open.push(new Set());
    else if (token === "}") open.pop();
    else if (name !== undefined) {
      const names = open.at(-1);
      const plain = String(JSON.parse(name));
      if (names === undefined || names.has(plain)) return true;
      names.add(plain);
    }
  }
  return false;
}
