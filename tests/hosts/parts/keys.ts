/** SSH keys made for one run: two identities of a host, and clients' keys in every form that we take. */
import { join } from "node:path";
import { mustRun } from "../../tasks/parts/child.ts";

/** Kinds of key, as `ssh-keygen -t` names them. */
export type KeyType = "ed25519" | "rsa" | "ecdsa";

/** A pair of files. */
export interface KeyPair {
  /** Absolute path of the private key; mode 0600. */
  readonly path: string;
  /** Type and base64, as they stand in a known_hosts line; without a comment. */
  readonly line: string;
  /** As `ssh-keygen -l` prints it: `SHA256:…`. */
  readonly fingerprint: string;
}

/** Passphrase of the keys that have one. */
export const PASSPHRASE = "correct horse";

let top: string | null = null;
const made = new Map<string, Promise<KeyPair>>();

/** The run's directory for keys; removed when the run ends. */
function directory(): string {
  if (top === null) {
    const path = top = Deno.makeTempDirSync({ prefix: "gatehouse-keys-" });
    globalThis.addEventListener("unload", () => Deno.removeSync(path, { recursive: true }));
  }
  return top;
}

/**
 * A pair by name; made on first use.
 *
 * @param name Any name, such as `host-1`; with each type, one pair.
 * @param options `passphrase`: encrypts the private key. `format`: `PEM` for the older form of private keys.
 */
export function keyPair(
  name: string,
  { type = "ed25519", passphrase = "", format }: { type?: KeyType; passphrase?: string; format?: "PEM" } = {},
): Promise<KeyPair> {
  const file = `${name}-${type}${passphrase === "" ? "" : "-locked"}${format ?? ""}`;
  let pair = made.get(file);
  if (pair === undefined) {
    pair = generate(join(directory(), file), { type, passphrase, format });
    made.set(file, pair);
  }
  return pair;
}

async function generate(
  path: string,
  { type, passphrase, format }: { type: KeyType; passphrase: string; format: "PEM" | undefined },
): Promise<KeyPair> {
  const bits = type === "rsa" ? ["-b", "2048"] : [];
  const form = format === undefined ? [] : ["-m", format];
  await mustRun(["ssh-keygen", "-q", "-t", type, ...bits, ...form, "-N", passphrase, "-C", "", "-f", path]);
  return { path, ...await describe(`${path}.pub`) };
}

async function describe(path: string): Promise<{ line: string; fingerprint: string }> {
  const [kind = "", key = ""] = (await Deno.readTextFile(path)).split(" ");
  const fingerprint = (await mustRun(["ssh-keygen", "-l", "-f", path])).stdout.split(" ")[1] ?? "";
  return { line: `${kind} ${key.trim()}`, fingerprint };
}

/** What a certificate says. */
export interface CertificateOptions {
  /** The authority's pair. */
  readonly authority: KeyPair;
  readonly principals: readonly string[];
  /** For a host, not a user. */
  readonly host?: boolean;
  /** Further arguments of `ssh-keygen`, such as a validity. */
  readonly args?: readonly string[];
}

/** Signs the key; returns the absolute path of the certificate, which stands beside a copy of the key. */
export async function certify(
  key: KeyPair,
  { authority, principals, host = false, args = [] }: CertificateOptions,
): Promise<string> {
  const place = await Deno.makeTempDir({ dir: directory() });
  const copy = join(place, "key");
  await Deno.copyFile(`${key.path}.pub`, `${copy}.pub`);
  await Deno.copyFile(key.path, copy);
  await Deno.chmod(copy, 0o600);
  await mustRun([
    "ssh-keygen",
    "-q",
    "-s",
    authority.path,
    "-I",
    "test",
    "-n",
    principals.join(","),
    ...(host ? ["-h"] : []),
    ...args,
    `${copy}.pub`,
  ]);
  return `${copy}-cert.pub`;
}
