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

/** Words before a command's name that may expand to nothing. */
export const MAX_LEADING = 16;

/** Characters from which a command is looked at for being mostly syntax. */
const LONG = 4_096;
/** The share of syntax that no command of that length has, whatever data it carries. */
const MOST_SYNTAX = 0.58;
/** Separators that no command has, whatever data it carries; those of commands alone are bounded far below. */
const MAX_SEPARATORS = 4_000;

const SEPARATORS = codesOf("|&;");
const SYNTAX = codesOf("|&;<>(){}[]!'\"`\\$*~=,");

function codesOf(characters: string): ReadonlySet<number> {
  return new Set([...characters].map((character) => character.charCodeAt(0)));
}

/**
 * Whether a long command is mostly operators, quotes and expansions: nobody means it, and it is refused before the
 * parser works on it.
 *
 * ```ts
 * import { isMostlySyntax } from "gatehouse/gate/limits.ts";
 *
 * if (!isMostlySyntax("`".repeat(5_000)) || isMostlySyntax("ls | wc; ".repeat(500))) throw new Error("mistaken");
 * ```
 */
export function isMostlySyntax(command: string): boolean {
  if (command.length < LONG) return false;
  let found = 0;
  let separators = 0;
  for (let at = 0; at < command.length; at++) {
    const code = command.charCodeAt(at);
    if (SYNTAX.has(code)) found++;
    if (SEPARATORS.has(code)) separators++;
  }
  return found >= MOST_SYNTAX * command.length || separators > MAX_SEPARATORS;
}

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
