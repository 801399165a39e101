/** Walks a parsed script and finds every call in it, whether or not it would be reached. */
import {
  type AndOr,
  type ArithmeticExpansionPart,
  type CommandExpansionPart,
  type CommandNode,
  type CompoundList,
  forEachChild,
  type If,
  type ParsedScript,
  type Pipeline,
  type PipelineNode,
  type ProcessSubstitutionPart,
  type Statement,
  type SyntaxNode,
  type Word as WordNode,
} from "unbash";
import { ChangeFinder } from "./assigned.ts";
import type { Call, Input } from "./call.ts";
import { commandCalls, redirectCalls } from "./command.ts";
import { constantOutput, originOf } from "./constant.ts";
import { type Context, ParseFailure } from "./context.ts";
import { expandWord, type Expansion, type Output } from "./expand.ts";
import { promptsWith } from "./parameter.ts";
import { Budget, LimitError, MAX_NESTING } from "./limits.ts";
import type { Program } from "./program.ts";
import type { CallRecord } from "./record.ts";
import type { Defined, Known, Values } from "./scope.ts";
import type { Source } from "./source.ts";
import type { Unknown, Word } from "./word.ts";

/** Commands after which the ones behind them do not run. */
const ENDS = /^(?:exit|return|break|continue|exec|die)$/;

/** One walk over one command. */
export class Walker {
  readonly calls: CallRecord[] = [];
  readonly budget = new Budget();
  private readonly changes = new ChangeFinder();
  /** Functions being followed, and how often the script had forked when each was entered. */
  private readonly active = new Map<string, number>();
  private forks = 0;

  constructor(readonly command: string, readonly catalogue: ReadonlyMap<string, Program>) {}

  /** Judges a script and every script in it. Throws `ParseFailure` or `LimitError`. */
  script(script: ParsedScript, context: Context): void {
    const error = script.errors?.[0];
    if (error !== undefined) {
      const end = Math.min(error.pos + 1, context.source.text.length);
      throw new ParseFailure(error.message, context.source.locate(Math.min(error.pos, end), end));
    }
    this.statements(script.commands, context);
  }

  private list(list: CompoundList, context: Context): void {
    this.statements(list.commands, context);
  }

  private statements(statements: readonly Statement[], context: Context): void {
    for (const statement of statements) {
      if (statement.background !== true) this.node(statement.command, context);
      else this.forked(statement.command, { ...context, scope: context.scope.copy() });
    }
  }

  private forked(node: PipelineNode | AndOr | CompoundList, context: Context): void {
    this.forks++;
    if (node.type === "CompoundList") this.list(node, context);
    else this.node(node, context);
  }

