/** Which verdicts change from one operator's rule file to another, over a list of commands. */
import { z } from "zod";
import { judgeWith, type Policy } from "../judge.ts";
import { rules, textRules } from "../rules/mod.ts";
import type { Verdict } from "../verdict.ts";
import { readRules } from "./source.ts";

const asked = z.strictObject({
  /** Absolute path of a rule file; null for the built-in rules alone. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  commands: z.array(z.strictObject({ command: z.string(), cwd: z.string() })),
});

/** A verdict, as far as two are compared. */
interface Side {
  readonly decision: Verdict["decision"];
  readonly grey: boolean;
  readonly rule: string;
  readonly reason: string;
}

/** One command whose verdict changes. */
interface Change {
  readonly command: string;
  readonly cwd: string;
  readonly before: Side;
  readonly after: Side;
}

/**
 * Judges every command under both.
 *
 * @param given `before`, `after`: rule files, or null. `commands`: each with its directory.
 * @returns How many were judged, and those that come out differently.
 * @throws ToolError `CONFIG_INVALID` for a rule file that cannot be used.
 *
 * ```ts
 * import diff from "gatehouse/gate/operator/diff.ts";
 *
 * const commands = [{ command: "ls", cwd: "/" }];
 * const { judged, changes } = await diff({ before: null, after: null, commands });
 * if (judged !== 1 || changes.length !== 0) throw new Error("nothing changes by itself");
 * ```
 */
export default async function diff(
  given: unknown,
): Promise<{ readonly judged: number; readonly changes: readonly Change[] }> {
  const { before, after, commands } = asked.parse(given);
  const old = await policyOf(before);
  const next = await policyOf(after);
  const changes = commands.flatMap(({ command, cwd }) => {
    const change = {
      command,
      cwd,
      before: sideOf(judgeWith(old, command, { cwd }).verdict),
      after: sideOf(judgeWith(next, command, { cwd }).verdict),
    };
    return change.before.decision === change.after.decision && change.before.grey === change.after.grey
      ? []
      : [change];
  });
  return { judged: commands.length, changes };
}

async function policyOf(path: string | null): Promise<Policy> {
  return path === null ? { rules, textRules } : { rules, textRules, operator: (await readRules(path)).rules };
}

function sideOf({ decision, grey, rule, reason }: Verdict): Side {
  return { decision, grey, rule, reason };
}
