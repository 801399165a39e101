/** A signal that follows another one at a distance. */

/**
 * Aborted some time after another signal is, and with its reason; one that is already aborted stays so at once.
 *
 * @example
 * ```ts
 * import { LaterSignal } from "gatehouse/flow/editor/later_signal.ts";
 *
 * const controller = new AbortController();
 * using later = new LaterSignal(controller.signal, 60_000);
 * controller.abort();
 * if (later.signal.aborted) throw new Error("too soon");
 * ```
 */
export class LaterSignal implements Disposable {
  readonly #first: AbortSignal;
  readonly #controller = new AbortController();
  readonly #wait: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param first The signal that is followed. @param delayMs Milliseconds. */
  constructor(first: AbortSignal, delayMs: number) {
    this.#first = first;
    this.#wait = () => {
      this.#timer = setTimeout(() => this.#controller.abort(first.reason), delayMs);
    };
    if (first.aborted) this.#controller.abort(first.reason);
    else first.addEventListener("abort", this.#wait, { once: true });
  }

  /** The later one. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends the waiting; nothing is aborted after that. */
  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#first.removeEventListener("abort", this.#wait);
  }
}
