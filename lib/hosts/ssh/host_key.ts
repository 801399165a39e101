/** Host keys: their type and fingerprint, and the negotiation that asks for a type. */
import { createHash } from "node:crypto";

/** Bytes that the name of a key type may have (RFC 4251, 6). */
const MAX_TYPE = 64;

/**
 * The type that the key itself names, such as `ssh-ed25519`; empty when it names none.
 *
 * @param blob The key in the wire's own form (RFC 4253, 6.6).
 *
 * @example
 * ```ts
 * import { keyTypeOf } from "gatehouse/hosts/ssh/host_key.ts";
 *
 * if (keyTypeOf(new Uint8Array([0, 0, 0, 2, 97, 98])) !== "ab") throw new Error("another type");
 * ```
 */
export function keyTypeOf(blob: Uint8Array): string {
  if (blob.length < 4) return "";
  const length = new DataView(blob.buffer, blob.byteOffset, 4).getUint32(0);
  if (length === 0 || length > MAX_TYPE || blob.length < 4 + length) return "";
  return new TextDecoder().decode(blob.subarray(4, 4 + length));
}

/**
 * The fingerprint as `ssh-keygen -l` prints it: SHA-256 over the key, in base64 without padding.
 *
 * @example
 * ```ts
 * import { fingerprintOf } from "gatehouse/hosts/ssh/host_key.ts";
 *
 * const empty = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU";
 * if (fingerprintOf(new Uint8Array()) !== empty) throw new Error("another fingerprint");
 * ```
 */
export function fingerprintOf(blob: Uint8Array): string {
  return `SHA256:${createHash("sha256").update(blob).digest("base64").replace(/=+$/, "")}`;
}

/** Types of host key that are taken, the preferred first, with the algorithms that sign by them (RFC 8332). */
export const HOST_KEY_ALGORITHMS: ReadonlyMap<string, readonly string[]> = new Map([
  ["ssh-ed25519", ["ssh-ed25519"]],
  ["ecdsa-sha2-nistp256", ["ecdsa-sha2-nistp256"]],
  ["ecdsa-sha2-nistp384", ["ecdsa-sha2-nistp384"]],
  ["ecdsa-sha2-nistp521", ["ecdsa-sha2-nistp521"]],
  ["ssh-rsa", ["rsa-sha2-512", "rsa-sha2-256"]],
]);

/**
 * The host key algorithms to ask for, those of the known types first: a server with keys of several types then shows
 * one that can be compared.
 *
 * @example
 * ```ts
 * import { hostKeyAlgorithms } from "gatehouse/hosts/ssh/host_key.ts";
 *
 * if (hostKeyAlgorithms(["ssh-rsa"])[0] !== "rsa-sha2-512") throw new Error("another order");
 * if (hostKeyAlgorithms([])[0] !== "ssh-ed25519") throw new Error("another default");
 * ```
 */
export function hostKeyAlgorithms(known: readonly string[]): string[] {
  const types = [...HOST_KEY_ALGORITHMS.keys()];
  return [...types.filter((type) => known.includes(type)), ...types.filter((type) => !known.includes(type))]
    .flatMap((type) => [...HOST_KEY_ALGORITHMS.get(type) ?? []]);
}
