/** What is known of a target once a tool has answered about it. */
import { z } from "zod";
import type { Session } from "./session.ts";
import { type AskedTarget, hasBlocker } from "./skills_codes.ts";
import { codesOf, type SkillsAnswer, skillsCommand } from "./skills_session.ts";

const entry = z.string().nullable();

/**
 * The target with what a failure's next step needs. Where one entry of it is at fault it is looked for once more: the
 * tools' answers have the code alone.
 *
 * @param session The command's.
 * @param options `path`: absolute. `answer`, `failed`: of the tool.
 *
 * @example
 * ```ts
 * import { askedTarget } from "gatehouse/cli/skills_target.ts";
 *
 * if (askedTarget.length !== 2) throw new Error("other arguments");
 * ```
 */
export async function askedTarget(
  { house, signal }: Session,
  { path, answer, failed }: {
    readonly path: string;
    readonly answer: SkillsAnswer;
    readonly failed: boolean;
  },
): Promise<AskedTarget> {
  const real = failed ? realPath(path) : undefined;
  if (real !== path || !codesOf(answer).some(hasBlocker)) return { path, real };
  const find = await skillsCommand(house, "blocker");
  const service = await house.serviceOf(await house.catalogue.load("skills"));
  return { path, real, blocker: entry.parse(await find({ target: path, signal }, service)) ?? undefined };
}

/** The path without links, or undefined when the system does not say. */
function realPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}
