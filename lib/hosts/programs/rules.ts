/** What a program may be told: its options and what each takes, its commands, and what may follow. */
import type { Kind } from "./kinds.ts";

/** What a program, or one command of it, may be told. What is not listed is refused. */
export interface ProgramRules {
  /** By the option exactly as it is typed, such as `-n` and `--lines`; abbreviations are none. */
  readonly options: Readonly<Record<string, Kind>>;
  /** What an operand must be; without it, there are none. */
  readonly operands?: Kind;
  /** Operands at most. Default: any. */
  readonly most?: number;
  /** The first operand is one of these, and what follows it has rules of its own. */
  readonly commands?: Readonly<Record<string, ProgramRules>>;
  /** The first operand is a pattern, unless one of these options gave it. */
  readonly patternUnless?: readonly string[];
  /** Options are whole words behind one dash, so that letters are not taken together. */
  readonly wholeWords?: true;
  /** The very first argument must be one of these. */
  readonly begins?: readonly string[];
  /** One of these must be there. */
  readonly requires?: readonly string[];
  /** Its answer may hold values of environments: it is masked, so it cannot be given in pieces. */
  readonly masks?: true;
}

/** A program that the target's own settings add. */
export interface AddedProgram {
  /** Absolute path of the program on the machine; null looks it up on the usual path. */
  readonly path: string | null;
  /** By option: what it takes. */
  readonly options: Readonly<Record<string, "none" | "text" | "number" | "path">>;
  readonly operands: "none" | "text" | "number" | "path";
  /** The first operand must be one of these; empty for a program without commands. */
  readonly commands: readonly string[];
}

/**
 * The rules of an added program.
 *
 * @example
 * ```ts
 * import { rulesOfAdded } from "gatehouse/hosts/programs/rules.ts";
 *
 * const added = { path: null, options: { "--to": "path" }, operands: "none", commands: ["run"] } as const;
 * if (rulesOfAdded(added).commands?.["run"]?.options["--to"] !== "path") throw new Error("other rules");
 * ```
 */
export function rulesOfAdded({ options, operands, commands }: AddedProgram): ProgramRules {
  const own: ProgramRules = operands === "none" ? { options } : { options, operands };
  if (commands.length === 0) return own;
  return { options, commands: Object.fromEntries(commands.map((command) => [command, own])) };
}
