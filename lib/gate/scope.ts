/** What a shell knows at one point of a script: variables, functions, the directory. */
import type { Function as FunctionNode } from "unbash";
import type { Place } from "./call.ts";
import type { Source } from "./source.ts";
import type { Unknown, Word } from "./word.ts";

/** A text a variable may hold. `glob`: a file name that matches the text. */
export interface Known {
  readonly text: string;
  readonly glob: boolean;
}

/** All that a variable may hold. */
export interface Values {
  readonly known: readonly Known[];
  /** It may hold something else as well, from there. */
  readonly open: Unknown | null;
  /** The elements, when it is an array whose elements are all known. */
  readonly list?: readonly Known[];
}

/** A function in force. */
export interface Defined {
  readonly node: FunctionNode;
  readonly source: Source;
  /** Defined on every path to here; otherwise a program of that name may run instead. */
  readonly certain: boolean;
}

/** How many texts are kept for one variable. */
const MAX_KNOWN = 16;

const NOWHERE: ReadonlySet<string | null> = new Set();

const UNSET: Values = { known: [], open: "environment" };

/** What happened anywhere in a script, shared by all its shells: for rules that cannot follow where it matters. */
export interface Trace {
  /** Every variable that was set, by whatever means. */
  readonly names: Set<string>;
  /** Every variable that was taken away. */
  readonly unset: Set<string>;
  /** Every name that was made a function or an alias; `*` when some name of an alias is not known. */
  readonly defined: Set<string>;
  /** Some variable or positional parameter held a `$` or a backtick, which is code once it is evaluated. */
  inert: boolean;
  /** Some text was expanded like a prompt (`${x@P}`), which runs the substitutions in it. */
  prompted: boolean;
}

/** The state of one shell. Copied for subshells and branches, joined where branches meet. */
export class Scope {
  private variables = new Map<string, Values>();
  private shared = false;
  // These three change rarely and are copied often: a change replaces them whole.
  functions: ReadonlyMap<string, Defined> = new Map();
  /** What an alias stands for; `null` when that is not known. */
  aliases: ReadonlyMap<string, Word | null> = new Map();
  exported: ReadonlySet<string> = new Set();
  /** Names that can no longer be set; trying to fails, and the script may go on. */
  readonly: ReadonlySet<string> = new Set();
  /** Inside a function: the names declared local there, shared by all branches of its body. */
  local: Set<string> | null = null;
  private parameters: readonly Word[] | null = null;
  /** Something may change any variable, or the directory, at any time: a trap, a name reference, unknown code. */
  shaky = false;
  private directory: string | null;
  /** Where the shell stands instead if a change of directory failed. */
  orElse: ReadonlySet<string | null> = NOWHERE;
  /** `orElse` for who knows that the last change of directory went well; null when there was none. */
  arrived: ReadonlySet<string | null> | null = null;

  constructor(
    readonly place: Place,
    readonly trace: Trace = {
      names: new Set(),
      unset: new Set(),
      defined: new Set(),
      inert: false,
      prompted: false,
    },
  ) {
    this.directory = place.cwd;
    this.variables.set("HOME", one(place.home));
    this.variables.set("IFS", one(" \t\n"));
  }

  /** `$1`…; `null` when not known. */
  get positional(): readonly Word[] | null {
    return this.parameters;
  }

  set positional(words: readonly Word[] | null) {
    this.parameters = words;
    if (words?.some((word) => isInert(word.value ?? word.prefix)) === true) this.trace.inert = true;
  }

  /** The working directory; `null` when it is not known. */
  get cwd(): string | null {
    return this.shaky ? null : this.directory;
  }

  set cwd(directory: string | null) {
    this.directory = directory;
  }

  /** Goes to a directory, which may fail: then everything after it runs where the shell stood. */
  moveTo(directory: string | null, { relative }: { readonly relative: boolean }): void {
    const stayed = new Set([...this.orElse, this.cwd]);
    this.arrived = relative && this.orElse.size > 0 ? new Set([null]) : NOWHERE;
    this.directory = directory;
    this.orElse = stayed.union(this.arrived);
    if (this.orElse.size === 1 && this.orElse.has(directory)) this.orElse = NOWHERE;
  }

  /** The place that calls get here. */
  at(): Place {
    if (this.orElse.size > 0) return { ...this.place, cwd: this.cwd, orElse: this.orElse };
    return this.cwd === this.place.cwd ? this.place : { ...this.place, cwd: this.cwd };
  }

  /** A copy that may change without changing this. */
  copy(): Scope {
    const copy = new Scope(this.place, this.trace);
    copy.variables = this.variables;
    copy.shared = true;
    this.shared = true;
    copy.functions = this.functions;
    copy.aliases = this.aliases;
    copy.exported = this.exported;
    copy.readonly = this.readonly;
    copy.local = this.local;
    copy.parameters = this.parameters;
    copy.directory = this.directory;
    copy.orElse = this.orElse;
    copy.shaky = this.shaky;
    return copy;
  }

  /** The state of a shell started from this one: only what is exported is certain to arrive. */
  child(): Scope {
    const child = this.copy();
    child.functions = new Map();
    child.aliases = new Map();
    child.readonly = new Set();
    child.local = null;
    child.parameters = null;
    for (const [name, values] of this.variables) {
      if (name === "HOME" || this.exported.has(name) || this.exported.has("*")) continue;
      child.put(
        name,
        name === "IFS" ? one(" \t\n") : { known: values.known, open: values.open ?? "environment" },
      );
    }
    return child;
  }

