/** The part of ssh2 that we use, with types: the package has none of its own. */
import type { Buffer } from "node:buffer";
import type { Duplex, Readable } from "node:stream";
import ssh2 from "ssh2";
import { exactPem } from "./private_pem.ts";

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

/** A client. */
export interface SshClient {
  connect(options: ConnectOptions): void;
  exec(command: string, done: (error: Error | undefined, channel: Channel) => void): void;
  on(event: "ready" | "close" | "change password", listener: () => void): void;
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
  const key = parsed(text, passphrase);
  if (key instanceof Error) return key;
  const pem = key.getPrivatePEM();
  const exact = pem === null ? null : exactPem(pem, key.type);
  return exact === null ? key : parsed(exact);
}

function parsed(text: string, passphrase?: string): ParsedKey | Error {
  try {
    const key = passphrase === undefined ? utils.parseKey(text) : utils.parseKey(text, passphrase);
    if (key instanceof Error || !isList(key)) return key;
    return key[0] ?? new Error("There is no key in it");
  } catch (error) {
    // What the runtime lacks for it is thrown, not returned: such as the curve of P-521 in the older form.
    return error instanceof Error ? error : new Error("The key cannot be read");
  }
}

function isList(value: ParsedKey | readonly ParsedKey[]): value is readonly ParsedKey[] {
  return Array.isArray(value);
}
