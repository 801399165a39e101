/** Notices that a model service silently left out a part of what a model was to read. */

/** Characters that one token stands for at most, on average over a text of some length: prose has about 4, code 3. */
const CHARS_PER_TOKEN = 8;
/** Tokens that a service's own template may add or save. */
const SLACK = 512;

/**
 * The tokens that a service says its model read, over the turns of one role. A role's messages only grow, so a count
 * that falls, or that grows by far less than the messages, means that the service cut the conversation to its own
 * limit; it does so without an error.
 *
 * @example
 * ```ts
 * import { Truncation } from "gatehouse/flow/roles/truncation.ts";
 *
 * const truncation = new Truncation(16_384);
 * if (truncation.fault(40_000, 10_000) !== null) throw new Error("all was read");
 * if (truncation.fault(60_000, 2_051) === null) throw new Error("most was not read");
 * ```
 */
export class Truncation {
  readonly #contextLength: number;
  #chars = 0;
  #tokens = 0;

  /** @param contextLength Tokens that the service was asked to make room for. */
  constructor(contextLength: number) {
    this.#contextLength = contextLength;
  }

  /** What must have been left out of a turn, in one sentence; null when that cannot be said. */
  fault(chars: number, tokens: number | null): string | null {
    if (tokens === null) return null;
    const added = chars - this.#chars;
    // A turn that offers no tools takes some away; they are dense text.
    const least = this.#tokens + (added >= 0 ? added / CHARS_PER_TOKEN : added / 2);
    this.#chars = chars;
    this.#tokens = tokens;
    if (tokens + SLACK >= least) return null;
    return `The model read ${tokens} tokens where at least ${Math.floor(least)} were sent: ` +
      `the service cut the conversation (context_length asks for ${this.#contextLength})`;
  }
}
