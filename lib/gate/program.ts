/** The catalogue entry of a program: its options, and what they make it do. */
import type { Call, Variable } from "./call.ts";
import type { Effect } from "./effect.ts";
import type { Grammar, Parsed } from "./options.ts";
import type { Word } from "./word.ts";

/** What a program runs in its turn. */
export type Inner =
  /** An argument list: `sudo`, `env`, `xargs`, `find -exec`. Its first word is the program. */
  | {
    readonly kind: "argv";
    readonly words: readonly Word[];
    /** Variables set for it. */
    readonly assignments?: readonly Variable[];
    /** It runs with another user's rights. */
    readonly privileged?: true;
    /** It runs elsewhere; see `Call.remote`. */
    readonly remote?: true;
    /** It runs in this directory instead. */
    readonly cwd?: Word;
    /** It may run in any directory; what it is given is named from this one (`find -execdir`). */
    readonly strays?: true;
    /** Its input is not the wrapper's (`xargs`). */
    readonly noInput?: true;
    /** Only a program is looked for, never a shell function (`env`, `sudo`). Builtin wrappers leave it out. */
    readonly external?: true;
  }
  /** Program text in the words, joined by blanks: `bash -c`, `eval`, `ssh host …`, `python -c`. */
  | {
    readonly kind: "code";
    readonly language: string;
    readonly words: readonly Word[];
    readonly privileged?: true;
    readonly remote?: true;
    /** Its positional parameters, from `$0` on; not known when absent. */
    readonly args?: readonly Word[];
    /** It runs in the calling shell: assignments and `cd` last (`eval`). */
    readonly here?: true;
  }
  /** Program text in a file. */
  | { readonly kind: "file"; readonly language: string; readonly file: Word }
  /** Program text on its standard input. */
  | { readonly kind: "input"; readonly language: string; readonly remote?: true; readonly privileged?: true };

/** What a program, or one subcommand of it, does. */
export interface Behaviour {
  /** The option grammar. Default: getopt style, no option takes a value. */
  readonly options?: Grammar;
  /** What the operands are: files to read, write or delete, or plain data (default). */
  readonly operands?: "read" | "write" | "delete" | "data";
  /** How many leading operands are data all the same (the pattern of `grep`). A function when options decide. */
  readonly skip?: number | ((parsed: Parsed) => number);
  /** Effects beyond those that grammar and `operands` give. */
  readonly effects?: (parsed: Parsed, call: Call) => readonly Effect[];
  /** What it runs in its turn. */
  readonly runs?: (parsed: Parsed, call: Call) => readonly Inner[];
}

/** A catalogue entry. */
export interface Program extends Behaviour {
  /** Base names, each one once in the whole catalogue. */
  readonly names: readonly string[];
  /**
   * Subcommands, by name; `"status|diff|log"` gives three the same behaviour, `"stash list"` names one of two
   * words. `options` of the program are then the ones before the subcommand. A subcommand that is not named makes
   * the call unknown. Looked up: two words, then one.
   */
  readonly commands?: Readonly<Record<string, Behaviour>>;
  /** Command lines and the effects they must give, `kind:path` or `kind` each, in order: run by the tests. */
  readonly examples?: Readonly<Record<string, string>>;
}

/** A catalogue entry as written: names may be one text, separated by blanks. */
export interface ProgramSpec extends Omit<Program, "names"> {
  readonly names: string | readonly string[];
}

/**
 * Declares what a program does.
 *
 * ```ts
 * import { defineProgram } from "gatehouse/gate/program.ts";
 *
 * const sort = defineProgram({
 *   names: "sort",
 *   options: { values: "-k -t -S --key", writes: "-o --output", executes: "--compress-program" },
 *   operands: "read",
 *   examples: { "sort -o out in": "write:/home/user/project/out read:/home/user/project/in" },
 * });
 * if (sort.names[0] !== "sort") throw new Error("named");
 * ```
 */
export function defineProgram(spec: ProgramSpec): Program {
  return {
    ...spec,
    names: typeof spec.names === "string" ? spec.names.split(" ").filter((name) => name !== "") : spec.names,
  };
}

/**
 * Declares programs that only read the files they are given, but for the options named.
 *
 * ```ts
 * import { reader } from "gatehouse/gate/program.ts";
 *
 * const readers = reader("cat head tail wc");
 * if (readers.operands !== "read" || readers.names.length !== 4) throw new Error("four readers");
 * ```
 */
export function reader(names: string, options: Grammar = {}): Program {
  return defineProgram({ names, options, operands: "read" });
}

/**
 * Declares programs whose operands are plain data and which touch nothing, but for the options named.
 *
 * ```ts
 * import { harmless } from "gatehouse/gate/program.ts";
 *
 * if (harmless("echo true").operands !== "data") throw new Error("data");
 * ```
 */
export function harmless(names: string, options: Grammar = {}): Program {
  return defineProgram({ names, options, operands: "data" });
}
