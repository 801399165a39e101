/** What the audit log keeps of a call, and the interface that every path to it has. */

/** A fact whose text is not kept, only its SHA-256 in hex, taken when the row is written: no call waits for it. */
export interface Digested {
  readonly sha256: string;
}

/** What may be kept of a call, by name. */
export type Facts = Readonly<Record<string, string | number | boolean | null | Digested>>;

/** One finished call. */
export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Who called: `posix-uid:<n>`, `bearer-sha256:<hex>` or `loopback`. */
  readonly principal: string;
  /** How the call came in. */
  readonly via: "stdio" | "http" | "cli";
  /** The tool's name as called; cut to 64 characters. */
  readonly tool: string;
  /** `ok`, `question`, the error's code, or `intent` for a change that is about to begin. */
  readonly outcome: string;
  /** Whole milliseconds the call took. */
  readonly ms: number;
  /** What the family finds worth keeping, redacted and bounded. */
  readonly facts: Facts;
}

/** An append-only log of calls. */
export interface AuditLog {
  /** Takes the entry for the next group that is written; never waits and never throws. */
  record(entry: AuditEntry): void;
  /**
   * Writes the entry before it resolves. A change is told here before it begins.
   *
   * @throws ToolError `AUDIT_UNWRITABLE` when it could not be written: then nothing may be changed.
   */
  commit(entry: AuditEntry): Promise<void>;
  /**
   * Resolves when the log can take a few hundred rows more, and at once while it cannot be written: whoever makes rows
   * faster than a disk takes them waits here, so that none is lost.
   */
  room(): Promise<void>;
  /** Why rows are not being written, or null while they are. */
  readonly degraded: string | null;
  /** Writes what is waiting and lets go of the store. */
  close(): Promise<void>;
}
