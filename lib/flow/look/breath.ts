/** Long work in steps: whoever else has something to do on the thread gets to it in between. */

/** Milliseconds of work between two pauses. */
const WORK_MS = 25;

/**
 * Pauses now and then. The worker answers its status, and hears of a cancel, only while nobody holds the thread.
 *
 * @example
 * ```ts
 * import { Breath } from "gatehouse/flow/look/breath.ts";
 *
 * const breath = new Breath(AbortSignal.abort());
 * await breath.draw();
 * if (!breath.isCancelled) throw new Error("went on");
 * ```
 */
export class Breath {
  readonly #signal: AbortSignal | undefined;
  #since = performance.now();

  /** @param signal Aborted when the work is of no use any more. */
  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Whether a pause is due. */
  get isDue(): boolean {
    return performance.now() - this.#since > WORK_MS;
  }

  /** Whether the work is of no use any more. */
  get isCancelled(): boolean {
    return this.#signal?.aborted === true;
  }

  /** Lets the others have their turn. */
  async draw(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#since = performance.now();
  }
}
