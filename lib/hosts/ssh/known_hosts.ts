/**
 * The known_hosts format, as sshd(8) describes it under SSH_KNOWN_HOSTS FILE FORMAT.
 *
 * A line that cannot be read names no key, so it trusts nothing, and is passed over. A line that revokes is another
 * matter: passed over, it would let a key in that somebody meant to keep out.
 */
import { ToolError } from "../../core/errors.ts";
import { shownPath } from "../../core/file_checks.ts";
import { keyTypeOf } from "./host_key.ts";
import { hostPatterns, type NamePattern } from "./host_names.ts";

/** One line. */
export interface KnownHost {
  /** From 1. */
  readonly line: number;
  /** `authority`: the key signs the keys of hosts. `revoked`: the key must not be taken for any host. */
  readonly marker: "none" | "authority" | "revoked";
  readonly names: NamePattern;
  /** Such as `ssh-ed25519`. */
  readonly type: string;
  /** The key in the wire's own form (RFC 4253, 6.6). */
  readonly blob: Uint8Array;
}

/** Characters of a line that are looked at; the largest keys have some 3,000. */
const MAX_LINE = 16_384;

const MARKERS: Readonly<Record<string, KnownHost["marker"]>> = {
  "@cert-authority": "authority",
  "@revoked": "revoked",
};

/**
 * The lines of a file that name keys.
 *
 * @param text The file.
 * @param path Where it stands, for the message.
 * @throws ToolError `UNAVAILABLE` for a line that revokes something and cannot be read.
 *
 * @example
 * ```ts
 * import { parseKnownHosts } from "gatehouse/hosts/ssh/known_hosts.ts";
 *
 * const key = "AAAAC3NzaC1lZDI1NTE5AAAAIAvalidlookingkeyofthirtytwobytes0000000000000";
 * const [first] = parseKnownHosts(`# mine\n[a.example]:2222 ssh-ed25519 ${key} me\n`, "/k");
 * if (first?.line !== 2 || !first.names("[a.example]:2222") || first.names("a.example")) throw new Error("not read");
 * ```
 */
export function parseKnownHosts(text: string, path: string): KnownHost[] {
  const found: KnownHost[] = [];
  for (const [index, whole] of text.split("\n").entries()) {
    const line = whole.length > MAX_LINE ? "" : whole.trim();
    const revokes = /^\s*@revoked/.test(whole);
    if (!revokes && (line === "" || line.startsWith("#"))) continue;
    const host = lineOf(line, index + 1);
    if (host !== null) found.push(host);
    else if (revokes) {
      throw new ToolError(
        "UNAVAILABLE",
        `Could not read line ${index + 1} of ${shownPath(path)}, which revokes a host key`,
        { next: "Mend or remove that line" },
      );
    }
  }
  return found;
}

function lineOf(text: string, line: number): KnownHost | null {
  const words = text.split(/[ \t]+/);
  const first = words[0] ?? "";
  const marker = first.startsWith("@") ? MARKERS[first] : "none";
  if (marker === undefined) return null;
  const [names, type, key] = marker === "none" ? words : words.slice(1);
  if (names === undefined || type === undefined || key === undefined) return null;
  const blob = decoded(key);
  if (blob === null || keyTypeOf(blob) !== type) return null;
  return { line, marker, names: hostPatterns(names), type, blob };
}

function decoded(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
