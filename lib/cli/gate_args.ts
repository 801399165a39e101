/** The command line that `gate check` and `gate explain` are asked about. */
import { resolve } from "../config/place.ts";
import { usageError } from "./failure.ts";
import type { Io } from "./io.ts";

/** Words that the shell takes as its own where a command's name stands (bash(1), "Reserved Words"). */
const RESERVED = new Set(
  "if then elif else fi time for in until while do done case esac coproc select function".split(" "),
);

/**
 * The shell line: one argument as it stands, several as the argument list they are, each quoted where it must be.
 *
 * @throws ToolError `USAGE` when there is nothing to judge.
 *
 * @example
 * ```ts
 * import { shellLine } from "gatehouse/cli/gate_args.ts";
 *
 * if (shellLine(["ls | wc"]) !== "ls | wc") throw new Error("a line was changed");
 * if (shellLine(["echo", "a b", "it's"]) !== "echo 'a b' 'it'\\''s'") throw new Error("not an argument list");
 * ```
 */
export function shellLine(args: readonly string[]): string {
  const [first] = args;
  const line = args.length === 1 && first !== undefined ? first : args.map(quoted).join(" ");
  if (line.trim() !== "") return line;
  throw usageError("No command given", "Put it after --, as in: gatehouse gate check -- 'git status'");
}

/**
 * The absolute directory that a command would run in.
 *
 * @example
 * ```ts
 * import { directoryOf } from "gatehouse/cli/gate_args.ts";
 *
 * if (directoryOf({ cwd: "/a" }, "b") !== "/a/b") throw new Error("not absolute");
 * ```
 */
export function directoryOf(io: Pick<Io, "cwd">, given: string | undefined): string {
  if (given === "") throw usageError("--cwd is empty", "Give a directory");
  return resolve(io.cwd, given ?? io.cwd);
}

/** POSIX single quotes (XCU 2.2.2). A name that would be read as a keyword or an assignment is quoted as well. */
function quoted(arg: string, index: number): string {
  const special = index === 0 && (RESERVED.has(arg) || arg.includes("="));
  if (!special && /^[A-Za-z0-9_@%+=:,./-]+$/.test(arg)) return arg;
  return `'${arg.replaceAll("'", `'\\''`)}'`;
}
