/** Applies the rules to calls, and the defaults where no rule speaks. */
import type { Call } from "./call.ts";
import type { Effect, EffectKind } from "./effect.ts";
import { NO_EFFECT } from "./gravity.ts";
import type { Hit, Rule, RuleVerdict, Script } from "./rule.ts";
import type { Span } from "./word.ts";

/** A rule that fired, before spans become parts. */
export interface Fired {
  readonly rule: string;
  readonly verdict: RuleVerdict;
  readonly reason: string;
  readonly safer: string | null;
  readonly span: Span;
  /** A rule of the operator's own. */
  readonly operator?: true;
  /** Built-in rules that said deny, and that this rule of the operator overrides. */
  readonly overrides?: readonly string[];
}

/** Rules by the programs they are about. */
export interface RuleIndex {
  readonly everywhere: readonly Rule[];
  readonly byProgram: ReadonlyMap<string, readonly Rule[]>;
}

/**
 * Sorts rules by program, once per set of rules.
 *
 * ```ts
 * import { indexRules } from "gatehouse/gate/decide.ts";
 * import { rules } from "gatehouse/gate/rules/mod.ts";
 *
 * const index = indexRules(rules);
 * if (index.everywhere.length === 0) throw new Error("some rules are about every call");
 * ```
 */
export function indexRules(rules: readonly Rule[]): RuleIndex {
  const byProgram = new Map<string, Rule[]>();
  for (const rule of rules) {
    for (const program of rule.programs ?? []) {
      const list = byProgram.get(program);
      if (list === undefined) byProgram.set(program, [rule]);
      else list.push(rule);
    }
  }
  return { everywhere: rules.filter((rule) => rule.programs === undefined), byProgram };
}

/** Rules that say of a program that is not known what there is to say. */
const ABOUT_ANY: ReadonlySet<string> = new Set([
  "program.by_path",
  "program.not_literal",
  "program.asked_about_itself",
]);

/** Why an effect that no rule judged is asked about. */
const UNJUDGED: Readonly<Record<Exclude<EffectKind, "read">, string>> = {
  write: "Writes a file",
  delete: "Deletes files",
  execute: "Runs a program or text that is not known",
  network: "Uses the network",
  privilege: "Takes another user's rights",
  persist: "Makes something run later",
};

/**
 * Everything that fires on one call; never empty.
 *
 * ```ts
 * import { indexRules, judgeCall } from "gatehouse/gate/decide.ts";
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const script = inspect("frobnicate");
 * const [call] = script.calls;
 * if (call === undefined) throw new Error("one call");
 * if (judgeCall(call, { script, index: indexRules([]) })[0]?.rule !== "program.unknown") throw new Error("by default");
 * ```
 */
export function judgeCall(
  call: Call,
  { script, index }: { readonly script: Script; readonly index: RuleIndex },
): Fired[] {
  const fired: Fired[] = [];
  const covered = new Set<EffectKind>();
  let aboutProgram = false;
  const note = (rule: Rule, hit: Hit): boolean => {
    const finding = found(rule, { hit, call });
    if (finding === null) return false;
    fired.push(finding);
    for (const kind of rule.covers ?? []) covered.add(kind);
    return true;
  };
  for (const rule of index.byProgram.get(call.name) ?? []) {
    if (note(rule, rule.when(call, script))) aboutProgram = true;
  }
  // Nearly all of these find nothing, and a loop with an iterator costs as much as asking them.
  index.everywhere.forEach((rule) => {
    const hit = rule.when(call, script);
    if (hit) note(rule, hit);
  });
  // That the file is run by its path, or its name not known, says it already.
  const said = aboutProgram || fired.some(({ rule }) => ABOUT_ANY.has(rule));
  if (!call.known && !said) fired.push(unknownProgram(call));
  // A grey finding says nothing about the effects that it does not cover: those are still asked about.
  if (!fired.some(({ verdict }) => verdict === "ask" || verdict === "deny")) {
    const effect = call.effects.find((each) => needsJudgement(each, covered));
    if (effect !== undefined) fired.push(unjudged(effect, call));
  }
  if (fired.length === 0) {
    const reason = call.effects.length > 0 ? "Only reads ordinary files" : NO_EFFECT;
    fired.push({ rule: "read.ordinary", verdict: "allow", reason, safer: null, span: call.span });
  }
  return fired;
}

function found(rule: Rule, { hit, call }: { readonly hit: Hit; readonly call: Call }): Fired | null {
  if (hit === false || hit === null || hit === undefined) return null;
  return {
    rule: rule.id,
    verdict: rule.verdict,
    reason: rule.reason,
    safer: rule.safer ?? null,
    span: hit === true ? call.span : hit.span,
  };
}

function needsJudgement(effect: Effect, covered: ReadonlySet<EffectKind>): boolean {
  return effect.kind !== "read" && (effect.redirect === true || !covered.has(effect.kind));
}

function unjudged(effect: Effect, call: Call): Fired {
  const kind = effect.kind === "read" ? "write" : effect.kind;
  const span = effect.word?.span ?? call.span;
  const reason = kind === "write" && effect.recursive === true
    ? "Writes or rewrites the files of a directory"
    : UNJUDGED[kind];
  return { rule: `effect.${kind}`, verdict: "ask", reason, safer: null, span };
}

function unknownProgram(call: Call): Fired {
  const subject = call.subcommand === "" ? "program" : "subcommand";
  return {
    rule: `program.unknown`,
    verdict: "ask",
    reason: `No rule knows this ${subject}, so what it does cannot be judged`,
    safer: null,
    span: call.program.span,
  };
}
