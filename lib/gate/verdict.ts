/** What the gate answers. */
import type { EffectKind } from "./effect.ts";
import type { RuleVerdict } from "./rule.ts";

/** A part of the command as given: `text` is exactly the bytes from `start` to `end`. */
export interface Part {
  readonly text: string;
  /** Byte offset in the UTF-8 form of the command. */
  readonly start: number;
  /** Byte offset after the last byte. */
  readonly end: number;
}

/** One rule that fired. */
export interface Finding {
  readonly rule: string;
  readonly verdict: RuleVerdict;
  readonly reason: string;
  readonly part: Part | null;
  readonly safer: string | null;
}

/** An effect as it is shown: paths absolute, or beginning with `~` or `.` where only that is known. */
export interface ShownEffect {
  readonly kind: EffectKind;
  readonly path?: string;
  readonly host?: string;
  readonly program?: string;
  /** The entries below `path`, not `path` itself. */
  readonly below?: true;
  readonly recursive?: true;
  /** What is touched is not known; `path`, if there, is the directory that is certain. */
  readonly unknown?: true;
}

/**
 * The answer for one command.
 *
 * How findings combine: any `deny` makes it deny, layer `L0`. Otherwise any `grey` makes it deny, layer
 * `fail_closed`, with `grey: true`: a model may later lift the grey, but never below an `ask` that stands among the
 * findings. Otherwise any `ask` makes it ask; otherwise it is allow.
 */
export interface Verdict {
  readonly decision: "allow" | "ask" | "deny";
  readonly layer: "L0" | "fail_closed";
  readonly grey: boolean;
  /** The rule that decided; never empty. */
  readonly rule: string;
  readonly reason: string;
  /** The part to blame; `null` when it is the whole or nothing. */
  readonly part: Part | null;
  readonly safer: string | null;
  /** Bounded; in order of appearance, without repetition. */
  readonly effects: ShownEffect[];
  /** All that fired, strictest first, bounded. */
  readonly findings: Finding[];
}

/** One call as `explain` shows it, in the order in which the calls were found. */
export interface ExplainedCall {
  readonly part: Part;
  /** How many calls stand around it: wrappers, and commands whose substitution it is. */
  readonly depth: number;
  readonly origin: string;
  /** Base name; empty when it is not known. */
  readonly program: string;
  readonly via: string[];
  /** The rules that fired on it, strictest first. */
  readonly rules: Finding[];
  readonly effects: ShownEffect[];
}

/** A verdict with the calls it was made from. */
export interface Explanation {
  readonly verdict: Verdict;
  readonly calls: ExplainedCall[];
}
