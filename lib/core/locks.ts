/** Locks of this process: one change at a time to one thing. */
import type { Deadline } from "./deadline.ts";

/**
 * Locks by key.
 *
 * @example
 * ```ts
 * import { Deadline } from "gatehouse/core/deadline.ts";
 * import { Locks } from "gatehouse/core/locks.ts";
 *
 * const locks = new Locks();
 * using deadline = new Deadline(1_000);
 * const order: number[] = [];
 * const first = locks.acquire("a", deadline).then(async (release) => {
 *   await undefined;
 *   order.push(1);
 *   release();
 * });
 * const second = locks.acquire("a", deadline).then((release) => (order.push(2), release()));
 * await Promise.all([first, second]);
 * if (order.join() !== "1,2") throw new Error(order.join());
 * ```
 */
export class Locks {
  /** What the next one of each key waits for. */
  readonly #last = new Map<string, Promise<void>>();

  /**
   * Waits for its turn, in the order of the calls.
   *
   * @returns Lets the next one have its turn; safe to call again.
   * @throws ToolError the deadline's failure, when it passes first: then the lock was never held.
   */
  async acquire(key: string, deadline: Deadline): Promise<() => void> {
    const before = this.#last.get(key);
    const held = Promise.withResolvers<void>();
    const turn = (before ?? Promise.resolve()).then(() => held.promise);
    this.#last.set(key, turn);
    // Not on release: one that gave up waiting lets go while those before it still hold.
    turn.then(() => {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    });
    const release = held.resolve;
    if (before === undefined) return release;
    try {
      await deadline.race(before);
      return release;
    } catch (error) {
      release();
      throw error;
    }
  }
}
