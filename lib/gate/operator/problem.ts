/** What is wrong with an operator's rule file, and where. */
import { oneLine } from "../../core/bounds.ts";
import { shownPath } from "../../core/file_checks.ts";
import { ToolError } from "../../core/errors.ts";

/**
 * A mistake in a rule file: `CONFIG_INVALID`, with file and line.
 *
 * @param path The file, or what stands for it.
 * @param problem `line`: 1-based, null for the file as a whole. `message`: what is wrong, a clause. `next`: the next
 * step.
 *
 * ```ts
 * import { ruleProblem } from "gatehouse/gate/operator/problem.ts";
 *
 * const { line } = ruleProblem("/etc/r.toml", { line: 3, message: "unknown key x", next: "Take it out" });
 * if (line !== "Refused the rules in /etc/r.toml:3: unknown key x. Take it out") throw new Error(line);
 * ```
 */
export function ruleProblem(
  path: string,
  { line, message, next }: { readonly line: number | null; readonly message: string; readonly next: string },
): ToolError {
  const where = line === null ? shownPath(path) : `${shownPath(path)}:${line}`;
  return new ToolError("CONFIG_INVALID", `Refused the rules in ${where}: ${oneLine(message, 1_000)}`, {
    next: oneLine(next, 500),
  });
}