  /** Judges one node of the syntax tree. */
  node(node: PipelineNode | AndOr, outer: Context): void {
    if (outer.nesting >= MAX_NESTING) {
      throw new LimitError("limit.nesting", `Nests deeper than ${MAX_NESTING}`);
    }
    const context = { ...outer, nesting: outer.nesting + 1 };
    const { scope } = context;
    switch (node.type) {
      case "Command":
        return commandCalls(node, { walker: this, context });
      case "Pipeline":
        return this.pipeline(node, context);
      case "AndOr":
        return this.andOr(node, context);
      case "BraceGroup":
        return this.list(node.body, context);
      case "Subshell":
        return this.forked(node.body, { ...context, scope: scope.copy() });
      case "If":
        return this.branches(node, context);
      case "Redirected":
        return this.node(node.command, { ...context, input: redirectCalls(node, { walker: this, context }) });
      case "Function": {
        const defined = { node, source: context.source, certain: true };
        scope.define(node.name.value, defined);
        this.sweep(node.name, context);
        return this.body(defined, { ...context, scope: scope.copy() });
      }
      case "Coproc":
        scope.forget(node.name?.text ?? "COPROC");
        if (node.body.type === "CompoundList") {
          return this.forked(node.body, { ...context, scope: scope.copy() });
        }
        return this.forked(node.body, { ...context, scope: scope.copy() });
      case "For":
      case "Select":
        return this.loop([node.body], {
          ...context,
          before: () => {
            const words = node.wordlist?.flatMap((word) => this.words(word, context));
            const values = words ?? (scope.positional === null ? null : [...scope.positional]);
            scope.set(node.name.value, values === null ? { known: [], open: "computed" } : toValues(values));
          },
        });
      case "While":
        return this.loop([node.clause, node.body], context);
      case "ArithmeticFor":
        for (const part of [node.initialize, node.test, node.update]) {
          if (part !== undefined) this.arithmetic(part, context);
        }
        return this.loop([node.body], context);
      case "Case": {
        this.sweep(node.word, context);
        const before = scope.copy();
        for (const item of node.items) {
          for (const pattern of item.pattern) this.sweep(pattern, context);
          const branch = before.copy();
          this.list(item.body, { ...context, scope: branch });
          scope.join(branch);
        }
        return;
      }
      case "TestCommand":
        return this.sweep(node.expression, context);
      case "ArithmeticCommand":
        if (node.expression === undefined && /[$`]/.test(node.body)) {
          throw new ParseFailure("Arithmetic that cannot be read", context.source.locate(node.pos, node.end));
        }
        return node.expression === undefined ? undefined : this.arithmetic(node.expression, context);
    }
  }

  private arithmetic(node: SyntaxNode, context: Context): void {
    this.sweep(node, context);
    for (const name of this.changes.of(node).names) {
      if (!/^[A-Za-z_]\w*$/.test(name)) continue;
      context.scope.loosen(name);
      context.scope.trace.names.add(name);
    }
  }

  private pipeline(node: Pipeline, context: Context): void {
    if (node.commands.length === 1) {
      const only = node.commands[0];
      return only === undefined ? undefined : this.node(only, context);
    }
    let input: Input = context.input;
    this.forks++;
    for (const command of node.commands) {
      const first = this.calls.length;
      this.node(command, { ...context, scope: context.scope.copy(), input });
      const from: Call[] = this.calls.slice(first);
      input = { kind: "calls", from, text: constantOutput(from) };
    }
  }

  /** Follows success and failure apart: `cd x || exit` leaves the shell in `x`. */
  private andOr(node: AndOr, context: Context): void {
    const { scope } = context;
    let success = scope.copy();
    let failure = scope.copy();
    for (const [index, command] of node.commands.entries()) {
      const run = index > 0 && node.operators[index - 1] === "||" ? failure.copy() : success;
      const { cwd: directory, orElse } = run;
      run.arrived = null;
      this.node(command, { ...context, scope: run });
      const failed = run.copy();
      if (isMove(command, run)) {
        failed.cwd = directory;
        failed.orElse = orElse;
        if (run.arrived !== null) run.orElse = run.arrived;
      } else if (run.cwd !== directory) failed.cwd = null;
      if (index === 0 || run !== success) {
        if (index > 0 && !endsShell(command)) success.join(run);
        failure = failed;
      } else failure.join(failed);
    }
    const last = node.commands.at(-1);
    if (last !== undefined && node.operators.at(-1) === "||" && endsShell(last)) scope.adopt(success);
    else {
      success = success.copy();
      success.join(failure);
      scope.adopt(success);
    }
  }

  private branches(node: If, context: Context): void {
    const { scope } = context;
    this.list(node.clause, context);
    const rest = scope.copy();
    this.list(node.then, context);
    for (const branch of node.elif) {
      this.list(branch.clause, { ...context, scope: rest });
      const taken = rest.copy();
      this.list(branch.then, { ...context, scope: taken });
      scope.join(taken);
    }
    if (node.else !== undefined) this.list(node.else, { ...context, scope: rest });
    scope.join(rest);
  }

  /** A variable that the body assigns may hold anything at its start, since the body may have run before. */
  private loop(bodies: readonly CompoundList[], context: Context & { readonly before?: () => void }): void {
    const { scope } = context;
    const start = scope.copy();
    for (const body of bodies) {
      const changes = this.changes.of(body);
      for (const name of changes.names) scope.loosen(name);
      if (changes.directory) scope.cwd = null;
    }
    context.before?.();
    for (const body of bodies) this.list(body, context);
    scope.join(start);
  }

  /** Judges a function's body, with the arguments of a call when there is one. */
  body(defined: Defined, context: Context, args: readonly Word[] | null = null): void {
    const name = defined.node.name.value;
    const outer = this.active.get(name);
    this.active.set(name, this.forks);
    const { scope } = context;
    const { positional, local } = scope;
    scope.positional = args;
    const before = scope.copy();
    const locals = scope.local = new Set<string>();
    const inner: Context = { ...context, source: defined.source, origin: "function" };
    if (defined.node.body.type === "CompoundList") this.list(defined.node.body, inner);
    else this.node(defined.node.body, inner);
    scope.positional = positional;
    scope.local = local;
    for (const declared of locals) scope.set(declared, before.get(declared));
    if (outer === undefined) this.active.delete(name);
    else this.active.set(name, outer);
  }

  /** Whether calling the function now would be a recursion, and of which kind. */
  recursion(name: string): "forks" | "loops" | null {
    const entered = this.active.get(name);
    if (entered === undefined) return null;
    return this.forks > entered ? "forks" : "loops";
  }

  /** Expands a word outside a command, and judges what is in it. */
  private words(node: WordNode, context: Context): Word[] {
    return expandWord(node, this.expansion(context)).flat();
  }

  /** What expansion needs; substitutions are judged once each, however often their word is read. */
  expansion(context: Context, seen: Map<SyntaxNode, Output> = new Map()): Expansion {
    return {
      scope: context.scope,
      source: context.source,
      budget: this.budget,
      substitute: (part) => {
        const known = seen.get(part);
        if (known !== undefined) return known;
        const output = this.substitution(part, context);
        seen.set(part, output);
        return output;
      },
    };
  }

  private substitution(
    part: CommandExpansionPart | ProcessSubstitutionPart | ArithmeticExpansionPart,
    context: Context,
  ): Output {
    const first = this.calls.length;
    this.closed(part, context);
    if (part.type === "ArithmeticExpansion") {
      if (part.expression !== undefined) this.arithmetic(part.expression, context);
      else if (/[^$]*[$`]/.test(part.text.slice(1))) {
        throw new ParseFailure("Arithmetic that cannot be read", context.source.locate(part.pos, part.end));
      }
      return { calls: this.calls.slice(first), text: null, unknown: "environment" };
    }
    if (part.script === undefined) {
      throw new ParseFailure("Substitution that cannot be read", context.source.locate(part.pos, part.end));
    }
    this.forks++;
    const span = context.source.locate(part.pos, part.end);
    const text = part.script.source;
    const source: Source = text === undefined ? context.source : { text, locate: () => span };
    const output = part.type === "ProcessSubstitution" && part.operator === ">";
    const input: Input = output ? { kind: "calls", from: this.sinkOf(), text: null } : { kind: "inherit" };
    this.script(part.script, {
      ...context,
      source,
      scope: context.scope.copy(),
      input: output ? input : part.type === "ProcessSubstitution" ? { kind: "inherit" } : context.input,
      nesting: context.nesting + 1,
      origin: "substitution",
    });
    // What reads in `>( … )` writes nothing into the word.
    const calls: Call[] = output ? [] : this.calls.slice(first);
    const constant = part.type === "CommandExpansion" ? constantOutput(calls) : null;
    const unknown: Unknown = originOf(calls);
    return { calls, text: constant === null ? null : constant.replace(/\n+$/, ""), unknown };
  }

