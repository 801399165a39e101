/** The narrowest rules that would allow a command which was just asked about. */
import { z } from "zod";
import { ToolError } from "../../core/errors.ts";
import { inspect, judgeWith } from "../judge.ts";
import type { RulesInForce } from "../rulebook.ts";
import type { Script } from "../rule.ts";
import { serviceOf } from "../service.ts";
import type { Verdict } from "../verdict.ts";
import { parseRules } from "./file.ts";
import { obstacleOf, open, type OpenCall } from "./obstacles.ts";
import { ruleText } from "./write.ts";

const asked = z.strictObject({
  command: z.string(),
  cwd: z.string(),
  /** Bind the rules to the directory. */
  under: z.boolean(),
});

type Asked = z.output<typeof asked>;

/** What can be done about a verdict. */
export interface Suggestion {
  readonly verdict: Pick<Verdict, "decision" | "grey" | "rule" | "reason">;
  /** TOML; null when no rule is suggested. With `override`, it counts only once that line is no comment any more. */
  readonly rules: string | null;
  /** Why nothing is suggested, or what must be known of what is. */
  readonly note: string | null;
}

/**
 * Suggests rules. What is suggested was loaded and tried on the command.
 *
 * @param given `command`, `cwd`, and `under`: whether the rules are to hold in that directory only.
 * @param service The family's.
 *
 * ```ts
 * import { RuleBook } from "gatehouse/gate/rulebook.ts";
 * import suggest from "gatehouse/gate/operator/suggest.ts";
 * import { GateService } from "gatehouse/gate/service.ts";
 * import { gateSettings } from "gatehouse/gate/settings.ts";
 *
 * const model = { call: () => Promise.reject(new Error("no model")) };
 * const service = new GateService(gateSettings.parse({}), model, await RuleBook.open(null));
 * const { rules } = await suggest({ command: "git push", cwd: "/home/ann/x", under: false }, service);
 * if (rules?.includes('args = ["push"]') !== true) throw new Error(String(rules));
 * ```
 */
export default async function suggest(given: unknown, service: unknown): Promise<Suggestion> {
  const request = asked.parse(given);
  const inForce = await serviceOf({ service }).rules.current();
  const { verdict: { decision, grey, rule, reason } } = judgeWith(inForce.policy, request.command, {
    cwd: request.cwd,
  });
  const verdict = { decision, grey, rule, reason };
  if (decision === "allow") return { verdict, rules: null, note: "It is allowed as it is" };
  return { verdict, ...tried(await attempts(request, inForce)) };
}

/** One form of rules that were tried: the text, or why they do not do. */
type Attempt = { readonly rules: string; readonly denied: readonly string[] } | { readonly why: string };

/** Without the directory first, unless it was asked for: paths that lie in it need it. */
async function attempts(request: Asked, inForce: RulesInForce): Promise<Attempt> {
  const first = await attempt(request, inForce);
  if ("rules" in first || request.under) return first;
  const bound = await attempt({ ...request, under: true }, inForce);
  return "rules" in bound ? bound : first;
}

function tried(attempt: Attempt): Pick<Suggestion, "rules" | "note"> {
  if ("why" in attempt) return { rules: null, note: attempt.why };
  if (attempt.denied.length === 0) return { rules: attempt.rules, note: null };
  return {
    rules: attempt.rules,
    note:
      `No rule is suggested against a built-in deny (${
        attempt.denied.join(", ")
      }). If you are certain, make the ` +
      "line override = true count and say why in reason: every such verdict will show it",
  };
}

async function attempt(request: Asked, { policy, operator }: RulesInForce): Promise<Attempt> {
  const found = openCalls(request, { policy, operator });
  if ("why" in found) return found;
  const { script, calls } = found;
  for (const call of calls) {
    const why = obstacleOf(call, { script, under: request.under });
    if (why !== null) return { why };
  }
  const taken = new Set(operator.map(({ id }) => id));
  const texts = new Map<string, string>();
  for (const each of calls) {
    const { body, name } = ruleText(each, { script, ...request });
    if (texts.has(body)) continue;
    const id = freeId(name, taken);
    taken.add(id);
    texts.set(body, `[[rule]]\nid = ${JSON.stringify(id)}\n${body}`);
  }
  const rules = [...texts.values()].join("\n");
  try {
    const added = await parseRules(
      rules.replaceAll(/^# override = true$/gm, "override = true"),
      "the suggestion",
      { beside: operator },
    );
    const { verdict } = judgeWith({ ...policy, operator: [...operator, ...added] }, request.command, request);
    if (verdict.decision !== "allow") return { why: `${verdict.rule} would still stand: ${verdict.reason}` };
  } catch (error) {
    if (error instanceof ToolError) return { why: error.line };
    throw error;
  }
  return { rules, denied: [...new Set(calls.flatMap(({ denied }) => denied))] };
}

function openCalls(
  { command, cwd }: Asked,
  { policy, operator }: Pick<RulesInForce, "policy" | "operator">,
): { readonly script: Script; readonly calls: readonly OpenCall[] } | { readonly why: string } {
  const text = policy.textRules.find((rule) => rule.find(command) !== null);
  if (text !== undefined) return { why: `No rule lifts ${text.id}: ${text.reason}` };
  try {
    const script = inspect(command, { cwd });
    return { script, calls: open(script, operator) };
  } catch {
    return { why: "No rule lifts what cannot be read, or passes a limit" };
  }
}

function freeId(name: string, taken: ReadonlySet<string>): string {
  let id = `ops.${name}`;
  for (let count = 2; taken.has(id); count++) id = `ops.${name}_${count}`;
  return id;
}
