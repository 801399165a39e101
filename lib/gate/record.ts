/** Makes the `Call` of one argument list: name, trust, catalogue entry, effects. */
import type { Call, Code, Input, Origin, Place, Redirection, Variable } from "./call.ts";
import type { Effect, EffectKind, Target } from "./effect.ts";
import { projectCode } from "./grammar/project.ts";
import { type Grammar, names, type Option, type Parsed, parseOptions } from "./options.ts";
import { isHarmlessDevice } from "./paths.ts";
import { normalise, targetOf } from "./place.ts";
import type { Behaviour, Program } from "./program.ts";
import type { Span, Word } from "./word.ts";

const TRUSTED = new Set([
  "/bin",
  "/sbin",
  "/usr/bin",
  "/usr/sbin",
  "/usr/local/bin",
  "/usr/local/sbin",
  "/opt/homebrew/bin",
  "/opt/homebrew/sbin",
]);

/** Below the directory where the call stands, by names that lead nowhere else and are not hidden. */
const DEPENDENCY = /^(?:\.\/)?(?:[\w@][\w@.-]*\/)*node_modules\/\.bin\/\w[\w.-]*$/;

/** What is known of a call before its program is looked up. */
export interface CallSpec {
  readonly words: readonly Word[];
  readonly assignments: readonly Variable[];
  readonly redirects: readonly Redirection[];
  readonly redirectEffects: readonly Effect[];
  readonly input: Input;
  readonly via: readonly string[];
  readonly privileged: boolean;
  readonly remote: boolean;
  readonly place: Place;
  readonly span: Span;
  readonly origin: Origin;
  readonly parent: Call | null;
  readonly inside: readonly Call[];
  /** The name is an alias: what it stands for is not followed. */
  readonly aliased: boolean;
  /** Defined in the script: needs no catalogue entry. */
  readonly isFunction: boolean;
}

/** A call under construction: the walk completes `code`, `parent` and `recursion`. */
export class CallRecord implements Call {
  readonly name: string;
  readonly program: Word;
  readonly trusted: boolean;
  readonly dependency: boolean;
  readonly args: readonly Word[];
  readonly options: Parsed;
  readonly subcommand: string = "";
  readonly known: boolean;
  readonly assignments: readonly Variable[];
  readonly redirects: readonly Redirection[];
  readonly input: Input;
  readonly via: readonly string[];
  readonly privileged: boolean;
  readonly remote: boolean;
  readonly place: Place;
  readonly span: Span;
  readonly origin: Origin;
  readonly inside: readonly Call[];
  readonly isFunction: boolean;
  readonly effects: Effect[] = [];
  readonly code: Code[] = [];
  parent: Call | null;
  recursion: "forks" | "loops" | null = null;
  /** What the catalogue says of it; `null` when it says nothing. */
  readonly behaviour: Behaviour | null;

  constructor(spec: CallSpec, catalogue: ReadonlyMap<string, Program>) {
    const [program, ...args] = spec.words;
    if (program === undefined) throw new Error("A call needs a program");
    this.program = program;
    this.args = args;
    this.assignments = spec.assignments;
    this.redirects = spec.redirects;
    this.input = spec.input;
    this.via = spec.via;
    this.privileged = spec.privileged;
    this.remote = spec.remote;
    this.place = spec.place;
    this.span = spec.span;
    this.origin = spec.origin;
    this.parent = spec.parent;
    this.inside = spec.inside;
    this.isFunction = spec.isFunction;
    const path = program.glob || spec.aliased ? null : program.value;
    this.name = path === null ? "" : path.slice(path.lastIndexOf("/") + 1);
    this.trusted = path !== null && isTrusted(path);
    this.dependency = path !== null && DEPENDENCY.test(path);
    const entry = spec.isFunction ? undefined : catalogue.get(this.name);
    if (entry === undefined || this.name === "") {
      this.behaviour = null;
      this.known = spec.isFunction;
      this.options = parseOptions(args);
    } else if (entry.commands === undefined) {
      this.behaviour = entry;
      this.known = true;
      this.options = parseOptions(args, entry.options);
      this.effects.push(...this.effectsOf(entry, this.options));
    } else {
      const global = parseOptions(args, globalGrammar(entry));
      const found = findCommand(global.operands, entry.commands);
      this.subcommand = found.name;
      this.effects.push(...this.optionEffects(entry, global));
      this.behaviour = found.behaviour ?? null;
      this.known = found.behaviour !== undefined ||
        (global.operands.length === 0 && global.options.length > 0);
      this.options = found.behaviour === undefined
        ? global
        : parseOptions(found.rest, found.behaviour.options);
      if (found.behaviour !== undefined) this.effects.push(...this.effectsOf(found.behaviour, this.options));
    }
    // Whatever it is asked, it is a file of the project that runs.
    if (
      this.dependency && this.known && !spec.isFunction &&
      !this.effects.some(({ kind }) => kind === "execute")
    ) {
      this.effects.push(projectCode);
    }
    this.effects.push(...spec.redirectEffects);
  }

