/** Bounds on the work one command may cause; each one refused rather than cut. */

/** Characters (UTF-16) of a command. */
export const MAX_LENGTH = 20_000;
/** Calls after expansion, unwrapping and inlining of functions. */
const MAX_CALLS = 1_000;
/** Words made by expansion. */
const MAX_WORDS = 40_000;
/** Characters that expansion puts into words, all in all. */
const MAX_TEXT = 1_000_000;
/** Syntax nodes nested in one another. */
export const MAX_NESTING = 100;
/** Wrappers and shells nested in one another. */
export const MAX_WRAPPERS = 10;
/** Alternatives followed for one command before its words count as unknown. */
export const MAX_ALTERNATIVES = 16;
/** Characters a variable may hold before it counts as unknown. */
export const MAX_VALUE = 20_000;
/** Findings, and effects, that a verdict lists. */
export const MAX_LISTED = 64;

/** Thrown inside the engine when a bound is passed; becomes a `deny` that names the rule. */
export class LimitError extends Error {
  constructor(
    /** `limit.calls`, `limit.nesting`, … */
    readonly rule: string,
    message: string,
  ) {
    super(message);
    this.name = "LimitError";
  }
}

/** Counts the work done for one command and stops it at the bounds. */
export class Budget {
  private calls = 0;
  private words = 0;
  private text = 0;

  /** Throws `LimitError` after {@link MAX_CALLS}. */
  call(): void {
    if (++this.calls > MAX_CALLS) {
      throw new LimitError("limit.calls", `Holds more than ${MAX_CALLS} commands`);
    }
  }

  /** Counts what expansion makes. Throws `LimitError` after {@link MAX_WORDS} or {@link MAX_TEXT}. */
  expansion(words: number, characters: number): void {
    this.text += characters;
    this.words += words;
    if (this.words > MAX_WORDS || this.text > MAX_TEXT) {
      throw new LimitError(
        "limit.words",
        `Expands to more than ${MAX_WORDS} words or ${MAX_TEXT} characters`,
      );
    }
  }
}
