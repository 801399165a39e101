/** Puts the operator's rules to what the built-in rules found on one call. */
import type { Call } from "../call.ts";
import type { Fired } from "../decide.ts";
import type { Script } from "../rule.ts";
import { speaksFor } from "./matching.ts";
import type { OperatorRule } from "./rule.ts";

/** Rules that a lifting names at most in its reason. */
const MAX_NAMED = 8;

/**
 * The findings on a call with the operator's rules in force. Only this call's: what else stands in the line keeps its
 * own. The strictest of the operator's rules that speak for the call decides, so that an `allow` never lifts what a rule
 * of the operator asks about or denies.
 *
 * ```ts
 * import { withOperator } from "gatehouse/gate/operator/apply.ts";
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const script = inspect("ls");
 * const [call] = script.calls;
 * if (call === undefined || withOperator([], { call, script, rules: [] }).length !== 0) throw new Error("added one");
 * ```
 */
export function withOperator(
  own: readonly Fired[],
  { call, script, rules }: {
    readonly call: Call;
    readonly script: Script;
    readonly rules: readonly OperatorRule[];
  },
): readonly Fired[] {
  const speaking = rules.filter((rule) => speaksFor(rule, call, { script }));
  if (speaking.length === 0) return own;
  const strict = speaking.filter(({ verdict }) => verdict !== "allow");
  if (strict.length > 0) return [...strict.map((rule) => fired(rule, { call, reason: rule.reason })), ...own];
  let left = own;
  const lifting: Fired[] = [];
  for (const rule of speaking) {
    if (!effectsOf(call).every((effect) => rule.shows.has(effect))) continue;
    const lifted = left.filter((finding) => finding.verdict !== "allow" && lifts(rule, finding));
    left = left.filter((finding) => !lifted.includes(finding));
    lifting.push(vouching(rule, { call, lifted }));
  }
  return [...lifting, ...left];
}

/**
 * The kinds of effect of a call but `read`, each also as unknown where that is so.
 *
 * ```ts
 * import { effectsOf } from "gatehouse/gate/operator/apply.ts";
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const [call] = inspect("rm a $X").calls;
 * if (call === undefined || effectsOf(call).join() !== "delete,delete unknown") throw new Error("other effects");
 * ```
 */
export function effectsOf({ effects }: Call): string[] {
  return effects.filter(({ kind }) => kind !== "read")
    .map(({ kind, unknown }) => unknown === true ? `${kind} unknown` : kind);
}

function lifts(rule: OperatorRule, { rule: id, verdict }: Fired): boolean {
  return rule.lifts.has(id) && (verdict !== "deny" || rule.override);
}

function vouching(
  rule: OperatorRule,
  { call, lifted }: { readonly call: Call; readonly lifted: readonly Fired[] },
): Fired {
  const denials = [
    ...new Set(lifted.filter(({ verdict }) => verdict === "deny").map((finding) => finding.rule)),
  ];
  const others = [
    ...new Set(lifted.filter(({ verdict }) => verdict !== "deny").map((finding) => finding.rule)),
  ];
  const parts = [
    denials.length === 0 ? [] : [`overrides ${named(denials)}, built in as deny`],
    others.length === 0 ? [] : [`lifts ${named(others)}`],
  ].flat();
  const reason = parts.length === 0 ? rule.reason : `${rule.reason} (${parts.join("; ")})`;
  const overrides = denials.length === 0 ? {} : { overrides: denials };
  return { ...fired(rule, { call, reason }), ...overrides };
}

function named(rules: readonly string[]): string {
  const more = rules.length - MAX_NAMED;
  return rules.slice(0, MAX_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function fired(
  rule: OperatorRule,
  { call, reason }: { readonly call: Call; readonly reason: string },
): Fired {
  return { rule: rule.id, verdict: rule.verdict, reason, safer: rule.safer, span: call.span, operator: true };
}
