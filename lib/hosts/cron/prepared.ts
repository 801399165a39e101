/** A profile's program, judged as every program is that a call may start, and its line. */
import type { RunContext } from "../../core/tool.ts";
import { foreseeProgram, preparedProgram } from "../programs/prepared.ts";
import { type CronJob, type CronLine, cronLine } from "./line.ts";

/** The arguments of `cron_upsert`. */
export interface AskedProfile extends CronJob {
  readonly profile_id: string;
}

/** What the machine is told. */
export interface PreparedProfile extends CronLine {
  /** For the machine, which judges paths and names in the arguments once more. */
  readonly program: Readonly<Record<string, unknown>>;
}

/**
 * The line of a profile on the call's target. Where the target's settings name the program's own path, the line has that:
 * cron(8) looks in few places.
 *
 * @throws ToolError `VALIDATION_FAILED` as `checkProgram` and `cronLine`.
 *
 * @example
 * ```ts
 * import { preparedProfile } from "gatehouse/hosts/cron/prepared.ts";
 *
 * if (preparedProfile.length !== 2) throw new Error("see the tests of cron");
 * ```
 */
export async function preparedProfile(
  asked: AskedProfile,
  context: Pick<RunContext, "target" | "service">,
): Promise<PreparedProfile> {
  const { executable, argv } = asked;
  const { input: { path, operands } } = preparedProgram({ executable, argv }, context);
  const made = await cronLine(asked.profile_id, { ...asked, executable: path ?? executable });
  return { ...made, program: { argv, operands } };
}

/**
 * What a profile would do, a line each, for the person who is to approve it.
 *
 * @throws ToolError as `preparedProfile`; `AUTHORIZATION_FAILED` for what the rules on commands deny.
 *
 * @example
 * ```ts
 * import { foreseeProfile } from "gatehouse/hosts/cron/prepared.ts";
 *
 * if (foreseeProfile.length !== 2) throw new Error("see the tests of cron");
 * ```
 */
export async function foreseeProfile(
  asked: AskedProfile,
  context: Pick<RunContext, "target" | "service">,
): Promise<readonly string[]> {
  const { line } = await preparedProfile(asked, context);
  const { executable, argv } = asked;
  return [...await foreseeProgram({ executable, argv }, context), `crontab: ${line}`];
}
