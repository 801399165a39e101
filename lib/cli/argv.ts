/** What the arguments ask for, before any command parses its own. */
import { shown } from "../config/source.ts";
import { usageError } from "./failure.ts";
import { flowArgs } from "./flow_args.ts";

/** The first page of the help, what `help` was asked, the version, or a command's own arguments. */
export type Request =
  | { readonly kind: "overview" }
  | { readonly kind: "help"; readonly words: readonly string[] }
  | { readonly kind: "version" }
  | { readonly kind: "command"; readonly argv: readonly string[] };

/** First words of the commands. */
export const COMMANDS: readonly string[] = [
  "serve",
  "call",
  "tools",
  "gate",
  "skills",
  "hosts",
  "flow",
  "approve",
  "decline",
  "approvals",
  "audit",
  "token",
  "config",
  "doctor",
  "init",
  "completions",
  "permissions",
];

/** Python modules whose users start us with the arguments they had, and the family that stands in for each. */
const MODULES: Readonly<Record<string, string>> = {
  phocinae_mcp: "gate",
  mikrus_mcp: "hosts",
  "phases_agents.server": "skills",
};

/** The commands that have commands of their own. */
const GROUPS: Readonly<Record<string, string>> = {
  gate: "check or explain",
  skills: "detect, list, get, plan, refresh, validate or new",
  approvals: "pending, list or revoke",
  audit: "tail or verify",
  token: "new",
  completions: "bash, zsh or fish",
  config: "check or print",
};

/** What the parser takes for a flag. Any other word with a dash it would take for a part of the command. */
const FLAG = /^(?:-[a-z]+|--[a-z][a-z-.\d_]+(?:=.+)?)$/i;

const HELP = ["--help", "-h", "--helpAll", "--help-all", "-H"];

/**
 * Sorts the arguments: flags without a command mean `serve`, and so does nothing at all when no person sits there.
 *
 * @param args The program's arguments.
 * @param options `terminal`: stdin is one.
 * @throws ToolError `USAGE` for an unknown module, a group without its command, or what only looks like a flag.
 *
 * @example
 * ```ts
 * import { requestOf } from "gatehouse/cli/argv.ts";
 *
 * const request = requestOf(["-m", "phocinae_mcp", "--port", "0"], { terminal: true });
 * const argv = request.kind === "command" ? request.argv.join(" ") : "";
 * if (argv !== "serve --families gate --port 0") throw new Error(argv);
 * ```
 */
export function requestOf(args: readonly string[], { terminal }: { terminal: boolean }): Request {
  const [first, second] = args;
  if (first === "-m") return module(second, args.slice(2));
  if (first === undefined) {
    return terminal ? { kind: "overview" } : { kind: "command", argv: ["serve"] };
  }
  if (HELP.includes(first)) return { kind: "overview" };
  if (first === "help") {
    const isOverview = second === undefined || second === "help" || HELP.includes(second);
    return isOverview ? { kind: "overview" } : { kind: "help", words: args.slice(1) };
  }
  if (first.startsWith("-")) return serve(args);
  if (first === "gate" && args.length > (second === "rule" ? 4 : 3) && asksForHelp(args)) {
    // A command line that holds `--help` must not turn a verdict into a page and exit code 0.
    throw usageError(`Help was asked for amid a command`, "Put -- before the command");
  }
  if (first === "flow") {
    const sorted = flowArgs(args.slice(1));
    if (sorted === "version") return { kind: "version" };
    checkFlags(sorted);
    return { kind: "command", argv: sorted };
  }
  const own = Object.hasOwn(GROUPS, first) ? GROUPS[first] : undefined;
  if (own !== undefined && (second === undefined || second === "--")) {
    // The parser would print a page and end with 0, which says allow to whoever meant `gate check`.
    throw usageError(`${first} needs a command of its own`, `Give ${own}`);
  }
  checkFlags(args);
  return { kind: "command", argv: args };
}

/**
 * The exit code of a wrong call: 3 for the commands of `gate`, whose 2 says "ask a person".
 *
 * @example
 * ```ts
 * import { usageExit } from "gatehouse/cli/argv.ts";
 *
 * if (usageExit(["gate", "chekc"]) !== 3 || usageExit(["serv"]) !== 2) throw new Error("other exit code");
 * ```
 */
export function usageExit(args: readonly string[]): 2 | 3 {
  return args[0] === "gate" ? 3 : 2;
}

/**
 * The exit code of a run that a signal ended: 130 for the commands of `flow`, whichever of the two it was.
 *
 * @param code What a shell reports for the signal.
 *
 * @example
 * ```ts
 * import { interruptedExit } from "gatehouse/cli/argv.ts";
 *
 * if (interruptedExit(["flow", "serve"], 143) !== 130) throw new Error("other exit code");
 * if (interruptedExit(["serve"], 143) !== 143) throw new Error("other exit code");
 * ```
 */
export function interruptedExit(args: readonly string[], code: number): number {
  return args[0] === "flow" && code === 143 ? 130 : code;
}

/**
 * The client that a hook was started for; undefined when none is named, and null when it is no hook, or one that is
 * asked for its help.
 *
 * @example
 * ```ts
 * import { hookOf } from "gatehouse/cli/argv.ts";
 *
 * if (hookOf(["gate", "hook", "codex", "--bogus"]) !== "codex") throw new Error("not seen");
 * if (hookOf(["gate", "check"]) !== null) throw new Error("no hook");
 * ```
 */
export function hookOf(args: readonly string[]): string | undefined | null {
  const [family, command, client] = args;
  if (family !== "gate" || command !== "hook" || args.length === 3 && asksForHelp(args)) return null;
  return client;
}

function module(name: string | undefined, rest: readonly string[]): Request {
  const family = name !== undefined && Object.hasOwn(MODULES, name) ? MODULES[name] : undefined;
  if (family !== undefined) return serve(["--families", family, ...rest]);
  throw usageError(
    name === undefined ? "-m needs a module" : `Unknown module ${shown(name)} after -m`,
    `The modules are ${Object.keys(MODULES).join(", ")}`,
  );
}

function serve(flags: readonly string[]): Request {
  if (flags.includes("--version") || flags.includes("-V")) return { kind: "version" };
  checkFlags(flags);
  return { kind: "command", argv: ["serve", ...flags] };
}

function checkFlags(args: readonly string[]): void {
  // A number may be the value of a flag.
  const odd = beforeEscape(args).find((arg) => /^-[^\d]/.test(arg) && !FLAG.test(arg) && arg !== "--");
  if (odd === undefined) return;
  const name = shown(odd.split("=", 1)[0]);
  throw usageError(
    /^-[^=]*=$/.test(odd) ? `${name} needs a value` : `Unknown flag ${name}`,
    args[0] === "gate" ? "Put -- before the command" : "See gatehouse --help",
  );
}

function asksForHelp(args: readonly string[]): boolean {
  return beforeEscape(args).some((arg) => HELP.includes(arg));
}

function beforeEscape(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return end < 0 ? args : args.slice(0, end);
}
