/** One simple command of the syntax tree: expands it, makes its calls, follows what they run. */
import type {
  Assignment,
  Command,
  Redirected,
  Redirection as RedirectionNode,
  Word as WordNode,
} from "unbash";
import type { Call, Input, Redirection, Variable } from "./call.ts";
import { applyBuiltin, assign } from "./builtins.ts";
import { type Context, ParseFailure } from "./context.ts";
import type { Effect } from "./effect.ts";
import { expandBody, expandValue, expandWord, type Expansion, type Output } from "./expand.ts";
import { followAlias, followInner, setVariable } from "./inner.ts";
import { LimitError, MAX_ALTERNATIVES, MAX_LEADING } from "./limits.ts";
import { isHarmlessDevice } from "./paths.ts";
import { targetOf } from "./place.ts";
import { CallRecord } from "./record.ts";
import type { Walker } from "./walk.ts";
import { literalWord, type Span, unknownWord, type Word } from "./word.ts";

/** Where a node is judged. */
export interface Work {
  readonly walker: Walker;
  readonly context: Context;
}

/** What stands around the words of a command. */
export interface Setting {
  readonly assignments: readonly Variable[];
  readonly redirects: readonly Redirection[];
  readonly redirectEffects: readonly Effect[];
  readonly span: Span;
  readonly inside: readonly Call[];
}

/**
 * Judges one simple command.
 *
 * ```ts
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * if (inspect("A=1 ls > out").calls.length !== 1) throw new Error("one call with an assignment and a redirect");
 * ```
 */
export function commandCalls(node: Command, { walker, context }: Work): void {
  complete(node, context);
  const seen = new Map<never, Output>();
  const expansion = walker.expansion(context, seen);
  const firstSink = walker.sinks.length;
  const first = walker.calls.length;
  const prefix = node.prefix.filter((part) => part.type === "Assignment");
  // The parser ends `B=<(ls)x rm y` after the `=` and takes the rest for the program; the shell does not.
  const cut = prefix.find((part) => part.end === node.name?.pos);
  const named = withoutRest(node.name === undefined ? [] : [node.name, ...node.args], cut?.end);
  const words = readings(named, expansion);
  const bare = named.length === 0;
  const assignments = prefix.map((part) => {
    const variable = assignment(part, expansion, bare ? context : null);
    return part === cut ? { ...variable, value: unknownWord(part.text, variable.span) } : variable;
  });
  if (cut !== undefined && bare) context.scope.forget(cut.name);
  const { input, redirects, effects } = readRedirects(node.redirects, { walker, context }, expansion);
  walker.sweep(node, context, expansion);
  const inside = [...seen.values()].flatMap((output) => output.calls);
  const made = walker.calls.length;
  const setting: Setting = {
    assignments,
    redirects,
    redirectEffects: effects,
    span: context.source.locate(node.pos, node.end),
    inside,
  };
  const inner: Context = { ...context, input };
  for (const reading of words) {
    dispatch(reading, { setting, walker, context: inner });
  }
  const own = walker.calls.slice(made);
  for (const call of walker.calls.slice(first, made)) {
    if (call.parent === context.parent) call.parent = own[0] ?? null;
  }
  for (const sink of walker.sinks.splice(firstSink)) sink.push(...own);
}

/**
 * The parser passes over a bracket that no command may hold (`ls (x`), and with a `#` after it over the rest of the
 * line. Everything from the first word to the last must belong to some word, and no bracket may follow.
 */
function complete(node: Command, context: Context): void {
  const { text } = context.source;
  let at = node.pos;
  const check = (to: number) => {
    if (at < to && !/^(?:[ \t\n]|\\\n)*$/.test(text.slice(at, to))) {
      throw new ParseFailure("Something between two words", context.source.locate(at, to));
    }
  };
  const parts = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix];
  for (const part of parts.sort((left, right) => left.pos - right.pos)) {
    check(part.pos);
    at = Math.max(at, part.end);
  }
  while (text[at] === " " || text[at] === "\t") at++;
  if (text[at] === "(") {
    throw new ParseFailure("A bracket that opens nothing", context.source.locate(at, at + 1));
  }
}

/** The words without those that follow one another without a blank from `end` on. */
function withoutRest<T extends { readonly pos: number; readonly end: number }>(
  words: readonly T[],
  end?: number,
): T[] {
  let glued = end;
  return words.filter((word) => {
    if (word.pos !== glued) return true;
    glued = word.end;
    return false;
  });
}

