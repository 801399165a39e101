/**
 * Approvals in a file of their own (`MCP_APPROVAL_FILE`), which an operator may also write by other means: read anew on
 * every look, replaced as a whole under a lock, and refused when somebody else changed it in between.
 */
import type { Binding } from "../core/approval.ts";
import { ToolError } from "../core/errors.ts";
import { shownPath, unsafeFile } from "../core/file_checks.ts";
import { withLock } from "../core/file_lock.ts";
import { createPrivate, replacePrivate } from "../core/file_writes.ts";
import { readPrivate } from "../core/files.ts";
import { alive, grantedOf, idOfToken, matching, parseTokens, recordOf } from "./approvals_records.ts";
import { type TokenRecord, type Tokens, tokensText } from "./approvals_records.ts";
import { type Granted, MAX_APPROVALS, tooMany } from "./approvals_store.ts";

/** Bytes of the file: 1 MiB. */
const MAX_BYTES = 1_048_576;

/** Looks at a file that others keep replacing. */
const ATTEMPTS = 16;

/** What a look at the file found. */
interface Seen {
  /** Which file, and as of when. */
  readonly stamp: string;
  readonly bytes: Uint8Array;
  readonly tokens: Tokens;
}

/** What a change of the records comes to; `keep` null leaves the file as it is. */
interface Decided<T> {
  readonly keep: Tokens | null;
  readonly value: T;
}

/**
 * The file.
 *
 * @example
 * ```ts
 * import { ApprovalsFile } from "gatehouse/state/approvals_file.ts";
 *
 * const path = `${await Deno.realPath(await Deno.makeTempDir())}/approvals.json`;
 * const file = new ApprovalsFile(path, { busyMs: 1_000 });
 * const argumentsDigest = "0".repeat(64);
 * const binding = { principal: "p", capability: "c", identity: "i", resource: "r", argumentsDigest };
 * await file.add(binding, { now: 1_000, ttlMs: 60_000 });
 * const first = await file.spend(binding, { now: 2_000, but: [] });
 * const second = await file.spend(binding, { now: 2_000, but: [] });
 * if (first === null || second !== null) throw new Error("spent twice");
 * ```
 */
export class ApprovalsFile {
  readonly #path: string;
  readonly #busyMs: number;

  /**
   * @param path Absolute.
   * @param options `busyMs`: milliseconds to wait for other processes.
   */
  constructor(path: string, { busyMs }: { readonly busyMs: number }) {
    this.#path = path;
    this.#busyMs = busyMs;
  }

  /**
   * Whether there is an approval for exactly this call.
   *
   * @param options `now`: milliseconds since 1970. `but`: ids of those that do not count.
   * @throws ToolError `FILE_MISSING`, `FILE_UNSAFE`, `FILE_UNREADABLE`, `STORE_DAMAGED`.
   */
  async holds(binding: Binding, { now, but }: { now: number; but: readonly string[] }): Promise<boolean> {
    const { tokens } = await this.#look();
    return (await counting(matching(tokens, binding, { now }), but)).length > 0;
  }

