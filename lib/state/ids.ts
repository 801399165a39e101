/** Ids that a person reads from one screen and types on another. */

/** No letter or digit that is taken for another one, and no vowel but `a` and `e`. */
const LETTERS = "23456789abcdefghjkmnpqrstvwxyz";

/** Characters behind the prefix: about 39 bits. An id is no secret, it only must not be met twice. */
const LENGTH = 8;

/** What an id stands for: a request that waits, or an approval. */
export type IdKind = "req" | "apr";

/**
 * A random id.
 *
 * @example
 * ```ts
 * import { isId, newId } from "gatehouse/state/ids.ts";
 *
 * if (!isId(newId("req"), "req")) throw new Error("not an id");
 * ```
 */
export function newId(kind: IdKind): string {
  return idOf(kind, crypto.getRandomValues(new Uint8Array(LENGTH * 4)));
}

/**
 * The id that these bytes lead to.
 *
 * @param bytes At least 32, evenly distributed.
 *
 * @example
 * ```ts
 * import { idOf } from "gatehouse/state/ids.ts";
 *
 * if (idOf("apr", new Uint8Array(32)) !== "apr-22222222") throw new Error("another id");
 * ```
 */
export function idOf(kind: IdKind, bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, LENGTH * 4);
  // 32 bits for one of 30 letters: none is noticeably likelier.
  const letters = Array.from({ length: LENGTH }, (_, at) => LETTERS[view.getUint32(at * 4) % LETTERS.length]);
  return `${kind}-${letters.join("")}`;
}

/**
 * Whether the text has the form of such an id.
 *
 * @example
 * ```ts
 * import { isId } from "gatehouse/state/ids.ts";
 *
 * if (isId("write_file", "req") || !isId("req-22222222", "req")) throw new Error("taken for another");
 * ```
 */
export function isId(text: string, kind: IdKind): boolean {
  return text.length === kind.length + 1 + LENGTH && text.startsWith(`${kind}-`) &&
    [...text.slice(kind.length + 1)].every((letter) => LETTERS.includes(letter));
}
