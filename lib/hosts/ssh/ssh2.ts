/** The part of ssh2 that we use, with types: the package has none of its own. */
import type { Buffer } from "node:buffer";
import type { Duplex, Readable } from "node:stream";
import ssh2 from "ssh2";

/** A private or public key as ssh2 has read it. */
export interface ParsedKey {
  /** Such as `ssh-ed25519`. */
  readonly type: string;
  isPrivateKey(): boolean;
  /** In the wire's own form. */
  getPublicSSH(): Buffer;
  /** Null in a public key. */
  getPrivatePEM(): string | null;
  sign(data: Uint8Array, algorithm?: string): Buffer | Error;
}

/** A session's channel: stdin and stdout, with stderr beside it. */
export interface Channel extends Duplex {
  readonly stderr: Readable;
  close(): void;
}

/** One way to log in, as an `authHandler` gives it. */
export type LoginStep =
  | { readonly type: "none"; readonly username: string }
  | { readonly type: "password"; readonly username: string; readonly password: string }
  | { readonly type: "publickey"; readonly username: string; readonly key: ParsedKey }
  | {
    readonly type: "keyboard-interactive";
    readonly username: string;
    readonly prompt: (
      name: string,
      instructions: string,
      lang: string,
      prompts: readonly { readonly prompt: string; readonly echo: boolean }[],
      finish: (answers: readonly string[]) => void,
    ) => void;
  };

/** What a connection is made with. */
export interface ConnectOptions {
  readonly sock: Duplex;
  readonly username: string;
  readonly algorithms: Readonly<
    Record<"kex" | "serverHostKey" | "cipher" | "hmac" | "compress", readonly string[]>
  >;
  readonly hostVerifier: (blob: Uint8Array) => boolean;
  /** Called for each step; false when none is left. */
  readonly authHandler: (left: readonly string[] | null, partial: boolean | null) => LoginStep | false;
  /** Milliseconds; 0 for no limit of its own. */
  readonly readyTimeout: number;
  readonly keepaliveInterval: number;
  readonly keepaliveCountMax: number;
}

/** A client: the events that we listen to are `ready`, `error` and `close`. */
export interface SshClient {
  connect(options: ConnectOptions): void;
  exec(command: string, done: (error: Error | undefined, channel: Channel) => void): void;
  on(event: "ready" | "close", listener: () => void): void;
  on(event: "error", listener: (error: Error & { readonly level?: string }) => void): void;
  end(): void;
  destroy(): void;
}

// The package is plain JavaScript: what is written here was read from its pinned version.
const { Client, utils } = ssh2 as unknown as {
  readonly Client: new () => SshClient;
  readonly utils: {
    parseKey(text: string, passphrase?: string): ParsedKey | readonly ParsedKey[] | Error;
  };
};

/**
 * A new client that is not connected.
 *
 * @example
 * ```ts
 * import { newClient } from "gatehouse/hosts/ssh/ssh2.ts";
 *
 * if (typeof newClient().exec !== "function") throw new Error("no client");
 * ```
 */
export function newClient(): SshClient {
  return new Client();
}

/**
 * The key in the text, or an Error that says why there is none.
 *
 * @example
 * ```ts
 * import { parseKey } from "gatehouse/hosts/ssh/ssh2.ts";
 *
 * if (!(parseKey("no key") instanceof Error)) throw new Error("read");
 * ```
 */
export function parseKey(text: string, passphrase?: string): ParsedKey | Error {
  const parsed = passphrase === undefined ? utils.parseKey(text) : utils.parseKey(text, passphrase);
  if (parsed instanceof Error) return parsed;
  const key = isList(parsed) ? parsed[0] : parsed;
  if (key === undefined) return new Error("There is no key in it");
  return OLD_ENCRYPTED.test(text) ? withoutPadding(key) : key;
}

/** The form of before 2014, encrypted: PEM with headers (RFC 1421, 4.6). */
const OLD_ENCRYPTED = /^DEK-Info:/m;

/** ssh2 leaves the cipher's padding behind the key, which this runtime does not read over. */
function withoutPadding(key: ParsedKey): ParsedKey | Error {
  const [, label, body] = key.getPrivatePEM()?.match(/^-----BEGIN ([A-Z ]+)-----\s([\s\S]+?)-----END/) ?? [];
  if (label === undefined || body === undefined) return key;
  const der = Uint8Array.from(atob(body.replace(/\s/g, "")), (char) => char.charCodeAt(0));
  const exact = der.subarray(0, lengthOf(der));
  const pem = btoa(String.fromCharCode(...exact)).replace(/.{1,64}/g, "$&\n");
  const parsed = utils.parseKey(`-----BEGIN ${label}-----\n${pem}-----END ${label}-----\n`);
  return parsed instanceof Error || !isList(parsed) ? parsed : parsed[0] ?? key;
}

/** Bytes of the DER value at the beginning, its head included (X.690, 8.1). */
function lengthOf(der: Uint8Array): number {
  const first = der[1] ?? 0;
  if (first < 0x80) return 2 + first;
  const count = first & 0x7f;
  return der.subarray(2, 2 + count).reduce((sum, byte) => sum * 256 + byte, 0) + 2 + count;
}

function isList(value: ParsedKey | readonly ParsedKey[]): value is readonly ParsedKey[] {
  return Array.isArray(value);
}
