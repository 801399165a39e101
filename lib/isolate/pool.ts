/** The workers of one backend, by their subjects: few are kept, and none is ended while it works. */
import type { Isolated } from "./isolates.ts";
import { reasonOf } from "./life.ts";

interface Kept {
  readonly worker: Promise<Isolated>;
  /** Calls in flight. */
  busy: number;
}

/** What is done with a worker, and when to stop waiting for one. */
export interface Use<T> {
  readonly signal: AbortSignal;
  readonly work: (worker: Isolated) => Promise<T>;
}

/**
 * A pool of workers.
 *
 * @example
 * ```ts
 * import { Pool } from "gatehouse/isolate/pool.ts";
 *
 * const ended: string[] = [];
 * const pool = new Pool((subject) => {
 *   return Promise.resolve({ call: () => Promise.resolve(subject), end: () => void ended.push(subject) });
 * }, 1);
 * const { signal } = new AbortController();
 * const ask = (subject: string) =>
 *   pool.use(subject, { signal, work: (worker) => worker.call("", null, { signal, timeoutMs: 1 }) });
 * if (await ask("a") !== "a" || await ask("b") !== "b") throw new Error("another worker");
 * if (ended.join() !== "a") throw new Error("the idle one was kept");
 * ```
 */
export class Pool {
  readonly #open: (subject: string) => Promise<Isolated>;
  readonly #max: number;
  /** The one that was used last comes last. */
  readonly #kept = new Map<string, Kept>();
  #waiting: (() => void)[] = [];

  /**
   * @param open Makes the worker of a subject; one that cannot be made is not kept.
   * @param max Workers that are kept.
   */
  constructor(open: (subject: string) => Promise<Isolated>, max: number) {
    this.#open = open;
    this.#max = max;
  }

  /** Does the work with the subject's worker. @throws ToolError the signal's reason, when it is aborted meanwhile. */
  async use<T>(subject: string, { signal, work }: Use<T>): Promise<T> {
    let kept = this.#take(subject);
    while (kept === null) {
      await this.#turn(signal);
      kept = this.#take(subject);
    }
    try {
      return await work(await kept.worker);
    } finally {
      kept.busy--;
      const [next] = this.#waiting.splice(0, 1);
      next?.();
    }
  }

  #take(subject: string): Kept | null {
    let kept = this.#kept.get(subject);
    if (kept === undefined) {
      if (this.#kept.size >= this.#max && !this.#endOne()) return null;
      const worker = this.#open(subject);
      const made = kept = { worker, busy: 0 };
      worker.catch(() => {
        if (this.#kept.get(subject) === made) this.#kept.delete(subject);
      });
    }
    kept.busy++;
    this.#kept.delete(subject);
    this.#kept.set(subject, kept);
    return kept;
  }

  /** Ends the idle worker that was used longest ago; false when all work. */
  #endOne(): boolean {
    for (const [subject, { worker, busy }] of this.#kept) {
      if (busy > 0) continue;
      this.#kept.delete(subject);
      worker.then((idle) => idle.end(), () => {});
      return true;
    }
    return false;
  }

  /** Waits until a worker may be free. */
  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#waiting = this.#waiting.filter((waiting) => waiting !== go);
        reject(reasonOf(signal));
      };
      const go = (): void => {
        signal.removeEventListener("abort", stop);
        resolve();
      };
      if (signal.aborted) return stop();
      signal.addEventListener("abort", stop, { once: true });
      this.#waiting.push(go);
    });
  }
}
