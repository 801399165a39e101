/** SHA-256 without waiting. For workers: `node:crypto` is too slow to load at the program's start. */
import { createHash } from "node:crypto";

/**
 * The SHA-256 of bytes, or of a text's UTF-8, as lower-case hexadecimal.
 *
 * @example
 * ```ts
 * import { sha256 } from "gatehouse/core/digest.ts";
 *
 * if (!sha256("").startsWith("e3b0c442")) throw new Error("not SHA-256");
 * ```
 */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