/**
 * Makes a call for the redirects of a compound command; gives the input its body has.
 *
 * ```ts
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * const [redirects] = inspect("{ ls; } > out").calls;
 * if (redirects?.name !== ":" || redirects.effects[0]?.kind !== "write") throw new Error("a call of its own");
 * ```
 */
export function redirectCalls(node: Redirected, { walker, context }: Work): Input {
  const seen = new Map<never, Output>();
  const expansion = walker.expansion(context, seen);
  const { input, redirects, effects } = readRedirects(node.redirects, { walker, context }, expansion);
  for (const redirect of node.redirects) walker.sweep(redirect, context, expansion);
  const start = node.redirects[0]?.pos ?? node.pos;
  const setting: Setting = {
    assignments: [],
    redirects,
    redirectEffects: effects,
    span: context.source.locate(start, node.end),
    inside: [...seen.values()].flatMap((output) => output.calls),
  };
  dispatch([], { setting, walker, context: { ...context, input } });
  return input;
}

/**
 * Makes the call of one argument list, and follows what it runs. Leading words that may expand to nothing are also
 * read as nothing: `$UNSET rm -rf /` runs `rm`.
 *
 * ```ts
 * import { inspect } from "gatehouse/gate/judge.ts";
 *
 * if (inspect("$X rm a").calls[1]?.name !== "rm") throw new Error("both readings");
 * ```
 */
export function dispatch(words: readonly Word[], job: Work & { readonly setting: Setting }): void {
  for (let from = 0; from === 0 || from < words.length; from++) {
    if (from > MAX_LEADING) {
      throw new LimitError("limit.calls", `Begins with more than ${MAX_LEADING} words that may be nothing`);
    }
    single(words.slice(from), job);
    const head = words[from];
    if (head === undefined) return;
    if (!head.splits || head.prefix !== "") return;
  }
}

function single(
  words: readonly Word[],
  { setting, walker, context }: Work & { readonly setting: Setting },
): void {
  walker.budget.call();
  const { scope } = context;
  const list = words.length > 0 ? words : [literalWord(":", setting.span)];
  const name = list[0]?.glob === false ? list[0].value : null;
  const defined = name !== null && context.functions ? scope.functions.get(name) : undefined;
  const alias = name !== null && context.functions && list[0]?.quoted === false
    ? scope.aliases.get(name)
    : undefined;
  const record = new CallRecord({
    ...setting,
    words: list,
    input: context.input,
    via: context.via,
    privileged: context.privileged,
    remote: context.remote,
    place: scope.at(),
    origin: context.origin,
    parent: context.parent,
    aliased: alias === null,
    isFunction: defined?.certain === true,
  }, walker.catalogue);
  walker.calls.push(record);
  if (defined !== undefined && name !== null) {
    record.recursion = walker.recursion(name);
    if (record.recursion === null) {
      const before = scope.copy();
      for (const variable of setting.assignments) setVariable(scope, variable);
      walker.body(defined, { ...context, parent: record }, list.slice(1));
      if (setting.assignments.length > 0) scope.join(before);
    }
    if (defined.certain) return;
  }
  if (alias !== undefined && alias !== null && name !== null) {
    // Whether aliases are in force depends on the shell: both readings are judged.
    const left = new Map(scope.aliases);
    left.delete(name);
    const inner = scope.copy();
    inner.aliases = left;
    followAlias({ alias, args: list.slice(1) }, { record, walker, context: { ...context, scope: inner } });
  }
  const runs = record.behaviour?.runs?.(record.options, record) ?? [];
  for (const inner of runs) followInner(inner, { record, walker, context });
  applyBuiltin(record, scope);
}

/** Every argument list the words may become; too many make the words with several readings unknown. */
function readings(nodes: readonly (WordNode | Assignment)[], expansion: Expansion): Word[][] {
  let lists: Word[][] = [[]];
  for (const [index, node] of nodes.entries()) {
    const isCut = nodes[index + 1]?.pos === node.end;
    const words = node.type === "Word"
      ? expandWord(node, expansion)
      : [[assignmentWord(node, { expansion, isCut })]];
    if (lists.length * words.length > MAX_ALTERNATIVES) {
      const span = expansion.source.locate(node.pos, node.end);
      lists = lists.map((list) => [...list, unknownWord(node.text, span)]);
    } else if (words.length === 1) {
      for (const list of lists) list.push(...words[0] ?? []);
    } else lists = lists.flatMap((list) => words.map((tail) => [...list, ...tail]));
  }
  return lists;
}

