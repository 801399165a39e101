/** A rule of the operator: what it says, and of which calls. */
import type { EffectKind } from "../effect.ts";
import type { Glob } from "./glob.ts";

/** One place in a list of arguments: any of these texts, or any number of further words. */
export type ArgPattern = readonly Glob[] | "**";

/** A variable that a call may be given: its name, and its value where that matters. */
export interface EnvPattern {
  readonly name: string;
  readonly value: Glob | null;
}

/**
 * A rule as it stands in the file.
 *
 * An `allow` speaks only for a call that certainly is what the rule describes; an `ask` or `deny` speaks for every call
 * that may be.
 */
export interface OperatorRule {
  /** `pack.name`; no built-in pack. */
  readonly id: string;
  readonly verdict: "allow" | "ask" | "deny";
  /** One sentence, no full stop. */
  readonly reason: string;
  readonly safer: string | null;
  /** Base names, or absolute paths; null: every program (`ask` and `deny` only). */
  readonly programs: readonly string[] | null;
  /** All arguments, in order; null: none for an `allow`, whatever for the others. */
  readonly args: readonly ArgPattern[] | null;
  /** `ask` and `deny`: one of these subcommands. */
  readonly subcommands: readonly string[] | null;
  /** `ask` and `deny`: at least one of these options, wherever it stands. */
  readonly options: readonly string[] | null;
  /** `ask` and `deny`: at least one of these effects. */
  readonly effects: readonly EffectKind[] | null;
  /** Absolute directories; null: anywhere. */
  readonly under: readonly string[] | null;
  /** Wrappers: for `allow` exactly those that stand around the call (null: none); for the others, at least one of them. */
  readonly via: readonly string[] | null;
  /** `allow`: the only variables that the line may set. */
  readonly env: readonly EnvPattern[];
  /** `allow`: the call may read what the line itself feeds it. */
  readonly stdin: boolean;
  /** `allow`: built-in denials are lifted too. */
  readonly override: boolean;
  readonly match: readonly string[];
  readonly notMatch: readonly string[];
  /** 1-based line of its `[[rule]]`. */
  readonly line: number;
  /**
   * `allow`: the built-in rules whose findings it lifts, which are those that fired on its own examples. What no example
   * showed, such as a secret file that a wildcard happens to reach, stays as strict as it was.
   */
  readonly lifts: ReadonlySet<string>;
  /**
   * `allow`: the effects, as `effectsOf` names them, that the calls in its examples have. A call with any other is not
   * covered: the built-in rules name an effect that nobody judged only where nothing else is wrong.
   */
  readonly shows: ReadonlySet<string>;
}
