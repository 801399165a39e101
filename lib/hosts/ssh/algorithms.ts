/**
 * Algorithms to offer: what ssh2 speaks and this runtime has, without those that OpenSSH no longer offers.
 *
 * What the runtime lacks must not be offered: the server might choose it. Runtimes differ here (ChaCha20 came to Deno
 * late), so each is looked for.
 */
import { createECDH, getCiphers, getHashes } from "node:crypto";

const CIPHERS: Readonly<Record<string, string>> = {
  "aes128-gcm@openssh.com": "aes-128-gcm",
  "aes256-gcm@openssh.com": "aes-256-gcm",
  "chacha20-poly1305@openssh.com": "chacha20",
  "aes128-ctr": "aes-128-ctr",
  "aes192-ctr": "aes-192-ctr",
  "aes256-ctr": "aes-256-ctr",
};

const MACS: Readonly<Record<string, string>> = {
  "hmac-sha2-256-etm@openssh.com": "sha256",
  "hmac-sha2-512-etm@openssh.com": "sha512",
  "hmac-sha2-256": "sha256",
  "hmac-sha2-512": "sha512",
};

/** Key exchanges over a curve, by the curve's name in OpenSSL. */
const CURVES: Readonly<Record<string, string>> = {
  "ecdh-sha2-nistp256": "prime256v1",
  "ecdh-sha2-nistp384": "secp384r1",
  "ecdh-sha2-nistp521": "secp521r1",
};

const EXCHANGES = [
  "curve25519-sha256",
  "curve25519-sha256@libssh.org",
  ...Object.keys(CURVES),
  "diffie-hellman-group-exchange-sha256",
  "diffie-hellman-group16-sha512",
  "diffie-hellman-group14-sha256",
];

/** What to offer besides host keys; the preferred first. */
export interface Offer {
  readonly kex: readonly string[];
  readonly cipher: readonly string[];
  readonly hmac: readonly string[];
  readonly compress: readonly string[];
}

let usual: Readonly<Record<"ciphers" | "hashes" | "curves", readonly string[]>> | undefined;

function exchangesBy(curve: string): boolean {
  try {
    createECDH(curve);
    return true;
  } catch {
    return false;
  }
}

/**
 * What can be offered here.
 *
 * @param has What the runtime says it has; given by tests only.
 *
 * @example
 * ```ts
 * import { offer } from "gatehouse/hosts/ssh/algorithms.ts";
 *
 * const { cipher } = offer({ ciphers: ["aes-256-ctr"], hashes: ["sha256"], curves: [] });
 * if (cipher.join() !== "aes256-ctr") throw new Error(cipher.join());
 * ```
 */
export function offer(
  has: Readonly<Record<"ciphers" | "hashes" | "curves", readonly string[]>> = usual ??= {
    ciphers: getCiphers(),
    hashes: getHashes(),
    // The runtime's list has curves that it does not exchange keys by.
    curves: Object.values(CURVES).filter(exchangesBy),
  },
): Offer {
  const ciphers = has.ciphers.map((name) => name.toLowerCase());
  const hashes = has.hashes.map((name) => name.toLowerCase());
  return {
    kex: EXCHANGES.filter((name) => CURVES[name] === undefined || has.curves.includes(CURVES[name])),
    cipher: Object.keys(CIPHERS).filter((name) => ciphers.includes(CIPHERS[name] ?? "")),
    hmac: Object.keys(MACS).filter((name) => hashes.includes(MACS[name] ?? "")),
    // Ours are small frames, and compressing what an attacker may choose beside a secret gives the secret away.
    compress: ["none"],
  };
}
