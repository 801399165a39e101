/**
 * One deadline and one signal for a call, from the transport to whatever does the work.
 *
 * The signal is made on first use and the timer is cleared when the call ends: most calls need neither, and making
 * both for each call was measured to halve the throughput.
 */
import { ToolError } from "./errors.ts";

/**
 * The time a call may take, and its cancellation.
 *
 * @example
 * ```ts
 * import { Deadline } from "gatehouse/core/deadline.ts";
 *
 * using deadline = new Deadline(1_000);
 * const value = await deadline.race(Promise.resolve(7));
 * if (value !== 7 || deadline.failure() !== null) throw new Error("raced wrong");
 * ```
 */
export class Deadline {
  #endsAt: number;
  #limitMs: number;
  readonly #caller: AbortSignal | undefined;
  #controller: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ignoresCaller: () => boolean = () => false;
  readonly #onTime = (): void => this.#abort();
  readonly #onCancel = (): void => {
    if (!this.#ignoresCaller()) this.#abort();
  };

  /**
   * @param limitMs Milliseconds from now.
   * @param caller The caller's own signal: aborted when it cancels or goes away.
   */
  constructor(limitMs: number, caller?: AbortSignal) {
    this.#limitMs = limitMs;
    this.#endsAt = performance.now() + limitMs;
    this.#caller = caller;
  }

  /** Milliseconds that are left; below zero when none are. */
  get leftMs(): number {
    return this.#endsAt - performance.now();
  }

  /** Aborted when the caller cancels or the time is up. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.failure() !== null) this.#abort();
      else {
        // A timer takes whole milliseconds and may fire within the last of them: too early is no deadline yet.
        const leftMs = Math.ceil(this.#endsAt - performance.now()) + 1;
        this.#timer = setTimeout(this.#onTime, leftMs);
        this.#caller?.addEventListener("abort", this.#onCancel, { once: true });
      }
    }
    return this.#controller.signal;
  }

  /** From now on at most so many milliseconds are left. */
  shorten(limitMs: number): void {
    const endsAt = performance.now() + limitMs;
    if (endsAt >= this.#endsAt) return;
    this.#endsAt = endsAt;
    this.#limitMs = limitMs;
    if (this.#controller === undefined || this.#controller.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onTime, Math.ceil(limitMs) + 1);
  }

  /** From now on a caller that goes away is not heard while `when` is true; the time still runs. */
  ignoreCaller(when: () => boolean): void {
    this.#ignoresCaller = when;
  }

  /** Why the call may not go on, or null when it may. A cancelled call is told apart from a late one. */
  failure(): ToolError | null {
    if (this.#caller?.aborted === true && !this.#ignoresCaller()) {
      return new ToolError("CANCELLED", "The caller cancelled the call");
    }
    if (performance.now() < this.#endsAt) return null;
    return new ToolError("DEADLINE_EXCEEDED", `The call did not end within ${this.#limitMs} ms`, {
      retryable: true,
      next: "Try again, or ask for less",
    });
  }

  /** The work's value, or the failure as soon as the deadline passes or the caller cancels. */
  async race<T>(work: Promise<T>): Promise<T> {
    const { signal } = this;
    const stop = Promise.withResolvers<never>();
    const onAbort = (): void =>
      stop.reject(this.failure() ?? new ToolError("CANCELLED", "The call was stopped"));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    // The loser must not surface as an unhandled rejection: nobody waits for it any more.
    work.catch(() => {});
    stop.promise.catch(() => {});
    try {
      return await Promise.race([stop.promise, work]);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Ends the deadline: no timer and no listener stays behind. */
  [Symbol.dispose](): void {
    if (this.#controller === undefined) return;
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this.#onCancel);
  }

  #abort(): void {
    clearTimeout(this.#timer);
    this.#controller?.abort(this.failure() ?? new ToolError("CANCELLED", "The call was stopped"));
  }
}
