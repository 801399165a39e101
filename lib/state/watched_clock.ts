/** The clock that can be set, watched by the one that cannot. */

/** What a process knows of the time. */
export interface Reading {
  /** Milliseconds since 1970, as the system says. */
  readonly now: number;
  /** What the system cannot be before, by the steady clock of this process. */
  readonly atLeast: number;
  /** The steady clock. */
  readonly elapsed: number;
}

/** A process's clocks; tests give their own. */
export interface Clocks {
  /** Milliseconds since 1970; may be set. */
  readonly now: () => number;
  /** Milliseconds since whenever; never goes back. */
  readonly elapsed: () => number;
}

/**
 * Watches the settable clock by the steady one.
 *
 * @example
 * ```ts
 * import { WatchedClock } from "gatehouse/state/watched_clock.ts";
 *
 * let now = 1_000_000;
 * let elapsed = 0;
 * const clock = new WatchedClock({ now: () => now, elapsed: () => elapsed });
 * now -= 500_000;
 * elapsed += 1_000;
 * const { atLeast } = clock.read();
 * if (atLeast !== 1_001_000) throw new Error("the step was not seen");
 * ```
 */
export class WatchedClock {
  readonly #clocks: Clocks;
  #last: { readonly now: number; readonly elapsed: number };

  constructor(clocks: Clocks) {
    this.#clocks = clocks;
    this.#last = { now: Math.round(clocks.now()), elapsed: clocks.elapsed() };
  }

  /** The time now. */
  read(): Reading {
    const now = Math.round(this.#clocks.now());
    const elapsed = this.#clocks.elapsed();
    return { now, elapsed, atLeast: Math.floor(this.#last.now + elapsed - this.#last.elapsed) };
  }

  /** The reading has been acted on: a step back that it told of is told no more. */
  accept({ now, elapsed }: Reading): void {
    this.#last = { now, elapsed };
  }
}
