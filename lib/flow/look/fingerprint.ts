/** What files hold, in a form that can be compared later. */
import type { Place } from "./place.ts";

/** SHA-256 in hexadecimal by path; null for a file that is missing or cannot be read. */
export type Fingerprints = Readonly<Record<string, string | null>>;

/**
 * The fingerprints of these files as they are now.
 *
 * @param place The workspace.
 * @param paths Relative to the root.
 *
 * @example
 * ```ts
 * import { fingerprints } from "gatehouse/flow/look/fingerprint.ts";
 *
 * const bytes = (path: string) => path === "a" ? new TextEncoder().encode("abc") : null;
 * const { a, b } = await fingerprints({ root: "/w", stale: () => null, bytes }, ["a", "b"]);
 * if (a?.startsWith("ba7816bf") !== true || b !== null) throw new Error("wrong");
 * ```
 */
export async function fingerprints(place: Place, paths: readonly string[]): Promise<Fingerprints> {
  const found: [string, string | null][] = [];
  for (const path of paths) {
    const bytes = place.bytes(path);
    found.push([path, bytes === null ? null : await sha256(bytes)]);
  }
  return Object.fromEntries(found);
}

/**
 * The paths whose file is not what it was, sorted. One that could not be read at either time counts: nothing is known
 * of it.
 *
 * @example
 * ```ts
 * import { changedBetween } from "gatehouse/flow/look/fingerprint.ts";
 *
 * const paths = changedBetween({ a: "1", b: "1", c: null }, { a: "1", b: "2", c: null });
 * if (paths.join() !== "b,c") throw new Error("wrong");
 * ```
 */
export function changedBetween(before: Fingerprints, after: Fingerprints): readonly string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].filter((path) => (before[path] ?? null) === null || before[path] !== after[path]).sort();
}

async function sha256(bytes: Uint8Array): Promise<string> {
  // A copy, since the digest takes no memory that could be shared.
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes))).toHex();
}
