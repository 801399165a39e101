/** Names of hosts as known_hosts writes them: patterns, negations, ports and hashes (sshd(8), ssh_config(5)). */
import { createHmac, timingSafeEqual } from "node:crypto";

/** Says whether a line is about the host, whose name is in the form of `knownName`. */
export type NamePattern = (name: string) => boolean;

/** The port that a name without one means. */
const DEFAULT_PORT = 22;

/**
 * The name under which known_hosts has a host: in lower case, with the port in brackets unless it is 22.
 *
 * @example
 * ```ts
 * import { knownName } from "gatehouse/hosts/ssh/host_names.ts";
 *
 * if (knownName("A.example", 22) !== "a.example" || knownName("::1", 2222) !== "[::1]:2222") throw new Error("other");
 * ```
 */
export function knownName(host: string, port: number): string {
  const name = host.toLowerCase();
  return port === DEFAULT_PORT ? name : `[${name}]:${port}`;
}

/**
 * The names of one line: a comma list of patterns, or one hash. A negated pattern that matches rules the line out,
 * whatever else it says.
 *
 * @example
 * ```ts
 * import { hostPatterns } from "gatehouse/hosts/ssh/host_names.ts";
 *
 * const names = hostPatterns("*.example,!secret.example");
 * if (!names("a.example") || names("secret.example") || names("example")) throw new Error("matched wrong");
 * ```
 */
export function hostPatterns(text: string): NamePattern {
  if (text.startsWith("|")) return hashed(text);
  const patterns = text.toLowerCase().split(",").filter((pattern) => pattern !== "");
  const denied = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const wanted = patterns.filter((pattern) => !pattern.startsWith("!"));
  return (name) => !denied.some((glob) => matches(glob, name)) && wanted.some((glob) => matches(glob, name));
}

/** `|1|salt|hash`: both in base64, the hash an HMAC-SHA1 of the name with the salt as its key. */
function hashed(text: string): NamePattern {
  const [, version, salt = "", hash = "", ...rest] = text.split("|");
  const wanted = bytesOf(hash);
  const key = bytesOf(salt);
  if (version !== "1" || rest.length > 0 || wanted.length !== 20 || key.length === 0) return () => false;
  return (name) => timingSafeEqual(createHmac("sha1", key).update(name).digest(), wanted);
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** `*` for any characters, `?` for one. Goes back to the last star only, so the time is bounded by the product. */
function matches(glob: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let position = 0;
  while (position < name.length) {
    if (at < glob.length && glob[at] === "*") {
      star = at++;
      resume = position;
    } else if (at < glob.length && (glob[at] === "?" || glob[at] === name[position])) {
      at++;
      position++;
    } else if (star >= 0) {
      at = star + 1;
      position = ++resume;
    } else {
      return false;
    }
  }
  while (glob[at] === "*") at++;
  return at === glob.length;
}
