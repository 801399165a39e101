/** One simple command, after expansion and unwrapping: what rules and programs look at. */
import type { Effect, EffectKind, Target } from "./effect.ts";
import type { Parsed } from "./options.ts";
import type { Span, Word } from "./word.ts";

/** Where relative paths and `~` lead. */
export interface Place {
  /** Absolute directory the call would run in; `null` when a `cd` to an unknown place came before. */
  readonly cwd: string | null;
  /** Where it would run instead, had a `cd` before failed: `cd a; make`. Left out: nowhere. */
  readonly orElse?: ReadonlySet<string | null>;
  /** The directory given with the command, or a stand-in: what counts as the project. */
  readonly project: string;
  /** Home directory: derived from the working directory given, `/home/~` when that does not tell. */
  readonly home: string;
}

/** What stands at the input of a call. */
export type Input =
  /** Whatever the caller of the whole command has. */
  | { readonly kind: "inherit" }
  /** The output of these calls: a pipe or a process substitution. */
  | { readonly kind: "calls"; readonly from: readonly Call[]; readonly text: string | null }
  /** A here-document or here-string. `text` is `null` when not known; `from` are the substitutions inside. */
  | { readonly kind: "text"; readonly from: readonly Call[]; readonly text: string | null }
  /** A file. */
  | { readonly kind: "file"; readonly file: Word };

/** A variable set for this call, or by it (`export`, `env`, a plain assignment). */
export interface Variable {
  readonly name: string;
  readonly value: Word;
  /** The whole `NAME=value` as written. */
  readonly span: Span;
}

/** A redirect of the call, its target expanded. */
export interface Redirection {
  readonly operator: string;
  readonly target: Word;
  readonly span: Span;
}

/** Program text that a call runs: `bash -c`, `python -c`, `eval`, a script on standard input, a script file. */
export interface Code {
  /** `shell` is parsed and judged in its turn; other languages are left to rules. */
  readonly language: string;
  /** The text, or `null` when it is not known or stands in `file`. */
  readonly text: string | null;
  /** The script file, when that is where the text stands. */
  readonly file: Word | null;
  /** The calls whose output is (part of) the text. */
  readonly from: readonly Call[];
  readonly span: Span;
}

/** How a call came to be: for `explain`, and for rules about functions. */
export type Origin = "command" | "wrapped" | "code" | "substitution" | "function";

/**
 * One simple command after expansion and unwrapping. A wrapper (`sudo env X=1 rm f`) gives one call for itself
 * and one for each program inside; both are judged. A command of redirects or assignments alone has the name `:`.
 */
export interface Call {
  /** Base name of the program: `rm` for `/bin/rm`; `""` when it is not known. */
  readonly name: string;
  /** The word the name came from. */
  readonly program: Word;
  /** Called by its bare name, or from one of the system's own program directories. */
  readonly trusted: boolean;
  /** Called by its path among the packages that the project depends on: `node_modules/.bin/tsc`. */
  readonly dependency: boolean;
  /** The arguments, expanded. */
  readonly args: readonly Word[];
  /** `args` as the catalogue's grammar reads them; without a catalogue entry, as getopt would. */
  readonly options: Parsed;
  /** For programs with subcommands: `push`, `stash drop`; else `""`. */
  readonly subcommand: string;
  /** The program is in the catalogue, and its subcommand if it has such. */
  readonly known: boolean;
  readonly assignments: readonly Variable[];
  readonly redirects: readonly Redirection[];
  readonly input: Input;
  /** Names of the wrappers around it, outermost first: `["sudo", "env"]`. */
  readonly via: readonly string[];
  /** Some wrapper runs it with another user's rights. */
  readonly privileged: boolean;
  /** Runs on another machine or in a container: its paths are not this machine's. */
  readonly remote: boolean;
  readonly place: Place;
  readonly cwd: string | null;
  readonly span: Span;
  readonly origin: Origin;
  /** The call this one stands in: its wrapper, or the command whose substitution it is. */
  readonly parent: Call | null;
  /** Calls inside its substitutions; their output becomes part of its words. */
  readonly inside: readonly Call[];
  /** From the catalogue and the redirects. */
  readonly effects: readonly Effect[];
  /** Program text it runs. */
  readonly code: readonly Code[];
  /** The name is a function of this script; what that does is judged by the calls in its body. */
  readonly isFunction: boolean;
  /** `forks` when it calls a function that starts copies of itself, `loops` when one that calls itself. */
  readonly recursion: "forks" | "loops" | null;
  /** Absolute form of a word that names a file. */
  target(word: Word): Target;
  /** One effect of this kind on each of the files. */
  touch(kind: EffectKind, words: readonly Word[], extra?: Partial<Effect>): Effect[];
}