/** `NAME=value` as an argument of `export` and its kin. */
function assignmentWord(
  node: Assignment,
  { expansion, isCut }: { readonly expansion: Expansion; readonly isCut: boolean },
): Word {
  const span = expansion.source.locate(node.pos, node.end);
  if (isCut || node.value.type === "ArrayValue") {
    return { ...unknownWord(node.text, span), prefix: `${node.name}=` };
  }
  const { word } = expandValue(node.value, expansion);
  const head = `${node.name}${node.append === true ? "+" : ""}=`;
  return {
    ...word,
    text: node.text,
    span,
    value: word.value === null ? null : head + word.value,
    prefix: head + word.prefix,
    code: head + word.code,
    splits: false,
  };
}

/** Evaluates an assignment; with a context, it also takes effect there. */
function assignment(node: Assignment, expansion: Expansion, context: Context | null): Variable {
  const span = expansion.source.locate(node.pos, node.end);
  if (node.value.type === "ArrayValue") {
    const words = node.value.elements.flatMap((element) => expandWord(element, expansion).flat());
    if (context !== null) assign(context.scope, node.name, { words, append: node.append === true });
    return { name: node.name, value: unknownWord(node.text, span), span };
  }
  const { values, word } = expandValue(node.value, expansion);
  if (context !== null) {
    assign(context.scope, node.name, {
      values,
      append: node.append === true,
      element: node.index !== undefined,
    });
  }
  // `X+=a` makes it something that ends so.
  return { name: node.name, value: node.append === true ? unknownWord(node.text, span) : word, span };
}

function readRedirects(
  nodes: readonly RedirectionNode[],
  { context }: Work,
  expansion: Expansion,
): { readonly input: Input; readonly redirects: Redirection[]; readonly effects: Effect[] } {
  let input = context.input;
  const redirects: Redirection[] = [];
  const effects: Effect[] = [];
  for (const node of nodes) {
    // `{fd}>file` sets a variable, and for the whole shell.
    if (node.descriptor?.type === "FileDescriptorVariable") context.scope.forget(node.descriptor.name);
    const standard = node.descriptor === undefined ||
      (node.descriptor.type === "FileDescriptor" && node.descriptor.value === 0);
    if (node.type === "HereDoc") {
      const body = node.body.parts === undefined
        ? { text: node.delimiter?.quoted === true ? node.body.text : unescaped(node.body.text), from: [] }
        : expandBody(node.body.parts, expansion);
      const text = node.operator === "<<-" && body.text !== null
        ? body.text.replaceAll(/^\t+/gm, "")
        : body.text;
      if (standard) input = { kind: "text", text, from: body.from };
      continue;
    }
    if (node.target === undefined) continue;
    const span = context.source.locate(node.pos, node.end);
    if (node.type === "HereString") {
      const { word } = expandValue(node.target, expansion);
      const text = word.value === null ? null : `${word.value}\n`;
      if (standard) input = { kind: "text", text, from: word.from };
      continue;
    }
    for (const target of expandWord(node.target, expansion).flat()) {
      if (/^[<>]&$/.test(node.operator) && /^(?:\d+-?|-)$/.test(target.value ?? "")) continue;
      redirects.push({ operator: node.operator, target, span });
      const reads = node.operator.startsWith("<");
      if (isProcess(node.target)) {
        if (reads && standard) input = { kind: "calls", from: target.from, text: null };
        continue;
      }
      if (reads && standard) input = { kind: "file", file: target };
      effects.push(...redirectEffects(node.operator, { word: target, context }));
    }
  }
  return { input, redirects, effects };
}

/** What the shell makes of the backslashes in a here-document whose word is not quoted (bash(1), Here Documents). */
function unescaped(body: string): string {
  return body.replaceAll(/\\(?:([$`\\])|\n)/g, "$1");
}

function isProcess(node: WordNode): boolean {
  return node.parts?.length === 1 && node.parts[0]?.type === "ProcessSubstitution";
}

function redirectEffects(operator: string, of: { readonly word: Word; readonly context: Context }): Effect[] {
  const { word } = of;
  const target = targetOf(word, of.context.scope.at());
  const host = /^\/dev\/(?:tcp|udp)\/([^/]*)/.exec(target.path ?? "")?.[1];
  if (host !== undefined) return [{ kind: "network", host, word, redirect: true }];
  if (target.path !== undefined && target.below === undefined && isHarmlessDevice(target.path)) return [];
  const effects: Effect[] = [];
  if (operator.startsWith("<")) effects.push({ kind: "read", ...target, word, redirect: true });
  if (operator.includes(">")) {
    const append = operator.endsWith(">>") ? { append: true as const } : {};
    effects.push({ kind: "write", ...target, ...append, word, redirect: true });
  }
  return effects;
}
