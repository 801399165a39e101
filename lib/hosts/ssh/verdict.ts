/** What known_hosts says of a key that a server shows. */
import { keyTypeOf } from "./host_key.ts";
import type { KnownHost } from "./known_hosts.ts";

/** Taken, or why not. */
export type Verdict =
  | { readonly kind: "known"; readonly line: number }
  /** No line is about this host. */
  | { readonly kind: "unknown" }
  /** Lines are about this host, with another key of the same type. */
  | { readonly kind: "changed"; readonly known: readonly KnownHost[] }
  /** Lines are about this host, with keys of other types only. */
  | { readonly kind: "other_type"; readonly known: readonly KnownHost[] }
  /** The key is revoked. */
  | { readonly kind: "revoked"; readonly line: number }
  /** Only an authority is known for this host, and the server showed a plain key. */
  | { readonly kind: "authority_only"; readonly line: number };

/**
 * What the lines say of the key. A revocation outweighs everything, wherever it stands.
 *
 * @param shown `name`: the host's, in the form of `knownName`. `blob`: the key in the wire's own form.
 *
 * @example
 * ```ts
 * import { judgeHostKey } from "gatehouse/hosts/ssh/verdict.ts";
 *
 * const shown = { name: "a.example", blob: new Uint8Array() };
 * if (judgeHostKey([], shown).kind !== "unknown") throw new Error("known");
 * ```
 */
export function judgeHostKey(
  lines: readonly KnownHost[],
  { name, blob }: { readonly name: string; readonly blob: Uint8Array },
): Verdict {
  const about = lines.filter(({ names }) => names(name));
  const same = about.filter((line) => equal(line.blob, blob));
  const revoked = same.find(({ marker }) => marker === "revoked");
  if (revoked !== undefined) return { kind: "revoked", line: revoked.line };
  const plain = about.filter(({ marker }) => marker === "none");
  const found = same.find(({ marker }) => marker === "none");
  if (found !== undefined) return { kind: "known", line: found.line };
  if (plain.length > 0) {
    const type = keyTypeOf(blob);
    const known = plain.filter((line) => line.type === type);
    return known.length > 0 ? { kind: "changed", known } : { kind: "other_type", known: plain };
  }
  const authority = about.find(({ marker }) => marker === "authority");
  return authority === undefined ? { kind: "unknown" } : { kind: "authority_only", line: authority.line };
}

/**
 * The types of the keys that are known for the host.
 *
 * @example
 * ```ts
 * import { knownTypes } from "gatehouse/hosts/ssh/verdict.ts";
 *
 * if (knownTypes([], "a.example").length !== 0) throw new Error("known");
 * ```
 */
export function knownTypes(lines: readonly KnownHost[], name: string): string[] {
  const about = lines.filter(({ marker, names }) => marker === "none" && names(name));
  return [...new Set(about.map(({ type }) => type))];
}

function equal(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
