/** What the family's worker is asked, and what it answers. */

/** `resolve`: a target's name. */
export interface AskedTarget {
  readonly alias: string;
  /** Milliseconds that it may take, connecting included. */
  readonly timeoutMs: number;
}

/** What a name stands for. */
export interface ResolvedTarget {
  /** `mikrus:<srv>`, or `ssh:user@host:port#host-key=SHA256:…`, or `…#host-key=UNVERIFIED`. */
  readonly identity: string;
  readonly backend: "mikrus" | "ssh";
  /** False where the machine's host key is not verified. */
  readonly proven: boolean;
}

/** `operate`: one operation of the helper on the target that has the identity. */
export interface AskedOperation extends AskedTarget {
  readonly identity: string;
  /** A tool's name. */
  readonly operation: string;
  /** The tool's arguments without `server`. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** `mikrus`: one endpoint of the account's API. */
export interface AskedEndpoint extends AskedTarget {
  readonly endpoint: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** `hostKeys`: the keys that the target's machine shows now; no login is tried. */
export type AskedHostKey = AskedTarget;

/** A host key that was shown. */
export interface ShownHostKey {
  /** Such as `ssh-ed25519`. */
  readonly type: string;
  /** As `ssh-keygen -l` prints it. */
  readonly fingerprint: string;
  /** The line for known_hosts. */
  readonly line: string;
  /** What known_hosts says of it now. */
  readonly verdict: "known" | "unknown" | "changed" | "other_type" | "revoked" | "authority_only";
  /** Fingerprints that known_hosts has for the host, with their types and lines; empty unless it is changed. */
  readonly known: readonly { readonly type: string; readonly fingerprint: string; readonly line: number }[];
}

/** What `hostKeys` answers. */
export interface HostKeys {
  readonly alias: string;
  /** `host:port`. */
  readonly address: string;
  /** Absolute path of the known_hosts file. */
  readonly path: string;
  readonly keys: readonly ShownHostKey[];
}