  /** Lists that fill with the calls writing into a `>( … )` once those are made. */
  readonly sinks: Call[][] = [];

  private sinkOf(): Call[] {
    const sink: Call[] = [];
    this.sinks.push(sink);
    return sink;
  }

  /** The parser cuts `${x/$(a /b)/c}` at the first slash; half a substitution must not be taken for a whole one. */
  private closed(
    part: { readonly pos: number; readonly end: number; readonly text: string },
    context: Context,
  ): void {
    const { text } = part;
    const close = text.startsWith("`")
      ? "`"
      : text.startsWith("${")
      ? "}"
      : text.startsWith("$[")
      ? "]"
      : ")";
    const whole = text.startsWith("$((") ? text.endsWith("))") || text.endsWith(") )") : text.endsWith(close);
    if (!whole || text.length < 2) {
      throw new ParseFailure("Expansion that is cut short", context.source.locate(part.pos, part.end));
    }
  }

  /** Judges every substitution under a node that expansion has not met. */
  sweep(node: SyntaxNode, context: Context, expansion: Expansion = this.expansion(context)): void {
    switch (node.type) {
      case "CommandExpansion":
      case "ProcessSubstitution":
      case "ArithmeticExpansion":
        expansion.substitute(node);
        return;
      case "ArithmeticCommandExpansion":
        if (node.script === undefined) {
          throw new ParseFailure(
            "Substitution that cannot be read",
            context.source.locate(node.pos, node.end),
          );
        }
        this.forks++;
        this.script(node.script, { ...context, scope: context.scope.copy(), origin: "substitution" });
        return;
      case "ParameterExpansion":
        this.closed(node, context);
        if (promptsWith(node)) context.scope.trace.prompted = true;
        return forEachChild(node, (child) => this.sweep(child, context, expansion));
      default:
        forEachChild(node, (child) => this.sweep(child, context, expansion));
    }
  }
}

function toValues(words: readonly Word[]): Values {
  const known: Known[] = [];
  let open: Unknown | null = null;
  for (const word of words) {
    if (word.value === null) open = word.unknown ?? "computed";
    else known.push({ text: word.value, glob: word.glob });
  }
  return { known, open };
}

function endsShell(node: CommandNode | Pipeline): boolean {
  if (node.type === "BraceGroup") {
    const last = node.body.commands.at(-1)?.command;
    return last !== undefined && last.type !== "AndOr" && endsShell(last);
  }
  return node.type === "Command" && ENDS.test(node.name?.value ?? "");
}

/** `cd x` itself, which stays where it is when it fails. */
function isMove(node: PipelineNode | AndOr, { functions, aliases }: Context["scope"]): boolean {
  const name = node.type === "Command" ? node.name?.text : undefined;
  return name !== undefined && /^(?:cd|chdir|pushd|popd)$/.test(name) && !functions.has(name) &&
    !aliases.has(name);
}
