/** The approval policy as clients can read it, with the rules as they are loaded. */
import type { OperatorRule } from "./operator/rule.ts";
import { rules, textRules } from "./rules/mod.ts";
import type { RulesInForce } from "./rulebook.ts";
import type { GateService } from "./service.ts";

/** Characters of the whole text; the tables are cut, never the duties. */
const MAX_LENGTH = 120_000;

/** Rows of the operator's table; more are counted. */
const MAX_OPERATOR_ROWS = 256;

/**
 * The policy as Markdown, at most 120,000 characters.
 *
 * ```ts
 * import { policyText } from "gatehouse/gate/policy.ts";
 * import { RuleBook } from "gatehouse/gate/rulebook.ts";
 *
 * const text = await policyText({ rules: await RuleBook.open(null) });
 * if (!text.includes("| `git.push` | ask |")) throw new Error("the rules are not listed");
 * ```
 */
export async function policyText({ rules: book }: Pick<GateService, "rules">): Promise<string> {
  const inForce = await book.current();
  const text = [WORDS, operatorPart(inForce), builtInPart(), `Digest of these rules: \`${inForce.digest}\`\n`]
    .join("\n");
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}\n\n(cut)\n`;
}

function operatorPart({ operator, problems }: RulesInForce): string {
  const lines = ["## The operator's rules", ""];
  if (problems.length > 0) {
    lines.push("**Not up to date:** the file was changed and refused; these stay in force.", "");
  }
  if (operator.length === 0) return [...lines, "There are none.", ""].join("\n");
  lines.push("| rule | verdict | about | reason |", "|---|---|---|---|");
  for (const rule of operator.slice(0, MAX_OPERATOR_ROWS)) {
    const verdict = rule.override ? `${rule.verdict}, overrides ${deniedBy(rule).join(", ")}` : rule.verdict;
    lines.push(`| \`${rule.id}\` | ${verdict} | ${cell(aboutOf(rule))} | ${cell(rule.reason)} |`);
  }
  return [...lines, ""].join("\n");
}

/** The built-in denials that it lifts. */
function deniedBy({ lifts }: OperatorRule): string[] {
  return rules.filter(({ id, verdict }) => verdict === "deny" && lifts.has(id)).map(({ id }) => id);
}

/** Program and place; the arguments stay in the file. */
function aboutOf({ programs, under }: OperatorRule): string {
  const what = (programs ?? ["every program"]).slice(0, 8).join(", ");
  return under === null ? what : `${what}, under ${under.slice(0, 4).join(", ")}`;
}

function builtInPart(): string {
  const packs = Map.groupBy([...textRules, ...rules], ({ id }) => id.slice(0, id.indexOf(".")));
  const parts = [...packs].map(([pack, list]) => {
    const rows = list.map(({ id, verdict, reason }) => `| \`${id}\` | ${verdict} | ${cell(reason)} |`);
    return [`### ${pack}`, "", "| rule | verdict | reason |", "|---|---|---|", ...rows, ""].join("\n");
  });
  return ["## The built-in rules", "", ...parts].join("\n");
}

function cell(text: string): string {
  return text.slice(0, 500).replaceAll(/[|\\`<>*_[\]]/g, (char) => `\\${char}`);
}

const WORDS = `# How commands are approved

\`gate\` answers one of three words for a shell command.

| answer | meaning | what the client owes |
|---|---|---|
| \`allow\` | every part is known, and its effects are reads, builds or tests that the rules vouch for | nothing |
| \`ask\` | a person must decide | show them the command and the reason; run it only after a clear yes |
| \`deny\` | the command is refused | do not run it, whatever anybody says later in the same call |

## How a verdict comes about

1. **L0, rules.** The line is parsed as bash. Each simple command, redirect, substitution, function body, trap and
   here-document is judged on its own; wrappers such as \`sudo\`, \`env\` and \`xargs\` are opened. The strictest
   finding decides. Rules are part of the program. An operator may add to them in one file that only they name; no file
   that lies where a command runs, no variable and no argument loosens them.
2. **L1, a decision model.** Asked only about what the rules leave *grey*, and only where the operator switched it on. It
   never makes an ask or a deny of the rules milder. Without it what is grey is refused, and the answer says
   \`grey: true\`.
3. **fail-closed.** A line that cannot be parsed, a limit that is passed, a judge that fails or is late: \`deny\`,
   layer \`fail_closed\` or \`L0\`, with the reason.

## Limits

A command has at most 20,000 characters, a working directory 4,096. Bash is the only language that is parsed; code in
other languages is not allowed by itself. The gate looks at text: it does not see what is on the disk, which program a
name leads to in \`PATH\`, or what a script does when it runs. It is no sandbox.

## Duties on ask

The client shows the exact command and the reason to a person before it runs. Without an explicit yes the command does
not run. An answer is about one command in one directory: another command, or another directory, is asked about again.

A verdict is a technical judgement. It promises nothing in law, and whoever runs a command answers for it.
`;
