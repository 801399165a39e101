/** What is run for a worker: a program whose words, place and environment were all decided before the worker began. */
import type { ProgramSpec } from "../core/backend.ts";
import { isRecord } from "../core/record.ts";
import type { Ran } from "../core/worker.ts";

/** A program as the child is told of it. */
export interface Program {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** All of its environment, but for the variable that marks it. */
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly timeoutMs: number;
}

/** By the names that a worker knows. */
export type Programs = Readonly<Record<string, Program>>;

/**
 * The programs with the values of the variables that they get. A variable that is not set is left out.
 *
 * @param environment The program's own.
 *
 * @example
 * ```ts
 * import { withValues } from "gatehouse/isolate/program.ts";
 *
 * const spec = { argv: ["make"], cwd: "/src", env: ["PATH", "NONE"], timeoutMs: 1_000 };
 * const { made } = withValues({ made: spec }, { PATH: "/bin", TOKEN: "secret" });
 * if (JSON.stringify(made?.env) !== '{"PATH":"/bin"}') throw new Error("another environment");
 * ```
 */
export function withValues(
  specs: Readonly<Record<string, ProgramSpec>>,
  environment: Readonly<Record<string, string | undefined>>,
): Programs {
  return Object.fromEntries(
    Object.entries(specs).map(([name, { env, ...rest }]) => {
      const values = env.flatMap((variable) => {
        const value = environment[variable];
        return value === undefined ? [] : [[variable, value] as const];
      });
      return [name, { ...rest, env: Object.fromEntries(values) }];
    }),
  );
}

/**
 * The programs of a start frame.
 *
 * @throws TypeError for what are none.
 *
 * @example
 * ```ts
 * import { programsOf } from "gatehouse/isolate/program.ts";
 *
 * if (Object.keys(programsOf(undefined)).length !== 0) throw new Error("programs from nowhere");
 * ```
 */
export function programsOf(value: unknown): Programs {
  if (value === undefined) return {};
  if (isRecord(value) && Object.values(value).every(isProgram)) {
    // Each was looked at.
    return value as Programs;
  }
  throw new TypeError("The first line has no programs");
}

function isProgram(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { argv, cwd, env, timeoutMs } = value;
  const isText = (text: unknown) => typeof text === "string" && !text.includes("\0");
  return Array.isArray(argv) && argv.length > 0 && argv.every(isText) && argv[0] !== "" &&
    isText(cwd) && isRecord(env) && Object.values(env).every(isText) &&
    typeof timeoutMs === "number" && timeoutMs >= 1 && timeoutMs <= 600_000;
}

/**
 * The end of a program that did not start.
 *
 * @example
 * ```ts
 * import { notRun } from "gatehouse/isolate/program.ts";
 *
 * if (notRun("error", "no such name").stdout !== "") throw new Error("it printed");
 * ```
 */
export function notRun(outcome: "error" | "missing" | "cancelled", error: string | null): Ran {
  return {
    outcome,
    code: null,
    signal: null,
    error,
    stdout: "",
    stdoutTruncated: false,
    stderr: "",
    stderrTruncated: false,
    ms: 0,
    escaped: null,
  };
}
