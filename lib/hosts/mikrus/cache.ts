/** Replies that are not asked for again at once: the API itself renews them once a minute. */

/** Milliseconds that a reply is kept. */
const KEPT_MS = 60_000;

/**
 * The last good reply of each account and endpoint, for 60 seconds. Failures are never kept.
 *
 * @example
 * ```ts
 * import { ReplyCache } from "gatehouse/hosts/mikrus/cache.ts";
 *
 * let now = 0;
 * const cache = new ReplyCache(() => now);
 * cache.keep("account", { endpoint: "info", value: { server_id: "j230" } });
 * if (cache.find("account", "info") === undefined) throw new Error("not kept");
 * now = 60_000;
 * if (cache.find("account", "info") !== undefined) throw new Error("kept too long");
 * ```
 */
export class ReplyCache {
  readonly #now: () => number;
  readonly #kept = new Map<string, Map<string, { readonly at: number; readonly value: object }>>();

  /** @param now Milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The reply, or undefined when there is none that is fresh. */
  find(account: string, endpoint: string): object | undefined {
    const kept = this.#kept.get(account)?.get(endpoint);
    return kept !== undefined && this.#now() - kept.at < KEPT_MS ? kept.value : undefined;
  }

  /** Keeps a reply; it must not be changed afterwards. */
  keep(account: string, { endpoint, value }: { readonly endpoint: string; readonly value: object }): void {
    const own = this.#kept.get(account) ?? new Map();
    own.set(endpoint, { at: this.#now(), value });
    this.#kept.set(account, own);
  }

  /** Forgets an account's replies, because something of it was changed. */
  forget(account: string): void {
    this.#kept.delete(account);
  }
}
