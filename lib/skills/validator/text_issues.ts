/** What no text of a package may hold: secrets, and characters that nobody sees. */
import { hiddenIn } from "../text/hidden.ts";
import { secretsIn } from "../text/secrets.ts";
import type { Issue } from "../types.ts";
import { issueOf } from "./issue.ts";

/** Issues of one kind that one file may bring; more of them say nothing new. */
const MOST = 20;

/**
 * One issue for each line that holds something like a secret. What it is stays unsaid.
 *
 * @example
 * ```ts
 * import { secretIssues } from "gatehouse/skills/validator/text_issues.ts";
 *
 * const [issue] = secretIssues("a\ntoken = ghp_" + "aB3dE5".repeat(6), "SKILL.md");
 * if (issue?.line !== 2 || issue.message.includes("aB3d")) throw new Error("not found, or told");
 * ```
 */
export function secretIssues(text: string, file: string): Issue[] {
  const lines = [...new Set(secretsIn(text).map(({ line }) => line))].slice(0, MOST);
  return lines.map((line) =>
    issueOf("SECRET_UNMASKED", file, {
      message: "The line holds something that looks like a secret",
      mend:
        "Write a placeholder such as <token> instead; if the secret is real, have it replaced where it is used",
      line,
    })
  );
}

/**
 * One issue for each line that holds characters which show nothing, or turn the order of others.
 *
 * @example
 * ```ts
 * import { hiddenIssues } from "gatehouse/skills/validator/text_issues.ts";
 *
 * if (hiddenIssues("a\nb\u202ec", "SKILL.md")[0]?.line !== 2) throw new Error("not found");
 * ```
 */
export function hiddenIssues(text: string, file: string): Issue[] {
  const byLine = new Map<number, string>();
  for (const { line, codePoint, kind } of hiddenIn(text, 10 * MOST)) {
    if (!byLine.has(line)) byLine.set(line, `${codePoint} (${kind.replace("_", "-")})`);
  }
  return [...byLine].slice(0, MOST).map(([line, what]) =>
    issueOf("SKILL_HIDDEN_TEXT", file, {
      message: `The line holds a character that a reader does not see: ${what}`,
      mend: "Remove the character; write its code point if the text is about it",
      line,
    })
  );
}
