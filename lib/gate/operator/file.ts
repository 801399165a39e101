/** Reads the text of an operator's rule file. Everything that is not exactly a rule is refused, with its line. */
import { nearest } from "../../core/nearest.ts";
import { checkExamples } from "./examples.ts";
import { RuleLines } from "./lines.ts";
import { ruleProblem } from "./problem.ts";
import type { OperatorRule } from "./rule.ts";
import { ruleOf } from "./schema.ts";

/** Rules of one file. */
const MAX_RULES = 256;

/**
 * The rules in the text, checked, each with its examples run. Nothing of a file with a mistake counts.
 *
 * @param text TOML 1.0.
 * @param path How messages name the file.
 * @param options `beside`: rules already in force, with which the examples of these must come out as they say.
 * @throws ToolError `CONFIG_INVALID` for the first mistake.
 *
 * ```ts
 * import { parseRules } from "gatehouse/gate/operator/file.ts";
 *
 * const [rule] = await parseRules(`
 * [[rule]]
 * id = "ops.pip_requests"
 * verdict = "allow"
 * reason = "The one package that this project may fetch"
 * program = "pip"
 * args = ["install", "requests"]
 * match = ["pip install requests"]
 * not_match = ["pip install evil", "pip install --index-url=https://e.example requests"]
 * `, "rules.toml");
 * if (rule?.lifts.has("packages.install") !== true) throw new Error("lifts another rule");
 * ```
 */
export async function parseRules(
  text: string,
  path: string,
  { beside = [] }: { readonly beside?: readonly OperatorRule[] } = {},
): Promise<readonly OperatorRule[]> {
  const { parse, TomlError } = await import("smol-toml");
  let tree: Record<string, unknown>;
  try {
    tree = parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const message = error.message.split("\n")[0]?.replace(/^Invalid TOML document: /, "") ?? "no TOML";
    throw ruleProblem(path, { line: error.line, message, next: "Mend that line" });
  }
  const lines = new RuleLines(text, parse);
  const list = listOf(tree, { path, lines });
  const rules: OperatorRule[] = [];
  for (const [index, entry] of list.entries()) {
    const rule = ruleOf(entry, { path, lines, index });
    const twin = rules.find(({ id }) => id === rule.id);
    if (twin !== undefined) {
      const message = `the id ${rule.id} is taken by the rule at line ${twin.line}`;
      throw ruleProblem(path, { line: lines.ofKey(index, "id"), message, next: "Give each rule its own id" });
    }
    rules.push(rule);
  }
  return checkExamples(rules, path, { beside });
}

function listOf(
  tree: Readonly<Record<string, unknown>>,
  { path, lines }: { readonly path: string; readonly lines: RuleLines },
): readonly unknown[] {
  for (const key of Object.keys(tree)) {
    if (key === "rule") continue;
    const near = nearest(key, ["rule"]) === null
      ? "The file holds tables [[rule]] and nothing else"
      : "Write [[rule]]";
    throw ruleProblem(path, { line: lines.ofTop(key), message: `unknown key ${key}`, next: near });
  }
  const list = tree["rule"] ?? [];
  if (!Array.isArray(list)) {
    throw ruleProblem(path, {
      line: lines.ofTop("rule"),
      message: "rule is no list",
      next: "Write [[rule]]",
    });
  }
  if (list.length > MAX_RULES) {
    const message = `${list.length} rules are more than ${MAX_RULES}`;
    throw ruleProblem(path, {
      line: lines.ofRule(MAX_RULES),
      message,
      next: "Put several cases into one rule",
    });
  }
  return list;
}
