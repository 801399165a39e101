/** The changes that are under way in this process: what has begun must not be cut off because the program ends. */

/**
 * Changes under way.
 *
 * @example
 * ```ts
 * import { Ongoing } from "gatehouse/core/ongoing.ts";
 *
 * const ongoing = new Ongoing();
 * const end = ongoing.begin();
 * ongoing.close();
 * end();
 * await ongoing.settled();
 * if (!ongoing.closing || ongoing.count !== 0) throw new Error("still under way");
 * ```
 */
export class Ongoing {
  #count = 0;
  #closing = false;
  #settled = Promise.withResolvers<void>();

  /** How many are under way. */
  get count(): number {
    return this.#count;
  }

  /** True once the program is ending: from then on a caller that goes away cancels no change that has begun. */
  get closing(): boolean {
    return this.#closing;
  }

  /** One more; what is returned says that it ended, and is called once. */
  begin(): () => void {
    this.#count++;
    return () => {
      if (--this.#count > 0) return;
      this.#settled.resolve();
      this.#settled = Promise.withResolvers();
    };
  }

  /** The program is ending. */
  close(): void {
    this.#closing = true;
  }

  /** Resolves when none is under way; each has a deadline, so that this comes. */
  async settled(): Promise<void> {
    while (this.#count > 0) await this.#settled.promise;
  }
}
