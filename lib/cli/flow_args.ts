/** The arguments of `flow …` in the order that the parser needs: it wants the command's word first. */
import { shown } from "../config/source.ts";
import { usageError } from "./failure.ts";

/** Flags that the next word belongs to. */
const WITH_VALUE = /^(?:-[cwm]|--(?:config|workspace|model|nvim|editor-?timeout|name))$/i;

/** What the program did before it had checks, and no longer does. */
const GONE = ["plugins", "evolve", "memory", "feedback"];

const HELP = ["--help", "-h", "--help-all", "--helpAll", "-H"];

/**
 * Sorts the words after `flow` into the command (default: `tui`), its flags and its words, so that flags may stand
 * before or after the command, and a task's words may begin with a dash when they hold a blank.
 *
 * @param args What follows `flow`.
 * @returns `version` when only that is asked for, else the parser's arguments.
 * @throws ToolError `USAGE` for `--`, and for what an older program of that name did.
 *
 * @example
 * ```ts
 * import { flowArgs } from "gatehouse/cli/flow_args.ts";
 *
 * const sorted = flowArgs(["--trusted", "run", "-c", "a.toml", "Fix", "- the tests"]);
 * if (sorted === "version" || sorted.join(" ") !== "flow run --trusted -c a.toml -- Fix - the tests") {
 *   throw new Error(String(sorted));
 * }
 * ```
 */
export function flowArgs(args: readonly string[]): "version" | readonly string[] {
  const flags: string[] = [];
  const words: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "--") throw usageError("-- has no meaning for flow", "Leave it out: quote the task instead");
    if (!isFlag(arg)) words.push(arg);
    else {
      const value = WITH_VALUE.test(arg) ? args[++at] : undefined;
      flags.push(arg, ...(value === undefined ? [] : [value]));
    }
  }
  const [command, ...rest] = words;
  if (command === undefined) {
    if (flags.some((flag) => HELP.includes(flag))) return ["flow", "--help"];
    if (flags.some((flag) => flag === "--version" || flag === "-V")) return "version";
  } else if (GONE.includes(command)) {
    throw usageError(
      `flow ${shown(command)} is not available: it wrote and ran what no check had seen`,
      "See gatehouse flow --help for what there is",
    );
  }
  return ["flow", command ?? "tui", ...flags, ...(rest.length === 0 ? [] : ["--", ...rest])];
}

/** A text with blanks is a task's, unless it is a flag with its value. */
function isFlag(arg: string): boolean {
  return /^-[^\d]/.test(arg) && (!/\s/.test(arg) || /^--[a-z-]+=/i.test(arg));
}
