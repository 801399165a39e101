/** Catalogue entries of tools that run a project's own code: test runners, linters, compilers, bundlers. */
import type { Call } from "../call.ts";
import type { Effect } from "../effect.ts";
import { type Grammar, type Parsed } from "../options.ts";
import { names } from "../options.ts";
import { type Behaviour, defineProgram, type Program } from "../program.ts";
import type { Word } from "../word.ts";
import { MARK } from "./marks.ts";
import { foreignCode, projectCode } from "./project.ts";

/** What matters of a tool's options. Lists of names separated by blanks. */
export interface Tool
  extends Pick<Grammar, "style" | "flags" | "values" | "optional" | "executes" | "risky"> {
  /** Options whose value is code, configuration or a directory that the tool loads. */
  readonly loads?: string;
  /** Options whose value is a file or directory that it writes. */
  readonly writes?: string;
  /** Options that make it rewrite sources or keep going in the background. */
  readonly changes?: string;
  /** First operands that start a server, set something up, or publish. */
  readonly acts?: string;
  /** Operands are plain data rather than files whose code may run. */
  readonly data?: true;
}

/**
 * What a tool does: it runs the project's own code, and whatever else its options ask for.
 */
function toolBehaviour(tool: Tool): Behaviour {
  const { loads, changes, acts, data, ...grammar } = tool;
  const acting = new Set(names(acts));
  const loading = names(loads);
  const changing = names(changes);
  const harmless = new Set([...names(tool.writes), ...names(tool.values)]);
  const optional = new Set(names(tool.optional));
  const options: Grammar = {
    ...grammar,
    values: [...names(tool.values), ...loading.filter((name) => !optional.has(name))].join(" "),
    flags: [...names(tool.flags), ...changing].join(" "),
  };
  return {
    options,
    effects: (parsed, call) => [
      acting.has(parsed.operands[0]?.value ?? "") ? { kind: "execute", program: MARK.script } : projectCode,
      ...foreignCode(given(parsed, harmless), call),
      ...(data ? [] : foreignCode(parsed.operands, call)),
      ...rewrites(parsed, call, changing),
    ],
  };
}

/** The values of all options but those known as data or output: an option that is not known may load what it names. */
function given(parsed: Parsed, harmless: ReadonlySet<string>): Word[] {
  return parsed.options.flatMap(({ name, value }) => value === null || harmless.has(name) ? [] : [value]);
}

function rewrites(parsed: Parsed, call: Call, changing: readonly string[]): Effect[] {
  const option = changing.length > 0 ? parsed.find(changing) : undefined;
  if (option === undefined) return [];
  return [{
    kind: "write",
    word: option.word,
    recursive: true,
    ...(call.cwd === null ? {} : { path: call.cwd }),
  }];
}

/**
 * Declares tools that share one grammar.
 *
 * ```ts
 * import { tool } from "gatehouse/gate/grammar/tool.ts";
 *
 * if (tool("jest vitest", { loads: "-c --config" }).names.length !== 2) throw new Error("two tools");
 * ```
 */
export function tool(list: string, grammar: Tool = {}): Program {
  return defineProgram({ names: list, ...toolBehaviour(grammar) });
}

/**
 * Declares a tool with subcommands that run project code. What is not named is asked about.
 *
 * ```ts
 * import { toolset } from "gatehouse/gate/grammar/tool.ts";
 *
 * const cargo = toolset("cargo", { global: {}, commands: { "build|test": {} } });
 * if (cargo.commands?.["build|test"] === undefined) throw new Error("by name");
 * ```
 */
export function toolset(
  list: string,
  spec: {
    /** Options before the subcommand. */
    readonly global?: Grammar;
    /** Options that all the `commands` share. */
    readonly shared?: Tool;
    /** Subcommands that run project code. */
    readonly commands: Readonly<Record<string, Tool>>;
    /** Subcommands that do something else. */
    readonly others?: Readonly<Record<string, Behaviour>>;
  },
): Program {
  const commands: Record<string, Behaviour> = { ...spec.others };
  for (const [name, own] of Object.entries(spec.commands)) {
    commands[name] = toolBehaviour(join(spec.shared ?? {}, own));
  }
  return defineProgram({ names: list, ...(spec.global ? { options: spec.global } : {}), commands });
}

const LISTS = ["flags", "values", "optional", "executes", "risky", "loads", "writes", "changes"] as const;

function join(left: Tool, right: Tool): Tool {
  const joined: Record<string, string> = {};
  for (const key of LISTS) {
    const list = [left[key], right[key]].filter((part) => part !== undefined).join(" ");
    if (list !== "") joined[key] = list;
  }
  return { ...left, ...right, ...joined };
}
