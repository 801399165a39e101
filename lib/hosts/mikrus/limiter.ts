/** How often one credential may be used: the API asks for few requests, and answers too many with refusals. */

/** Requests that one credential gets in any window. */
const PER_WINDOW = 5;

/** Milliseconds of the window. */
const WINDOW_MS = 60_000;

/**
 * Counts the requests of each credential over the last minute. Nobody waits here: who comes too early is told when to
 * come back, so that the time of a call is not slept away.
 *
 * @example
 * ```ts
 * import { Limiter } from "gatehouse/hosts/mikrus/limiter.ts";
 *
 * let now = 0;
 * const limiter = new Limiter(() => now);
 * for (let request = 0; request < 5; request++) {
 *   if (limiter.take("key") !== null) throw new Error("refused too early");
 * }
 * if (limiter.take("key") !== 60) throw new Error("not refused");
 * now = 60_000;
 * if (limiter.take("key") !== null) throw new Error("the window did not move on");
 * ```
 */
export class Limiter {
  readonly #now: () => number;
  readonly #taken = new Map<string, number[]>();
  readonly #heldUntil = new Map<string, number>();

  /** @param now Milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Takes one request.
   *
   * @param credential What the requests are counted by; kept in memory only.
   * @returns Null when the request may be sent; otherwise the seconds until one may, 0.1–60, in tenths.
   */
  take(credential: string): number | null {
    const now = this.#now();
    const taken = (this.#taken.get(credential) ?? []).filter((at) => now - at < WINDOW_MS);
    this.#taken.set(credential, taken);
    const [oldest] = taken;
    const full = taken.length >= PER_WINDOW && oldest !== undefined ? oldest + WINDOW_MS : now;
    const free = Math.max(full, this.#heldUntil.get(credential) ?? now);
    if (free > now) return Math.min(60, Math.ceil((free - now) / 100) / 10);
    taken.push(now);
    return null;
  }

  /**
   * Sends nothing more for a credential for a while, because the API asked for it.
   *
   * @param seconds 0–60.
   */
  hold(credential: string, seconds: number): void {
    this.#heldUntil.set(credential, this.#now() + seconds * 1_000);
  }
}
