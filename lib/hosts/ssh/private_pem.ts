/**
 * Private keys in PEM, made exact. ssh2 leaves a cipher's padding behind the key, and writes an elliptic curve's number
 * as long as it happens to be; OpenSSL reads over both, this runtime reads neither.
 */

/** Bytes of a curve's private number (RFC 5915, 3). That of P-521 is read as it is. */
const NUMBER_BYTES: Readonly<Record<string, number>> = {
  "ecdsa-sha2-nistp256": 32,
  "ecdsa-sha2-nistp384": 48,
};

/** A DER value: where its content begins and ends. */
interface Value {
  readonly from: number;
  readonly to: number;
}

const SEQUENCE = 0x30;
const OCTET_STRING = 0x04;

/**
 * The same key without what does not belong to it, and its number in its full length.
 *
 * @param pem One key, unencrypted.
 * @param type Of the key, such as `ssh-rsa`.
 * @returns Null when there is nothing to make exact.
 *
 * @example
 * ```ts
 * import { exactPem } from "gatehouse/hosts/ssh/private_pem.ts";
 *
 * const padded = "-----BEGIN RSA PRIVATE KEY-----\nMAMCAQUHBwc=\n-----END RSA PRIVATE KEY-----\n";
 * if (!exactPem(padded, "ssh-rsa")?.includes("\nMAMCAQU=\n")) throw new Error("not cut");
 * ```
 */
export function exactPem(pem: string, type: string): string | null {
  const [, label, body] = pem.match(/^-----BEGIN ([A-Z ]+)-----\s([\s\S]+?)-----END/) ?? [];
  const bytes = NUMBER_BYTES[type];
  const isCurve = label === "EC PRIVATE KEY" && bytes !== undefined;
  if (body === undefined || !(isCurve || label === "RSA PRIVATE KEY")) return null;
  const der = Uint8Array.from(atob(body.replace(/\s/g, "")), (char) => char.charCodeAt(0));
  const whole = valueAt(der, 0);
  const exact = isCurve ? withNumber(der, { whole, bytes }) : der.subarray(0, whole.to);
  const lines = btoa(String.fromCharCode(...exact)).replace(/.{1,64}/g, "$&\n");
  return `-----BEGIN ${label}-----\n${lines}-----END ${label}-----\n`;
}

/** `ECPrivateKey`: the version, the number as an octet string, and the rest (RFC 5915, 3). */
function withNumber(der: Uint8Array, { whole, bytes }: { whole: Value; bytes: number }): Uint8Array {
  const version = valueAt(der, whole.from);
  if (der[version.to] !== OCTET_STRING) return der;
  const old = valueAt(der, version.to);
  const number = new Uint8Array(bytes);
  const digits = der.subarray(old.from, old.to).subarray(-bytes);
  number.set(digits, bytes - digits.length);
  return tagged(SEQUENCE, [
    der.subarray(whole.from, version.to),
    tagged(OCTET_STRING, [number]),
    der.subarray(old.to, whole.to),
  ]);
}

/** X.690, 8.1.3: one byte of length, or how many bytes of length follow. */
function valueAt(der: Uint8Array, at: number): Value {
  const first = der[at + 1] ?? 0;
  const count = first < 0x80 ? 0 : first & 0x7f;
  const from = at + 2 + count;
  const length = count === 0 ? first : der.subarray(at + 2, from).reduce((sum, byte) => sum * 256 + byte, 0);
  return { from, to: Math.min(from + length, der.length) };
}

function tagged(tag: number, contents: readonly Uint8Array[]): Uint8Array {
  const length = contents.reduce((sum, content) => sum + content.length, 0);
  const head = length < 0x80
    ? [tag, length]
    : length < 0x100
    ? [tag, 0x81, length]
    : [tag, 0x82, length >> 8, length & 0xff];
  const all = new Uint8Array(head.length + length);
  all.set(head);
  let at = head.length;
  for (const content of contents) {
    all.set(content, at);
    at += content.length;
  }
  return all;
}
