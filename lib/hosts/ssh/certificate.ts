/**
 * Logging in with a user certificate (OpenSSH's PROTOCOL.certkeys), which ssh2 does not know.
 *
 * The request names the certificate's type and carries the certificate; the signature in it names the plain key's
 * algorithm. ssh2 writes one name into both places. So its one step is replaced by ours, which writes the request field
 * by field. It leans on insides of the pinned version: a test logs in with certificates of each type.
 */
import { Buffer } from "node:buffer";
import { ToolError } from "../../core/errors.ts";
import type { ParsedKey, SshClient } from "./ssh2.ts";

/** What is replaced, and what it needs. */
interface Protocol {
  authPK(user: string, key: unknown, algorithm: unknown, sign?: unknown): void;
  readonly _authsQueue: string[];
  readonly _kex: { readonly sessionID: Uint8Array };
  readonly _packetRW: {
    readonly write: {
      alloc(length: number): Buffer;
      readonly allocStart: number;
      finalize(packet: Buffer): Buffer;
    };
  };
  readonly _cipher: { encrypt(packet: Buffer): void };
}

/** SSH_MSG_USERAUTH_REQUEST (RFC 4252, 6). */
const USERAUTH_REQUEST = 50;

/** A key's certificate type, the algorithm names of request and signature, and the hash that signs. */
const TYPES: Readonly<
  Record<string, { readonly outer: string; readonly inner: string; readonly hash?: string }>
> = {
  "ssh-ed25519-cert-v01@openssh.com": { outer: "ssh-ed25519-cert-v01@openssh.com", inner: "ssh-ed25519" },
  "ecdsa-sha2-nistp256-cert-v01@openssh.com": ecdsa("nistp256"),
  "ecdsa-sha2-nistp384-cert-v01@openssh.com": ecdsa("nistp384"),
  "ecdsa-sha2-nistp521-cert-v01@openssh.com": ecdsa("nistp521"),
  // RFC 8332: the certificate keeps its old type, the algorithm does not.
  "ssh-rsa-cert-v01@openssh.com": {
    outer: "rsa-sha2-512-cert-v01@openssh.com",
    inner: "rsa-sha2-512",
    hash: "sha512",
  },
};

function ecdsa(curve: string): { outer: string; inner: string } {
  return { outer: `ecdsa-sha2-${curve}-cert-v01@openssh.com`, inner: `ecdsa-sha2-${curve}` };
}

/**
 * Lets the client log in with the certificate.
 *
 * @param client Before it connects.
 * @param options `certificate`: the file's text. `key`: the private key that it certifies.
 * @throws ToolError `UNAVAILABLE` for a certificate that cannot be read or is of an unknown type.
 *
 * @example
 * ```ts
 * import { useCertificate } from "gatehouse/hosts/ssh/certificate.ts";
 *
 * if (useCertificate.length !== 2) throw new Error("other arguments");
 * ```
 */
export function useCertificate(
  client: SshClient,
  { certificate, key }: { readonly certificate: string; readonly key: ParsedKey },
): void {
  const [type = "", base64 = ""] = certificate.trim().split(/\s+/);
  const names = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (names === undefined || base64 === "") {
    throw new ToolError("UNAVAILABLE", "Could not use the certificate: it is none of a type that is known", {
      next: "Name a user certificate as ssh-keygen -s writes it in ssh_cert",
    });
  }
  const blob = Buffer.from(base64, "base64");
  const inner = client as unknown as { _protocol: Protocol };
  const request = (protocol: Protocol, user: string): void => {
    const fields = Buffer.concat([
      Buffer.from([USERAUTH_REQUEST]),
      text(user),
      text("ssh-connection"),
      text("publickey"),
      Buffer.from([1]),
      text(names.outer),
      string(blob),
    ]);
    const signature = key.sign(Buffer.concat([string(protocol._kex.sessionID), fields]), names.hash);
    if (signature instanceof Error) throw signature;
    const signed = Buffer.concat([text(names.inner), string(wireForm(signature, names.inner))]);
    const payload = Buffer.concat([fields, string(signed)]);
    const { write } = protocol._packetRW;
    const at = write.allocStart;
    const packet = write.alloc(payload.length);
    packet.set(payload, at);
    protocol._authsQueue.push("publickey");
    protocol._cipher.encrypt(write.finalize(packet));
  };
  // The client makes its protocol when it connects; what is set here takes its place then.
  let protocol: Protocol | undefined;
  Object.defineProperty(inner, "_protocol", {
    get: () => protocol,
    set(made: Protocol | undefined) {
      protocol = made;
      if (made !== undefined) made.authPK = (user) => request(made, user);
    },
  });
}

/** A `string` (RFC 4251, 5). */
function string(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function text(value: string): Buffer {
  return string(Buffer.from(value, "utf8"));
}

/** An ECDSA signature comes as two DER integers, and goes as two `mpint`s (RFC 5656, 3.1.2). */
function wireForm(signature: Buffer, algorithm: string): Buffer {
  if (!algorithm.startsWith("ecdsa-")) return signature;
  let at = signature[1] === 0x81 ? 3 : 2;
  const integer = (): Buffer => {
    const length = signature[at + 1] ?? 0;
    const value = signature.subarray(at + 2, at + 2 + length);
    at += 2 + length;
    return value;
  };
  const first = integer();
  return Buffer.concat([string(first), string(integer())]);
}