  /**
   * Takes away the approval that expires first, and what has expired.
   *
   * @returns The ids of further ones for the same call; null when there was none.
   * @throws ToolError as `holds`; `STORE_CHANGED` when somebody else replaced the file meanwhile, `STORE_BUSY`,
   * `STORE_FULL`, `STORE_UNWRITABLE`.
   */
  spend(
    binding: Binding,
    { now, but }: { now: number; but: readonly string[] },
  ): Promise<readonly string[] | null> {
    return this.#update(async (tokens): Promise<Decided<readonly string[] | null>> => {
      const all = matching(tokens, binding, { now });
      const [first] = await counting(all, but);
      if (first === undefined) return { keep: null, value: null };
      const keep = alive(tokens, { now });
      keep.delete(first);
      const others = all.filter((token) => token !== first);
      return { keep, value: await Promise.all(others.map(idOfToken)) };
    });
  }

  /**
   * Adds an approval under a new token, and makes the file where there is none.
   *
   * @param times Milliseconds: since 1970, and how long it lasts.
   * @throws ToolError as `spend`, and `TOO_MANY_APPROVALS`.
   */
  add(binding: Binding, { now, ttlMs }: { now: number; ttlMs: number }): Promise<Granted> {
    return this.#update(async (tokens) => {
      const keep = alive(tokens, { now });
      if (keep.size >= MAX_APPROVALS) throw tooMany();
      const token = crypto.getRandomValues(new Uint8Array(32)).toBase64({
        alphabet: "base64url",
        omitPadding: true,
      });
      const record: TokenRecord = recordOf(binding, { expiresAt: now + ttlMs });
      keep.set(token, record);
      return { keep, value: { ...await grantedOf(token, record), createdAt: now } };
    }, { isMade: true });
  }

  /**
   * All that have not expired, those that expire first in front.
   *
   * @throws ToolError as `holds`.
   */
  async list({ now }: { now: number }): Promise<readonly Granted[]> {
    const { tokens } = await this.#look();
    const granted = [...alive(tokens, { now })].map(([token, record]) => grantedOf(token, record));
    return (await Promise.all(granted)).sort((a, b) => a.expiresAt - b.expiresAt);
  }

  /**
   * Takes one away by its id.
   *
   * @returns False when there is none of that id.
   * @throws ToolError as `spend`.
   */
  remove(id: string): Promise<boolean> {
    return this.#update(async (tokens) => {
      const kept: [string, TokenRecord][] = [];
      for (const entry of tokens) if (await idOfToken(entry[0]) !== id) kept.push(entry);
      const isFound = kept.length < tokens.size;
      return { keep: isFound ? new Map(kept) : null, value: isFound };
    });
  }

  /**
   * Takes all away.
   *
   * @throws ToolError as `spend`, but not when there is no file.
   */
  async clear(): Promise<void> {
    await this.#update((tokens) =>
      Promise.resolve({ keep: tokens.size === 0 ? null : new Map(), value: undefined })
    ).catch((error: unknown) => {
      if (!(error instanceof ToolError && error.code === "FILE_MISSING")) throw error;
    });
  }

  #update<T>(
    decide: (tokens: Tokens) => Promise<Decided<T>>,
    { isMade = false }: { readonly isMade?: boolean } = {},
  ): Promise<T> {
    const work = async (): Promise<T> => {
      const seen = await this.#look().catch((error: unknown) => {
        if (isMade && error instanceof ToolError && error.code === "FILE_MISSING") return null;
        throw error;
      });
      const { keep, value } = await decide(seen?.tokens ?? new Map());
      if (keep !== null) this.#put(new TextEncoder().encode(tokensText(keep)), seen);
      return value;
    };
    return withLock(this.#path, { busyMs: this.#busyMs, work });
  }

  async #look(): Promise<Seen> {
    const path = this.#path;
    const { bytes, stamp } = await this.#read();
    // A file of two names could be used up under each.
    if (Deno.lstatSync(path).nlink !== 1) {
      throw unsafeFile(path, { reason: "it has a second name (hard link)", next: "Remove the other name" });
    }
    return { stamp, bytes, tokens: parseTokens(new TextDecoder().decode(bytes), { path }) };
  }

  /** Whoever replaces the file as a whole while it is read is let finish. */
  async #read(): Promise<Pick<Seen, "bytes" | "stamp">> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = lookAt(this.#path);
      // What is not there, or not safe, is told by whoever opens it.
      const bytes = await readPrivate(this.#path, { maxBytes: MAX_BYTES });
      const stamp = lookAt(this.#path);
      if (stamp !== null && stamp === before) return { bytes, stamp };
    }
    throw changed(this.#path);
  }

  #put(bytes: Uint8Array, seen: Seen | null): void {
    const path = this.#path;
    try {
      if (seen === null) return createPrivate(path, bytes);
      if (bytes.byteLength > MAX_BYTES) throw tooMany();
      replacePrivate(path, bytes, {
        unless: () => {
          if (lookAt(path) !== seen.stamp || !isSame(Deno.readFileSync(path), seen.bytes)) {
            throw changed(path);
          }
        },
      });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (error.code === "FILE_EXISTS") throw changed(path);
      if (error.code !== "FILE_UNWRITABLE") throw error;
      const code = error.message.includes("ENOSPC") ? "STORE_FULL" : "STORE_UNWRITABLE";
      throw new ToolError(code, error.message, { ...(error.next && { next: error.next }), cause: error });
    }
  }
}

async function counting(tokens: readonly string[], but: readonly string[]): Promise<readonly string[]> {
  if (but.length === 0) return tokens;
  const ids = await Promise.all(tokens.map(idOfToken));
  return tokens.filter((_, at) => !but.includes(ids[at] ?? ""));
}

function lookAt(path: string): string | null {
  try {
    const { dev, ino, size, mtime, ctime } = Deno.lstatSync(path);
    return [dev, ino, size, mtime?.getTime(), ctime?.getTime()].join(":");
  } catch {
    return null;
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, at) => byte === b[at]);
}

function changed(path: string): ToolError {
  return new ToolError("STORE_CHANGED", `The approval file ${shownPath(path)} was changed meanwhile`, {
    next: "Call again",
    retryable: true,
  });
}
