/**
 * The audit log that a running program writes to: takes rows at once, writes them in groups a moment later.
 *
 * Cheap to make: SQLite is loaded when the first group is written. A crash or a kill loses the rows that were waiting,
 * at most 50 ms of them.
 */
import type { AuditEntry, AuditLog } from "../core/audit.ts";
import { ToolError } from "../core/errors.ts";
import { logDefect } from "../core/log.ts";
import type { ChainPoint, Gap } from "./audit_row.ts";
import type { AuditStore } from "./audit_store.ts";

/** Where and how the log is kept. */
export interface AuditLogOptions {
  /** The state directory, absolute and without links in its path; made with mode 0700 when missing. */
  readonly directory: string;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
  /** Bytes after which the log goes on in a new segment. Default 64 MiB. */
  readonly rotateBytes?: number;
  /** Milliseconds between attempts at a store that cannot be written. Default 5,000. */
  readonly retryMs?: number;
  /** Milliseconds that `close` waits for a store that others are writing to. Default 700. */
  readonly closeWithinMs?: number;
}

/** Milliseconds that a row waits for others. */
const GROUP_MS = 50;

/** Rows that are written as soon as so many wait, and that one transaction has at most. */
const GROUP_ROWS = 256;

/** Rows that may wait; those that come after are counted, and a row tells how many. */
const MAX_WAITING = 8_192;

/** Milliseconds that a change waits for a store that others are writing to. */
const COMMIT_MS = 2_000;

/** Milliseconds that a store may be in use by others before we say that rows are not being written. */
const BUSY_MS = 5_000;

/**
 * A log in this state directory. Nothing is opened or made until a row is recorded.
 *
 * The caller must `close` it: the timer of the next group does not keep the process alive.
 *
 * @example
 * ```ts
 * import { createAuditLog } from "gatehouse/state/audit_log.ts";
 *
 * const log = createAuditLog({ directory: `${await Deno.realPath(await Deno.makeTempDir())}/gatehouse` });
 * log.record({ at: Date.now(), principal: "loopback", via: "cli", tool: "t", outcome: "ok", ms: 1, facts: {} });
 * await log.close();
 * if (log.degraded !== null) throw new Error(log.degraded);
 * ```
 */
export function createAuditLog(options: AuditLogOptions): AuditLog {
  return new StoredAuditLog(options);
}

class StoredAuditLog implements AuditLog {
  readonly #options: AuditLogOptions;
  readonly #waiting: (AuditEntry | Gap)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #flushing: Promise<void> | undefined;
  #store: AuditStore | undefined;
  /** Where we last sealed the chain, kept over a store that was given up. */
  #sealed: ChainPoint | null = null;
  #isSealed = true;
  /** A store that failed is left alone until the timer's next turn. */
  #isPausing = false;
  #isClosed = false;
  #busySince: number | undefined;
  /** Rows that only a gap tells of. */
  #lost = 0;
  #degraded: string | null = null;

  constructor(options: AuditLogOptions) {
    this.#options = options;
  }

  get degraded(): string | null {
    return this.#degraded;
  }

  record(entry: AuditEntry): void {
    if (this.#isClosed) return;
    const last = this.#waiting.at(-1);
    if (this.#waiting.length < MAX_WAITING) {
      this.#waiting.push(entry);
    } else {
      this.#degraded ??= `More than ${MAX_WAITING} audit rows are waiting; later ones are only counted`;
      this.#lost++;
      if (last !== undefined && "lost" in last) last.lost++;
      else this.#waiting.push({ at: this.#now(), lost: 1 });
    }
    if (this.#waiting.length === GROUP_ROWS && !this.#isPausing) this.#wake(0);
    else if (this.#timer === undefined) this.#wake(GROUP_MS);
  }

  async commit(entry: AuditEntry): Promise<void> {
    const refused = (why: string, next = "Mend the state directory, then call again") =>
      new ToolError("AUDIT_UNWRITABLE", `The change was refused: its record could not be written: ${why}`, {
        next,
      });
    if (this.#isClosed) throw refused("the log is closed");
    this.record(entry);
    if (!this.#waiting.includes(entry)) throw refused("too many rows are waiting");
    const until = performance.now() + COMMIT_MS;
    for (let turn = 0; this.#waiting.includes(entry); turn++) {
      // A group that is being written may have been taken before the entry came, so one turn is no answer.
      if (turn >= 2) {
        if (this.#busySince === undefined || performance.now() > until) break;
        await new Promise((resolve) => setTimeout(resolve, aWhile()));
      }
      await this.#flush();
    }
    const at = this.#waiting.indexOf(entry);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    if (this.#degraded !== null) throw refused(this.#degraded);
    throw refused("the store is in use by others", "Call again");
  }

  async room(): Promise<void> {
    if (this.#waiting.length >= GROUP_ROWS && !this.#isPausing && !this.#isClosed) await this.#flush();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const until = performance.now() + (this.#options.closeWithinMs ?? 700);
    do {
      await this.#flush();
      if (this.#busySince === undefined) break;
      await new Promise((resolve) => setTimeout(resolve, aWhile()));
    } while (performance.now() < until);
    clearTimeout(this.#timer);
    this.#store?.close();
    this.#store = undefined;
    const lost = this.#lost + this.#waiting.filter((row) => !("lost" in row)).length;
    if (lost > 0) {
      const why = this.#degraded ?? (this.#waiting.length > 0 ? "the store is in use" : "they came too fast");
      this.#degraded = `${lost} audit rows were not written: ${why}`;
    }
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  #wake(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#isPausing = false;
      this.#flush();
    }, ms);
    Deno.unrefTimer(this.#timer);
  }

  /** One at a time; never rejects. */
  #flush(): Promise<void> {
    return this.#flushing ??= this.#drain()
      .catch((error) => this.#giveUp(error))
      .finally(() => this.#flushing = undefined);
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0 || !this.#isSealed) {
      const { AuditStore } = await import("./audit_store.ts");
      const { callBody, gapBody } = await import("./audit_row.ts");
      const { directory, rotateBytes = 64 * 2 ** 20 } = this.#options;
      this.#store ??= await AuditStore.open(directory, { rotateBytes, sealed: this.#sealed });
      const group = this.#waiting.slice(0, GROUP_ROWS);
      // Also without rows, when only the seal is owed: the store looks at what is there before it is sealed.
      await this.#store.write(group.map((row) => "lost" in row ? gapBody(row) : callBody(row)));
      // Stored: from here on a failure must not write them a second time.
      this.#waiting.splice(0, group.length);
      this.#isSealed = false;
      this.#store.seal();
      this.#isSealed = true;
      this.#sealed = this.#store.sealed;
      this.#busySince = undefined;
    }
    this.#degraded = null;
  }

  #giveUp(error: unknown): void {
    const isBusy = error instanceof ToolError && error.code === "STORE_BUSY";
    this.#busySince = isBusy ? this.#busySince ?? performance.now() : undefined;
    this.#isPausing = true;
    if (!this.#isClosed) this.#wake(isBusy ? aWhile() : this.#options.retryMs ?? 5_000);
    if (isBusy && performance.now() - (this.#busySince ?? 0) < BUSY_MS) return;
    if (!(error instanceof ToolError)) logDefect(error);
    this.#degraded = error instanceof ToolError ? error.line : "The audit log failed by a defect of ours";
    if (isBusy) return;
    this.#store?.close();
    this.#store = undefined;
  }
}

/** Milliseconds until a store that was in use is tried again; uneven, so that two processes do not meet each time. */
function aWhile(): number {
  return 5 + Math.random() * 25;
}
