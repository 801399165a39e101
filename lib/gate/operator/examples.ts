/** Runs a rule's own examples, and learns from them what the rule lifts. */
import type { Fired } from "../decide.ts";
import { findingsOf, inspect, judgeWith, type Policy } from "../judge.ts";
import { rules, textRules } from "../rules/mod.ts";
import { effectsOf } from "./apply.ts";
import { speaksFor } from "./matching.ts";
import { ruleProblem } from "./problem.ts";
import type { OperatorRule } from "./rule.ts";
import type { ToolError } from "../../core/errors.ts";
import type { Verdict } from "../verdict.ts";

/** Where the examples of a rule that is not bound to a directory run. */
const EXAMPLE_DIRECTORY = "/home/user/project";

/**
 * Findings that no rule of the operator lifts: they are about the line as a whole, or about which program or text will
 * run, and so not about the call that a rule describes.
 */
const NEVER = new Set([
  "program.not_literal",
  "program.lookalike",
  "env.code_injection",
  "env.set_otherwise",
  "shell.hidden_evaluation",
  "shell.command_table",
  "shell.fork_bomb",
  "shell.recursion",
  "shell.unknown_code",
  "network.run_saved_download",
]);

/** Findings about the place; lifted only where the rule names the place. */
const PLACED = new Set(["git.foreign_repository"]);

/**
 * True when a rule of the operator may lift what this built-in rule finds.
 *
 * ```ts
 * import { mayLift } from "gatehouse/gate/operator/examples.ts";
 *
 * if (mayLift("text.control_character", { under: null }) || !mayLift("git.push", { under: null })) throw new Error();
 * ```
 */
export function mayLift(id: string, { under }: Pick<OperatorRule, "under">): boolean {
  if (/^(?:text|limit|gate)\./.test(id) || NEVER.has(id)) return false;
  return under !== null || !PLACED.has(id);
}

/**
 * The rules with what each lifts: of the built-in findings on the calls in its examples, those that may be lifted. The
 * examples of an `allow` must come out as allow with all the rules in force, so that two that contradict are noticed.
 *
 * @param path How messages name the file.
 * @param options `beside`: other rules in force, whose own examples were run before.
 * @throws ToolError `CONFIG_INVALID` for the first example that does not come out as its rule says.
 *
 * ```ts
 * import { parseRules } from "gatehouse/gate/operator/file.ts";
 * import { checkExamples } from "gatehouse/gate/operator/examples.ts";
 *
 * const [rule] = await parseRules(`
 * [[rule]]
 * id = "ops.reboot"
 * verdict = "deny"
 * reason = "This machine stays up"
 * program = "reboot"
 * match = ["reboot"]
 * not_match = ["uptime"]
 * `, "r.toml");
 * let refused = false;
 * try {
 *   if (rule !== undefined) checkExamples([{ ...rule, match: ["uptime"] }], "r.toml");
 * } catch {
 *   refused = true;
 * }
 * if (!refused) throw new Error("a wrong example passed");
 * ```
 */
export function checkExamples(
  list: readonly OperatorRule[],
  path: string,
  { beside = [] }: { readonly beside?: readonly OperatorRule[] } = {},
): readonly OperatorRule[] {
  const operator = list.map((rule) => learned(rule, path));
  const policy: Policy = { rules, textRules, operator: [...beside, ...operator] };
  for (const rule of operator) {
    if (rule.verdict !== "allow") continue;
    for (const command of rule.match) {
      const { verdict } = judgeWith(policy, command, { cwd: exampleDirectory(rule) });
      if (verdict.decision !== "allow") throw refusal(rule, { path, command, ...remains(rule, verdict) });
    }
  }
  return operator;
}

function exampleDirectory({ under }: OperatorRule): string {
  return under?.[0] ?? EXAMPLE_DIRECTORY;
}

/** What is wrong with an example, and the next step. */
interface Wrong {
  readonly problem: string;
  readonly next: string;
}

function refusal(
  { id, line }: OperatorRule,
  { path, command, problem, next }: Wrong & { readonly path: string; readonly command: string },
): ToolError {
  return ruleProblem(path, { line, message: `${id}: ${JSON.stringify(command)} ${problem}`, next });
}

function remains(rule: OperatorRule, { decision, grey, rule: by }: Verdict): Wrong {
  const liftable = decision === "deny" && !grey && mayLift(by, rule) && !rule.override;
  return {
    problem: `stays ${grey ? "grey" : decision} by ${by}`,
    next: liftable
      ? "A built-in deny is lifted only with override = true"
      : "This rule cannot allow it: take the example out, or mend the rules",
  };
}

function learned(rule: OperatorRule, path: string): OperatorRule {
  const lifted = new Map<string, Fired>();
  const shows = new Set<string>();
  for (const command of rule.match) {
    const spoken = spokenFor(rule, command);
    if (spoken === null) {
      const problem = "stands in match, but the rule does not speak for it";
      throw refusal(rule, { path, command, problem, next: "Mend the rule or the example" });
    }
    for (const effect of spoken.effects) shows.add(effect);
    for (const finding of spoken.findings) {
      if (finding.verdict !== "allow" && mayLift(finding.rule, rule)) lifted.set(finding.rule, finding);
    }
  }
  for (const command of rule.notMatch) {
    if (spokenFor(rule, command) === null) continue;
    const problem = "stands in not_match, but the rule speaks for it";
    throw refusal(rule, { path, command, problem, next: "Mend the rule or the example" });
  }
  if (rule.verdict !== "allow") return rule;
  if (rule.override && ![...lifted.values()].some(({ verdict }) => verdict === "deny")) {
    const [command = ""] = rule.match;
    throw refusal(rule, {
      path,
      command,
      problem: "is denied by no built-in rule",
      next: "Take override out",
    });
  }
  return { ...rule, lifts: new Set(lifted.keys()), shows };
}

/** What is known of the calls that a rule speaks for. */
interface Spoken {
  readonly findings: readonly Fired[];
  readonly effects: readonly string[];
}

/** The built-in findings and the effects of those calls; null when it speaks for none. */
function spokenFor(rule: OperatorRule, command: string): Spoken | null {
  try {
    const script = inspect(command, { cwd: exampleDirectory(rule) });
    const calls = script.calls.filter((call) => speaksFor(rule, call, { script }));
    if (calls.length === 0) return null;
    return { findings: calls.flatMap((call) => findingsOf(call, script)), effects: calls.flatMap(effectsOf) };
  } catch {
    // What cannot be parsed holds no call: it is denied before any rule of the operator is looked at.
    return null;
  }
}
