/** The digest of JSON values. For workers, as `core/digest.ts` is. */
import { sha256 } from "../../core/digest.ts";
import { canonicalJson } from "./canonical_json.ts";

/**
 * The digest of a JSON value: SHA-256 of its canonical JSON, as lower-case hexadecimal.
 *
 * @throws TypeError for what JSON cannot say.
 *
 * @example
 * ```ts
 * import { digestOf } from "gatehouse/skills/text/digest.ts";
 *
 * if (digestOf({ a: 1, b: 2 }) !== digestOf({ b: 2, a: 1 })) throw new Error("the order counts");
 * ```
 */
export function digestOf(value: unknown): string {
  return sha256(canonicalJson(value));
}
