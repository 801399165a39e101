/** SHA-256 over bytes, text and JSON values. For workers: `node:crypto` is too slow to load at the program's start. */
import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical_json.ts";

/**
 * The SHA-256 of bytes, or of a text's UTF-8, as lower-case hexadecimal.
 *
 * @example
 * ```ts
 * import { sha256 } from "gatehouse/skills/text/digest.ts";
 *
 * if (!sha256("").startsWith("e3b0c442")) throw new Error("not SHA-256");
 * ```
 */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

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
