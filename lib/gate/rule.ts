/** A rule: a judgement about a call, with the examples that prove it. */
import type { Call } from "./call.ts";
import type { EffectKind } from "./effect.ts";
import type { Trace } from "./scope.ts";
import type { Span } from "./word.ts";

/** What a rule says. `grey` means: only a model or a person could tell; refused as long as neither is asked. */
export type RuleVerdict = "allow" | "ask" | "grey" | "deny";

/** The whole command, for a rule that must look beyond one call. */
export interface Script {
  readonly text: string;
  readonly calls: readonly Call[];
  /** What was set anywhere in it. */
  readonly trace: Readonly<Trace>;
}

/** What `when` answers: `false`, `true`, or something with a span (a word, an effect's word) that is to blame. */
export type Hit = boolean | { readonly span: Span } | null | undefined;

/** A rule about calls. */
export interface Rule {
  /** `pack.name`, unique. */
  readonly id: string;
  readonly verdict: RuleVerdict;
  /** One sentence, no full stop: why. */
  readonly reason: string;
  /** A safer way to the same end. */
  readonly safer?: string;
  /** Base names it is about; absent means every call. */
  readonly programs?: readonly string[];
  /**
   * `allow` and `grey` only: the effects of the program (never of its redirects) that this rule speaks for. Any other
   * effect but `read` that no rule judged is asked about.
   */
  readonly covers?: readonly EffectKind[];
  readonly when: (call: Call, script: Script) => Hit;
  /** Whole command lines, run in `/home/user/project`, in which the rule fires. */
  readonly match: readonly string[];
  /** Command lines in which it does not. */
  readonly notMatch: readonly string[];
}

/** A rule about the text before it is parsed. */
export interface TextRule extends Pick<Rule, "id" | "reason" | "safer" | "match" | "notMatch"> {
  readonly verdict: "ask" | "deny";
  /** The first place that is to blame, or `null`. Linear in the length of the text. */
  readonly find: (text: string) => Span | null;
}

/**
 * Declares a rule.
 *
 * ```ts
 * import { defineRule } from "gatehouse/gate/rule.ts";
 *
 * const rule = defineRule({
 *   id: "example.halt",
 *   verdict: "deny",
 *   reason: "Stops the machine",
 *   programs: ["halt"],
 *   when: (call) => !call.options.has("--help"),
 *   match: ["halt", "sudo halt -p"],
 *   notMatch: ["halt --help", "echo halt"],
 * });
 * if (rule.id !== "example.halt") throw new Error("a rule is a value");
 * ```
 */
export function defineRule(rule: Rule): Rule {
  return rule;
}

/**
 * Declares a rule about the unparsed text.
 *
 * ```ts
 * import { defineTextRule } from "gatehouse/gate/rule.ts";
 *
 * const rule = defineTextRule({
 *   id: "example.nul",
 *   verdict: "deny",
 *   reason: "Holds a NUL",
 *   find: (text) => {
 *     const start = text.indexOf("\0");
 *     return start < 0 ? null : { start, end: start + 1 };
 *   },
 *   match: ["ls \0"],
 *   notMatch: ["ls"],
 * });
 * if (rule.find("ls") !== null) throw new Error("nothing to blame");
 * ```
 */
export function defineTextRule(rule: TextRule): TextRule {
  return rule;
}
