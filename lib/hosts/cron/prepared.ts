/** A profile's program, judged as every program is that a call may start, and its line. */
import { oneLine } from "../../core/bounds.ts";
import { ToolError } from "../../core/errors.ts";
import type { RunContext } from "../../core/tool.ts";
import { foreseeProgram, preparedProgram } from "../programs/prepared.ts";
import { plainFault } from "./environment.ts";
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
 * @throws ToolError `VALIDATION_FAILED` as `checkProgram` and `cronLine`, and for a variable that a program of the list
 * might read its arguments, files or code by.
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
  // What it prints goes to the account's mail, where nothing masks it.
  const { input: { path, operands }, isBuiltIn } = preparedProgram({ executable, argv }, context, {
    inPieces: true,
  });
  const fault = isBuiltIn ? plainFault(asked.environment) : null;
  if (fault !== null) {
    throw new ToolError("VALIDATION_FAILED", `Could not put it into a crontab: ${fault}`, {
      next:
        "Leave the variable out, or ask the operator for a program of the server's settings that takes it",
    });
  }
  // A HOME that the crontab sets is where cron(8) starts it, whatever was judged here.
  const relative = operands.find(({ kind, at, from }) => kind === "path" && argv[at]?.[from] !== "/");
  if (relative !== undefined) {
    const value = oneLine(argv[relative.at]?.slice(relative.from) ?? "", 100);
    throw new ToolError(
      "VALIDATION_FAILED",
      `Could not put it into a crontab: the path ${value} is not absolute (UNSAFE_ARGUMENT)`,
      {
        next: "Name the whole path: where a profile starts is up to the crontab",
      },
    );
  }
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
  return [...await foreseeProgram({ executable, argv }, context, { inPieces: true }), `crontab: ${line}`];
}
