/** Rule files of the tests' own. */
import { judgeWith } from "gatehouse/gate/judge.ts";
import { parseRules } from "gatehouse/gate/operator/file.ts";
import type { OperatorRule } from "gatehouse/gate/operator/rule.ts";
import { rules, textRules } from "gatehouse/gate/rules/mod.ts";
import type { Verdict } from "gatehouse/gate/verdict.ts";

export const CWD = "/home/user/project";

/** The fields of one rule as TOML; a text, list or truth stands for itself. */
export function ruleToml(fields: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(fields).filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return `[[rule]]\n${lines.join("\n")}\n`;
}

/** A rule that lets one push through. */
export const PUSH = {
  id: "ops.push",
  verdict: "allow",
  reason: "Topics are reviewed before they are merged",
  program: "git",
  args: ["push", "origin", ["main", "topic/*"]],
  match: ["git push origin main"],
  not_match: ["git push --force origin main"],
};

/** Reads rules. */
export function rulesOf(
  ...list: readonly Readonly<Record<string, unknown>>[]
): Promise<readonly OperatorRule[]> {
  return parseRules(list.map(ruleToml).join("\n"), "/r.toml");
}

/** The verdict with the operator's rules in force. */
export function verdictWith(operator: readonly OperatorRule[], command: string, cwd = CWD): Verdict {
  return judgeWith({ rules, textRules, operator }, command, { cwd }).verdict;
}

/** The verdict of the built-in rules alone. */
export function builtInVerdict(command: string, cwd = CWD): Verdict {
  return verdictWith([], command, cwd);
}

/** A rule file in a directory of its own, removed after the work. */
export async function withRuleFile<T>(text: string, work: (path: string) => Promise<T>): Promise<T> {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "gatehouse-rules-" }));
  const path = `${directory}/rules.toml`;
  try {
    await Deno.writeTextFile(path, text, { mode: 0o600 });
    return await work(path);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}
