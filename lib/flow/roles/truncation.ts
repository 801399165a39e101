/** Notices that a model service silently left out a part of what a model was to read. */
import { estimateTokens, wasTruncated } from "../model/estimate.ts";
import type { Context } from "./messages.ts";

/** Characters that one token stands for at most, on average over a text of some length: prose has about 4, code 3. */
const CHARS_PER_TOKEN = 8;
/** Tokens that a service's own template may add or save. */
const SLACK = 512;

/**
 * The tokens that a service says its model read, over the turns of one role. A role's messages only grow, so besides a
 * count that is far too small for them, one that falls, or that grows by far less than they do, means that the service
 * cut the conversation to its own limit; it does so without an error.
 *
 * @example
 * ```ts
 * import { Context } from "gatehouse/flow/roles/messages.ts";
 * import { Truncation } from "gatehouse/flow/roles/truncation.ts";
 *
 * const truncation = new Truncation(16_384);
 * const context = new Context([{ role: "user", content: "x".repeat(40_000) }]);
 * if (truncation.fault(context, { tokens: 10_000, toolWords: 0 }) !== null) throw new Error("all was read");
 * context.add({ role: "user", content: "x".repeat(40_000) });
 * if (truncation.fault(context, { tokens: 10_000, toolWords: 0 }) === null) throw new Error("half was not read");
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

  /**
   * What must have been left out of a turn, in one sentence; null when that cannot be said.
   *
   * @param context What was sent.
   * @param told `tokens`: what the service says it read, null when it says nothing. `toolWords`: characters of the
   * offered tools.
   */
  fault(
    context: Context,
    told: { readonly tokens: number | null; readonly toolWords: number },
  ): string | null {
    const { tokens } = told;
    if (tokens === null) return null;
    const chars = context.words + told.toolWords;
    const added = chars - this.#chars;
    // A turn that offers no tools takes some away; they are dense text.
    const least = this.#tokens + (added >= 0 ? added / CHARS_PER_TOKEN : added / 2);
    this.#chars = chars;
    this.#tokens = tokens;
    const estimate = estimateTokens(context.messages);
    const contextLength = this.#contextLength;
    if (tokens + SLACK >= least && !wasTruncated(tokens, { estimate, contextLength })) return null;
    return `The model read ${tokens} tokens where about ${estimate} were sent: the service cut the conversation ` +
      `(context_length asks for ${contextLength})`;
  }
}