  get(name: string): Values {
    if (name === "PWD") return this.cwd === null ? { known: [], open: "listing" } : one(this.cwd);
    const values = this.variables.get(name) ?? UNSET;
    return this.shaky && name !== "HOME" && name !== "IFS"
      ? { known: values.known, open: "computed" }
      : values;
  }

  /** True when the other has set the same variables and stands in the same directory. */
  sameAs(other: Scope): boolean {
    return this.variables === other.variables && this.directory === other.directory &&
      this.orElse === other.orElse && this.functions === other.functions;
  }

  set(name: string, values: Values): void {
    this.trace.names.add(name);
    if (values.known.some((known) => isInert(known.text))) this.trace.inert = true;
    this.put(name, values);
  }

  /** Takes the variable away. */
  unset(name: string): void {
    this.trace.unset.add(name);
    this.put(name, one(name === "IFS" ? " \t\n" : ""));
  }

  private put(name: string, values: Values): void {
    if (this.shared) {
      this.variables = new Map(this.variables);
      this.shared = false;
    }
    const next = this.readonly.has(name) ? union(this.get(name), values) : values;
    this.variables.set(name, next.known.length > MAX_KNOWN ? cut(next) : next);
  }

  /** The variable may have kept what it held, or may have been set to this. */
  maySet(name: string, values: Values): void {
    this.set(name, union(this.get(name), values));
  }

  /** Puts a function in force. */
  define(name: string, defined: Defined): void {
    this.trace.defined.add(name);
    this.functions = new Map(this.functions).set(name, defined);
  }

  /** The variable keeps its value from now on. */
  freeze(name: string): void {
    this.readonly = new Set(this.readonly).add(name);
  }

  /** Children get the variable; `*` means every one. */
  export(name: string): void {
    if (!this.exported.has(name)) this.exported = new Set(this.exported).add(name);
  }

  /** Becomes as the other is. */
  adopt(other: Scope): void {
    this.variables = other.variables;
    this.shared = other.shared = true;
    this.functions = other.functions;
    this.aliases = other.aliases;
    this.exported = other.exported;
    this.readonly = other.readonly;
    this.parameters = other.parameters;
    this.directory = other.directory;
    this.orElse = other.orElse;
    this.shaky = other.shaky;
  }

  /** What the variable may hold is no longer only what it held here (a loop assigns it). */
  loosen(name: string): void {
    this.put(name, { known: this.get(name).known, open: "computed" });
  }

  /** The variable may hold anything from now on. */
  forget(name: string, open: Unknown = "computed"): void {
    this.set(name, { known: [], open });
  }

  /** Takes over what another branch left: what differs becomes all of both. */
  join(other: Scope): void {
    if (other.directory !== this.directory) this.directory = null;
    if (other.orElse !== this.orElse) this.orElse = this.orElse.union(other.orElse);
    this.shaky ||= other.shaky;
    if (other.parameters !== this.parameters) this.parameters = null;
    if (other.variables !== this.variables) {
      for (const name of new Set([...this.variables.keys(), ...other.variables.keys()])) {
        const mine = this.get(name);
        const theirs = other.get(name);
        if (mine !== theirs) this.put(name, union(mine, theirs));
      }
    }
    if (other.functions !== this.functions) this.functions = joined(this.functions, other.functions);
    if (other.aliases !== this.aliases) this.aliases = new Map([...this.aliases, ...other.aliases]);
    if (other.readonly !== this.readonly) this.readonly = this.readonly.union(other.readonly);
    if (other.exported !== this.exported) this.exported = this.exported.union(other.exported);
  }
}

/**
 * Text that the shell has taken as it stands, and that runs something if it is evaluated once more.
 *
 * ```ts
 * import { isInert } from "gatehouse/gate/scope.ts";
 *
 * if (!isInert("a[$(id)]") || isInert("a[1]")) throw new Error("by its signs");
 * ```
 */
export function isInert(text: string): boolean {
  return /[$`]/.test(text);
}

/** Functions of two branches; one that is not the same in both may be missing. */
function joined(left: Scope["functions"], right: Scope["functions"]): Scope["functions"] {
  const all = new Map<string, Defined>();
  for (const [name, defined] of [...left, ...right]) {
    const both = left.get(name)?.node === right.get(name)?.node;
    all.set(name, both ? defined : { ...defined, certain: false });
  }
  return all;
}

/**
 * A variable that holds one known text.
 *
 * ```ts
 * import { one } from "gatehouse/gate/scope.ts";
 *
 * if (one("x").open !== null) throw new Error("nothing else");
 * ```
 */
export function one(text: string): Values {
  return { known: [{ text, glob: false }], open: null };
}

function union(left: Values, right: Values): Values {
  const seen = new Map<string, Known>();
  for (const known of [...left.known, ...right.known]) seen.set(`${known.glob}${known.text}`, known);
  return { known: [...seen.values()], open: worse(left.open, right.open) };
}

function cut(values: Values): Values {
  return { known: values.known.slice(0, MAX_KNOWN), open: "computed" };
}

/**
 * The less trustworthy of two origins.
 *
 * ```ts
 * import { worse } from "gatehouse/gate/scope.ts";
 *
 * if (worse("environment", "computed") !== "computed" || worse(null, null) !== null) throw new Error("order");
 * ```
 */
export function worse(left: Unknown | null, right: Unknown | null): Unknown | null {
  for (const origin of ["computed", "listing", "environment"] as const) {
    if (left === origin || right === origin) return origin;
  }
  return null;
}
