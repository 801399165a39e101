/** A program that a call names, as its target's machine gets it: judged by the tables first, and by the rules on commands. */
import type { CommandJudgement } from "../../core/command_judge.ts";
import { ToolError } from "../../core/errors.ts";
import type { RunContext } from "../../core/tool.ts";
import { serviceOf } from "../service.ts";
import { type AskedProgram, checkProgram, type Operand } from "./check.ts";

/** The arguments of a tool that runs a program. */
export interface ProgramArguments extends AskedProgram {
  readonly cwd?: string | undefined;
  readonly stdin?: string | undefined;
}

/** What the machine is told, as plain data; it judges paths and names in it once more. */
export interface ProgramInput extends Readonly<Record<string, unknown>> {
  readonly executable: string;
  readonly argv: readonly string[];
  readonly path: string | null;
  readonly operands: readonly Operand[];
}

/** A program that may be started. */
export interface PreparedProgram {
  readonly input: ProgramInput;
  /** What it prints has to be masked as a whole before it is given out. */
  readonly masks: boolean;
  /** One of those that are allowed everywhere; false for one that the target's settings add. */
  readonly isBuiltIn: boolean;
}

/**
 * What the target's machine is told of the program.
 *
 * @param options `inPieces`: what it prints will not pass by us as a whole, so that it cannot be masked.
 * @throws ToolError `VALIDATION_FAILED` as `checkProgram`. TypeError without a target.
 *
 * @example
 * ```ts
 * import { preparedProgram } from "gatehouse/hosts/programs/prepared.ts";
 *
 * if (preparedProgram.length !== 2) throw new Error("see the tests of the programs");
 * ```
 */
export function preparedProgram(
  { executable, argv, cwd, stdin }: ProgramArguments,
  { target, service }: Pick<RunContext, "target" | "service">,
  { inPieces = false }: { readonly inPieces?: boolean } = {},
): PreparedProgram {
  if (target === null) throw new TypeError(`Could not run ${executable}: the call has no target`);
  const configured = serviceOf(service).target(target.alias);
  const added = configured?.type === "ssh" ? configured.programs : undefined;
  const { path, operands, masks, isBuiltIn } = checkProgram({ executable, argv }, added);
  if (masks && inPieces) {
    throw new ToolError(
      "VALIDATION_FAILED",
      `PROGRAM_SUBCOMMAND_NOT_PERMITTED: ${executable}: what this prints is masked as a whole`,
      { next: "Run it with execute_program" },
    );
  }
  return {
    input: {
      executable,
      argv,
      path,
      operands,
      ...(cwd === undefined ? {} : { cwd }),
      ...(stdin === undefined ? {} : { stdin }),
    },
    masks,
    isBuiltIn,
  };
}

/**
 * What a program would do, a line each, for the person who is to approve it; of one that the settings add, its path too.
 *
 * @param options As for `preparedProgram`.
 * @throws ToolError `VALIDATION_FAILED` for what the tables refuse, `AUTHORIZATION_FAILED` for what the rules on commands
 * deny.
 *
 * @example
 * ```ts
 * import { foreseeProgram } from "gatehouse/hosts/programs/prepared.ts";
 *
 * if (foreseeProgram.length !== 2) throw new Error("see the tests of the programs");
 * ```
 */
export async function foreseeProgram(
  args: ProgramArguments,
  context: Pick<RunContext, "target" | "service">,
  options: { readonly inPieces?: boolean } = {},
): Promise<readonly string[]> {
  const { input: { path } } = preparedProgram(args, context, options);
  const { argv, cwd = "/", executable } = args;
  const judge = serviceOf(context.service).judge;
  const named = allowed(await judge([executable, ...argv], cwd));
  if (path === null) return told(named);
  // The settings may give a program any name: what runs is what the path says.
  const run = allowed(await judge([path, ...argv], cwd));
  return [...told(run.decision === "ask" ? run : named), `program: ${path}`];
}

function allowed(judgement: CommandJudgement): CommandJudgement {
  if (judgement.decision !== "deny") return judgement;
  throw new ToolError(
    "AUTHORIZATION_FAILED",
    `The rules on commands deny this program: ${judgement.reason}`,
    {
      next: "Do not ask for it again; tell the person you work for",
    },
  );
}

function told({ decision, reason, effects }: CommandJudgement): readonly string[] {
  return [`${decision}: ${reason}`, ...effects];
}
