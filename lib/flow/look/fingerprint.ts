/** What files hold, in a form that can be compared later. */
import { sha256 } from "../../core/digest.ts";
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
 * const { a, b } = fingerprints({ root: "/w", stale: () => null, bytes }, ["a", "b"]);
 * if (a?.startsWith("ba7816bf") !== true || b !== null) throw new Error("wrong");
 * ```
 */
export function fingerprints(place: Place, paths: readonly string[]): Fingerprints {
  return Object.fromEntries(paths.map((path) => {
    const bytes = place.bytes(path);
    return [path, bytes === null ? null : sha256(bytes)];
  }));
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