  get cwd(): string | null {
    return this.place.cwd;
  }

  target(word: Word): Target {
    return targetOf(word, this.place);
  }

  touch(kind: EffectKind, words: readonly Word[], extra: Partial<Effect> = {}): Effect[] {
    return words.flatMap((word) => {
      const target = this.target(word);
      if (
        (kind === "write" || kind === "read") && target.path !== undefined && isHarmlessDevice(target.path)
      ) return [];
      return [{ kind, ...target, ...extra, word }];
    });
  }

  private effectsOf(behaviour: Behaviour, parsed: Parsed): Effect[] {
    const effects = this.optionEffects(behaviour, parsed);
    const use = behaviour.operands ?? "data";
    if (use !== "data") {
      const skip = typeof behaviour.skip === "function" ? behaviour.skip(parsed) : behaviour.skip ?? 0;
      // `-` is the standard input or output of nearly every tool that takes files.
      const files = parsed.operands.slice(skip).filter((word) => word.value !== "-" || use === "delete");
      effects.push(...this.touch(use, files));
    }
    if (behaviour.effects !== undefined) effects.push(...behaviour.effects(parsed, this));
    return effects;
  }

  private optionEffects(behaviour: Behaviour, parsed: Parsed): Effect[] {
    const grammar = behaviour.options;
    if (grammar === undefined) return [];
    const effects: Effect[] = [];
    for (const kind of ["write", "read"] as const) {
      const files = parsed.values(...names(kind === "write" ? grammar.writes : grammar.reads));
      effects.push(...this.touch(kind, files.filter((word) => word.value !== "-")));
    }
    for (const word of parsed.values(...names(grammar.executes))) {
      const path = word.value !== null && /^\S*\/\S*$/.test(word.value) ? this.target(word) : {};
      effects.push({
        kind: "execute",
        ...path,
        word,
        ...(word.value === null ? { unknown: true } : { program: word.value }),
      });
    }
    const risky: Option | undefined = parsed.find(names(grammar.risky));
    const doubt = risky?.word ?? parsed.unknown[0]?.word ?? this.doubt(grammar, parsed);
    if (doubt !== undefined) effects.push({ kind: "execute", unknown: true, word: doubt });
    return effects;
  }

  /** A word that may turn out to be an option matters where some option does more than read. */
  private doubt(grammar: NonNullable<Behaviour["options"]>, parsed: Parsed): Word | undefined {
    const dangerous = grammar.writes ?? grammar.executes ?? grammar.risky ??
      (grammar.closed === true ? "" : undefined);
    return dangerous === undefined ? undefined : parsed.uncertain[0];
  }
}

const globalGrammars = new WeakMap<Program, Grammar>();

/** The options before a subcommand: the first operand ends them unless the entry says otherwise. */
function globalGrammar(entry: Program): Grammar {
  let grammar = globalGrammars.get(entry);
  if (grammar === undefined) globalGrammars.set(entry, grammar = { style: "posix", ...entry.options });
  return grammar;
}

function isTrusted(path: string): boolean {
  const slash = path.lastIndexOf("/");
  return slash < 0 || (path.startsWith("/") && TRUSTED.has(normalise(path.slice(0, slash))));
}

function findCommand(
  operands: readonly Word[],
  commands: Readonly<Record<string, Behaviour>>,
): { readonly name: string; readonly behaviour: Behaviour | undefined; readonly rest: readonly Word[] } {
  const table = commandTable(commands);
  const [first, second] = operands;
  const name = first?.glob === false ? first.value ?? "" : "";
  if (second?.value !== undefined && second.value !== null) {
    const pair = `${name} ${second.value}`;
    const two = table.get(pair);
    if (two !== undefined) return { name: pair, behaviour: two, rest: operands.slice(2) };
  }
  return { name, behaviour: table.get(name), rest: operands.slice(1) };
}

const commandTables = new WeakMap<Readonly<Record<string, Behaviour>>, ReadonlyMap<string, Behaviour>>();

function commandTable(commands: Readonly<Record<string, Behaviour>>): ReadonlyMap<string, Behaviour> {
  const found = commandTables.get(commands);
  if (found !== undefined) return found;
  const table = new Map<string, Behaviour>();
  for (const [list, behaviour] of Object.entries(commands)) {
    for (const name of list.split("|")) table.set(name, behaviour);
  }
  commandTables.set(commands, table);
  return table;
}
