/** What of a line still needs a rule, and what no rule can help with. */
import type { Call } from "../call.ts";
import type { Fired } from "../decide.ts";
import { findingsOf } from "../judge.ts";
import type { Script } from "../rule.ts";
import { withOperator } from "./apply.ts";
import { mayLift } from "./examples.ts";
import type { OperatorRule } from "./rule.ts";

/** A call that is not allowed yet. */
export interface OpenCall {
  readonly call: Call;
  /** The findings that stand against it. */
  readonly findings: readonly Fired[];
  /** Those of them that deny, by rule. */
  readonly denied: readonly string[];
}

/**
 * The calls of a script that are not allowed under the operator's rules.
 *
 * ```ts
 * import { inspect } from "gatehouse/gate/judge.ts";
 * import { open } from "gatehouse/gate/operator/obstacles.ts";
 *
 * if (open(inspect("ls; git push"), []).map(({ call }) => call.name).join() !== "git") throw new Error("other calls");
 * ```
 */
export function open(script: Script, rules: readonly OperatorRule[]): readonly OpenCall[] {
  return script.calls.flatMap((call) => {
    const findings = withOperator(findingsOf(call, script), { call, script, rules })
      .filter(({ verdict }) => verdict !== "allow");
    if (findings.length === 0) return [];
    const denied = [...new Set(findings.filter(({ verdict }) => verdict === "deny").map(({ rule }) => rule))];
    return [{ call, findings, denied }];
  });
}

/**
 * Why no rule can be written that allows the call; null when one can be tried.
 *
 * ```ts
 * import { inspect } from "gatehouse/gate/judge.ts";
 * import { obstacleOf, open } from "gatehouse/gate/operator/obstacles.ts";
 *
 * const script = inspect("git push $REMOTE");
 * const [call] = open(script, []);
 * if (call === undefined || obstacleOf(call, { script, under: false }) === null) throw new Error("no obstacle");
 * ```
 */
export function obstacleOf(
  { call, findings }: OpenCall,
  { script, under }: { readonly script: Script; readonly under: boolean },
): string | null {
  const firm = findings.find(({ rule }) => !mayLift(rule, { under: under ? [""] : null }));
  if (firm !== undefined) return `No rule lifts ${firm.rule}: ${firm.reason}`;
  if (call.isFunction) return "No rule speaks for a function of the line itself";
  const redirect = call.effects.find((effect) => effect.redirect === true);
  if (redirect !== undefined) {
    return `No rule covers a redirect (${
      redirect.word?.text ?? "of this call"
    }): only calls without one are spoken for`;
  }
  const unknown = [call.program, ...call.args].find((word) => word.value === null || word.glob);
  if (unknown !== undefined) return `Which words ${unknown.text} stands for is only known when it runs`;
  const variable = call.assignments.find(({ value }) => value.value === null || value.glob);
  if (variable !== undefined && !script.trace.names.has(variable.name)) {
    return `The value of ${variable.name} is only known when it runs`;
  }
  return null;
}
